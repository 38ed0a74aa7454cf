"""Texts in JSON or XML, and rows of named values, as lines of a form, one for each value."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

_LEAF = re.compile(r"<([A-Za-z_][\w.:-]*)>([^<>]*)</\1>")
_TAG = re.compile(r"</?[A-Za-z_][\w.:-]*/?>")
_FEWEST = 2
"""Elements with a text from which on a text is XML."""
_NAME = re.compile(r"[^\W\d_][\w ./-]{0,39}")
_AROUND = " \t*_"
"""What may stand around a name or a value, such as the marks of bold print."""
_FEWEST_PAIRS = 3
"""Named values from which on a line is a row of them."""


def fields_as_lines(text: str) -> str:
    """Return a text that is JSON or XML as lines (``age: 45``), any other as it is.

    So is a line of named values alone (``age=45; city=Lyon``, ``Age: 45 | City: Lyon``). Each line
    of JSON Lines is one such text. A value is under the name that is next to it, each value of a
    list, too; what is empty is left out. Tags with attributes stay.
    """
    found = _of_json(text)
    if found is None:
        parts = [_of_json(line) for line in text.split("\n") if line.strip()]
        found = "\n\n".join(filter(None, parts)) if parts and None not in parts else None
    return "\n".join(map(_row, _of_xml(text).split("\n"))) if found is None else found


def _of_json(text: str) -> str | None:
    if not text.strip().startswith(("{", "[")):
        return None
    try:
        read = json.loads(text, object_pairs_hook=tuple)
        return "\n".join(_lines(read, "")).encode("utf-8", "replace").decode()
    except (ValueError, RecursionError):
        return None


def _lines(value: Any, name: str) -> Iterator[str]:
    """Yield a line for each value; an object is a tuple of names with values."""
    if isinstance(value, tuple):
        for own, inner in value:
            yield from _lines(inner, own)
    elif isinstance(value, list):
        for inner in value:
            yield from _lines(inner, name)
    elif value not in (None, ""):
        said = value if isinstance(value, str) else json.dumps(value)
        yield f"{name}: {said}" if name else said


def _of_xml(text: str) -> str:
    if not text.lstrip().startswith("<") or len(_LEAF.findall(text)) < _FEWEST:
        return text
    return _TAG.sub("\n", _LEAF.sub(r"\n\1: \2\n", text))


def _row(line: str) -> str:
    named = [*map(_named, re.split("[|;&]", line.strip("|;& \t")))]
    if len(named) < _FEWEST_PAIRS or None in named:
        return line
    return "\n".join(filter(None, named))


def _named(piece: str) -> str | None:
    """Return a named value as a line of a form; None for anything else."""
    name, *values = (part.strip(_AROUND) for part in re.split("[:=]", piece, maxsplit=1))
    value = "".join(values)
    if not value or "=" in value or not _NAME.fullmatch(name):
        return None
    return f"{name}: {value}"
