"""Comma- and tab-separated values."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import Any

from seethrough.errors import InputError
from seethrough.records.formats.headers import LOOKED_AT, TITLES, names_below, record_field
from seethrough.records.formats.lines import LONGEST_LINE, decoded_lines
from seethrough.records.formats.opening import Stream

_LONGEST_FIELD = LONGEST_LINE
_SEPARATORS = ",;\t"
_SEPARATOR = re.compile(r'"?sep=(\t|[^\w"])"?\s*', re.IGNORECASE)


def read_rows(
    stream: Stream, place: str, delimiter: str, header: bool | None = None
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (line, row) for each record; the line is the one on which the record starts.

    Blank lines are passed over; in a file with one column they are records without text, except
    those behind its last record. A column without a name is called ``column-3`` by its place. A
    comma-separated file whose header and first records are cut by semicolons, tabs or bars is read
    with those, and one that begins with ``sep=;``, as spreadsheets write it, with what that line
    says.

    Args:
        stream: UTF-8 text, quoted as in RFC 4180.
        place: What to call the file in a message.
        delimiter: What separates the fields.
        header: Whether the first line names the columns; they are called ``column-1`` and so on
            where it does not. None: it must, and what looks like a record is refused.

    Raises:
        InputError: Not UTF-8, no header, one below a title, one that comes again, a column named
            twice, a row with more or fewer fields than the first, a quote that is not closed, or
            one in a tab-separated file that looks as if it held other rows.
    """
    rows = _fields(stream, place, delimiter, _first_there if header is False else _likeliest)
    first = next((found for found in rows if found[1]), None)
    if first is None:
        return
    line, fields = first
    if header is False:
        names = [f"column-{number}" for number in range(1, len(fields) + 1)]
        rows = chain([first], rows)
    else:
        names = _names(fields, place, line)
        if header is None:
            near = list(islice(rows, TITLES))
            _refuse_title(fields, near, place, line)
            rows = _without_names(chain(near, rows), fields, place)
            compared = list(islice(_as_long(rows, names, place), LOOKED_AT))
            _refuse_record(names, [row for _, row in compared], place, line)
            rows = chain(compared, rows)
    for line, row in _as_long(rows, names, place):
        yield line, dict(zip(names, row, strict=True))


def _fields(
    stream: Stream, place: str, delimiter: str, guess: Callable[[str, Sequence[str]], str]
) -> Iterator[tuple[int, list[str]]]:
    """Yield (line, fields) for each row; a blank line has no fields.

    Args:
        stream: The file.
        place: What to call it.
        delimiter: What separates the fields, as the file's name has it.
        guess: Returns what separates them where that is a comma, by the first lines.
    """
    # The limit of 128 KiB a field is the csv module's own and applies to the whole process.
    csv.field_size_limit(_LONGEST_FIELD)
    lines = decoded_lines(stream, place)
    first, before = next(lines, ""), 0
    if (told := _SEPARATOR.fullmatch(first)) is not None:
        delimiter, first, before = told[1], next(lines, ""), 1
    elif delimiter == ",":
        seen = list(islice(lines, LOOKED_AT))
        delimiter, lines = guess(first, seen), chain(seen, lines)
    reader = csv.reader(chain([first], lines), delimiter=delimiter, strict=True)
    while True:
        line = before + reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise InputError.at(place, line, _problem(error, before + reader.line_num)) from None
        if delimiter == "\t":
            _refuse_swallowed(row, place, line)
        yield line, row


def _first_there(record: str, _: Sequence[str]) -> str:
    """Return what separates the fields of a record, whose text may hold any sign."""
    return next((d for d in _SEPARATORS if d in record), ",")


def _likeliest(header: str, records: Sequence[str]) -> str:
    """Return what separates the names of columns, as in ``Patient;Name, Vorname;Befund``.

    What is most frequent among them, except for what does not cut the first records into as many
    fields: ``id,note (a;b;c)`` is separated by commas. Bars come last.
    """
    bare = re.sub(r'"[^"]*"?', "", header)
    clear = bare.replace(", ", "")
    likely = [d for d in sorted(_SEPARATORS, key=clear.count, reverse=True) if d in bare]
    likely += [d for d in "|" if d in bare]
    fitting = (d for d in likely if _fits([header, *records], d))
    return next(fitting, likely[0] if likely else ",")


def _fits(lines: Sequence[str], delimiter: str) -> bool:
    """Return whether at least half of the first records have as many fields as the header."""
    long: list[int] = []
    with suppress(csv.Error):  # of a broken line, which is told where it is read
        long.extend(len(row) for row in csv.reader(lines, delimiter=delimiter, strict=True) if row)
    return 2 * long.count(long[0]) > len(long) if len(long) > 1 else False


def _as_long(
    rows: Iterable[tuple[int, list[str]]], names: Sequence[str], place: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield rows, each checked to have as many fields as there are names."""
    blank: list[int] = []
    for line, row in rows:
        if not row:
            blank.append(line)
            continue
        if len(names) == 1:
            yield from ((empty, [""]) for empty in blank)
        blank.clear()
        if len(row) != len(names):
            raise InputError.at(
                place,
                line,
                f"{len(row)} field{'s' * (len(row) != 1)} where the header has {len(names)}; "
                "a field that holds a separator or a line break must be quoted",
            )
        yield line, row


def _refuse_swallowed(row: Sequence[str], place: str, line: int) -> None:
    """Refuse a field with the tabs of as many whole rows as it has line breaks.

    Tab-separated files are often written without quoting. A text that begins with a quote then
    takes up all rows to one that ends with a quote. Of commas such a count says nothing.

    Raises:
        InputError: A field looks so.
    """
    for field in row:
        whole = [part.count("\t") == len(row) - 1 for part in field.split("\n")[1:-1]]
        breaks = field.count("\n")
        if breaks and all(whole) and field.count("\t") == breaks * (len(row) - 1) > 0:
            raise InputError.at(
                place,
                line,
                f"a quote opens in this row, and what it quotes looks like {breaks} more"
                f" row{'s' * (breaks > 1)}; if this file was written without quoting, write it"
                " with quotes; if these are lines of one text, write it as JSON Lines",
            )


def _problem(error: csv.Error, last: int) -> str:
    message = str(error)
    if "unexpected end of data" in message:
        return (
            f"a quote opens in this row and is not closed before the end of the file (line {last})"
        )
    if "expected after" in message:
        return "text follows a closing quote; double each quote inside a quoted field"
    if "new-line character" in message:
        return "a lone carriage return; convert the line ends to LF or CRLF"
    return f"broken row ({message})"


def _names(row: list[str], place: str, line: int) -> list[str]:
    names = [name.strip() for name in row]
    if names[0] == "" and len(names) > 1 and "index" not in names:
        names[0] = "index"  # what pandas leaves unnamed when it writes its row labels
    if any(names):  # a spreadsheet writes columns beside its table that nobody named
        names = [name or f"column-{number}" for number, name in enumerate(names, 1)]
    places: dict[str, int] = {}
    for number, name in enumerate(names, 1):
        if (first := places.setdefault(name, number)) < number:
            problem = f"columns {first} and {number} have the same name"
            hint = "rename one, or add --no-header if that line is a record"
            raise InputError.at(place, line, f"{problem}; {hint}")
    return names


def _refuse_title(
    first: Sequence[str], near: Sequence[tuple[int, list[str]]], place: str, line: int
) -> None:
    below = names_below([field.strip() for field in first], [row for _, row in near])
    if below is not None:
        raise InputError.at(
            place,
            line,
            f"looks like a title, and line {near[below][0]} like the names of the columns: remove"
            " what stands above these, or add --header if this line names them",
        )


def _without_names(
    rows: Iterable[tuple[int, list[str]]], header: Sequence[str], place: str
) -> Iterator[tuple[int, list[str]]]:
    """Yield rows; refuse one that repeats the names of the columns, as in files that were joined.

    In a table of one column it may be a record.
    """
    for line, row in rows:
        if len(row) > 1 and row[0] == header[0] and row == header:
            raise InputError.at(
                place, line, "repeats the names of the columns; remove this line, or add --header"
            )
        yield line, row


def _refuse_record(
    names: Sequence[str], rows: Sequence[Sequence[str]], place: str, line: int
) -> None:
    number = record_field(names, rows)
    if number is not None:
        raise InputError.at(
            place,
            line,
            f"no header; this line looks like a record, by field {number}: add --no-header if it is"
            " one, --header if it names the columns",
        )
