"""Records under other ids than their own are noticed by what is known, whatever the attack."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from seethrough.attacks.linkage import Linkage
from seethrough.engine.audit import audit
from seethrough.engine.compare import compare
from seethrough.engine.floors.misplaced import left_out, reasons
from seethrough.engine.runs.cells import Arm, Cell
from seethrough.evidence.linked import LinkedRecord
from seethrough.protocols import Knowledge, Outcome
from seethrough.reasons import Reason
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease

JOBS = ("baker", "midwife", "glazier", "sailor", "notary", "welder")
PRIVATE = Corpus.from_texts(
    [
        f"She is a {JOBS[i % 6]}. She lives in house {100 + i}. She was born in {1900 + i}."
        f" She has {200 + i} hens."
        for i in range(24)
    ]
)
TEXTS = PRIVATE.texts
NOBODY = Arm([], [])


def moved(by: int, of: int) -> list[str]:
    """Return the texts, those of the first ``of`` records ``by`` ids further."""
    texts = [*PRIVATE.texts]
    return [*texts[by:of], *texts[:by], *texts[of:]]


def told(passages: Sequence[str], right: Sequence[bool] | None = None) -> list[dict[str, int]]:
    """Return what is said where the adversary knows two facts and picks the record with them.

    Args:
        passages: The released texts.
        right: For each target whether the record with its facts is picked, or that of the next id.
    """
    ids, outcomes, known = PRIVATE.ids, [], []
    for i, id_ in enumerate(ids):
        facts = tuple(sentence + "." for sentence in PRIVATE.texts[i].split(". ")[1:3])
        place = next((p for p, text in enumerate(passages) if facts[0] in text), i)
        place = place if right is None or right[i] else (place + 1) % len(ids)
        outcomes.append(Outcome({}, evidence=LinkedRecord(facts, ids[place], passages[place])))
        known.append(Knowledge(f"p{i}", id_, facts))
    cell = Cell(Linkage(), Arm(known, outcomes), None, NOBODY, (), paired=True)
    return [dict(r.facts) for r in reasons(cell, PRIVATE) if r.kind == "ids_moved"]


def in_twos(persons: Sequence[str] | None = None) -> Corpus:
    """Return people with two records."""
    asked = [f"The shop in street {i} was shut, and tram {900 + i} was late." for i in range(24)]
    texts = [text for both in zip(TEXTS, asked, strict=True) for text in both]
    persons = persons or [f"p{i // 2}" for i in range(48)]
    return Corpus.from_texts(texts, [str(i) for i in range(48)], persons)


def seconds(texts: Sequence[str]) -> Corpus:
    """Return texts that are released under the ids of the second records."""
    return Corpus.from_texts(texts, [str(2 * i + 1) for i in range(len(texts))])


def unreleased(released: Sequence[str], persons: Sequence[str] | None = None) -> list[Reason]:
    """Return what is said where only the second record of each person is released."""
    return left_out(in_twos(persons), seconds(released))


def test_a_record_told_in_another_of_the_same_person_is_not_thought_unreleased() -> None:
    (reason,) = unreleased([f"Told us of {100 + i} and {200 + i}." for i in range(24)])
    assert (reason.kind, reason.word) == ("left_out_told", "inconclusive")
    assert reason.facts == {"records": 24, "of": 24}


def test_an_audit_says_so() -> None:
    release = TextRelease(seconds([f"Told us of {100 + i} and {200 + i}." for i in range(24)]))
    found = audit(in_twos(), release, attacks=["linkage"])
    assert "left_out_told" in {reason.kind for reason in found.verdict.reasons}


def test_records_left_out_of_which_nothing_is_told_are_no_finding() -> None:
    assert unreleased([f"Said something about tram {900 + i}." for i in range(24)]) == []
    assert unreleased([f"Told us of {100 + i}." for i in (*range(5, 24), *range(5))]) == []
    assert unreleased(TEXTS, [f"p{i}" for i in range(48)]) == []  # each of somebody else
    assert left_out(PRIVATE, PRIVATE) == []


def test_ids_that_were_moved_are_noticed() -> None:
    assert told(moved(7, 24)) == [{"records": 24, "of": 24}]
    assert told(moved(3, 8)) == [{"records": 8, "of": 24}]
    assert told(moved(1, 2)) == []  # two of 24 may be chance


def test_one_known_word_of_five_that_the_own_record_lacks_is_enough() -> None:
    born = [text.replace(f"{1900 + i}", f"{1900 + (i - 1) % 24}") for i, text in enumerate(TEXTS)]
    assert told(born, [False] * 24) == [{"records": 24, "of": 24}]


@pytest.mark.parametrize(
    "passages",
    [
        [*PRIVATE.texts],
        [text.replace("house", "a place") for text in PRIVATE.texts],
        [text.replace("hens", "birds of many kinds") for text in PRIVATE.texts],
        [""] * 24,
    ],
)
def test_records_that_were_made_from_those_of_their_ids_are_not(passages: list[str]) -> None:
    assert told(passages) == told(passages, [False] * 24) == []


def test_such_a_release_is_not_the_safest_nor_on_a_frontier() -> None:
    found = compare(
        PRIVATE,
        [PRIVATE.with_texts([*PRIVATE.texts]), PRIVATE.with_texts(moved(7, 24))],
        attacks=["linkage:linker=bm25,atomizer=sentence"],
        utilities=["length_kept"],
        frontiers=[("linkage.top1", "utility.length_kept")],
    )
    assert found.safest.safest is None
    assert found.safest.out[1][0] == "untold"
    (frontier,) = found.frontiers
    assert ([point.place for point in frontier.front], frontier.untold) == ([0], (1,))
