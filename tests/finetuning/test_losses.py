"""Losses on a vocabulary of three tokens, beside values worked by hand."""

from __future__ import annotations

import math

import pytest
import torch

from seethrough.finetuning.losses import (
    bigram_penalty,
    flagging,
    penalised,
    preference,
    unigram_penalty,
)

# Two places, three tokens: P(. | w_0), P(. | w_0 w_1).
CHANCES = torch.tensor([[[0.5, 0.3, 0.2], [0.1, 0.6, 0.3]]], dtype=torch.float64)


def test_the_penalty_of_single_tokens() -> None:
    found = unigram_penalty(CHANCES, [1, 2])
    assert found.tolist() == [pytest.approx([0.5, 0.9])]
    assert unigram_penalty(CHANCES, []).tolist() == [[0.0, 0.0]]


def test_the_penalty_of_pairs_takes_the_second_token_behind_what_truly_came() -> None:
    # (0, 2): 0.5 x 0.3; (1, 1): 0.3 x 0.6.
    assert bigram_penalty(CHANCES, [(0, 2), (1, 1)]).tolist() == [pytest.approx([0.33])]
    assert bigram_penalty(CHANCES, []).tolist() == [[0.0]]


def test_the_penalised_loss_is_the_sum_of_the_paper_over_the_number_of_tokens() -> None:
    losses = -torch.log(torch.tensor([[0.3, 0.3]], dtype=torch.float64))  # tokens 1, then 2
    learned = torch.ones(1, 2, dtype=torch.bool)
    found = penalised(losses, CHANCES, learned, [1, 2], [(1, 2)], 1.0)
    by_hand = (-2 * math.log(0.3) + 0.5 + 0.9 + 0.3 * 0.3) / 2
    assert found.tolist() == pytest.approx([by_hand])
    twice = penalised(losses, CHANCES, learned, [1, 2], [(1, 2)], 2.0)
    assert twice.tolist() == pytest.approx([by_hand + (0.5 + 0.9 + 0.09) / 2])


def test_what_is_not_learned_is_not_penalised() -> None:
    losses = torch.tensor([[0.0, 2.0]], dtype=torch.float64)
    learned = torch.tensor([[False, True]])
    found = penalised(losses, CHANCES, learned, [0], [(0, 2)], 1.0)
    assert found.tolist() == pytest.approx([2.1])  # the pair begins in a place that is not learned


def test_nothing_protected_costs_nothing() -> None:
    losses = torch.tensor([[1.0, 2.0]])
    learned = torch.ones(1, 2, dtype=torch.bool)
    assert penalised(losses, CHANCES, learned, [], [], 1.0).tolist() == [1.5]


def test_the_preference_loss() -> None:
    # Answers of two tokens: chosen 0.5 x 0.6 where the reference says 0.4 x 0.5, rejected
    # 0.2 x 0.3 where it says 0.2 x 0.4.
    logs = [torch.tensor([math.log(p)], dtype=torch.float64) for p in (0.3, 0.06, 0.2, 0.08)]
    chosen, rejected, chosen_before, rejected_before = logs
    found = preference(chosen, rejected, chosen_before, rejected_before, 0.5)
    odds = 0.5 * (math.log(0.3 / 0.2) - math.log(0.06 / 0.08))  # 0.5 log 2
    assert odds == pytest.approx(0.5 * math.log(2))
    assert found.tolist() == pytest.approx([math.log(1 + math.exp(-odds))])


def test_a_model_that_has_not_moved_has_the_preference_loss_of_a_coin() -> None:
    logs = torch.tensor([-3.0, -5.0])
    assert preference(logs, logs - 1, logs, logs - 1, 0.1).tolist() == pytest.approx(
        [math.log(2)] * 2
    )


def test_the_classifiers_loss() -> None:
    scores = torch.tensor([[0.0, math.log(3.0), 5.0]])  # 1/2, 3/4, and one that does not count
    protected, learned = torch.tensor([[False, True, True]]), torch.tensor([[True, True, False]])
    found = flagging(scores, protected, learned, 4.0)
    assert found.tolist() == pytest.approx([(math.log(2) + 4 * math.log(4 / 3)) / 2])
