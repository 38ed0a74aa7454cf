"""Bytes -> lines of text, with the place of what is not UTF-8."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from seethrough.errors import InputError
from seethrough.records.formats.opening import Stream, reading_errors

LONGEST_LINE = 256 << 20
"""Bytes that a line may have, and letters that a value of a JSON array may have."""

_PIECE = 1 << 20
# The longer mark first: UTF-32's little-endian mark starts with UTF-16's.
_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32",
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


def decoded_lines(stream: Stream, place: str) -> Iterator[str]:
    r"""Yield the lines of UTF-8 text, each with its ``\n``; a byte order mark is left out.

    Raises:
        InputError: A line is too long, not UTF-8, or has a NUL byte; names the line and the byte
            offset in the file (of the unpacked data where it is gzipped), counted from 0.
    """
    offset = _skip_mark(stream, place)
    number = 0
    with reading_errors(place):
        for number, raw in enumerate(iter(lambda: stream.readline(LONGEST_LINE + 1), b""), 1):
            if len(raw) > LONGEST_LINE:
                raise too_long(place, number)
            if b"\0" in raw:
                raise _nul(place, number, offset + raw.index(b"\0"))
            try:
                line = raw.decode()
            except UnicodeDecodeError as error:
                raise _not_utf8(place, number, offset + error.start) from None
            yield line
            offset += len(raw)


def decoded_pieces(stream: Stream, place: str) -> Iterator[str]:
    """Yield UTF-8 text in pieces of bounded length, for files that are one long line.

    Raises:
        InputError: As ``decoded_lines``.
    """
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset, line = _skip_mark(stream, place), 1
    with reading_errors(place):
        while raw := stream.read(_PIECE):
            if b"\0" in raw:
                at = raw.index(b"\0")
                raise _nul(place, line + raw.count(b"\n", 0, at), offset + at)
            waiting = len(decoder.getstate()[0])
            try:
                piece = decoder.decode(raw)
            except UnicodeDecodeError as error:
                at = error.start - waiting
                raise _not_utf8(
                    place, line + raw.count(b"\n", 0, max(at, 0)), offset + at
                ) from None
            yield piece
            offset += len(raw)
            line += raw.count(b"\n")
    waiting = len(decoder.getstate()[0])
    if waiting:
        raise _not_utf8(place, line, offset - waiting)


def too_long(place: str, line: int) -> InputError:
    """Return the error for a line, or a value, that is longer than any record."""
    size = f"{LONGEST_LINE >> 20} MiB"
    return InputError.at(place, line, f"longer than {size}, which no record is; split it")


def _skip_mark(stream: Stream, place: str) -> int:
    """Skip a UTF-8 byte order mark and return its length; name any other encoding."""
    with reading_errors(place):
        start = stream.peek(4)[:4]
    for mark, encoding in _MARKS.items():
        if start.startswith(mark):
            raise InputError(f"{place}, line 1: {encoding}, not UTF-8; {_convert(encoding)}")
    if start.startswith(codecs.BOM_UTF8):
        return len(stream.read(len(codecs.BOM_UTF8)))
    if len(start) > 1 and start.count(b"\0") == len(start) // 2:
        order = "BE" if start.startswith(b"\0") else "LE"
        raise InputError(
            f"{place}, line 1: looks like UTF-16, not UTF-8; {_convert(f'UTF-16{order}')}"
        )
    return 0


def _convert(encoding: str) -> str:
    return f"convert it: iconv -f {encoding} -t UTF-8 OLD > NEW"


def _not_utf8(place: str, line: int, offset: int) -> InputError:
    problem = f"byte offset {offset} is not UTF-8; if it is a Western Windows file, save it"
    how = f'as UTF-8 (Excel: "CSV UTF-8") or {_convert("WINDOWS-1252")}'
    return InputError.at(place, line, f"{problem} {how}")


def _nul(place: str, line: int, offset: int) -> InputError:
    return InputError.at(
        place, line, f"NUL byte at byte offset {offset}; the file is broken or not text"
    )
