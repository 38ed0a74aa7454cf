"""Training: our loop beside plain ones written with ``transformers`` and ``opacus``.

Every batch is the whole data set and the noise next to nothing, so that all draws are the same and
both must end at the same weights.
"""

from __future__ import annotations

import copy
import logging
import warnings
from collections.abc import Iterator
from typing import Any

import numpy as np

from benchmarks.peers.beside.pair import Agreement, Pair

STEPS, RECORDS, MICRO, LENGTH, RATE, CLIP, NOISE = 4, 16, 8, 48, 1e-3, 1.0, 1e-9


def by_transformers() -> Iterator[Pair]:
    yield trained(private=False)


def by_opacus() -> Iterator[Pair]:
    logging.getLogger("opacus").setLevel(logging.ERROR)
    yield trained(private=True)


def trained(private: bool) -> Pair:
    import torch

    torch.set_num_threads(1)
    base = _model()
    tokens = np.random.default_rng(0).integers(base.config.vocab_size, size=(RECORDS, LENGTH))
    rows = torch.tensor(tokens)
    start = _weights(base)

    def ours() -> Any:
        from seethrough.training.examples import Examples
        from seethrough.training.loop import Plan, train

        listed = tokens.tolist()
        examples = Examples(
            [row[:1] for row in listed], [row[1:] for row in listed],
            [[i] for i in range(RECORDS)], {},
        )  # fmt: skip
        model = copy.deepcopy(base)
        plan = Plan(STEPS, RECORDS, MICRO, RATE, CLIP, NOISE if private else 0.0, 1e-5)
        train(model, examples, plan, bytes(32))
        return _weights(model)

    def theirs() -> Any:
        model = copy.deepcopy(base).train()
        (with_opacus if private else plain)(model, rows)
        return _weights(model)

    def agreement(mine: Any, other: Any) -> Agreement:
        apart = float((mine - other).norm() / (other - start).norm())
        return Agreement(f"weights end {apart:.0e} of the way apart", apart < 0.01)

    what, peer = ("DP-SGD", "opacus") if private else ("full weights", "transformers")
    return Pair(f"training loop, {what}", peer, f"{STEPS} steps of {RECORDS} records", ours, theirs,
                agreement)  # fmt: skip


def plain(model: Any, rows: Any) -> None:
    """Train as one would with transformers."""
    import torch

    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.0)
    schedule = torch.optim.lr_scheduler.LinearLR(optimizer, 1.0, 1e-9, STEPS)
    for _ in range(STEPS):
        for part in rows.split(MICRO):
            (model(input_ids=part, labels=part).loss * len(part) / len(rows)).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()


def with_opacus(model: Any, rows: Any) -> None:
    """Train as one would with Opacus: its Poisson loader and its BatchMemoryManager."""
    import torch
    from opacus import PrivacyEngine
    from opacus.utils.batch_memory_manager import BatchMemoryManager
    from torch.utils.data import DataLoader, TensorDataset

    optimizer: Any = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model, optimizer, loader = PrivacyEngine(accountant="rdp").make_private(
            module=model, optimizer=optimizer, noise_multiplier=NOISE, max_grad_norm=CLIP,
            data_loader=DataLoader(TensorDataset(rows), RECORDS),
        )  # fmt: skip
        for done in range(STEPS):
            with BatchMemoryManager(
                data_loader=loader, max_physical_batch_size=MICRO, optimizer=optimizer
            ) as parts:
                for (part,) in parts:
                    # Each record has positions of its own, or Opacus cannot tell them apart.
                    places = torch.arange(LENGTH).repeat(len(part), 1)
                    model(input_ids=part, labels=part, position_ids=places).loss.backward()
                    for group in optimizer.param_groups:
                        group["lr"] = RATE * (1 - done / STEPS)
                    optimizer.step()
                    optimizer.zero_grad()


def _model() -> Any:
    import torch
    from transformers import LlamaConfig, LlamaForCausalLM

    torch.manual_seed(0)
    return LlamaForCausalLM(
        LlamaConfig(
            vocab_size=512, hidden_size=64, intermediate_size=128, num_hidden_layers=3,
            num_attention_heads=4, max_position_embeddings=64, tie_word_embeddings=False,
        )
    )  # fmt: skip


def _weights(model: Any) -> Any:
    import torch

    return torch.cat([p.detach().flatten().double() for p in model.parameters()])


MAKERS = (by_transformers, by_opacus)
