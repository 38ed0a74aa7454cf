"""Spans of a text in a column beside it, which say what in the text is private."""

from __future__ import annotations

from typing import Any


def spans_in(given: Any) -> list[tuple[int, int, str]] | None:
    """Return the spans that the value of a column says, in order; None where it says none.

    Args:
        given: A list of ``[start, end, kind]`` or of objects with these names; the kind may be left
            out.
    """
    try:
        return sorted(_span(one) for one in given)
    except (TypeError, ValueError, KeyError):
        return None


def _span(given: Any) -> tuple[int, int, str]:
    if isinstance(given, dict):
        given = [given["start"], given["end"], given.get("kind", "private")]
    start, end, *kind = given
    if not (type(start) is int and type(end) is int) or len(kind) > 1:
        raise ValueError("no span")
    return start, end, str(*kind) or "private"
