"""JSON Lines, and a JSON file that is one array of objects."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from seethrough.errors import InputError
from seethrough.records.column_names import shown
from seethrough.records.formats import lines
from seethrough.records.formats.lines import decoded_lines, decoded_pieces
from seethrough.records.formats.nesting import DEEPEST, too_deep
from seethrough.records.formats.opening import Stream, reading_errors
from seethrough.storage.store import TOO_BIG

Rows = Iterator[tuple[int, dict[str, Any]]]


class RepeatedKeyError(Exception):
    """An object of JSON has two values under one key.

    Args:
        key: The key, where it is known.
        number: Which of the object's keys it is when it comes again, from 1.
    """

    def __init__(self, key: str = "", number: int = 0) -> None:
        super().__init__(key, number)
        self.key = key
        self.number = number


def once(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of some keys and values; for ``object_pairs_hook``.

    Python keeps the last of several values under one key, and nobody would see the others.

    Raises:
        RepeatedKeyError: A key comes twice.
    """
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        number = next(n for n, key in enumerate(keys) if key in keys[:n])
        raise RepeatedKeyError(keys[number], number + 1)
    return found


# NaN and Infinity are not JSON, though Python writes them: they are read as null.
_DECODER = json.JSONDecoder(parse_constant=lambda _: None, object_pairs_hook=once)
_KINDS = {list: "an array", str: "a string", int: "a number", float: "a number", bool: "a boolean"}
_A_LINE_EACH = "; write each record on a line of its own, or all of them as one array"
# An item that the end of a buffer cut short fails this close to the end.
_CUT = 16


def read_rows(stream: Stream, place: str) -> Rows:
    """Yield (line, object) for each record; blank lines are passed over.

    A file whose first character is ``[`` is read as one array of objects, any other as one
    object a line. Neither is ever whole in memory.

    Raises:
        InputError: Not UTF-8, broken JSON (names line and column), not an object, or an object
            with two values under one key, at any depth.
    """
    with reading_errors(place):
        start = stream.peek(1 << 12).removeprefix(b"\xef\xbb\xbf").lstrip()
    if start.startswith(b"["):
        return _array_items(decoded_pieces(stream, place), place)
    return _objects(decoded_lines(stream, place), place)


def _objects(lines: Iterator[str], place: str) -> Rows:
    decode = _DECODER.decode
    for number, line in enumerate(lines, 1):
        if line.isspace():
            continue
        try:
            value = decode(line)
        except json.JSONDecodeError as error:
            whole = error.pos < len(line.rstrip()) and error.msg != "Extra data"
            problem = _broken(error, error.colno) + ("" if whole else _A_LINE_EACH)
            raise InputError.at(place, number, problem) from None
        except RepeatedKeyError as error:
            raise InputError.at(place, number, _repeated(error)) from None
        except (ValueError, RecursionError):
            raise InputError.at(place, number, TOO_BIG) from None
        if type(value) is not dict:
            raise InputError.at(place, number, _not_an_object(value))
        if _may_be_deep(line) and too_deep(value):
            raise InputError.at(place, number, TOO_BIG)
        yield number, value


def _may_be_deep(text: str, start: int = 0, end: int = sys.maxsize) -> bool:
    """Return whether JSON has so many brackets that its value has to be looked at."""
    return text.count("[", start, end) + text.count("{", start, end) > DEEPEST


def _broken(error: json.JSONDecodeError, column: int) -> str:
    # The message can name a delimiter or a kind of token, never a part of the record.
    problem = error.msg.removesuffix(" at").removesuffix(" starting")
    return f"broken JSON at column {column}: {problem[0].lower()}{problem[1:]}"


def _repeated(error: RepeatedKeyError) -> str:
    # Where two values stand under one key, each program reads another of them.
    key = shown(error.key, error.number)
    return f"two values of one object are named {key}; rename one, or remove it"


def _not_an_object(value: Any) -> str:
    return f'is {_KINDS.get(type(value), "null")}, not an object such as {{"text": "..."}}'


def _array_items(pieces: Iterator[str], place: str) -> Rows:
    cursor = _Cursor(pieces, place)
    cursor.take("[")
    if cursor.next() == "]":
        cursor.take("]")
    else:
        while True:
            line, value = cursor.value()
            if type(value) is not dict:
                raise InputError.at(place, line, _not_an_object(value))
            yield line, value
            if cursor.take(",]") == "]":
                break
    if cursor.next():
        raise cursor.broken("extra data after the array")


class _Cursor:
    """Walks over JSON text that arrives in pieces."""

    def __init__(self, pieces: Iterator[str], place: str) -> None:
        self._pieces = pieces
        self._place = place
        self._buffer = ""
        self._at = 0
        self._line = 1
        self._column = 1

    def _advance(self, to: int) -> None:
        newlines = self._buffer.count("\n", self._at, to)
        if newlines:
            self._line += newlines
            self._column = to - self._buffer.rfind("\n", self._at, to)
        else:
            self._column += to - self._at
        self._at = to

    def _more(self) -> bool:
        """Get at least as much text again as is left; False at the end."""
        rest = self._buffer[self._at :]
        parts, length = [rest], 0
        for piece in self._pieces:
            parts.append(piece)
            length += len(piece)
            if length >= len(rest):
                break
        self._buffer, self._at = "".join(parts), 0
        if len(rest) > lines.LONGEST_LINE:
            raise lines.too_long(self._place, self._line)
        return length > 0

    def next(self) -> str:
        """Return the next character that is no white space, or "" at the end."""
        while True:
            to = self._at
            while to < len(self._buffer) and self._buffer[to] in " \t\r\n":
                to += 1
            self._advance(to)
            if to < len(self._buffer):
                return self._buffer[to]
            if not self._more():
                return ""

    def take(self, expected: str) -> str:
        """Step over one of the ``expected`` characters and return it."""
        found = self.next()
        if not found:
            raise self.broken("the array does not end; the file is incomplete")
        if found not in expected:
            raise self.broken(f"expecting {' or '.join(map(repr, expected))}")
        self._advance(self._at + 1)
        return found

    def value(self) -> tuple[int, Any]:
        """Return the next value and the line on which it starts."""
        self.next()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._buffer, self._at)
            except json.JSONDecodeError as error:
                cut = error.pos >= len(self._buffer) - _CUT or "Unterminated" in error.msg
                into = error.pos - self._at
                if cut and self._more():
                    continue
                self._advance(self._at + into)
                raise InputError.at(self._place, self._line, _broken(error, self._column)) from None
            except RepeatedKeyError as error:
                raise InputError.at(self._place, self._line, _repeated(error)) from None
            except (ValueError, RecursionError):
                raise InputError.at(self._place, self._line, TOO_BIG) from None
            line = self._line
            if _may_be_deep(self._buffer, self._at, end) and too_deep(value):
                raise InputError.at(self._place, line, TOO_BIG)
            self._advance(end)
            return line, value

    def broken(self, problem: str) -> InputError:
        return InputError.at(
            self._place, self._line, f"broken JSON at column {self._column}: {problem}"
        )
