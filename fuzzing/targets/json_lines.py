"""JSON Lines, and a file that is one JSON array."""

from __future__ import annotations

import io

from fuzzing.checks import answered
from seethrough.records.formats import json_lines

SEEDS = (
    b'{"id": "a", "text": "Ann keeps bees.", "n": 1}\n{"id": "b", "text": null, "n": 2.5e3}\n',
    b'\xef\xbb\xbf[{"text": "a"}, {"text": "\\ud83d\\ude00", "more": [true, false, null, {}]}]\n',
    b"[]",
    b'{"text": NaN, "x": -Infinity}\r\n\r\n{"text": "\\u0000\\n"}',
)
WORDS = (b'{"text": "', b'"}', b"\\u", b"[{", b"}]", b"},\n{", b"NaN", b"1e-5")


def check(content: bytes) -> None:
    stream = io.BufferedReader(io.BytesIO(content))
    with answered():
        for number, row in json_lines.read_rows(stream, "f"):
            assert number > 0
            assert type(row) is dict
