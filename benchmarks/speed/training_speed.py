"""Speed and memory of training: the loop of `synthesize` beside plain scripts that do the same.

    python -m benchmarks.speed.training_speed [--base FOLDER] [--steps N] [--batch N] [--length N]

The plain scripts are what one would write with `transformers`, `peft` and `opacus`: AdamW, the same
micro-batches, and for DP-LoRA a wrapped model, Opacus' Poisson loader and its BatchMemoryManager.
Each runs in a process of its own, on one thread; the peak is that of the whole process.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from seethrough.errors import SeethroughError
from seethrough.report.terminal.tables import table

KINDS = ("full weights", "LoRA", "DP-LoRA")
NOISE, CLIP, RATE = 1.0, 1.0, 1e-4


def tokens(asked: argparse.Namespace, vocabulary: int) -> Any:
    """Return (n, t) random tokens, as many rows as all steps read."""
    rng = np.random.default_rng(0)
    return rng.integers(vocabulary, size=(asked.steps * asked.batch, asked.length))


def ours(model: Any, asked: argparse.Namespace) -> None:
    from seethrough.training.examples import Examples
    from seethrough.training.loop import Plan, train

    rows = tokens(asked, model.config.vocab_size).tolist()
    examples = Examples(
        [row[:1] for row in rows], [row[1:] for row in rows], [[i] for i in range(len(rows))], {}
    )
    noise = NOISE if asked.kind == "DP-LoRA" else 0.0
    train(
        model, examples, Plan(asked.steps, asked.batch, asked.micro, RATE, CLIP, noise), bytes(32)
    )


def plain(model: Any, asked: argparse.Namespace) -> None:
    import torch
    from torch.utils.data import DataLoader

    rows = torch.tensor(tokens(asked, model.config.vocab_size))
    model.train()
    optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], lr=RATE)
    if asked.kind == "DP-LoRA":
        private(model, optimizer, rows, asked)
        return
    for batch in DataLoader(rows, asked.batch, shuffle=True):  # type: ignore[arg-type]
        for part in batch.split(asked.micro):
            loss = model(input_ids=part, labels=part).loss * len(part) / len(batch)
            loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), CLIP)
        optimizer.step()
        optimizer.zero_grad()


def private(model: Any, optimizer: Any, rows: Any, asked: argparse.Namespace) -> None:
    from opacus import PrivacyEngine
    from opacus.utils.batch_memory_manager import BatchMemoryManager
    from torch.utils.data import DataLoader, TensorDataset

    model, optimizer, loader = PrivacyEngine(accountant="rdp").make_private(
        module=model, optimizer=optimizer, data_loader=DataLoader(TensorDataset(rows), asked.batch),
        noise_multiplier=NOISE, max_grad_norm=CLIP,
    )  # fmt: skip
    with BatchMemoryManager(
        data_loader=loader, max_physical_batch_size=asked.micro, optimizer=optimizer
    ) as parts:
        for (part,) in parts:
            if len(part):
                # Each sample has positions of its own, or Opacus cannot tell them apart.
                places = np.broadcast_to(np.arange(asked.length), part.shape).copy()
                positions = part.new_tensor(places)
                model(input_ids=part, labels=part, position_ids=positions).loss.backward()
            optimizer.step()
            optimizer.zero_grad()


def one(asked: argparse.Namespace) -> None:
    """Train once and print seconds and peak memory."""
    import torch

    from seethrough.training import bases
    from seethrough.training.adapting import adapted

    torch.set_num_threads(1)
    try:
        base = bases.load(asked.base)
    except SeethroughError as error:
        raise SystemExit(f"{error}") from None
    model = adapted(base.model, 0 if asked.kind == KINDS[0] else 16, seed=0)
    began, worked = time.perf_counter(), time.process_time()
    (ours if asked.whose == "ours" else plain)(model, asked)
    took = {"seconds": time.perf_counter() - began, "processor": time.process_time() - worked}
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({**took, "peak": peak}))


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    made.add_argument("--base", default="", help="base model: a folder; SmolLM2-135M if empty")
    made.add_argument("--steps", type=int, default=4)
    made.add_argument("--batch", type=int, default=8)
    made.add_argument("--micro", type=int, default=4)
    made.add_argument("--length", type=int, default=64)
    made.add_argument("--kind", choices=KINDS, help="train this once and print what it took")
    made.add_argument("--whose", choices=("ours", "plain"), default="ours")
    return made


def main(arguments: Sequence[str] | None = None) -> None:
    asked = parser().parse_args(arguments)
    if asked.kind:
        one(asked)
        return
    given = [f"--{name}={getattr(asked, name)}" for name in
             ("base", "steps", "batch", "micro", "length")]  # fmt: skip
    rows = [("", "steps/s, ours", "plain", "processor s a step", "plain", "peak MiB", "plain")]
    for kind in KINDS:
        took = {}
        for whose in ("ours", "plain"):
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.speed.training_speed", *given, f"--kind={kind}",
                 f"--whose={whose}"],
                capture_output=True, text=True, check=False,
                env={**os.environ, "OMP_NUM_THREADS": "1"},
            )  # fmt: skip
            if done.returncode:
                raise SystemExit(f"{kind}, {whose}: {done.stderr[-400:]}")
            took[whose] = json.loads(done.stdout.splitlines()[-1])
        both = [took["ours"], took["plain"]]
        cells = [f"{asked.steps / t['seconds']:.3f}" for t in both]
        cells += [f"{t['processor'] / asked.steps:.2f}" for t in both]
        rows.append((kind, *cells, *(f"{t['peak']:,.0f}" for t in both)))
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
