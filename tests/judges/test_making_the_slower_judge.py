"""Runs of the slower reader are averaged; facts made false weigh more for it alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from judge_training import average_deep, fit, opinions_deep
from judge_training.fit import Evidence, Fitted, made_false
from judge_training.pairs import Pair
from safetensors.torch import load_file, save_file

from seethrough.judges.offline import grading
from seethrough.judges.offline.deep import encoder


def test_adapters_are_averaged_number_by_number(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = [tmp_path / f"{n}.safetensors" for n in range(3)]
    for n, run in enumerate(runs):
        save_file({"a": torch.tensor([1.0, float(n)]).half(), "b": torch.eye(2).half() * n}, run)
    out = tmp_path / "out.safetensors"
    monkeypatch.setattr("sys.argv", ["average_deep", str(out), *map(str, runs)])
    average_deep.main()
    found = load_file(out)
    assert {part.dtype for part in found.values()} == {torch.float16}
    assert found["a"].tolist() == [1.0, 1.0]
    assert found["b"].tolist() == [[1.0, 0.0], [0.0, 1.0]]


def pair(kind: str, grade: int, fold: int = 0) -> Pair:
    return Pair("He is tall.", f"He is short {fold}.", grade, "text", "set", kind, fold, "new")


def test_no_reader_is_asked_about_a_text_that_it_learned_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [pair("altered", 3, fold) for fold in (2, 0, 3, 1, 0, 2)]
    readers = [tmp_path / f"{fold}.safetensors" for fold in range(3)] + [encoder.ADAPTERS]

    def scores(claims: list[str], passages: list[str], adapters: Path) -> Any:
        return np.full((len(claims), 3), readers.index(adapters))

    monkeypatch.setattr(opinions_deep, "read", lambda _: pairs)
    monkeypatch.setattr(opinions_deep, "DEEP", tmp_path / "opinions_deep.npz")
    monkeypatch.setattr(opinions_deep, "PART", 4)
    monkeypatch.setattr(opinions_deep.encoder, "scores", scores)
    monkeypatch.setattr("sys.argv", ["", *map(str, readers[:3]), "--data", "there"])
    opinions_deep.main()
    with np.load(tmp_path / "opinions_deep.npz") as kept:
        assert kept["opinions"][:, 0].tolist() == [one.fold for one in pairs]


@pytest.mark.parametrize(("depth", "weight"), [("usual", 1.0), ("full", 4.0)])
def test_what_an_altered_passage_makes_false_weighs_more_in_the_slower_judge_alone(
    monkeypatch: pytest.MonkeyPatch, depth: str, weight: float
) -> None:
    pairs = [pair("altered", 3), pair("altered", 1), pair("altered", 2), pair("paraphrased", 3)]
    assert made_false(pairs).tolist() == [True, False, False, False]
    weighed: list[list[float]] = []

    def fitted(_: Any, __: Any, weights: Any) -> grading.Network:
        weighed.append(weights.tolist())
        return grading.Network(*(np.zeros(1) for _ in range(4)))

    monkeypatch.setattr(fit, "fit", fitted)
    evidence = Evidence.__new__(Evidence)
    evidence.tables, evidence.ruled = {depth: np.zeros((4, 1))}, np.zeros(4)
    Fitted(pairs, evidence, depth)
    assert weighed[-1] == [weight, 1.0, 1.0, 1.0]
