"""Sidecars are claims: what is written, what is checked, and what anybody can fake."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seethrough.cli import run
from seethrough.engine.sanitize import sanitize
from seethrough.errors import InputError
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read_corpus
from seethrough.records.releases.release import PER_TEXT
from seethrough.records.writing import write_corpus
from seethrough.report.labels.reasons import sentence
from seethrough.report.sidecars import sidecar_lines
from seethrough.samples import path
from seethrough.sidecars.claims import DEEPEST_SPEC
from seethrough.sidecars.releasing import write_release
from seethrough.sidecars.sidecar import (
    key_path,
    read_release,
    read_sidecar,
    sidecar_path,
)
from seethrough.word_level.token_evidence import word_level

FAST = ["--atomizer", "sentence", "--judge", "rouge", "--linker", "bm25"]
SPELLED = "the of film movie picture good great fine bad poor awful doctor nurse"
WORDS = SPELLED.split()
SHOWN = {"held_out": True, "text": True}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:15]
    Path("private.jsonl").write_text("".join(lines), "utf-8")
    matrix = np.random.default_rng(0).normal(size=(len(WORDS), 4)).astype(np.float32)
    np.savez("toy.npz", words=np.array(WORDS), vectors=matrix)


@pytest.fixture
def private() -> Corpus:
    return Corpus.from_texts(["good film", "a bad nurse", "the doctor"], ["a", "b", "c"])


CUSTEXT = "custext:epsilon=1,k=4,vectors=toy.npz"


def written(private: Corpus, seed: int | None = None, sanitizer: str = CUSTEXT) -> dict[str, Any]:
    release = sanitize(private, sanitizer, seed=seed)
    write_release(release, private, "o.jsonl", replace=True)
    return json.loads(sidecar_path("o.jsonl").read_text())


def changed(**changes: Any) -> None:
    file = sidecar_path("o.jsonl")
    file.write_text(json.dumps(json.loads(file.read_text()) | changes))


def nested(deep: int) -> dict[str, Any]:
    return {"name": "chain", "steps": nested(deep - 1)} if deep > 1 else {"name": "erase"}


def call(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    status = run(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def test_nothing_beside_a_release_confirms_a_guess_of_the_private_text(private: Corpus) -> None:
    first, second = written(private), written(private)
    assert "private_sha256" not in first
    assert private.hash not in json.dumps(first)
    assert first["private_hmac"] != second["private_hmac"]
    assert stat.S_IMODE(os.stat(key_path("o.jsonl")).st_mode) == 0o600
    assert len(bytes.fromhex(key_path("o.jsonl").read_text())) == 32
    assert key_path("o.jsonl").read_text().strip() not in json.dumps(second)


FOREIGN = {"name": "planted:Sanitizer"}


@pytest.mark.parametrize(
    "sanitizer",
    [
        FOREIGN,
        {"name": "chain", "steps": [FOREIGN]},
        {"name": "chain", "steps": "planted:Sanitizer"},
        {"name": "chain", "steps": [{"name": "chain", "steps": ["erase", "planted:Sanitizer"]}]},
    ],
)
def test_a_sidecar_has_no_module_imported(
    sanitizer: Any, private: Corpus, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    written(private)
    changed(sanitizer=sanitizer)
    Path("planted.py").write_text("raise SystemExit('planted code has run')")
    monkeypatch.syspath_prepend(".")
    write_corpus(private, "p.jsonl")
    options = [*FAST, "--attack", "reconstruction", "--attack", "inference", "--targets", "2"]
    assert call(capsys, "audit", "p.jsonl", "o.jsonl", *options)[0] in (0, 1, 2)
    assert call(capsys, "epsilon", "o.jsonl")[0] == 64  # no word-level release
    assert word_level(sanitizer) is None


def test_both_hashes_are_checked(private: Corpus) -> None:
    written(private)
    assert json.loads(sidecar_path("o.jsonl").read_text())["release_sha256"] == (
        hashlib.sha256(Path("o.jsonl").read_bytes()).hexdigest()
    )
    released = read_corpus("o.jsonl")
    sidecar = read_sidecar("o.jsonl", released, private)
    assert (sidecar.release, sidecar.private, sidecar.doubts) == ("matches", "matches", ())
    release = read_release(released, "o.jsonl")
    assert release.guarantee.claimed_by == "o.jsonl.release.json"
    people = Corpus.from_texts(private.texts, private.ids, ["x", "y", "x"])
    assert read_sidecar("o.jsonl", released, people).private == "matches"
    other = Corpus.from_texts([*private.texts[:2], "the nurse"], private.ids)
    found = read_sidecar("o.jsonl", released, other)
    assert found.private == "differs"
    assert [(d.kind, d.word, d.facts["of"]) for d in found.doubts] == [
        ("sidecar_mismatch", "inconclusive", "private")
    ]
    key_path("o.jsonl").unlink()
    assert read_sidecar("o.jsonl", released, other).private == "absent"


def test_a_promise_counts_for_the_file_that_it_was_made_for_alone(private: Corpus) -> None:
    written(private)
    write_corpus(private, "o.jsonl")
    release = read_release(private, "o.jsonl")
    assert release.guarantee is None
    assert [d.facts["of"] for d in release.doubts] == ["release"]
    written(private)
    changed(release_sha256=None)
    assert read_release(private, "o.jsonl").guarantee is None


def test_a_seed_voids_the_promise_and_what_later_steps_need_stays(private: Corpus) -> None:
    seeded, free = written(private, seed=3), written(private)
    assert (seeded["guarantee"], seeded["seeded"]) == (None, True)
    assert "no guarantee (epsilon 1, delta 0 for each token is void)" in seeded["note"]
    assert seeded["details"]["replaced"] == free["details"]["replaced"]
    assert (free["guarantee"]["epsilon"], free["seeded"], free["note"]) == (1.0, False, "")
    plain = written(private, seed=3, sanitizer="erase")
    assert (plain["guarantee"], plain["note"]) == (None, "")


def test_a_release_without_a_seed_is_never_the_same_twice(private: Corpus) -> None:
    many = Corpus.from_texts(["good bad awful film nurse doctor"] * 20)
    made = [sanitize(many, CUSTEXT).corpus.hash for _ in range(3)]
    assert len(set(made)) == 3
    again = [sanitize(many, CUSTEXT, seed=0).corpus.hash for _ in range(2)]
    assert len(set(again)) == 1
    assert again[0] not in made


def test_a_run_that_goes_on_keeps_its_draws(private: Corpus, tmp_path: Path) -> None:
    many = Corpus.from_texts(["good bad awful film nurse doctor"] * 20)
    runs = [tmp_path / "one", tmp_path / "one", tmp_path / "two"]
    made = [sanitize(many, CUSTEXT, run=folder).corpus.hash for folder in runs]
    assert made[0] == made[1] != made[2]
    for file in (tmp_path / "one").rglob("*.json"):
        assert stat.S_IMODE(file.stat().st_mode) == 0o600


@pytest.mark.parametrize("seed", [[], ["--seed", "4"]])
def test_people_held_out_stay_out_when_a_run_goes_on(capsys: Any, seed: list[str]) -> None:
    command = ["sanitize", "private.jsonl", "--with", "erase", "--holdout", "4", *seed]
    for out in ("a.jsonl", "b.jsonl"):
        assert call(capsys, *command, "-o", out, "--run", "run")[0] == 0
    assert Path("a.jsonl").read_bytes() == Path("b.jsonl").read_bytes()
    assert call(capsys, *command, "-o", "c.jsonl", "--run", "other")[0] == 0
    same = Path("a.jsonl.holdout.jsonl").read_text() == Path("c.jsonl.holdout.jsonl").read_text()
    assert same == bool(seed)


def test_the_command_warns_of_a_seed_that_voids_a_promise(capsys: Any) -> None:
    base = ["sanitize", "private.jsonl", "-o", "o.jsonl", "--force", "--with"]
    assert "warning" not in call(capsys, *base, CUSTEXT)[2]
    warned = call(capsys, *base, CUSTEXT, "--seed", "0")[2].splitlines()[-1]
    assert warned.startswith("warning: a seed makes the release repeatable")
    assert "warning" not in call(capsys, *base, "erase", "--seed", "0")[2]


def faked(**claims: Any) -> None:
    """Release the originals with a sidecar that anybody could have written."""
    content = Path("private.jsonl").read_bytes()
    Path("o.jsonl").write_bytes(content)
    claimed = {
        "sanitizer": {"name": "custext"},
        "aligned": False,
        "guarantee": {"epsilon": 0.5, "delta": 0.0, "unit": "record", "note": ""},
        "ledger": {},
        "details": {},
        "release_sha256": hashlib.sha256(content).hexdigest(),
        "holdout": "o.jsonl",
    }
    sidecar_path("o.jsonl").write_text(json.dumps(claimed | claims))


def test_a_sidecar_cannot_make_the_originals_pass(capsys: Any) -> None:
    faked()
    _, out, err = call(capsys, "audit", "private.jsonl", "o.jsonl", *FAST, "--json")
    report = json.loads(out)
    assert report["verdict"] != "pass"
    assert report["release"]["aligned"] is True
    linked = next(e for e in report["estimates"] if e["name"] == "linkage.top1")
    assert linked["value"] > 0.9
    assert linked["excess"]["value"] > 0.3, linked
    assert "taken as aligned (--unaligned" in err
    assert "as people held out" not in err, "where ids correspond, they have no use"
    text = " ".join(call(capsys, "audit", "private.jsonl", "o.jsonl", *FAST)[1].split())
    assert "It guarantees" not in text
    assert "claimed by o.jsonl.release.json, not verified: epsilon 0.5" in text


def test_the_user_s_own_word_on_alignment_counts(capsys: Any) -> None:
    faked(holdout=None)
    private = read_corpus("private.jsonl")
    sidecar = read_sidecar("o.jsonl", private, private)
    assert [d.kind for d in sidecar.doubts] == ["alignment_denied"]
    assert sidecar.release_of(private, aligned=False).doubts == ()
    assert sidecar.release_of(private, aligned=False).aligned is False
    assert "--unaligned" not in " ".join(sidecar_lines(sidecar, unaligned=True, **SHOWN))
    strangers = Corpus.from_texts(private.texts, [f"s{i}" for i in range(len(private))])
    far = read_sidecar("o.jsonl", strangers, private)
    assert (far.aligned, far.doubts) == (False, ())
    assert "taken as unaligned" in " ".join(sidecar_lines(far, unaligned=False, **SHOWN))


def test_an_audit_says_what_does_not_match(capsys: Any, private: Corpus) -> None:
    call(capsys, "sanitize", "private.jsonl", "--with", "erase", "-o", "o.jsonl")
    lines = Path("o.jsonl").read_text().splitlines(keepends=True)
    Path("o.jsonl").write_text("".join(lines).replace('"text": ""', '"text": "x"', 1))
    status, out, err = call(capsys, "audit", "private.jsonl", "o.jsonl", *FAST, "--json")
    assert json.loads(out)["verdict"] == "inconclusive"
    assert "was written for another file than the released one" in err
    assert status == 2


def test_people_held_out_do_not_look_like_another_private_file(capsys: Any) -> None:
    call(capsys, "sanitize", "private.jsonl", "--with", "erase", "-o", "o.jsonl", "--holdout", "3")
    private = read_corpus("private.jsonl")
    sidecar = read_sidecar("o.jsonl", read_corpus("o.jsonl"), private)
    assert (sidecar.release, sidecar.private) == ("matches", "matches")


GOOD = {"epsilon": 1.0, "delta": 0.0, "unit": "token", "note": ""}


@pytest.mark.parametrize(
    "content",
    [
        "[]",
        "null",
        '"x"',
        "{",
        "[" * 100_000,
        '{"aligned": ' + "9" * 5000 + "}",
        "{}",
        *(
            {"guarantee": GOOD | change}
            for change in (
                {"epsilon": -1},
                {"epsilon": 0},
                {"epsilon": float("nan")},
                {"epsilon": float("inf")},
                {"epsilon": 10**400},
                {"epsilon": "1"},
                {"epsilon": True},
                {"epsilon": None},
                {"delta": 1},
                {"delta": -0.1},
                {"unit": "universe"},
                {"unit": []},
                {"note": "two\nlines"},
                {"note": "\x1b[2J"},
                {"note": "x" * 5000},
                {"note": 3},
            )
        ),
        {"guarantee": []},
        {"guarantee": {}},
        {"aligned": "yes"},
        {"seeded": 1},
        {"sanitizer": "custext"},
        {"sanitizer": {"fields": 1}},
        {"sanitizer": {"name": "chain", "steps": [{"no": "name"}]}},
        {"sanitizer": {"name": "x\x1b"}},
        {"sanitizer": nested(DEEPEST_SPEC + 2)},
        {"ledger": {"a": -1}},
        {"ledger": {"a": 1.5}},
        {"ledger": {"a": 10**30}},
        {"ledger": [1]},
        {"details": []},
        {"details": {"replaced": 3}},
        {"details": {"epsilon per text": {"mean": "a", "max": 1}}},
        {"details": {"epsilon per text": [1]}},
        {"details": {"epsilon per text": {"mean": -0.1, "max": 1}}},
        {"details": {"inferred": [1]}},
        {"details": {"inferred": 1}},
        {"details": {"service": {"name": "x"}}},
        {"release_sha256": "abc"},
        {"private_hmac": 7},
        {"holdout": "../private.jsonl"},
        {"holdout": "/etc/passwd"},
        {"holdout": ".."},
        {"holdout": 3},
    ],
)
def test_a_broken_sidecar_is_one_clear_line(capsys: Any, content: Any) -> None:
    faked()
    if isinstance(content, dict):
        changed(**content)
    else:
        sidecar_path("o.jsonl").write_text(content)
    status, out, err = call(capsys, "audit", "private.jsonl", "o.jsonl", *FAST)
    assert (status, out) == (65, "")
    assert "o.jsonl.release.json" in err.splitlines()[-1]
    assert "a bug" not in err


def test_the_smallest_and_the_deepest_that_a_sidecar_may_say_is_read(private: Corpus) -> None:
    faked()
    changed(details={PER_TEXT: {"mean": 0, "max": 0.5}}, sanitizer=nested(DEEPEST_SPEC))
    release = read_release(private, "o.jsonl")
    assert release.details[PER_TEXT]["max"] == 0.5
    assert release.sanitizer == nested(DEEPEST_SPEC)


def test_a_broken_key_is_one_clear_line(private: Corpus) -> None:
    written(private)
    key_path("o.jsonl").write_text("no key")
    with pytest.raises(InputError, match=r"o\.jsonl\.release\.key: not the key"):
        read_sidecar("o.jsonl", private, private)


def test_every_doubt_has_words(private: Corpus) -> None:
    faked()
    written_for_others = Corpus.from_texts(["x"] * 15, read_corpus("private.jsonl").ids)
    changed(release_sha256="0" * 64, private_hmac="0" * 64)
    key_path("o.jsonl").write_text("1" * 64)
    sidecar = read_sidecar("o.jsonl", written_for_others, written_for_others)
    assert len({sentence(doubt.to_json()) for doubt in sidecar.doubts}) == 3
    assert len(sidecar_lines(sidecar, unaligned=False, **SHOWN)) >= 4
    for doubt in sidecar.doubts:
        assert "o.jsonl" not in json.dumps(doubt.to_json(text=False))


def test_a_report_without_text_confirms_no_guess(capsys: Any) -> None:
    call(capsys, "sanitize", "private.jsonl", "--with", "erase", "-o", "o.jsonl")
    command = ["audit", "private.jsonl", "o.jsonl", "--attack", "lexical", "--run"]
    call(capsys, *command, "bare", "--no-text")
    call(capsys, *command, "full")
    report = json.loads(Path("full/report.json").read_text())
    assert report["private"]["sha256"] == read_corpus("private.jsonl").hash
    assert report["release"]["sha256"] == read_corpus("o.jsonl").hash
    hashes = [report["run"], report["private"]["sha256"], report["release"]["sha256"]]
    call(capsys, "report", "full", "--no-text", "-o", "page.html")
    for file in ("bare/report.json", "bare/report.html", "page.html"):
        told = Path(file).read_text()
        assert [hash for hash in hashes if hash in told] == [], file


def test_whether_a_release_was_made_of_the_private_records(private: Corpus) -> None:
    written(private, sanitizer="identity")
    other = Corpus.from_texts(["good film", "a bad nurse", "the dentist"], ["a", "b", "c"])

    def made_of(records: Corpus | None) -> bool:
        sidecar = read_sidecar("o.jsonl", read_corpus("o.jsonl"), records)
        assert sidecar is not None
        return sidecar.made_of_private

    assert [made_of(records) for records in (private, other, None)] == [True, False, True]
    with Path("o.jsonl").open("a") as file:
        file.write("\n")
    assert not made_of(private)
