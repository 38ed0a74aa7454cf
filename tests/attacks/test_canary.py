"""Planted secrets: the coins, what comes out, and the bound on epsilon."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import seethrough as st
from seethrough import spec
from seethrough.attacks.canary import Canary
from seethrough.cli import run
from seethrough.engine.audit import audit
from seethrough.errors import InputError, UsageError
from seethrough.finetuning.made_up import people
from seethrough.records.corpus import Corpus
from seethrough.records.planting import SECRET, TIMES, Planted, canaries, plant, times_of
from seethrough.records.releases.release import Guarantee
from seethrough.records.releases.text import TextRelease
from seethrough.report.labels.reasons import sentence
from seethrough.statistics.seeding import generator
from seethrough.taggers.column import Column

pytestmark = pytest.mark.long


def planted(count: int, times: tuple[int, ...] = (1, 4, 16)) -> Planted:
    texts = [
        f"Person {chr(97 + i % 26)} keeps bees near the old harbour and sings." for i in range(30)
    ]
    private = Corpus.from_texts(texts, fields=[{"kind": "bees"}] * 30, name="bees")
    return plant(private, count, times, generator(3, "plant"))


def free(texts: list[str]) -> TextRelease:
    own = Corpus.from_texts(texts, [f"s{i}" for i in range(len(texts))], name="release")
    return TextRelease(own, aligned=False)


def test_a_canary_has_no_spans_of_another_record() -> None:
    private = people(20, seed=1)
    made = plant(private, 12, (1, 4), generator(3, "plant"))
    for corpus in (made.private, made.control):
        own = [r for r in corpus if SECRET in r.fields]
        for record, spans in zip(own, Column().tag(corpus.take(
            [i for i, r in enumerate(corpus) if SECRET in r.fields])), strict=True):  # fmt: skip
            name, secret = (record.text[s.start : s.end] for s in spans or ())
            assert record.text == f"The case number of {name} is {secret}."
            assert secret == record.fields[SECRET]
            assert record.fields["question"] in {r.fields["question"] for r in private}
    pairs = Corpus.from_texts(["short"] * 3, fields=[{"at": [[10, 20]]}] * 3)
    kept = plant(pairs, 4, (1,), generator(3, "plant"))
    assert {str(r.fields["at"]) for r in (*kept.private, *kept.control)} == {"[[10, 20]]"}


@pytest.mark.parametrize("name", ["canary", "model_canary"])
def test_nobody_else_of_a_file_with_columns_is_a_canary(name: str, tmp_path: Path) -> None:
    made = planted(20).private
    st.write(made, str(tmp_path / "planted.csv"))
    attack = spec.parse("attacks", name)
    known = attack.learn(st.read(str(tmp_path / "planted.csv")), generator(0))
    assert known == attack.learn(made, generator(0))
    assert {k.person.partition("-")[0] for k in known} == {"canary"}


@pytest.mark.parametrize("name", ["canary", "model_canary"])
def test_canaries_that_do_not_say_how_often_they_were_planted_are_refused(name: str) -> None:
    left = planted(20).control
    for times in ({}, {TIMES: ""}, {TIMES: "often"}, {TIMES: math.nan}):
        fields = [{SECRET: record.fields[SECRET], **times} for record in left]
        bare = Corpus.from_texts(list(left.texts), list(left.ids), list(left.persons), fields, "c")
        with pytest.raises(InputError, match=r"^c: .*'canary_times'.*that seethrough plant wrote"):
            spec.parse("attacks", name).learn(bare, generator(0))
        with pytest.raises(UsageError, match="the column 'canary' is not empty"):
            plant(bare, 4, (1,), generator(0))


@pytest.mark.parametrize("times", [4, 4.0, "4", "4.0"])
def test_how_often_a_canary_was_planted_is_read_from_any_table(times: Any) -> None:
    fields = [{SECRET: "1 2 3 4 5 6", TIMES: times}]
    (canary,) = canaries(Corpus.from_texts(["It is 1 2 3 4 5 6."], fields=fields))
    assert times_of(canary) == 4


def test_a_control_without_canaries_measures_no_epsilon() -> None:
    made = planted(60)
    others = Corpus.from_texts([f"Ducks swim near village {i}." for i in range(30)], name="others")
    result = audit(made.private, free(made.private.texts), attacks=["canary"], control=others)
    assert result["canary.extracted"].value == 1.0
    assert "attack_failed" not in [reason.kind for reason in result.verdict.reasons]
    assert "no canary in the control" in result["canary.epsilon"].method


def test_canaries_that_are_their_own_control_measure_no_epsilon() -> None:
    made = planted(60)
    aligned = TextRelease(made.private)
    result = audit(made.private, aligned, attacks=["canary"], control=made.control)
    assert result["canary.extracted"].value == 1.0
    bound = result["canary.epsilon"]
    assert (bound.value, bound.n) == (None, 0)
    assert "--unaligned" in bound.method


def test_an_epsilon_that_is_not_measured_says_why() -> None:
    made = planted(60)
    release = replace(free(made.private.texts), guarantee=Guarantee(3.0, 1e-6, "person"))
    plain = Corpus.from_texts([f"Ducks swim near village {i}." for i in range(30)])
    for private, control, why in (
        (made.private, None, "no control"),
        (made.private, plain, "no canary in the control"),
        (plain, made.control, "no planted canary could be ranked"),
    ):
        result = audit(private, release, attacks=["canary"], control=control)
        told = [sentence(r.to_json()) for r in result.verdict.reasons if "promise" in r.kind]
        assert len(told) == 1
        assert f"was not tested: {why}" in told[0]


def test_each_canary_is_planted_by_a_coin() -> None:
    made = planted(200)
    inside = {p for p in made.private.persons if p.startswith("canary")}
    assert 75 <= len(inside) <= 125
    assert len(inside) + len(made.control) == 200
    assert not inside & set(made.control.persons)
    counts = [made.private.persons.count(p) for p in inside]
    assert set(counts) == {1, 4, 16}
    secrets = [r.fields[SECRET] for r in made.control]
    assert len(set(secrets)) > 0.99 * len(secrets)
    assert all(record.fields["kind"] == "bees" for record in made.control)
    with pytest.raises(UsageError, match="two canaries"):
        plant(made.private, 1, (1,), generator(0))
    with pytest.raises(UsageError, match="bees: the column 'canary' is not empty"):
        plant(made.private, 4, (1,), generator(0))


def test_a_copy_gives_secrets_away_and_refutes_a_small_epsilon() -> None:
    made = planted(60)
    result = audit(made.private, free(made.private.texts), attacks=["canary"], control=made.control)
    assert result["canary.extracted"].value == 1.0
    assert result["canary.extracted.16"].value == 1.0
    assert result["canary.exposure"].value == pytest.approx(10.0)
    control = result["canary.exposure"].control
    assert control is not None
    assert control.value is not None
    assert control.value < 3
    bound = result["canary.epsilon"]
    assert bound.value is not None
    assert bound.low is not None
    assert bound.high is not None
    assert 2.2 < bound.low < bound.value < bound.high
    assert "44 of 44 guesses right" in bound.method
    assert "at least" not in bound.title  # which its lower end is, not its value


NAMED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@pytest.mark.parametrize(
    "write",
    [
        "".join,
        "-".join,
        lambda s: f"{int(''.join(s)):,}",
        lambda s: ", ".join(NAMED[int(digit)] for digit in s).upper(),
    ],
)
def test_a_secret_that_is_written_as_a_number_is_given_away_too(write: Any) -> None:
    made = planted(60)
    texts = [
        record.text.replace(secret, write(secret.split()))
        for record in made.private
        for secret in [str(record.fields.get(SECRET, ""))]
        if secret and not secret.startswith("0")
    ]
    told = audit(made.private, free(texts), attacks=["canary"], control=made.control)
    as_planted = [r.text for r in made.private if str(r.fields.get(SECRET, "0"))[0] != "0"]
    wanted = audit(made.private, free(as_planted), attacks=["canary"], control=made.control)
    for name in ("canary.extracted", "canary.exposure", "canary.epsilon"):
        assert told[name].value == wanted[name].value
    assert (told["canary.extracted"].value or 0) > 0.8


def test_a_release_without_them_tells_nothing() -> None:
    made = planted(60)
    texts = [t for t in made.private.texts if t.startswith("Person")]
    result = audit(made.private, free(texts), attacks=["canary"], control=made.control)
    assert result["canary.extracted"].value == 0.0
    assert result["canary.exposure"].value == pytest.approx(1.0, abs=0.01)  # all alike: the middle
    bound = result["canary.epsilon"]
    assert bound.low == 0
    assert bound.high is not None
    assert 0 < bound.high < 5


def test_too_few_canaries_are_not_measured() -> None:
    made = planted(12)
    result = audit(made.private, free(made.private.texts), attacks=["canary"], control=made.control)
    assert result["canary.epsilon"].value is None
    assert result["canary.epsilon"].method == "not measured: 12 canaries; 20 are the least"


def test_the_command_writes_both_files(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    lines = [json.dumps({"id": f"r{i}", "text": f"Some text {i} about bees."}) for i in range(25)]
    source.write_text("\n".join(lines))
    out = tmp_path / "planted.jsonl"
    assert run(["plant", str(source), "-o", str(out), "--canaries", "40", "--seed", "1"]) == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    left = (tmp_path / "planted.jsonl.holdout.jsonl").read_text().splitlines()
    inside = {row["person"] for row in rows if str(row["id"]).startswith("canary")}
    assert len(inside) + len(left) == 40
    assert np.median([len(row["text"]) for row in rows]) > 0
    assert run(["plant", str(source), "-o", str(out)]) == 64  # it is there already


def of_the_promise(texts: list[str], epsilon: float, delta: float, count: int = 60) -> list[str]:
    """Return what an audit says of a promise, in words, with canaries at delta 1e-5."""
    made = planted(count)
    release = free(texts or made.private.texts)
    release = replace(release, guarantee=Guarantee(epsilon, delta, "person"))
    result = audit(made.private, release, attacks=["canary"], control=made.control)
    assert result.verdict.word != "pass"
    return [sentence(r.to_json()) for r in result.verdict.reasons if r.kind.startswith("promise")]


def test_a_promise_that_the_canaries_refute_fails() -> None:
    (told,) = of_the_promise([], 0.5, 1e-6)
    assert "at least 2.25" in told
    assert "the guarantee is broken" in told


def test_a_promise_that_so_few_canaries_could_not_refute_is_not_tested() -> None:
    (told,) = of_the_promise([], 8.0, 1e-6)
    assert told == (
        "The guarantee of epsilon 8 was not tested: 60 canaries can refute at most 2.25. At delta"
        " 1e-05, no number of canaries could refute it."
    )
    (told,) = of_the_promise([], 3.0, 1e-6, count=12)
    assert told.endswith("20 are the least. At delta 1e-05, 128 canaries could refute it.")


def test_a_promise_at_a_larger_delta_is_not_tested() -> None:
    (told,) = of_the_promise([], 0.5, 1e-3)
    assert told.endswith("tried at 1e-05; use canary:delta=0.001.")


def test_a_promise_that_stands_the_test_is_not_spoken_of() -> None:
    nothing = ["Some text of bees."] * 30
    assert of_the_promise(nothing, 1.0, 1e-6) == []


def test_what_stands_for_nobody_cannot_be_linked() -> None:
    made = planted(60)
    result = audit(
        made.private,
        free(made.private.texts),
        attacks=["canary", "linkage"],
        control=made.control,
    )
    assert "undefined_for_nobody" in [reason.kind for reason in result.verdict.reasons]


def test_a_canary_s_own_released_records_are_hidden_from_the_control() -> None:
    """Where records align, the control is the same canaries without what was released of them."""
    made = planted(12, times=(1, 4))
    attack = Canary()
    own = {p: {r.id for r in made.private if r.person == p} for p in made.private.persons}
    known = attack.learn(made.private, generator(0))
    blind = [replace(k, unseen=frozenset({*own[k.person], "gone"})) for k in known]
    release = TextRelease(made.private)
    seen, unseen = (
        attack.score(attack.guess(release, row, generator(0)), made.private)
        for row in (known, blind)
    )
    assert {o.tallies["canary.extracted"] for o in seen} == {(1, 1)}
    assert {o.tallies["canary.extracted"] for o in unseen} == {(0, 1)}
    assert all(o.tallies["canary.exposure"].value == pytest.approx(10.0) for o in seen)
    assert np.mean([o.tallies["canary.exposure"].value for o in unseen]) < 5
    for k, outcome in zip(known, seen, strict=True):
        often = len(own[k.person])
        counted = {n for n in (1, 4, 16) if outcome.tallies[f"canary.extracted.{n}"].of}
        assert counted == {often}


def test_the_exposure_is_a_rank_in_bits() -> None:
    made = planted(4)
    (known, *_) = Canary().learn(made.private, generator(0))
    last = int(known.text.removesuffix(".")[-1])
    for text, bits, stands in (
        (known.text, 10, 1),  # before all 1,023 others
        ("Nothing of it.", 1, 0),  # alike, in the middle: rank 512.5 of 1,024
        (known.text.removesuffix(".") + "1", 10, 1),  # more digits behind it hide nothing
        (f"{known.text.removesuffix('.')[:-1]}{(last + 1) % 10}.", 10, 0),  # one digit is another
    ):
        (guess,) = Canary().guess(free([text]), [known], generator(0))
        assert guess.scores == (pytest.approx(bits, abs=0.01), stands)
