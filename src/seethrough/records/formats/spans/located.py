"""One span of a span file, checked against its text."""

from __future__ import annotations

from typing import Any, NamedTuple

from seethrough.records.marked import kind_of


class SpanError(ValueError):
    """A span cannot be where its file says; the message quotes no text."""


class Names(NamedTuple):
    """What a format calls the parts of a span."""

    start: str
    end: str
    label: str
    quoted: str


def located(given: Any, text: str, names: Names) -> tuple[int, int, str]:
    """Return (start, end, kind) of a span, offsets in characters, the end exclusive.

    Args:
        given: The span as its file has it.
        text: The text that it is in.
        names: What the format calls its parts. Where the file quotes the text of the span, that
            must stand there, runs of white space aside: offsets that count bytes or UTF-16 units
            would hide other text than was marked.

    Raises:
        SpanError: It has no offsets, lies outside its text, or another text stands there.
    """
    given = given if isinstance(given, dict) else {}
    start, end = given.get(names.start), given.get(names.end)
    if type(start) is not int or type(end) is not int:
        raise SpanError(f"a span without whole numbers {names.start} and {names.end}")
    if not 0 <= start < end <= len(text):
        raise SpanError(
            f"a span from {start} to {end} lies outside its text of {len(text)} characters"
        )
    quoted = given.get(names.quoted)
    if isinstance(quoted, str) and quoted.split() != text[start:end].split():
        raise SpanError(
            f"the text from {start} to {end} is not its {names.quoted}; offsets must count"
            " characters"
        )
    return start, end, kind_of(str(given.get(names.label) or "private"))
