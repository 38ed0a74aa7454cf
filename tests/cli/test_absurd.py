"""Absurd parameters and broken files end in one line: what, where, what to do."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from seethrough.cli import run
from seethrough.components import KINDS, component_class, names
from seethrough.errors import InputError, UsageError
from seethrough.fields import range_of
from seethrough.judges.asked import calibrations
from seethrough.spec import describe, parse
from seethrough.statistics.fits.cuts import Cuts
from seethrough.utilities._questions import read_questions
from seethrough.utilities.mcq_accuracy import read_options
from seethrough.word_level.epsilon_audit import audit_epsilon

SPECS = [
    ("sanitizers", "custext:epsilon=1e308", "epsilon=1e+308 must be above 0 and at most 10,000"),
    ("sanitizers", "santext:epsilon=1e308", "epsilon=1e+308 must be above 0 and at most 10,000"),
    ("sanitizers", "custext:epsilon=inf", "epsilon=inf must be above 0"),
    ("sanitizers", "custext:epsilon=nan", "epsilon=nan must be above 0"),
    ("sanitizers", "custext:epsilon=0", "epsilon=0 must be above 0"),
    ("sanitizers", "custext:k=999999999", "k=999999999 must be at least 2 and at most 1,000"),
    ("sanitizers", f"custext:k={'9' * 4000}", "expected less than 2,147,483,648"),
    ("sanitizers", f"custext:k={'9' * 5000}", "expected a whole number"),
    ("sanitizers", "synthesize:epsilon=0", "epsilon=0 must be above 0 and at most 10,000 or inf"),
    ("sanitizers", "synthesize:delta=1", "delta=1 must be at least 0 and below 1"),
    ("strategies", "mask_inference:share=1", "share=1 must be above 0 and below 1"),
    ("finetuners", "dp:epsilon=0", "epsilon=0 must be above 0 and at most 10,000"),
    ("sanitizers", "custext:epsilon=1,epsilon=2", "gives epsilon twice; leave one out"),
    ("sanitizers", "chain:steps=custext(k=3,k=4)", "gives k twice; leave one out"),
    (
        "sanitizers",
        "anonymize:rounds=999999999",
        "must be at least 1 and at most 100",
    ),
    (
        "sanitizers",
        "repair:rounds=999999999",
        "must be at least 1 and at most 100",
    ),
    ("sanitizers", "sage:rounds=999999999", "must be at least 1 and at most 100"),
    ("strategies", "contextual:k=999999999", "must be at least 1 and at most 1,000"),
    (
        "strategies",
        "contextual_bound:k=999999999",
        "must be at least 1 and at most 1,000",
    ),
    ("sanitizers", "anonymize:temperature=nan", "temperature=nan must be at least 0 and at most 2"),
    ("attacks", "extraction:questions=999999999", "questions=999999999 must be at least 1 and at"),
    ("knowledge", "file:path=x,k=-1", "k=-1 must be at least 1"),
    ("linkers", "bm25:k1=nan", "k1=nan must be at least 0 and at most 1,000"),
    ("retrieval", "service:k=999999999", "must be at least 1 and at most 1,000"),
    ("sanitizers", f"chain:steps={'chain(steps=' * 400}", "components nested more than 20 deep"),
    ("sanitizers", f"chain:steps=erase{'+erase' * 100}", "steps: 101 values; give at most 100"),
    (
        "sanitizers",
        f"chain:steps=erase{'+erase' * 9999}",
        "a spec of 60,011 letters; at most",
    ),
]


@pytest.mark.parametrize(("kind", "text", "told"), SPECS, ids=[s[1][:40] for s in SPECS])
def test_a_parameter_out_of_bounds_is_named(kind: str, text: str, told: str) -> None:
    with pytest.raises(UsageError) as error:
        parse(kind, text)
    assert told in str(error.value)
    assert len(str(error.value).splitlines()) == 1


AS_MANY_AS_THERE_ARE = {
    *("candidates", "chunk", "control", "k", "least", "limit", "longest", "most", "pairs"),
    *("records", "seed", "vocabulary", "window"),
}


def test_no_number_of_any_component_may_be_absurd() -> None:
    """A new field that has no bounds fails here."""
    taken = []
    for kind in KINDS.values():
        for name in names(kind):
            for field in describe(kind, name)["fields"]:
                if not re.search("int|float", field["type"]):
                    continue
                absurd = ["nan", "inf", "-inf", "1e308", "-1e308", "-1"]
                if field["name"] not in AS_MANY_AS_THERE_ARE:
                    absurd.append("999999999")
                path = "path=x," if name in ("file", "given") else ""
                if range_of(component_class(kind, name), field["name"]).infinite:
                    absurd.remove("inf")
                for value in absurd:
                    text = f"{name}:{path}{field['name']}={value}"
                    with contextlib.suppress(UsageError):
                        parse(kind, text)
                        taken.append(f"{kind} {text}")
    assert taken == []


@pytest.mark.parametrize("spec", ["custext:epsilon=1e308", "custext:k=999999999"])
def test_the_command_says_so_in_one_line(spec: str, capsys: Any) -> None:
    assert run(["epsilon", spec]) == 64
    told = capsys.readouterr().err
    assert told.startswith("seethrough: custext: ")
    assert told.count("\n") == 1


def test_a_claim_that_no_results_could_refute_is_undecided(tmp_path: Path, capsys: Any) -> None:
    matrix = np.random.default_rng(0).normal(size=(60, 4)).astype(np.float32)
    np.savez(tmp_path / "toy.npz", words=[f"w{i}" for i in range(60)], vectors=matrix)
    spec = f"custext:epsilon=9,k=60,vectors={tmp_path / 'toy.npz'}"
    assert run(["epsilon", spec, "--draws", "100", "--pair", "w1 w2", "w3 w4"]) == 2
    assert "UNDECIDED" in capsys.readouterr().out


def test_pairs_are_for_sanitizers_and_not_for_releases(tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "release.jsonl").write_text("{}")
    assert run(["epsilon", str(tmp_path / "release.jsonl"), "--pair", "man", "woman"]) == 64
    assert "--pair is for a SANITIZER" in capsys.readouterr().err


@pytest.mark.parametrize("asked", ["--times=1000000000", "--times=0", "--canaries=1000000000"])
def test_canaries_have_an_end(asked: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "private.jsonl").write_text('{"text": "Ada keeps bees."}')
    where = [str(tmp_path / "private.jsonl"), "-o", str(tmp_path / "planted.jsonl")]
    assert run(["plant", *where, asked]) == 64
    assert asked.partition("=")[0] in capsys.readouterr().err


def test_draws_have_an_end(capsys: Any) -> None:
    assert run(["epsilon", "custext", "--draws", "999999999"]) == 64
    assert "100<=x<=10000000" in capsys.readouterr().err


@pytest.mark.parametrize(
    "option",
    [
        "--model-timeout nan",
        "--model-timeout inf",
        "--model-timeout 0",
        "--model-concurrency 999999999",
        "--seeds 999999999",
        "--tolerance nan",
        "--targets 0",
    ],
)
def test_an_option_out_of_bounds_is_one_line(option: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "o.jsonl"
    file.write_text(json.dumps({"id": "1", "text": "a good film"}) + "\n")
    assert run(["compare", str(file), "--with", "erase", *option.split()]) == 64
    assert option.split()[1] in capsys.readouterr().err.splitlines()[-1]


def test_without_words_to_tell_apart_a_pair_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seethrough.word_level.epsilon_audit.canary_pairs", lambda *_: [])
    monkeypatch.setattr("seethrough.sanitizers.custext.CusText.mechanism", lambda _: None)
    monkeypatch.setattr("seethrough.sanitizers.custext.CusText.word_vectors", lambda _: None)
    with pytest.raises(UsageError, match="name words with --pair"):
        audit_epsilon(parse("sanitizers", "custext"))


@pytest.mark.parametrize("verb", ["epsilon", "serve", "audit"])
@pytest.mark.parametrize("content", ["[]", "null", "3", '"x"', "{}", "[[]]", "\x00", ""])
def test_a_sidecar_that_is_none_is_one_line(
    verb: str, content: str, tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / "o.jsonl"
    file.write_text(json.dumps({"id": "1", "text": "a good film"}) + "\n")
    Path(f"{file}.release.json").write_text(content)
    assert run([verb, str(file), *([str(file)] if verb == "audit" else [])]) == 65
    told = capsys.readouterr().err.splitlines()[-1]
    assert f"{file}.release.json" in told
    assert "a bug" not in told


UNREADABLE = ["[" * 100_000, '{"question": ' + "9" * 5000 + "}"]


@pytest.mark.parametrize("content", UNREADABLE, ids=["brackets", "digits"])
@pytest.mark.parametrize("named", ["report.json", "steps.jsonl", "rated.jsonl"])
def test_json_that_is_too_deep_or_too_long_is_one_line(
    named: str, content: str, tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / named
    file.write_text(content)
    verbs = [] if named == "rated.jsonl" else [["report", str(file)]]
    for command in (*verbs, ["annotate", str(file), "--out", str(tmp_path / "o.jsonl")]):
        assert run(command) == 65
        (told,) = capsys.readouterr().err.splitlines()
        assert told.count(str(file)) == 1
        assert "a bug" not in told


@pytest.mark.parametrize("content", UNREADABLE, ids=["brackets", "digits"])
def test_so_it_is_in_what_is_read_besides(content: str, tmp_path: Path) -> None:
    questions = tmp_path / "q.jsonl"
    questions.write_text(content)
    with pytest.raises(InputError, match="line 1: "):
        read_questions(str(questions))
    assert read_options(content) == {}
    identity = {"judge": "rouge", "model": ""}
    kept = calibrations.write(
        calibrations.Calibration(identity, Cuts(0.9, 0.5), {"accuracy": 1.0, "n": 3})
    )
    assert calibrations.find(identity) is not None
    kept.write_text(content)
    with pytest.raises(InputError, match="not a calibration"):
        calibrations.find(identity)


@pytest.mark.parametrize("name", ["\0x.jsonl", "\ud800.jsonl"])
def test_a_name_that_no_file_can_have(name: str, tmp_path: Path, capsys: Any) -> None:
    file = tmp_path / "o.jsonl"
    file.write_text(json.dumps({"id": "1", "text": "a good film"}) + "\n")
    assert run(["sanitize", str(file), "--with", "erase", "-o", name]) == 64
    assert "no file can have that name" in capsys.readouterr().err
    assert run(["audit", name, str(file)]) == 65
    assert "no file can have that name" in capsys.readouterr().err


@pytest.mark.parametrize("value", ['"a\nb"', '"\\x"', '"\\u12"'])
def test_a_quoted_value_that_is_no_json_is_one_line(value: str) -> None:
    with pytest.raises(UsageError, match="cannot read the spec"):
        parse("sanitizers", f"scrub:style={value}")


def test_a_verb_that_asks_no_model_has_no_options_of_one(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["plant", "--help"]) == 0
    told = capsys.readouterr().out
    assert "--model" not in told
    assert "--allow-remote" in told
