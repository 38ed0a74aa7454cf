"""Bugs that void a promise, planted on purpose, are caught by the bound from one run.

The gradients are those of the training loop; the model is a table with a row of its own for each
canary, and the adversary reads the noisy gradient. No canary hides another, so that the bound comes
as near to the promise as one run allows.
"""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch

from seethrough.statistics.one_run import one_run
from seethrough.training.accounting import spent
from seethrough.training.examples import Examples
from seethrough.training.gradients import Private, per_sample
from seethrough.training.loop import Plan, drawn

CANARIES = 20_000
CLIP = 0.1
DELTA = 1e-5


class Table(torch.nn.Module):
    """A model whose answer to a token is that token's row."""

    def __init__(self) -> None:
        super().__init__()
        self.rows = torch.nn.Embedding(CANARIES + 1, 2)
        torch.nn.init.zeros_(self.rows.weight)

    def forward(self, input_ids: Any, **others: Any) -> Any:
        return SimpleNamespace(logits=self.rows(input_ids))


def bound(
    multiplier: float, rate: float = 1.0, bug: Callable[[Private], None] = lambda private: None,
    poisson: bool = True,
) -> float:  # fmt: skip
    """Return the lower bound on epsilon of one step in which half of the canaries took part."""
    rng = np.random.default_rng(11)
    inside = np.flatnonzero(rng.random(CANARIES) < 0.5)
    rows = Examples(
        [[i + 1] for i in inside], [[0]] * len(inside), [[i] for i in range(len(inside))], {}
    )
    plan = Plan(1, round(rate * len(inside)), 64, 0.1, CLIP, multiplier, DELTA)
    places = drawn(rows, plan, bytes(32), 0) if poisson else list(range(len(inside)))
    model = Table()
    with per_sample(model):
        private = Private(model, [model.rows.weight], 64, CLIP, multiplier, 1.0)
        bug(private)
        private.compute(rows, places, np.random.default_rng(12))
    told = model.rows.weight.grad[1:].numpy()
    scores = told[:, 1] - told[:, 0]
    member = np.isin(np.arange(CANARIES), inside)
    return one_run(scores[member], scores[~member], DELTA).low


def test_what_is_right_is_not_refuted_and_not_far_off() -> None:
    assert 0.8 < bound(2.0) <= spent(1.0, 2.0, 1, DELTA).epsilon


def test_half_the_noise_is_caught() -> None:
    def halved(private: Private) -> None:
        private.scale /= 2

    assert bound(2.0, bug=halved) > spent(1.0, 2.0, 1, DELTA).epsilon


def test_no_clipping_is_caught() -> None:
    def unclipped(private: Private) -> None:
        private.clipping.max_grad_norm = 1e9

    assert bound(2.0, bug=unclipped) > spent(1.0, 2.0, 1, DELTA).epsilon


@pytest.mark.parametrize("poisson", [True, False])
def test_everybody_in_a_step_that_counts_as_sampled_is_caught(poisson: bool) -> None:
    claimed = spent(0.02, 1.0, 1, DELTA).epsilon
    assert (bound(1.0, 0.02, poisson=poisson) > claimed) == (not poisson)
