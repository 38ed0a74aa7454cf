"""Opening what a user named: a file, a gzipped file or standard input."""

from __future__ import annotations

import contextlib
import difflib
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias, cast

from seethrough.errors import InputError, UsageError
from seethrough.storage.files import refuse_no_file

Stream: TypeAlias = "io.BufferedReader[Any]"

STDIN = "-"
FORMATS = ("jsonl", "csv", "tsv", "parquet", "spacy")
EXTENSIONS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".parquet": "parquet",
    ".spacy": "spacy",
}
_GZIP = b"\x1f\x8b"
_PACKED = re.compile(
    rb"(?P<zip>PK\x03\x04)|(?P<bzip2>BZh[1-9]1AY&SY)|(?P<zstd>\(\xb5/\xfd)|(?P<xz>\xfd7zXZ\0)"
)
_MAGIC = 10
"""How many bytes tell how a file is packed."""
_LONGEST_NAME = 6
"""The most words in the name of a column."""
_FEW_WORDS = 3
"""The most in a name where blanks stand behind the commas, as in ``id, text, date of visit``."""
_COMMA_IN_TEXT = re.compile(rb",(\s|$)")
"""A comma as texts have them, behind which a table's names of columns have no blank."""
_AS_TABLE = (
    "put each text into a row of a CSV file with a header, a line of JSON Lines, or a .txt file in"
    " a folder"
)
_SPREADSHEETS = {".xlsx", ".xls", ".ods", ".numbers"}
_DOCUMENTS = {".docx", ".odt", ".pages", ".pptx", ".epub", ".rtf"}
"""What looks like something packed, or like JSON, by its first bytes."""


def place_of(path: str) -> str:
    """Return what to call ``path`` in a message."""
    return "standard input" if path == STDIN else path


@contextlib.contextmanager
def opened(path: str) -> Iterator[Stream]:
    """Open ``path`` for reading bytes; gzipped content is unpacked, whatever it is called.

    Raises:
        InputError: There is no such file (names files with close names), it is a folder, it
            may not be read, it is empty, packed otherwise, a device or a pipe with a name, or it
            unpacks to much more than its size.
    """
    with contextlib.ExitStack() as stack:
        if path == STDIN:
            if sys.stdin is None:  # "seethrough ... <&-"
                raise InputError("standard input is closed; name a file")
            stream: Stream = io.BufferedReader(cast(io.RawIOBase, sys.stdin.buffer))
            stack.callback(stream.detach)  # so that standard input stays open
        else:
            stream = stack.enter_context(_open_file(Path(path)))
        with reading_errors(place_of(path)):
            start = stream.peek(_MAGIC)[:_MAGIC]
        if not start:
            raise InputError(f"{place_of(path)}: the file is empty")
        packed = _PACKED.match(start)
        if packed is not None and Path(path.lower()).suffix not in _SPREADSHEETS | _DOCUMENTS:
            raise InputError(
                f"{place_of(path)}: packed with {packed.lastgroup}, which is not read; unpack it,"
                " or pack it with gzip"
            )
        if start.startswith(_GZIP):
            from seethrough.records.formats.unpacking import gunzipped

            stream = gunzipped(stream, place_of(path))
        yield stream


def check_there(path: str) -> None:
    """Check that a file or a folder that is read later is there.

    Standard input always is.

    Raises:
        InputError: It is not; names files with close names.
    """
    if path != STDIN and not _exists(path):
        raise _missing(Path(path))


def _exists(path: str) -> bool:
    try:
        return Path(path).expanduser().exists()
    except (OSError, RuntimeError, ValueError):  # too long, no home, a NUL
        return False


def _missing(path: Path) -> InputError:
    return InputError(f"{path}: no such file", _near(path))


def _open_file(path: Path) -> Stream:
    refuse_no_file(path)
    try:
        return io.BufferedReader(path.open("rb", buffering=0), 1 << 18)
    except FileNotFoundError:
        raise _missing(path) from None
    except IsADirectoryError:
        inside = sorted(p.name for p in path.iterdir() if p.suffix in EXTENSIONS)[:5]
        if not inside:
            raise InputError(f"{path}: is a folder without .txt files; {_AS_TABLE}") from None
        hint = f", such as {', '.join(inside)}"
        raise InputError(f"{path}: is a folder; name a file in it", hint) from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except ValueError:  # a NUL, or half a surrogate pair
        raise InputError(f"{path}: no such file; no file can have that name") from None


def _near(path: Path) -> str:
    """Return a hint at files whose names are close to ``path``'s."""
    with contextlib.suppress(OSError):
        names = [p.name for p in path.parent.iterdir() if p.is_file()]
        close = difflib.get_close_matches(path.name, names, n=3, cutoff=0.6)
        if close:
            return f"; did you mean {' or '.join(str(path.parent / name) for name in close)}?"
    return "" if path.parent.is_dir() else f"; the folder {path.parent} does not exist"


def format_of(path: str, given: str | None = None) -> str | None:
    """Return the format that the user gave or the extension says; None if neither does.

    Args:
        path: The file's name; a final ``.gz`` does not count.
        given: One of ``FORMATS``, or None.

    Raises:
        UsageError: There is no format called ``given``.
    """
    if given is not None:
        if given not in FORMATS:
            raise UsageError(f"no format {given!r}; formats: {', '.join(FORMATS)}")
        return given
    return EXTENSIONS.get(Path(path.lower().removesuffix(".gz")).suffix)


def sniff_format(path: str, stream: Stream) -> str:
    """Return the format that the first bytes of ``stream`` look like; reads nothing away.

    Raises:
        InputError: They look like no format that can be read.
    """
    suffix = Path(path.lower().removesuffix(".gz")).suffix
    if suffix in _SPREADSHEETS:
        raise InputError(f"{path}: a spreadsheet cannot be read; save it as CSV (UTF-8)")
    if suffix in _DOCUMENTS:
        raise InputError(f"{path}: a document cannot be read; {_AS_TABLE}")
    with reading_errors(place_of(path)):
        start = stream.peek(1 << 12)
    if start.startswith(b"PAR1"):
        return "parquet"
    start = start.removeprefix(b"\xef\xbb\xbf").lstrip()
    if start[:1] in {b"{", b"["}:
        return "jsonl"
    header = start.partition(b"\n")[0]
    if b"\t" in header:
        return "tsv"
    if _is_prose(header, nameless=path == STDIN):
        raise InputError(
            f"{place_of(path)}: is running text, not a table; {_AS_TABLE}; if it is a table, save"
            " it as .csv"
        )
    if b"," in header or path == STDIN:
        return "csv"
    raise InputError(f"{path}: not in a known format ({', '.join(EXTENSIONS)}); {_AS_TABLE}")


def _is_prose(line: bytes, *, nameless: bool) -> bool:
    """Return whether the first line of a file is one of a text, not the names of columns.

    Args:
        line: The line.
        nameless: Whether the file has no name that could say more: ``id, text`` is a table then.
    """
    longest = max(len(cell.split()) for cell in re.split(b"[,;]", line))
    breathing = b";" not in line and _COMMA_IN_TEXT.search(line) is not None
    return longest > _LONGEST_NAME or (breathing and (not nameless or longest > _FEW_WORDS))


@contextlib.contextmanager
def reading_errors(place: str) -> Iterator[None]:
    """Turn what goes wrong while bytes are read or unpacked into an InputError."""
    import zlib

    try:
        yield
    except (EOFError, zlib.error) as error:
        raise InputError(f"{place}: broken gzip data ({error})") from None
    except OSError as error:
        raise InputError(f"{place}: cannot be read ({error.strerror or error})") from None
