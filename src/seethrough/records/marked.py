"""Spans of a text in a column beside it, which say what in the text is private."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

# What others call the kinds that have a name of their own here; all else is put in lower case.
_KINDS = {
    "PER": "name",
    "PERSON": "name",
    "EMAIL_ADDRESS": "email",
    "PHONE_NUMBER": "phone",
    "US_SSN": "ssn",
    "ORG": "organization",
    "LOC": "address",
    "LOCATION": "address",
    "GPE": "address",
    "STREET_ADDRESS": "address",
}
_CALLED = ("kind", "label", "entity_type")


def spans_in(given: Any) -> list[tuple[int, int, str]] | None:
    """Return the spans that the value of a column says, in order; None where it says none.

    Args:
        given: A list of ``[start, end, kind]`` or of objects with these names; the kind may be left
            out, or be a label as spaCy (``label``) and Presidio (``entity_type``) give it.
    """
    try:
        return sorted(_span(one) for one in given)
    except (TypeError, ValueError, KeyError):
        return None


def kind_of(label: str) -> str:
    """Return the kind of a span by another program's label: ``name`` for ``PERSON``."""
    return _KINDS.get(label, label.lower())


def joined(spans: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Return spans in order, those that overlap made one, of the kind of the first and longest."""
    done: list[tuple[int, int, str]] = []
    for start, end, kind in sorted(spans, key=lambda span: (span[0], -span[1])):
        if done and start < done[-1][1]:
            before, reached, of = done[-1]
            done[-1] = before, max(reached, end), of
        else:
            done.append((start, end, kind))
    return done


def _span(given: Any) -> tuple[int, int, str]:
    if isinstance(given, dict):
        given = [given["start"], given["end"], _kind(given)]
    start, end, *kind = given
    if not (type(start) is int and type(end) is int) or len(kind) > 1:
        raise ValueError("no span")
    return start, end, str(*kind) or "private"


def _kind(given: dict[str, Any]) -> str:
    called = next((name for name in _CALLED if given.get(name)), "kind")
    kind = str(given.get(called, "private"))
    return kind if called == "kind" else kind_of(kind)
