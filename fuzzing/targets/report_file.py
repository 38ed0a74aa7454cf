"""Files that are said to be reports: as a page, as Markdown and JUnit XML, to be rated."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fuzzing.checks import answered, file_of
from fuzzing.reports import encoded
from seethrough.agreement.pairs_to_rate import read_pairs
from seethrough.cli.report import _form, _report

VALUES = (
    "null", "true", "0", "-1", "0.5", "1e308", "9" * 30, '""', '"a"', '"\\ud800"', "[]", "[null]",
    "{}", '{"a": 1}', "[[0, 1]]", "",
)  # fmt: skip
"""What takes the place of a part; the last one leaves it out."""

SLOW = True
LONGEST = 64
SEEDS = (b"\0\0\0", b"\0\x20\1\1\0\2", b'{"schema": 2}', b"{")


def check(content: bytes) -> None:
    file = file_of(content if content[:1] == b"{" else _changed(content), "input.json")
    with answered():
        read_pairs(file)
    with answered():
        form = ("html", "markdown", "junit")[len(content) % 3]
        if form == "html":
            _report(file, Path("input.html"), force=True, no_text=False)
        else:
            _form(file, Path(f"input.{form}"), form, force=True, no_text=False)


def _changed(content: bytes) -> bytes:
    """Return a report with other parts: for each, two bytes say where, one says what."""
    report = json.loads(encoded())
    for at in range(0, len(content) - 2, 3):
        places = [(part, key) for part in _parts(report) for key in part]
        if places:
            part, key = places[int.from_bytes(content[at : at + 2], "little") % len(places)]
            value = VALUES[content[at + 2] % len(VALUES)]
            if value:
                part[key] = json.loads(value)
            else:
                del part[key]
    return json.dumps(report).encode()


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    """Yield the objects in a value, itself among them."""
    if isinstance(value, dict):
        yield value
    if isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _parts(inner)
