"""What a tagger gives back are parts of each text, or one line names the tagger."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from seethrough.contracts.spans import spans_of
from seethrough.errors import ContractError
from seethrough.protocols import Protected
from seethrough.records.corpus import Corpus

CORPUS = Corpus.from_texts(["Ada bakes.", "Bo."])


@dataclass(frozen=True)
class Said:
    """Gives back what it is told to."""

    given: Any = None

    def tag(self, corpus: Corpus) -> Any:
        return self.given


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (None, "NoneType"),
        ([[]], "the spans of 1 texts for 2"),
        ([[(0, 3, "name")], []], "tuple for a span"),
        ([[], [Protected(0, 4, "name")]], "from 0 to 4 in a text of 3"),
        ([[Protected(-5, 3, "name")], []], "from -5 to 3"),
        ([[Protected(5, 3, "name")], []], "from 5 to 3"),
        ([[Protected(0, 5, "name"), Protected(2, 8, "name")], []], "one lies over the other"),
        ([[Protected(0, 3, "")], []], "without a kind"),
    ],
)
def test_what_are_no_spans_of_each_text_is_refused(given: Any, told: str) -> None:
    with pytest.raises(ContractError, match=f"^tagger .*Said: gave .*{told}"):
        spans_of(Said(given), CORPUS)


def test_spans_are_given_on() -> None:
    given = [[Protected(0, 3, "name"), Protected(3, 5, "name")], None]
    assert spans_of(Said(given), CORPUS) is given
