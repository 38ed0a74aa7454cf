"""The loss that readers are trained with, against the definition."""

from __future__ import annotations

import math

import pytest
import torch
from judge_training.loss import TAUGHT, TEMPERATURE, loss_of

LOGITS = [[2.0, 0.5, -1.0], [0.0, 1.0, 0.5], [-1.0, 0.0, 3.0]]


def softmax(row: list[float], flat: float = 1.0) -> list[float]:
    powers = [math.exp(x / flat) for x in row]
    return [p / sum(powers) for p in powers]


def loss(logits: list[list[float]], grades: list[int], chances: list[list[float]]) -> float:
    return loss_of(torch.tensor(logits), torch.tensor(grades), torch.tensor(chances), 0.0).item()


def apart(row: list[float], said: list[float]) -> float:
    """Return how far a reader is from a teacher, as the loss counts it."""
    own = softmax(row, TEMPERATURE)
    flat = softmax([math.log(c) for c in said], TEMPERATURE)
    return TEMPERATURE**2 * sum(p * math.log(p / q) for p, q in zip(flat, own, strict=True))


def surprise(row: list[float], grade: int) -> float:
    return -math.log(softmax(row)[grade - 1])


def test_of_a_rated_claim_most_is_the_divergence_from_the_teachers() -> None:
    chances = [[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7]]
    expected = 0.0
    for grade, row, told in zip((1, 2, 3), LOGITS, chances, strict=True):
        expected += (1 - TAUGHT) * surprise(row, grade) + TAUGHT * apart(row, told)
    assert loss(LOGITS, [1, 2, 3], chances) == pytest.approx(expected / 3, rel=1e-5)


def test_of_a_claim_that_nobody_rated_the_divergence_alone_counts() -> None:
    told = [[0.2, 0.5, 0.3], [0.6, 0.3, 0.1]]
    rated = (1 - TAUGHT) * surprise(LOGITS[1], 3) + TAUGHT * apart(LOGITS[1], told[1])
    expected = (apart(LOGITS[0], told[0]) + rated) / 2
    assert loss(LOGITS[:2], [0, 3], told) == pytest.approx(expected, rel=1e-5)


def test_who_says_the_same_as_the_teachers_has_only_the_ratings_left() -> None:
    same = [softmax(row) for row in LOGITS[1:]]
    off = [softmax(row[::-1]) for row in LOGITS[1:]]
    rated = sum(surprise(row, grade) for row, grade in zip(LOGITS[1:], (2, 3), strict=True)) / 2
    found = loss(LOGITS[1:], [2, 3], same)
    assert found == pytest.approx((1 - TAUGHT) * rated, rel=1e-4)
    assert loss(LOGITS[1:], [2, 3], off) > found + 0.1
