"""Runs of the slower reader are averaged; facts made false weigh more for it alone."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from judge_training import average_deep
from judge_training.fit import FALSE_FACTS, made_false
from judge_training.pairs import Pair
from safetensors.torch import load_file, save_file


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


def test_only_what_an_altered_passage_makes_false_weighs_more() -> None:
    def pair(kind: str, grade: int) -> Pair:
        return Pair("He is tall.", "He is short.", grade, "text", "set", kind, 0, "new")

    pairs = [pair("altered", 3), pair("altered", 1), pair("altered", 2), pair("paraphrased", 3)]
    assert made_false(pairs).tolist() == [True, False, False, False]
    assert set(FALSE_FACTS) == {"full"}
