"""What the grades of claims add to the figures, counted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from seethrough.atomizers.sentence import Sentence
from seethrough.attacks.inference import Inference
from seethrough.engine.runs.attacks import Setting, run_attack
from seethrough.evidence.grade import distance
from seethrough.evidence.linked import RatedClaim, RatedRecord
from seethrough.fields import ModelName
from seethrough.knowledge.first import First
from seethrough.linkers.bm25 import BM25
from seethrough.protocols import Guess, Judge, Knowledge, Outcome, Rating, Sensitivity
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore

TEXT = "She is a baker. She has asthma. She lives in Bergen. She owns a parrot. It rains."


@dataclass(frozen=True)
class Graded(Judge):
    """Gives claims the grades that it was given, by a word in them."""

    grades: tuple[tuple[str, int | None], ...]

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        found = [next(g for word, g in self.grades if word in claim) for claim in claims]
        return [Rating(g, float(g or "nan")) for g in found]


@dataclass(frozen=True)
class Classed:
    def classify(self, claims: Sequence[str], records: Sequence[str]) -> list[Sensitivity]:
        words: dict[str, Sensitivity] = {"asthma": "special", "Bergen": "quasi"}
        return [next((c for w, c in words.items() if w in claim), "none") for claim in claims]


@dataclass(frozen=True)
class Named:
    def classify(self, claims: Sequence[str], records: Sequence[str]) -> list[Sensitivity]:
        return [
            "identifier" if "Lopez" in claim else "special" if "asthma" in claim else "none"
            for claim in claims
        ]


GRADES = (("asthma", 1), ("Bergen", 3), ("parrot", 2), ("rains", None))


def attack() -> Inference:
    return Inference(Graded(GRADES), knowledge=First(1), atomizer=Sentence(), classifier=Classed())


def scored(passage: str = "Something.") -> Outcome:
    private = Corpus.from_texts([TEXT], ["r"])
    known = Knowledge("r", "r", ("She is a baker.",), frozenset({0}))
    (outcome,) = attack().score([Guess(known, ("r",), (1.0,), passage)], private)
    return outcome


def test_a_grade_is_a_distance() -> None:
    assert [distance(grade) for grade in (1, 2, 3)] == [0, 0.5, 1]


def test_the_claims_that_were_judged_make_the_figures() -> None:
    outcome = scored()
    tallies = {name.removeprefix("semantic."): t for name, t in outcome.tallies.items()}
    assert tallies["distance"] == (pytest.approx((0 + 1 + 0.5) / 3), 1)
    assert tallies["leak_rate"] == (2, 3)
    assert tallies["leak_rate.special"] == (1, 1)
    assert tallies["leak_rate.quasi"] == (0, 1)
    assert tallies["leak_rate.none"] == (1, 1)
    assert tallies["leak_rate.private"] == tallies["leak_rate.identifier"] == (0, 0)
    assert outcome.ledger == {"claims_asked": 4, "claims_unjudged": 1}
    assert isinstance(outcome.evidence, RatedRecord)
    assert outcome.evidence.claims == (
        RatedClaim("She has asthma.", 1, "", "special"),
        RatedClaim("She lives in Bergen.", 3, "", "quasi"),
        RatedClaim("She owns a parrot.", 2, "", "none"),
        RatedClaim("It rains.", None, "", "none"),
    )
    assert outcome.evidence.known == ("She is a baker.",)


def test_what_has_lost_its_identifying_words_is_marked_as_it_is_counted() -> None:
    judge = Graded((("Bergen", 2), ("", 1)))
    attack = Inference(judge, knowledge=First(1), atomizer=Sentence(), classifier=Classed())
    private = Corpus.from_texts([TEXT], ["r"])
    known = Knowledge("r", "r", ("She is a baker.",), frozenset({0}))
    for passage, gone in (("A town in the west.", True), ("Near Bergen.", False)):
        (outcome,) = attack.score([Guess(known, ("r",), (1.0,), passage)], private)
        assert isinstance(outcome.evidence, RatedRecord)
        assert [c.text for c in outcome.evidence.claims if c.spared] == (
            ["She lives in Bergen."] if gone else []
        )
        assert outcome.tallies["semantic.leak_rate.quasi"] == (1 - gone, 1)


def test_a_claim_that_names_somebody_counts_in_the_class_of_what_else_it_says() -> None:
    text = "She is a baker. Maria Lopez has asthma. Maria Lopez owns a parrot."
    private = Corpus.from_texts([text], ["r"])
    known = Knowledge("r", "r", ("She is a baker.",), frozenset({0}))
    for grade, passage, named in (
        (1, "The baker has asthma and a parrot.", 0),
        (1, "Maria Lopez has asthma and a parrot.", 2),
        (3, "The baker is well.", 0),
    ):
        attack = Inference(
            Graded((("", grade),)), knowledge=First(1), atomizer=Sentence(), classifier=Named()
        )
        (outcome,) = attack.score([Guess(known, ("r",), (1.0,), passage)], private)
        leaks = {k.rpartition(".")[2]: v for k, v in outcome.tallies.items()}
        assert leaks["leak_rate"] == (2 * (grade == 1), 2)
        assert leaks["identifier"] == (named, 2)
        assert leaks["special"] == (int(grade == 1), 1)
        assert leaks["none"] == (0, 0)


def test_an_empty_passage_gives_nothing_away_and_no_judge_is_asked() -> None:
    outcome = scored(" ")
    assert outcome.tallies["semantic.distance"] == (1, 1)
    assert outcome.tallies["semantic.leak_rate"] == (0, 4)
    assert outcome.ledger == {"claims_asked": 4}


def test_raters_and_judge_are_compared_claim_by_claim() -> None:
    private = Corpus.from_texts([TEXT], ["r"])
    known = Knowledge("r", "r", ("She is a baker.",), frozenset({0}))
    rated = {
        ("She has asthma.", "Something."): 3,  # the judge says disclosed, the raters do not
        ("She lives in Bergen.", "Something."): 2,  # the other way round
        ("She owns a parrot.", "Something."): 1,  # both disclosed
        ("It rains.", "Something."): 1,  # not judged
        ("She has asthma.", "Another passage."): 1,
    }
    checked = attack().checked(known, scored(), private, rated)
    assert checked["semantic.leak_rate"] == (3, 1, 1)
    assert checked["semantic.leak_rate.special"] == (1, 0, 1)
    # "Similar" is no disclosure of a place that the passage does not name.
    assert checked["semantic.leak_rate.quasi"] == (1, 0, 0)
    assert checked["semantic.leak_rate.none"] == (1, 0, 0)


@pytest.mark.parametrize(("more", "own"), [("", "cut"), (" She sings and paints.", "kept")])
@pytest.mark.parametrize(
    ("linked", "kind"),
    [
        (("r",), None),
        (("s",), "another"),  # somebody else's, whatever it says
        (("t",), "another"),  # not made from this record, though of the same person
        (("z",), None),  # an id of no private record: by the wording alone
        ((), None),
    ],
)
def test_the_kind_of_passage_that_the_judge_reads(
    linked: tuple[str, ...], kind: str | None, more: str, own: str
) -> None:
    texts = [TEXT, "It rains.", "She has a dog."]
    private = Corpus.from_texts(texts, ["r", "s", "t"], ["Ann", "Bo", "Ann"])
    known = Knowledge("Ann", "r", ("She is a baker.",), frozenset({0}))
    (outcome,) = attack().score([Guess(known, linked, (1.0,) * len(linked), TEXT + more)], private)
    assert outcome.passage == (kind or own)
    assert isinstance(outcome.evidence, RatedRecord)
    assert outcome.evidence.linked == (linked[0] if linked else None)


@dataclass(frozen=True)
class ByModel(Graded):
    """A judge that names a model; what it left out, it may rate the next time."""

    model: ModelName = "fake/rules"


class Putting(MemoryStore):
    """Notes what is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: set[str] = set()

    def put(self, key: str, value: Any) -> None:
        self.kept.add(key.rpartition("/")[2])
        super().put(key, value)


@pytest.mark.parametrize(("judge", "again"), [(Graded(GRADES), False), (ByModel(GRADES), True)])
def test_only_what_a_model_left_out_is_asked_again(judge: Judge, again: bool) -> None:
    private = Corpus.from_texts([TEXT])
    release = TextRelease(private.with_texts(["She owns a parrot."]))
    asking, store = replace(attack(), judge=judge, linker=BM25()), Putting()
    cell = run_attack(asking, release, "r", Setting(private, None, 0, store))
    assert cell.targets.ledger()["claims_unjudged"] == 1
    assert ("targets-0" not in store.kept) == again
