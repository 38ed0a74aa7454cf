"""A file that a spec names and that is edited gives no figures of what it held before."""

from __future__ import annotations

import importlib
import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from seethrough import components, spec
from seethrough.atomizers.sentence import Sentence
from seethrough.classifiers.given import Given
from seethrough.cli import run
from seethrough.cli._runs import RUNS, run_for
from seethrough.engine.claims import sensitivities_of
from seethrough.engine.compare import compare
from seethrough.engine.content_key import content_key
from seethrough.engine.sanitize import sanitize
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.service import Service

JOBS = [f"{size} {job}" for size in ("tall", "short", "old") for job in ("baker", "glazier")]
TEXTS = [f"She is a {job}. She lives in town {i}." for i, job in enumerate(JOBS)]
ATTACK = "linkage:knowledge=file(path=facts.jsonl),linker=bm25,atomizer=sentence"
FIGURE = "linkage.top1"
WORDS = sorted({word.strip(".") for text in TEXTS for word in text.split()})


def know(step: int) -> None:
    """Write what is known of everybody: their own job, or that of the person a step further."""
    jobs = [JOBS[(i + step) % len(JOBS)] for i in range(len(JOBS))]
    rows = [{"person": f"p{i}", "facts": [f"She is a {job}."]} for i, job in enumerate(jobs)]
    Path("facts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))


def teach(turn: int) -> None:
    """Write word vectors in which other words are neighbours at every turn."""
    lines = [f"{word} {(i * turn) % len(WORDS)} {i % 3}\n" for i, word in enumerate(WORDS)]
    Path("words.txt").write_text("".join(lines))


@pytest.fixture(autouse=True)
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Corpus:
    monkeypatch.chdir(tmp_path)
    ids = [f"p{i}" for i in range(len(TEXTS))]
    rows = [{"id": id_, "text": text} for id_, text in zip(ids, TEXTS, strict=True)]
    Path("private.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    know(0)
    teach(1)
    return Corpus.from_texts(TEXTS, ids)


def audited(capsys: Any, *more: str) -> tuple[float, str]:
    """Return a figure of an audit, and the folder of its run."""
    names = ["private.jsonl", "private.jsonl", "--attack", ATTACK]
    assert run(["audit", *names, "--exit-zero", "--json", *more]) == 0
    said = capsys.readouterr()
    report = json.loads(said.out)
    (value,) = [e["value"] for e in report["estimates"] if e["name"] == FIGURE]
    return value, report["run"]["id"] if isinstance(report["run"], dict) else report["run"]


def test_an_audit_of_other_facts_has_another_folder(capsys: Any) -> None:
    before, first = audited(capsys)
    know(1)
    after, second = audited(capsys)
    assert (before, after) == (1, 0)
    assert first != second
    assert len([*Path(RUNS).iterdir()]) == 2
    know(0)
    assert audited(capsys) == (before, first)


def test_an_audit_of_other_facts_in_the_same_folder_is_refused(capsys: Any) -> None:
    audited(capsys, "--run", "kept")
    audited(capsys, "--run", "kept")
    know(1)
    names = ["private.jsonl", "private.jsonl", "--attack", ATTACK, "--run", "kept"]
    assert run(["audit", *names]) == 64
    assert "kept holds another run" in capsys.readouterr().err


def test_a_comparison_goes_on_and_attacks_again_what_was_attacked_by_other_facts(
    private: Corpus,
) -> None:
    def compared() -> Any:
        found = compare(private, [private], attacks=[ATTACK], run=Path("kept"))
        return found.audits[0][FIGURE].value

    assert compared() == 1
    know(1)
    assert compared() == 0


def test_a_comparison_makes_again_what_was_made_by_other_words(private: Corpus) -> None:
    def made() -> Any:
        given = {"attacks": ["lexical"], "run": Path("kept")}
        found = compare(private, ["santext:vectors=words.txt,vocabulary=0"], **given)
        return found.audits[0].release.corpus.texts

    before = made()
    assert made() == before
    teach(5)
    assert made() != before


def test_a_release_by_other_words_in_the_same_folder_is_refused(capsys: Any) -> None:
    command = ["sanitize", "private.jsonl", "--with", "santext:vectors=words.txt,vocabulary=0"]
    command += ["--run", "kept", "--force", "-o", "released.jsonl"]
    assert run(command) == 0
    assert run(command) == 0
    teach(5)
    capsys.readouterr()
    assert run(command) == 64
    assert "kept holds another run" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["santext:vocabulary=0", "custext:vocabulary=0,k=3"])
def test_word_vectors_are_read_again_once_they_are_others(private: Corpus, name: str) -> None:
    maker = spec.parse("sanitizers", f"{name},vectors=words.txt")
    before = sanitize(private, maker, seed=0).corpus.texts
    assert sanitize(private, maker, seed=0).corpus.texts == before
    teach(5)
    assert sanitize(private, maker, seed=0).corpus.texts != before


def test_a_comparison_attacks_again_what_was_made_in_another_way(private: Corpus) -> None:
    made = sanitize(private, "custext:vectors=words.txt,vocabulary=0,k=5,epsilon=1", seed=0)
    surer = replace(made, sanitizer={**made.sanitizer, "epsilon": 100.0})
    attack, figure = "reconstruction:strategy=context_free", "reconstruction.expected"
    found = [
        compare(private, [release], attacks=[attack], run=Path("kept")).audits[0][figure].value
        for release in (made, surer)
    ]
    assert found[0] < 0.9 < found[1]


def test_the_same_texts_made_in_other_ways_are_other_releases(private: Corpus) -> None:
    maker, details = {"name": "scrub"}, {"seeded": True}
    ways = [
        TextRelease(private),
        TextRelease(private, sanitizer=maker),
        TextRelease(private, details=details),
        TextRelease(private, sanitizer=maker, details=details),
        TextRelease(private, details={"folder": Path("kept")}),
    ]
    assert len({release.label for release in ways}) == len(ways)


def test_what_is_kept_with_a_corpus_is_of_the_same_classes(private: Corpus) -> None:
    def classes(found: str) -> set[str]:
        Path("classes.jsonl").write_text(json.dumps({"term": "She", "class": found}) + "\n")
        rows = sensitivities_of(Given("classes.jsonl"), Sentence(), private)
        return {sensitivity for row in rows for sensitivity in row}

    assert classes("special") == {"special"}
    assert classes("private") == {"private"}


def test_the_folder_of_a_model_s_answers_changes_with_the_prompt() -> None:
    maker = spec.parse("sanitizers", "paraphrase:model=fake,prompt=prompt.txt")
    found = []
    for text in ("Say {text}", "Tell {text}"):
        Path("prompt.txt").write_text(text)
        found.append(run_for(None, [maker], "hash", 0))
    assert found[0] != found[1]


def test_without_files_it_is_the_spec_s_key() -> None:
    for kind, text in (("attacks", "linkage"), ("sanitizers", "santext"), ("judges", "llm")):
        made = spec.parse(kind, text)
        assert content_key(made) == spec.key(made)


def test_a_file_that_is_missing_counts_by_its_name() -> None:
    made = spec.parse("knowledge", "file:path=missing.jsonl")
    assert content_key(made) == spec.key(made)


def test_what_a_component_writes_does_not_count() -> None:
    made = spec.parse("sanitizers", "sage:model=fake,keep=steps.jsonl")
    before = content_key(made)
    Path("steps.jsonl").write_text("{}")
    assert content_key(made) == before


def test_the_weights_in_the_folder_of_a_model_count() -> None:
    folder = Path("encoder")
    folder.mkdir()
    (folder / "config.json").write_text("{}")
    made = spec.parse("attacks", "reconstruction:strategy=inversion_bert(encoder=encoder)")
    found = {spec.key(made), content_key(made)}
    (folder / "model.safetensors").write_bytes(b"weights")
    found.add(content_key(made))
    (folder / "model.safetensors").write_bytes(b"others.")
    found.add(content_key(made))
    assert len(found) == 4


def test_the_weights_of_a_language_model_on_this_machine_count(private: Corpus) -> None:
    judge = spec.parse("judges", "llm:model=local/model.gguf")
    service = Service(model="local/model.gguf")
    found = {content_key(judge), service.over(private).hash}
    for weights in (b"GGUF one", b"GGUF more"):
        Path("model.gguf").write_bytes(weights)
        found |= {content_key(judge), service.over(private).hash}
    assert len(found) == 6


OWN = """
from dataclasses import dataclass
from seethrough.protocols import Judge, Rating

@dataclass(frozen=True)
class Own(Judge):
    def rate(self, claims, passages):
        return [Rating({grade}, {grade}.0)] * len(claims)
"""


def test_a_judge_of_the_user_s_own_whose_code_changed_judges_again(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(".")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    names = ["private.jsonl", "private.jsonl", "--attack", "inference", "--atomizer", "sentence"]
    leaks = []
    for grade in (1, 3):
        Path("own_judge.py").write_text(OWN.format(grade=grade))
        monkeypatch.delitem(sys.modules, "own_judge", raising=False)
        importlib.invalidate_caches()
        components.component_class.cache_clear()
        options = ["--judge", "own_judge:Own", "--linker", "bm25", "--knowledge", "first:k=1"]
        assert run(["audit", *names, *options, "--exit-zero", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)["estimates"]
        leaks += [e["value"] for e in found if e["name"] == "semantic.distance"]
    assert leaks[0] != leaks[1]


def test_what_two_files_hold_is_not_mixed_up() -> None:
    made = spec.parse("attacks", "linkage:knowledge=file(path=facts.jsonl),linker=bm25")
    other = spec.parse("attacks", "linkage:knowledge=file(path=copy.jsonl),linker=bm25")
    Path("copy.jsonl").write_bytes(Path("facts.jsonl").read_bytes())
    assert content_key(made) != content_key(other)
    assert content_key(made) == content_key(spec.build("attacks", spec.to_json(made)))
