"""Comma- and tab-separated values."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from typing import Any

from seethrough.column_content import is_number
from seethrough.errors import InputError
from seethrough.formats.lines import decoded_lines
from seethrough.formats.opening import Stream

# Longer than any sensible column name: what is this long is a record.
_LONGEST_NAME = 100
_LONGEST_FIELD = 2**31 - 1


def read_rows(stream: Stream, place: str, delimiter: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line, row) for each record; the line is the one on which the record starts.

    Blank lines are passed over. A comma-separated file whose first line holds no comma but
    semicolons or tabs is read with those.

    Args:
        stream: UTF-8 text, quoted as in RFC 4180.
        place: What to call the file in a message.
        delimiter: What separates the fields.

    Raises:
        InputError: Not UTF-8, no header, a column named twice, a row with more or fewer fields
            than the header, or a quote that is not closed.
    """
    lines = decoded_lines(stream, place)
    first = next(lines, "")
    if delimiter == "," and "," not in first:
        delimiter = next((d for d in ";\t" if d in first), delimiter)
    # The limit of 128 KiB a field is the csv module's own and applies to the whole process.
    csv.field_size_limit(_LONGEST_FIELD)
    reader = csv.reader(_chain(first, lines), delimiter=delimiter, strict=True)
    header: list[str] | None = None
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            raise InputError.at(place, line, _problem(error, reader.line_num)) from None
        if not row:
            continue
        if header is None:
            header = _checked_header(row, place, line)
        elif len(row) != len(header):
            raise InputError.at(
                place,
                line,
                f"{len(row)} fields where the header has {len(header)}; "
                "a field that holds a separator or a line break must be quoted",
            )
        else:
            yield line, dict(zip(header, row, strict=True))


def _chain(first: str, lines: Iterator[str]) -> Iterator[str]:
    yield first
    yield from lines


def _problem(error: csv.Error, last: int) -> str:
    message = str(error)
    if "unexpected end of data" in message:
        return f"a quote opens in this row and is not closed by the end of the file (line {last})"
    if "expected after" in message:
        return "text follows a closing quote; a quote inside a quoted field must be doubled"
    if "new-line character" in message:
        return "a lone carriage return; convert the line ends to LF or CRLF"
    return f"broken row ({message})"


def _checked_header(row: list[str], place: str, line: int) -> list[str]:
    header = [name.strip() for name in row]
    if header[0] == "" and len(header) > 1 and "index" not in header:
        header[0] = "index"  # what pandas leaves unnamed when it writes its row labels
    for number, name in enumerate(header, 1):
        if not name:
            raise InputError.at(place, line, f"the header leaves column {number} without a name")
        if _is_content(name):
            raise InputError.at(
                place,
                line,
                f"no header; the first line must name the columns, and field {number} is no name",
            )
        if header.index(name) < number - 1:
            raise InputError.at(
                place,
                line,
                f"the header names columns {header.index(name) + 1} and {number} alike; rename one",
            )
    return header


def _is_content(name: str) -> bool:
    """Tell whether a field of the first line is a record's rather than a column's name."""
    sentence = name.endswith(".") and len(name.split()) > 2
    return len(name) > _LONGEST_NAME or "\n" in name or sentence or is_number(name)
