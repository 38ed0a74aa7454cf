"""One command each prints Tables 1, 3, 4 and 5 of *A False Sense of Privacy*."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks import _data
from benchmarks.papers import reconstruction, table1, table3, table4, table5

from seethrough.atomizers.clause import Clause
from seethrough.records.corpus import Corpus
from seethrough.samples import path

FIGURE = r"-?\d\.\d\d \(-?\d\.\d\d to \d\.\d\d\)"
METHODS = ["--method", "No Sanitization", "--method", "Remove All Info", "--method",
           "Sanitize & Paraphrase"]  # fmt: skip


@pytest.fixture
def few(tmp_path: Path) -> str:
    """Five sample records with a question each."""
    rows = [json.loads(line) for line in path("private.jsonl").read_text("utf-8").splitlines()[:5]]
    for i, row in enumerate(rows):
        row |= {"question": "Who?", "options": {"A": "he", "B": "she"}, "answer_idx": "AB"[i % 2]}
    file = tmp_path / "few.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(file)


def rows(out: str) -> dict[str, str]:
    """Return the lines of a table by their method, after two spaces."""
    return {
        name: line
        for line in out.splitlines()
        for name in ("No Sanitization", "Remove All Info", "Sanitize & Paraphrase")
        if name in line
    }


def test_table_1_of_any_file_with_any_model(few: str, capsys: Any) -> None:
    table1.main([few, "--model", "fake", *METHODS])
    found = rows(capsys.readouterr().out)
    assert len(re.findall(FIGURE, found["No Sanitization"])) == 4
    assert len(re.findall(FIGURE, found["Remove All Info"])) == 1
    assert len(re.findall(FIGURE, found["Sanitize & Paraphrase"])) == 4
    table1.main([f"{few}:conversation", "--model", "fake", *METHODS[:2], "--records", "3"])
    assert " 3  " in rows(capsys.readouterr().out)["No Sanitization"]


def test_table_3_of_any_file(few: str, capsys: Any) -> None:
    table3.main([few, "--model", "fake", "--method", "No Sanitization", "--method", "Blank=erase"])
    out = capsys.readouterr().out
    assert len(re.findall(FIGURE, rows(out)["No Sanitization"])) == 3
    assert "Blank" in out


def test_table_4_of_any_ratings(tmp_path: Path, capsys: Any) -> None:
    pairs = [
        ("He is tall.", [1, 1, 1]),
        ("He is old.", [3, 3, 2]),
        ("He is a tall man.", [1, 2, 1]),
    ]
    rated = [{"claim": c, "passage": "He is tall.", "ratings": r} for c, r in pairs]
    file = tmp_path / "rated.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in rated))
    table4.main([str(file), "--model", "fake", "--judge", "llm", "--judge", "rouge"])
    out = capsys.readouterr().out
    assert "Raters' Agreement" in out
    assert out.count("Spearman Correlation") == out.count("Accuracy") == 2
    assert "llm:model=fake" in out


def test_table_5_of_any_file(few: str, capsys: Any) -> None:
    table5.main([few, "--model", "fake", "--method", "identity", "--examples", "2"])
    out = capsys.readouterr().out
    assert "Original Record" in out
    assert "Claims Used for Matching" in out
    assert re.search(rf"Leak rate over 5 records: {FIGURE}", out)
    assert out.count("| 1. ") == 2


def with_model(test: Any) -> Any:
    """Mark a test that reads the real data and asks the shipped model: slow."""
    reason = f"no data sets in {_data.FOLDER}; set SEETHROUGH_DATA"
    return pytest.mark.slow(pytest.mark.skipif(not _data.FOLDER.is_dir(), reason=reason)(test))


WORDS, CLAIMS = range(30, 61), range(5, 8)
"""How long the records are that the model gets: it writes some eight tokens a second."""


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Two short records of each data set as files, and the options; nothing is asked twice."""
    folder = tmp_path_factory.mktemp("run")
    files = []
    for corpus in (_data.medqa(), _data.wildchat()):
        short = [r for r in corpus if len(r.text.split()) in WORDS][:40]
        split = Clause().atomize(Corpus.from_texts([r.text for r in short]))
        short = [r for r, claims in zip(short, split, strict=True) if len(claims) in CLAIMS][:2]
        file = folder / f"{corpus.name}.jsonl"
        rows = [{"id": r.id, "text": r.text, **r.fields} for r in short]
        file.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
        files.append(str(file))
    return [files[0], f"{files[1]}:conversation", "--model", "local", "--run", str(folder / "run")]


@with_model
def test_table_1_with_the_local_model(small: list[str], shipped_model: None, capsys: Any) -> None:
    table1.main([*small, *METHODS])
    out = capsys.readouterr().out
    for data in ("medqa_usmle", "wildchat_pupa"):
        found = rows("\n".join(line for line in out.splitlines() if line.startswith(data)))
        lexical, semantic = re.findall(FIGURE, found["No Sanitization"])[:2]
        assert float(lexical.split()[0]) == 0
        assert float(semantic.split()[0]) < 0.5
        assert len(re.findall(FIGURE, found["Sanitize & Paraphrase"])) >= 3


@with_model
def test_table_3_with_the_local_model(small: list[str], shipped_model: None, capsys: Any) -> None:
    table3.main([*small, *METHODS[:2], *METHODS[4:]])
    out = capsys.readouterr().out
    assert len(re.findall(FIGURE, out)) == 12
    assert "1.00 (" in rows(out)["No Sanitization"]


@with_model
def test_table_4_with_the_local_model(small: list[str], shipped_model: None, capsys: Any) -> None:
    judges = ["--judge", "llm:method=probability", "--judge", "local"]
    table4.main(["--claims", "20", *judges, *small[2:]])
    out = capsys.readouterr().out
    correlations = re.findall(r"Spearman Correlation +(\d\.\d\d)", out)
    assert len(correlations) == 2
    assert min(map(float, correlations)) > 0.4


@with_model
def test_table_5_with_the_local_model(small: list[str], shipped_model: None, capsys: Any) -> None:
    table5.main([*small, "--method", "Sanitize & Paraphrase"])
    out = capsys.readouterr().out
    assert out.count("Original Record") == 2
    assert len(re.findall(rf"Leak rate over [12] records: {FIGURE}", out)) == 2


def test_a_hand_worked_calibration_error() -> None:
    # Ten answers at 0.9 of which five are right, ten at 0.1 of which one is: (0.4 + 0) / 2.
    stated = np.repeat([0.9, 0.1], 10)
    right = np.array([True] * 5 + [False] * 5 + [True] + [False] * 9)
    assert reconstruction.calibration_error(stated, right) == pytest.approx(0.2)
