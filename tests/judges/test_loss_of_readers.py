"""The loss that readers are trained with, against the definition."""

from __future__ import annotations

import math

import pytest
import torch
from judge_training.loss import TAUGHT, TEMPERATURE, loss_of
from judge_training.sheets import Sheet

LOGITS = [[2.0, 0.5, -1.0], [0.0, 1.0, 0.5], [-1.0, 0.0, 3.0]]
RATED = Sheet("a", "passage", ["one"], [1])


def softmax(row: list[float], flat: float = 1.0) -> list[float]:
    powers = [math.exp(x / flat) for x in row]
    return [p / sum(powers) for p in powers]


def taught(chances: list[list[float]]) -> Sheet:
    return Sheet("b", "passage", ["two", "three"], [2, 3], chances)


def test_without_another_reader_it_is_the_cross_entropy() -> None:
    sheets = [RATED, Sheet("b", "passage", ["two", "three"], [2, 3])]
    expected = -sum(math.log(softmax(row)[i]) for i, row in enumerate(LOGITS)) / 3
    assert loss_of(torch.tensor(LOGITS), sheets, 0.0).item() == pytest.approx(expected, rel=1e-5)


def test_with_another_reader_most_is_the_divergence_from_it() -> None:
    chances = [[0.2, 0.5, 0.3], [0.1, 0.2, 0.7]]
    expected = -math.log(softmax(LOGITS[0])[0])
    for grade, row, said in zip((2, 3), LOGITS[1:], chances, strict=True):
        own = softmax(row, TEMPERATURE)
        flat = softmax([math.log(c) for c in said], TEMPERATURE)
        apart = sum(p * math.log(p / q) for p, q in zip(flat, own, strict=True))
        expected += (1 - TAUGHT) * -math.log(softmax(row)[grade - 1])
        expected += TAUGHT * TEMPERATURE**2 * apart
    found = loss_of(torch.tensor(LOGITS), [RATED, taught(chances)], 0.0).item()
    assert found == pytest.approx(expected / 3, rel=1e-5)


def test_who_says_the_same_as_the_other_reader_has_only_the_ratings_left() -> None:
    same = [softmax(row) for row in LOGITS[1:]]
    off = [softmax(row[::-1]) for row in LOGITS[1:]]
    rated = -sum(math.log(softmax(row)[i + 1]) for i, row in enumerate(LOGITS[1:])) / 2
    logits = torch.tensor(LOGITS[1:])
    found = loss_of(logits, [taught(same)], 0.0).item()
    assert found == pytest.approx((1 - TAUGHT) * rated, rel=1e-4)
    assert loss_of(logits, [taught(off)], 0.0).item() > found + 0.1
