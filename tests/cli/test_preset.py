"""``seethrough compare PRIVATE --preset NAME`` as a user meets it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import run
from seethrough.finetuning.made_up import people
from seethrough.finetuning.tiny import write_tiny_model
from seethrough.samples import path

pytestmark = pytest.mark.system


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("SEETHROUGH_MODEL", raising=False)
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)
    Path("private.jsonl").write_text("".join(lines[:6]), "utf-8")


def call(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    status = run(["compare", "private.jsonl", *arguments])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def cell(folder: str, table: int, row: str, column: int) -> dict[str, Any]:
    made = json.loads(Path(folder, "comparison.json").read_text("utf-8"))["preset"]
    rows = made["tables"][table]["rows"]
    found: dict[str, Any] = next(r["cells"] for r in rows if r["name"] == row)[column]
    return found


@pytest.mark.long
def test_a_false_sense_without_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = call(capsys, "--preset", "false-sense", "--run", "here")
    assert status == 1  # scrubbing leaks, too
    assert "Table 1: privacy against utility" in out
    assert "  paper: GPT-4o and LLaMA 3 8B, MedQA" in out
    assert "Without --model, Sanitize & Paraphrase and Staab et al. (2024)" in " ".join(out.split())
    assert "Scrubbing: fail" in out  # its verdict
    assert "Reports: here" in err
    assert cell("here", 0, "Remove All Info", 0)["value"] == 1.0
    assert cell("here", 0, "Sanitize & Paraphrase", 0)["value"] is None
    assert cell("here", 2, "No Sanitization", 1)["n"] == 6
    assert cell("here", 2, "No Sanitization", 1)["paper"][0]["value"] == 0.99
    assert "| paper: GPT-4o and LLaMA 3 8B, MedQA |" in Path("here/summary.md").read_text("utf-8")
    page = Path("here/comparison.html").read_text("utf-8")
    assert "<h3>Table 3: correct linkage, by what the adversary knows</h3>" in page
    assert page.count("<bdi>paper: GPT-4o and LLaMA 3 8B, MedQA</bdi>") > 10
    again, printed, _ = call(capsys, "--preset", "false-sense", "--run", "here", "--no-text")
    assert again == status
    table = out.split("\n\n")[1:4]
    assert printed.split("\n\n")[1:4] == table  # names of rows and figures are nobody's text


def test_a_false_sense_with_a_model(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["--attack", "lexical", "--with", "erase"]  # what is named takes the place of the grid's
    _, out, _ = call(capsys, "--preset", "false-sense", "--model", "fake", *few, "--run", "here")
    assert "Without --model" not in out
    assert cell("here", 0, "Remove All Info", 0)["value"] is None  # `erase` has another name
    assert cell("here", 0, "No Sanitization", 0)["value"] is None


def test_the_vulnerability_of_words(capsys: pytest.CaptureFixture[str]) -> None:
    fast = ["--attack", "reconstruction:strategy=embedding_inversion", "--targets", "2"]
    status, out, _ = call(capsys, "--preset", "vulnerability", *fast, "--run", "here")
    assert status == 2  # of two people nothing can be said
    assert "of 46.4 % by the" in " ".join(out.split())
    assert "Without --shadow" in out
    own = cell("here", 0, "Embedding Inversion Attack", 5)
    assert own["figure"] == "reconstruction.corpus_asr"
    assert 0 < own["value"] <= 1
    assert cell("here", 1, "Embedding Inversion Attack", 0)["figure"] == "reconstruction.asr"
    assert cell("here", 0, "Context-free Bayesian Attack", 5)["value"] is None  # not run
    assert cell("here", 2, "Contextual Bound", 0)["paper"][0]["printed"] == "0.499"


@pytest.mark.long
def test_contextual_privacy_learners(capsys: pytest.CaptureFixture[str]) -> None:
    corpus = people(14)
    rows = [{"text": r.text, "id": r.id, **r.fields} for r in corpus]
    Path("private.jsonl").write_text("".join(json.dumps(r) + "\n" for r in rows), "utf-8")
    write_tiny_model("model", corpus.texts, positions=900)
    base = "model,tagger=column(),steps=1,batch=2,micro=2,length=800,answer=2,rank=2"
    status, out, err = call(capsys, "--preset", "cpplm", "--base", base, "--run", "here")
    assert status in (1, 2)
    assert "2 records of 2 people are held out, drawn at random" in err
    assert "failed" not in out
    assert cell("here", 0, "Vanilla", 4)["figure"] == "memorization.s_priv"
    figures = [cell("here", 0, "IT_NP 2", column)["figure"] for column in range(4)]
    assert figures == [f"utility.{n}" for n in ("rouge1", "rouge2", "rougeL", "bertscore_minilm")]
    assert cell("here", 0, "IT_NP 2", 0)["n"] == 2
    held = [json.loads(line) for line in Path("here.held-out.jsonl").read_text().splitlines()]
    assert len(held) == 2
    assert set(held[0]) == {"question", "answer"}
    assert Path("here.held-out.jsonl").stat().st_mode & 0o077 == 0


def test_pure_synthetic_data(capsys: pytest.CaptureFixture[str]) -> None:
    line = json.dumps({"question": "What helps?", "answer": "Rest and water."})
    Path("questions.jsonl").write_text(line + "\n", "utf-8")
    few = [f"--attack=extraction:questions=4,aim={aim}" for aim in ("contacts", "untargeted")]
    given = ["--model", "fake", "--questions", "questions.jsonl", *few, "--run", "here"]
    status, out, _ = call(capsys, "--preset", "sage", *given)
    assert status == 1  # a model that repeats all it is given recites the originals
    assert "Original wording about 3 of 3 people comes out in answers" in out
    assert "Without --questions" not in out
    assert [cell("here", 0, "Origin", column)["n"] for column in (0, 1)] == [1, 1]
    assert cell("here", 0, "0-shot", 0)["arm"] == "baseline"
    repeated = cell("here", 3, "origin", 0)
    assert (repeated["value"], repeated["n"]) == (4.0, 4)  # the fake model repeats all it is given
    assert cell("here", 2, "origin", 1)["value"] == 4.0
    assert cell("here", 2, "origin", 2)["value"] is None  # no attack on topics was named


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["private.jsonl", "--preset", "fals-sense"], "no such preset; did you mean false-sense?"),
        (["private.jsonl", "--preset", "moon"], "there are: false-sense, vulnerability, cpplm"),
        (["plan.toml", "--preset", "sage"], "name the private records, not a plan"),
        (["private.jsonl", "--preset", "sage"], "name one with --model"),
        (["private.jsonl", "--preset", "vulnerability", "--base", "bert"], "name it with --shadow"),
        (["private.jsonl", "--with", "erase", "--base", "bert"], "--base is for --preset"),
        (["private.jsonl", "--preset", "cpplm"], "no column of questions"),
        (["private.jsonl"], "or a paper (--preset NAME)"),
    ],
)  # fmt: skip
def test_a_mistake_is_one_line(
    arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["compare", *arguments]) in (2, 64, 65)
    assert told in capsys.readouterr().err.splitlines()[-1]
    assert not Path("seethrough-runs").exists()
