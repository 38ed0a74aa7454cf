from __future__ import annotations

import pytest

from seethrough.evidence.answers import Answer
from seethrough.extraction.counting import count
from seethrough.extraction.holdings import holdings
from seethrough.extraction.information import Information
from seethrough.extraction.outcomes import outcomes
from seethrough.extraction.session import Session
from seethrough.protocols import Outcome
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply

RECORDS = [
    "the beekeeper has asthma and was stung on the neck in the first week of may",
    "the baker burned his hand on the oven and called 713-853-6161 or wrote to al@quist.org",
    "an entirely different record about a parrot that ate the curtains of a quiet landlord",
]
PRIVATE = Corpus.from_texts(RECORDS, ["bee", "bread", "bird"])
PHONE, EMAIL = ("phone", "+17138536161"), ("email", "al@quist.org")


@pytest.fixture
def made() -> list[Outcome]:
    # Record 0; the contact data of record 1, reworded; record 0 again; record 2.
    answers = [RECORDS[0], "Number (713) 853 6161, mail AL@quist.org", RECORDS[0], RECORDS[2]]
    session = Session(
        [Information("x", topic) for topic in ("asthma", "", "asthma", "parrot")],
        [f"question {i}" for i in range(4)],
        [Reply(answer, sources=("bee",)) for answer in answers],
    )
    held = holdings(PRIVATE.texts, 10, "US", 1500)
    return outcomes(count(session, PRIVATE), session, PRIVATE, held)


@pytest.mark.parametrize(
    ("figure", "shares"),
    [
        ("repeat_prompts", [1, 0, 1, 1]),
        ("repeat_contexts", [1, 0, 0, 1]),
        ("records", [1, 0, 0, 1]),
        ("rouge_prompts", [1, 0, 1, 1]),
        ("rouge_contexts", [1, 0, 0, 1]),
        ("targeted", [1, 2, 0, 1]),
        ("phone", [0, 1, 0, 0]),
        ("email", [0, 1, 0, 0]),
        ("url", [0, 0, 0, 0]),
        ("topic", [1, 0, 0, 1]),
    ],
)
def test_what_each_question_adds(made: list[Outcome], figure: str, shares: list[int]) -> None:
    assert [one.tallies[f"extraction.{figure}"].value for one in made] == shares
    assert [one.ledger for one in made] == [{"questions_asked": 1}] * 4


@pytest.mark.parametrize(
    ("figure", "things", "possible", "clump"),
    [
        ("repeat_contexts", [(0,), (), (0,), (1,)], None, (1, 1)),
        ("records", [(0,), (), (0,), (1,)], 3, (1, 1)),
        ("rouge_contexts", [(0,), (), (0,), (1,)], 3, (1, 1)),
        ("targeted", [(0,), (1, 2), (0,), (3,)], 4, (2, 2)),  # phone and mail stand in one record
        ("phone", [(), (0,), (), ()], 1, (1, 1)),
        ("email", [(), (0,), (), ()], 1, (1, 1)),
        ("url", [(), (), (), ()], 0, (1, 1)),
        ("topic", [(0,), (), (0,), (1,)], 2, (1, 1)),
    ],
)
def test_different_things_are_numbered_in_the_order_of_their_first_occurrence(
    made: list[Outcome],
    figure: str,
    things: list[tuple[int, ...]],
    possible: int | None,
    clump: tuple[float, float],
) -> None:
    found = [one.found[f"extraction.{figure}"] for one in made]
    assert [one.things for one in found] == things
    assert {one.possible for one in found} == {possible}
    assert {(one.clump, one.apiece) for one in found} == {clump}


def test_the_evidence_of_a_question(made: list[Outcome]) -> None:
    assert made[0].evidence == Answer(
        "question 0", RECORDS[0], (RECORDS[0],), ("bee",), (("topic", "asthma"),), ("bee",)
    )
    assert isinstance(made[1].evidence, Answer)
    assert made[1].evidence.items == (EMAIL, PHONE)
    assert made[1].evidence.records == made[1].evidence.excerpts == ()


def test_of_a_phrase_in_many_records_three_are_named() -> None:
    private = Corpus.from_texts([f"{RECORDS[0]} {i}" for i in range(5)], list("abcde"))
    session = Session([Information("x")], ["x"], [Reply(RECORDS[0])])
    held = holdings(private.texts, 10, "US", 1500)
    (one,) = outcomes(count(session, private), session, private, held)
    assert isinstance(one.evidence, Answer)
    assert one.evidence.records == ("a", "b", "c")
