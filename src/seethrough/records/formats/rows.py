"""Numbered rows from whatever a user named."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from seethrough.errors import InputError
from seethrough.records.formats import delimited, docbin, hub, json_lines, parquet
from seethrough.records.formats.opening import format_of, opened, place_of, sniff_format

Row = tuple[int, dict[str, Any]]


class Source(NamedTuple):
    """Rows and how to name them in a message.

    Attributes:
        rows: The number (from 1) and the values of each record.
        place: The file's name.
        unit: What the numbers count: ``line`` or ``row``.
        typed: Whether values have types; where not, a number is a string like any other.
    """

    rows: Iterator[Row]
    place: str
    unit: str
    typed: bool

    def error(self, number: int, problem: str) -> InputError:
        """Return the error for ``problem`` at a numbered row."""
        return InputError(f"{self.place}, {self.unit} {number}: {problem}")


@contextlib.contextmanager
def opened_rows(
    path: str, format: str | None, allow_remote: bool, header: bool | None = None
) -> Iterator[Source]:
    """Open a file, standard input or a data set, in the format given, named or sniffed.

    Args:
        path: What the user named.
        format: The format, or None.
        allow_remote: Whether a data set may be downloaded.
        header: Whether the first line of CSV or TSV names the columns; None to look.

    Raises:
        SeethroughError: As ``seethrough.records.reading.read``.
    """
    format = format_of(path, format)
    if path.startswith(hub.PREFIX):
        yield Source(hub.read_rows(path, allow_remote), path, "row", typed=True)
        return
    place = place_of(path)
    with opened(path) as stream:
        if format is None and path.lower().endswith(docbin.ENDING):
            yield Source(docbin.read_rows(stream, place), place, "row", typed=True)
            return
        format = format or sniff_format(path, stream)
        if format == "parquet":
            yield Source(parquet.read_rows(stream, place), place, "row", typed=True)
        elif format == "jsonl":
            yield Source(json_lines.read_rows(stream, place), place, "line", typed=True)
        else:
            rows = delimited.read_rows(stream, place, "\t" if format == "tsv" else ",", header)
            yield Source(rows, place, "line", typed=False)
