"""Shared by the sanitizers that ask a language model to rewrite."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from seethrough.models.answers import refused

EXPLAINED_FORM = "Explain briefly, then write a line with a single # and after it the whole text."
PLAIN_FORM = "Return the new text alone."
EXPLANATION = 320
"""Room for remarks around the new text, in tokens."""

_MARK = re.compile(r"^[ \t]*#[ \t]*$", re.MULTILINE)
# Small models make up marks of their own after the prompt's: "<record 0f...>", "<EXAMPLE 7>".
_NAMES = "conversation|dialogue|document|examples?|passage|real|records?|samples?|sentence|text"
_FENCE = re.compile(
    rf"^</?(?:[a-z_]+ [0-9a-f]{{16}}|(?i:{_NAMES}) [0-9a-f]+[.…]*)>[ \t]*\n?"
    rf"|\n?</(?:[a-z_]+ [0-9a-f]{{16}}|(?i:{_NAMES}) [0-9a-f]+[.…]*)>$",
    re.MULTILINE,
)
_HEADING = re.compile(
    r"^\W*(?:anonymi[sz]ed|sanitized|paraphrased|rewritten)(?: (?:text|record|version))?\W*:[\s*]*",
    re.IGNORECASE,
)


def after_mark(text: str) -> str | None:
    """Return what follows the first line that is a single ``#``, or None if there is none.

    Source: A False Sense of Privacy, C.2.1 and C.3.3 (the form of the answer).
    """
    match = _MARK.search(text)
    return None if match is None else whole(text[match.end() :])


def whole(text: str) -> str | None:
    """Return an answer without the fence and the heading that a model may repeat, or None."""
    clean = _HEADING.sub("", _FENCE.sub("", text).strip()).strip()
    return None if not clean or refused(clean) else clean


def not_empty(texts: Sequence[str]) -> dict[int, str]:
    """Return the texts that are not blank, by place; the others stay unchanged."""
    return {i: text for i, text in enumerate(texts) if text.strip()}


def put_back(texts: Sequence[str], new: Mapping[int, str | None]) -> list[str]:
    """Return texts with new ones in the places of those that are not blank; without one, empty."""
    return [(new.get(i) or "") if text.strip() else text for i, text in enumerate(texts)]
