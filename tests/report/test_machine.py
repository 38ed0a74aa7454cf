import json
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from seethrough.engine.audit import audit
from seethrough.engine.result import Audit
from seethrough.protocols import Judge, Rating
from seethrough.records.corpus import Corpus
from seethrough.report.machine import measured_agreement, to_json

TEXTS = [f"Person {n} keeps {n} bees. She plays the {what}. She lives alone."
         for n, what in enumerate(("harp", "lute", "oboe", "gong"), start=11)]  # fmt: skip
PARTS = "atomizer=sentence,knowledge=random(k=1)"


@pytest.fixture(scope="module")
def found() -> Audit:
    private = Corpus.from_texts(TEXTS, persons=["a", "b", "c", "d"], name="private.jsonl")
    attacks = [f"linkage:{PARTS}", f"inference:judge=rouge,{PARTS}"]
    return audit(private, Corpus.from_texts(TEXTS, name="out.jsonl"), attacks=attacks)


def test_the_same_audit_gives_the_same_bytes(found: Audit) -> None:
    assert json.dumps(to_json(found, text=True)) == json.dumps(to_json(found, text=True))


def test_an_attack_is_described_with_its_parts(found: Audit) -> None:
    linkage, inference = to_json(found, text=True)["attacks"]
    assert linkage["component"]["name"] == "linkage"
    assert linkage["summary"] == "Link what is known about a person to a released record."
    assert linkage["facts"] == 1
    assert linkage["control"] == "own_record_left_out"
    assert linkage["targets"] == 4
    assert set(linkage["parts"]) == {"linker", "knowledge", "atomizer"}
    assert inference["parts"]["judge"]["component"]["name"] == "rouge"


def test_every_figure_says_what_it_means_and_what_not(found: Audit) -> None:
    figures = {f["name"]: f for f in to_json(found, text=True)["figures"]}
    assert set(figures) == {e.name for e in found.estimates}
    for figure in figures.values():
        assert figure["means"]
        assert figure["does_not_mean"]


def test_without_text_leaks_are_still_counted_by_kind(found: Audit) -> None:
    bare = to_json(found, text=False)
    assert bare["leaks_by_kind"] == to_json(found, text=True)["leaks_by_kind"]
    kinds = {k["kind"]: k for k in bare["leaks_by_kind"]}
    assert kinds["rare words"]["claims"] > 0
    assert "harp" not in json.dumps(bare)


@dataclass(frozen=True)
class Silent(Judge):
    """Rates nothing, and was never measured."""

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return []


@dataclass(frozen=True)
class Measured(Silent):
    """Was measured."""

    agreement = {"n": 3, "accuracy": 1.0}


def test_a_judge_that_was_not_measured_has_no_agreement() -> None:
    assert measured_agreement(Silent()) is None
    assert measured_agreement(Measured()) == {"n": 3, "accuracy": 1.0}
