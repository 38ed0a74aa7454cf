"""Questions that are answered with yes or no, as the statements that they and the answer make."""

from __future__ import annotations

import re

from seethrough.judges.offline.content import content
from seethrough.judges.rouge import words

_ANSWERED = re.compile(
    r"(?:(?<=[.!?:\n])|^)"
    r"(?P<lead>\s*(?:(?:and|so|but|also|now|well|ok|okay|alright|all right)\b,?\s+)*)"
    r"(?P<question>[^.!?:\n]{3,200})\?(?P<gap>[\"'”’)]*\s*(?:[A-Z][\w -]{0,24}[:.]\s*)?[\"'“‘(]?)"
    r"(?=(?:(?P<no>no|nope|nah|never)|yes|yeah|yep|yup)(?:[.,;!–—-]|\s*(?:\n|$)))",
    re.IGNORECASE,
)
"""A question with what leads to it, and yes or no behind it, also in the next speaker's turn."""
_ASKS = re.compile(
    r"(?P<verb>do|does|did|is|are|am|was|were|has|have|had|can|could|will|would|should)\s+"
    r"(?P<who>i|you|he|she|they|we|it|there|the (?:patient|client|applicant|user|writer|witness"
    r"|defendant|caller|child|victim))\s+(?=[a-z])",
    re.IGNORECASE,
)
"""How a question begins that becomes a statement when its first words change places."""
_ANY = re.compile(r"any\s+(?=[a-z])", re.IGNORECASE)
_TURNED = re.compile(r"\b(?:not|no|never|nobody|nothing|none|without)\b|n['’]t\b", re.IGNORECASE)


def as_statements(claim: str, passage: str) -> str:
    """Return a passage whose questions say what the yes or no behind them makes of them.

    "Does he smoke? No." is "he does not smoke. No.", and "Any fever? Yes." is "There is fever.
    Yes." Only questions with half of a claim's words that carry a fact change; those that ask with
    a denial, and others than these two forms, stay.

    Args:
        claim: The claim.
        passage: What is read.
    """
    if "?" not in passage or "?" in claim:
        return passage
    told = content(words(claim))

    def stated(match: re.Match[str]) -> str:
        asked = told & content(words(match["question"]))
        return _statement(match) if asked and 2 * len(asked) >= len(told) else match[0]

    return _ANSWERED.sub(stated, passage)


def _statement(match: re.Match[str]) -> str:
    question, no = match["question"], match["no"]
    if _TURNED.search(question):
        return match[0]
    if asks := _ASKS.match(question):
        verb = f"{asks['verb'].lower()}{' not' if no else ''}"
        said = f"{asks['who']} {verb} {question[asks.end() :]}"
    elif any_ := _ANY.match(question):
        said = f"There is {'no ' if no else ''}{question[any_.end() :]}"
    else:
        return match[0]
    return f"{match['lead']}{said}.{match['gap']}"
