"""Clipped per-sample gradients, one by one, against the same in batches."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from seethrough.errors import UsageError
from seethrough.statistics.seeding import generator
from seethrough.training.adapting import adapted
from seethrough.training.examples import Examples
from seethrough.training.gradients import Plain, Private, per_sample, sample_losses
from seethrough.training.loop import without_dropout

rows = st.lists(
    st.tuples(st.lists(st.integers(0, 255), min_size=1, max_size=6),
              st.lists(st.integers(0, 256), min_size=1, max_size=12)),
    min_size=1, max_size=5,
)  # fmt: skip
common = settings(
    max_examples=8,
    deadline=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


def examples_of(drawn: list[tuple[list[int], list[int]]]) -> Examples:
    prompts, targets = zip(*drawn, strict=True)
    return Examples(prompts, targets, [[i] for i in range(len(drawn))], {})


def model_of(kind: Any, rank: int) -> Any:
    model = adapted(kind(), rank, seed=1)
    if rank:  # both matrices of an adapter start to matter once neither is zero
        with torch.no_grad():
            for name, weight in model.named_parameters():
                if "lora_B" in name:
                    weight.normal_(0, 0.3, generator=torch.Generator().manual_seed(2))
    without_dropout(model)
    return model


def one_by_one(model: Any, weights: list[Any], examples: Examples, clip: float) -> list[Any]:
    """The brute force: a batch of one, its gradient, its norm, the cut, the sum."""
    total = [torch.zeros_like(w) for w in weights]
    for i in range(len(examples)):
        losses, _ = sample_losses(model, examples, [i])
        own = torch.autograd.grad(losses[0], weights)
        norm = torch.sqrt(sum((g.double() ** 2).sum() for g in own))
        for t, g in zip(total, own, strict=True):
            t += g * min(1.0, clip / (float(norm) + 1e-6))
    return total


@pytest.mark.parametrize(("kind", "rank"), [("llama", 0), ("gpt2", 0), ("llama", 4), ("gpt2", 4)])
@common
@given(drawn=rows, clip=st.sampled_from([0.05, 1.0, 100.0]), micro=st.integers(1, 4))
def test_clipped_gradients_are_those_of_samples_one_by_one(
    make: Any, kind: str, rank: int, drawn: Any, clip: float, micro: int
) -> None:
    examples = examples_of(drawn)
    model = model_of(make(kind), rank)
    weights = [p for p in model.parameters() if p.requires_grad]
    expected = one_by_one(model, weights, examples, clip)
    with per_sample(model):
        private = Private(model, weights, micro, clip, 0.0, expected=8.0)
        private.compute(examples, range(len(examples)), np.random.default_rng(0))
    for weight, wanted in zip(weights, expected, strict=True):
        assert torch.allclose(weight.grad * 8.0, wanted, rtol=1e-3, atol=1e-5 * clip + 1e-7)


def test_no_sample_adds_more_than_the_clip(make: Any) -> None:
    model = model_of(make("llama"), 0)
    weights = [p for p in model.parameters() if p.requires_grad]
    with per_sample(model):
        private = Private(model, weights, 1, 0.1, 0.0, expected=1.0)
        private.compute(examples_of([([1], [2] * 9)]), [0], np.random.default_rng(0))
    norm = torch.sqrt(sum((w.grad**2).sum() for w in weights))
    assert float(norm) == pytest.approx(0.1, rel=1e-3)


class Flat(torch.nn.Module):
    """A model that reads all tokens of a batch side by side, and so loses whose they are."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = torch.nn.Embedding(9, 4).requires_grad_(False)
        self.head = torch.nn.Linear(4, 9)

    def forward(self, input_ids: Any, **others: Any) -> Any:
        told = self.head(self.rows(input_ids).flatten(0, 1))
        return SimpleNamespace(logits=told.unflatten(0, input_ids.shape))


class Buffered(torch.nn.Embedding):
    """A layer with a buffer, as Gemma's."""

    def __init__(self) -> None:
        super().__init__(9, 9)
        self.register_buffer("scale", torch.tensor(2.0))

    def forward(self, input_ids: Any, **others: Any) -> Any:
        return SimpleNamespace(logits=self.scale * super().forward(input_ids))


def opt() -> Any:
    """An OPT, whose layer of positions is also called with a plain number."""
    from transformers import OPTConfig, OPTForCausalLM

    config = OPTConfig(
        vocab_size=9, hidden_size=4, ffn_dim=4, num_hidden_layers=1, num_attention_heads=1,
        max_position_embeddings=8, word_embed_proj_dim=4,
    )  # fmt: skip
    return OPTForCausalLM(config)


def falcon() -> Any:
    """A Falcon, which writes into what a layer returned."""
    from transformers import FalconConfig, FalconForCausalLM

    config = FalconConfig(vocab_size=9, hidden_size=4, num_hidden_layers=1, num_attention_heads=1)
    return FalconForCausalLM(config)


@pytest.mark.parametrize("kind", [Flat, Buffered, opt, falcon])
def test_a_model_whose_gradients_are_not_those_of_samples_is_refused(kind: Any) -> None:
    model = kind()
    weights = [p for p in model.parameters() if p.requires_grad]
    examples = examples_of([([1], [5, 6]), ([1], [2, 3])])
    with pytest.raises(UsageError, match="does not tell what each record adds"), per_sample(model):
        Private(model, weights, 2, 0.1, 0.0, 1.0).compute(examples, [0, 1], generator(0))


def test_a_samples_gradient_does_not_depend_on_the_others(make: Any) -> None:
    # With the token mean of the batch, a long neighbour would shrink what a short one adds.
    model = model_of(make("llama"), 0)
    weights = [p for p in model.parameters() if p.requires_grad]
    examples = examples_of([([1], [5, 6]), ([1], [9] * 12)])
    alone, _ = sample_losses(model, examples, [0])
    beside, _ = sample_losses(model, examples, [0, 1])
    assert alone[0].item() == pytest.approx(beside[0].item(), rel=1e-5)
    first = torch.autograd.grad(alone[0], weights)
    second = torch.autograd.grad(beside[0], weights)
    assert all(torch.allclose(a, b, atol=1e-6) for a, b in zip(first, second, strict=True))


def test_an_empty_batch_is_noise_alone(make: Any) -> None:
    model = model_of(make("llama"), 4)
    weights = [p for p in model.parameters() if p.requires_grad]
    with per_sample(model):
        private = Private(model, weights, 2, 0.5, 3.0, expected=4.0)
        found = private.compute(examples_of([([1], [2])]), [], np.random.default_rng(3))
    assert np.isnan(found.loss)
    assert found.tokens == 0
    noise = torch.cat([w.grad.flatten() for w in weights])
    assert float(noise.std()) == pytest.approx(3.0 * 0.5 / 4.0, rel=0.05)


def test_every_weight_has_noise_of_its_own(make: Any) -> None:
    model = model_of(make("gpt2"), 0)
    weights = [p for p in model.parameters() if p.requires_grad]
    with per_sample(model):
        private = Private(model, weights, 2, 0.5, 3.0, expected=4.0)
        private.compute(examples_of([([1], [2])]), [], generator(3))
    assert {w.dim() for w in weights} == {1, 2}
    told = [w.grad.flatten() for w in weights]
    assert all(0.1 < float(noise.std()) < 0.8 for noise in told)  # 0.375, of 16 numbers and more
    assert len({float(noise[0]) for noise in told}) == len(told)


def test_the_plain_gradient_is_that_of_the_mean_loss_in_whatever_parts(make: Any) -> None:
    examples = examples_of([([1], [5, 6]), ([1, 2], [9] * 7), ([3], [4])])
    model = model_of(make("llama"), 0)
    weights = [p for p in model.parameters() if p.requires_grad]
    losses, _ = sample_losses(model, examples, [0, 1, 2])
    expected = torch.autograd.grad(losses.mean(), weights)
    Plain(model, weights, 2, 1e9).compute(examples, [0, 1, 2], np.random.default_rng(0))
    assert all(torch.allclose(w.grad, e, atol=1e-6) for w, e in zip(weights, expected, strict=True))
