"""Every kind of evidence comes back from the store as it went in."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from seethrough import components
from seethrough.evidence.answers import Answer, Item
from seethrough.evidence.attributes import GuessedAttribute, GuessedAttributes
from seethrough.evidence.evidence import Evidence
from seethrough.evidence.fitting import PeopleWhoFit, SaidAttribute
from seethrough.evidence.linked import RankedRecord, RatedClaim, RatedRecord
from seethrough.evidence.standing import Place, StandingIdentifiers
from seethrough.evidence.words import GuessedText, GuessedWord

EXAMPLES: tuple[Evidence, ...] = (
    RankedRecord(("She keeps bees.",), "r1", "A beekeeper.", None),
    RatedRecord(("A.", "B."), None, "", (RatedClaim("C.", None, "too long", "special"),)),
    RatedRecord(("A.",), "r1", "Text.", (RatedClaim("C.", 1, "", "none"),) * 2),
    StandingIdentifiers(("Ann Lee", "Bo"), (Place("Bo", "x1", "notes"),)),
    Answer("Who?", "Bo: bo@x.org", ("bo :",), ("r1", "r1"), (Item("email", "bo@x.org"),), ("r2",)),
    Answer("Who?", ""),
    GuessedText((GuessedWord("The", "The"), GuessedWord("cat", "ant", "cat", ("bee",), 0.5, True))),
    GuessedText(blind="the"),
    GuessedAttributes((GuessedAttribute("age", "43", ("40-45", "30"), (1.0, 0.0)),)),
    PeopleWhoFit((SaidAttribute("age", ("40-49",), ("43",), True),), 12.5, 7.0, 20.0, 0.1),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Own(Evidence):
    """Evidence of one's own needs no more than fields."""

    text: str
    places: tuple[int, ...]


@pytest.mark.parametrize("evidence", [*EXAMPLES, Own("a", (1, 2))], ids=lambda e: type(e).__name__)
def test_evidence_comes_back_from_json(evidence: Evidence) -> None:
    kept = json.loads(json.dumps(evidence.to_json()))
    assert type(evidence).from_json(kept) == evidence


def test_every_kind_that_an_attack_names_has_an_example() -> None:
    classes = [components.component_class("attacks", n) for n in components.names("attacks")]
    named = {cls.evidence for cls in classes} - {None}
    assert len(named) > 3
    assert named <= {type(example) for example in EXAMPLES}


def test_replaced_and_recovered_words_are_counted() -> None:
    text = GuessedText(
        (
            GuessedWord("The", "The"),
            GuessedWord("cat", "ant", "cat", recovered=True),
            GuessedWord("bee", "ant", "sea"),
        )
    )
    assert (text.replaced, text.recovered) == (2, 1)
