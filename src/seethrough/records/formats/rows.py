"""Numbered rows from whatever a user named."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from seethrough.errors import InputError
from seethrough.records.formats import (
    delimited,
    docbin,
    hub,
    json_lines,
    parquet,
    tables,
    text_folder,
)
from seethrough.records.formats.opening import format_of, opened, place_of, sniff_format
from seethrough.records.formats.spans.recognized import with_spans

Row = tuple[int, dict[str, Any]]


class Source(NamedTuple):
    """Rows and how to name them in a message.

    Attributes:
        rows: The number (from 1) and the values of each record.
        place: The file's name.
        unit: What the numbers count: ``line``, ``row`` or ``file``.
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
    path: str | os.PathLike[str] | Any,
    format: str | None,
    allow_remote: bool,
    header: bool | None = None,
    name: str | None = None,
) -> Iterator[Source]:
    """Open a file, standard input, a data set or a table, in the format given, named or sniffed.

    A folder of text files is opened like a file.

    Args:
        path: What the user named, or a table in memory.
        format: The format, or None.
        allow_remote: Whether a data set may be downloaded.
        header: Whether the first line of CSV or TSV names the columns; None to look.
        name: What to call a table in memory.

    Raises:
        SeethroughError: As ``seethrough.records.reading.read``.
    """
    if not isinstance(path, str | os.PathLike):
        place = name or tables.NAME
        yield _typed(tables.read_rows(path, place), place, "row")
        return
    path = os.fspath(path)
    format = format_of(path, format)
    if path.startswith(hub.PREFIX):
        yield _typed(hub.read_rows(path, allow_remote), path, "row")
        return
    if text_folder.is_text_folder(path):
        yield Source(text_folder.read_rows(path), path, "file", typed=False)
        return
    place = place_of(path)
    with opened(path) as stream:
        format = format or sniff_format(path, stream)
        if format == "spacy":
            yield _typed(docbin.read_rows(stream, place), place, "row")
        elif format == "parquet":
            yield _typed(parquet.read_rows(stream, place), place, "row")
        elif format == "jsonl":
            yield _typed(json_lines.read_rows(stream, place), place, "line")
        else:
            rows = delimited.read_rows(stream, place, "\t" if format == "tsv" else ",", header)
            yield Source(rows, place, "line", typed=False)


def _typed(rows: Iterator[Row], place: str, unit: str) -> Source:
    return Source(with_spans(rows, place, unit), place, unit, typed=True)
