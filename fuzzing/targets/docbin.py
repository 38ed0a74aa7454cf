"""spaCy's binary documents; they are packed here, so that what is changed is what is packed."""

from __future__ import annotations

import io
import zlib

from fuzzing.checks import answered
from seethrough.records.formats import docbin


def _file(*rows: dict[str, object]) -> bytes:
    file = io.BytesIO()
    docbin.write_rows(rows, file, "f")
    return zlib.decompress(file.getvalue())


SEEDS = (
    _file({"text": "Ann keeps bees.", "id": "a"}, {"text": ""}),
    _file(
        {
            "text": "Ann Lee of Oslo.",
            "entities": [{"start": 0, "end": 7, "label": "PERSON"}],
            "cats": {"bees": 1.0},
            "n": [1, None, {"a": 2.5}],
        }
    ),
)
WORDS = (b"tokens", b"spaces", b"lengths", b"strings", b"cats", b"user_data", b"attrs", b"\xc1")


def check(content: bytes) -> None:
    packed = zlib.compress(content, 0) if content[:1] != b"\xff" else content[1:]
    with answered():
        for _, row in docbin.read_rows(io.BufferedReader(io.BytesIO(packed)), "f"):
            assert isinstance(row["text"], str)
