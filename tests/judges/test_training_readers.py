"""Readers learn from ratings, and a killed run goes on where it stood."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import pytest
import torch
from judge_training import finetune
from judge_training.encoder import BERT, Reader
from judge_training.finetune import Tasks, rated, train
from judge_training.sheets import Sheet

SHEETS = [
    Sheet("a", "He keeps bees in Graz.", ["He keeps bees.", "He keeps pigs."], [1, 3]),
    Sheet("b", "She sold her red bicycle.", ["She sold a bicycle.", "She is a dentist."], [2, 3]),
]
STEPS = 24


def reader() -> Reader:
    torch.manual_seed(4)
    return Reader(words=30_522, positions=64, width=16, layers=2, heads=2, inner=32)


def arguments(out: Path) -> argparse.Namespace:
    return argparse.Namespace(
        out=out, rate=5e-3, smoothing=0.0, device=torch.device("cpu"), workers=0
    )


def loss(one: Reader, tasks: Tasks) -> float:
    with torch.no_grad():
        parts = [rated(one, 0.0)(task).item() for task in tasks]
    return sum(parts) / len(parts)


def test_a_reader_learns_what_the_ratings_say(tmp_path: Path) -> None:
    one, tasks = reader(), Tasks([SHEETS] * STEPS, BERT)
    before = loss(one, tasks)
    train(dict(one.named_parameters()), tasks, rated(one, 0.0), arguments(tmp_path / "out.pt"))
    assert loss(one, tasks) < before / 2


def test_a_killed_run_goes_on_where_it_stood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(finetune, "KEPT_EVERY", 10)
    tasks, args = Tasks([SHEETS] * STEPS, BERT), arguments(tmp_path / "out.pt")
    whole = reader()
    train(
        dict(whole.named_parameters()), tasks, rated(whole, 0.0), arguments(tmp_path / "whole.pt")
    )
    killed = reader()

    def dies(batch: finetune.Batch, asked: list[int]) -> torch.Tensor:
        asked.append(1)
        if len(asked) > 15:
            raise KeyboardInterrupt
        answer: torch.Tensor = killed(batch)
        return answer

    with pytest.raises(KeyboardInterrupt):
        train(dict(killed.named_parameters()), tasks, rated(partial(dies, asked=[]), 0.0), args)
    again = reader()
    train(dict(again.named_parameters()), tasks, rated(again, 0.0), args)
    for name, part in whole.named_parameters():
        torch.testing.assert_close(dict(again.named_parameters())[name], part)
