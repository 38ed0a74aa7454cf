"""The questions of an audit, the verdicts and the sensitivity classes of facts, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from seethrough.reasons import Question


class Asked(NamedTuple):
    """A question in words.

    Attributes:
        title: Its name, one word.
        requires: What a pass requires, within the tolerance.
    """

    title: str
    requires: str

    def __str__(self) -> str:
        """Both in one line."""
        return f"{self.title} (required: {self.requires})"


ASKED: Mapping[Question, Asked] = {
    "identifiers": Asked("Identifiers", "no names, contact details or numbers in it"),
    "sensitive": Asked("Sensitive facts", "none learned beyond what is guessed anyway"),
    "anonymous": Asked("Anonymity", "nobody singled out or linked, nothing inferred"),
}

VERDICTS: Mapping[str, str] = {
    "pass": "PASS",
    "fail": "FAIL",
    "inconclusive": "INCONCLUSIVE (this is not a pass)",
}

CLASS_NAMES: Mapping[str, str] = {
    "identifier": "names, contact data, numbers",
    "special": "health and other special facts",
    "quasi": "age, place, work, family, dates",
    "private": "money, conflicts, feelings, plans",
    "none": "facts about no person",
}
"""Those that matter most first."""
