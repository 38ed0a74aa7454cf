"""Rows of span files, recognised by what is in them: their spans become columns of spans."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from seethrough.errors import InputError
from seethrough.records.formats.spans import presidio, tab
from seethrough.records.formats.spans.located import SpanError


def with_spans(
    rows: Iterable[tuple[int, dict[str, Any]]], place: str, unit: str
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (number, values) for each row; what is of no span file is left as it is.

    Args:
        rows: The rows and their numbers.
        place: What to call the file in a message.
        unit: What the numbers count: ``line`` or ``row``.

    Raises:
        InputError: A span lies outside its text, or at another place than where it was marked.
    """
    for number, values in rows:
        try:
            if tab.is_document(values):
                values = tab.with_spans(values)
            elif presidio.is_sample(values):
                values = presidio.with_spans(values)
        except SpanError as error:
            raise InputError(f"{place}, {unit} {number}: {error}") from None
        yield number, values
