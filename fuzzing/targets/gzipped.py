"""Gzipped files, and what their first bytes are taken for."""

from __future__ import annotations

import gzip

from fuzzing.checks import answered, file_of
from seethrough.records.formats.rows import opened_rows

SLOW = True
SLOW = True
SEEDS = (
    gzip.compress(b'{"id": "a", "text": "Ann keeps bees."}\n', 0, mtime=0),
    gzip.compress(b"id,text\n1,Ann keeps bees.\n", 9, mtime=0),
    gzip.compress(b"id\ttext\n", 9, mtime=0) + gzip.compress(b"1\tAnn keeps bees.\n", 9, mtime=0),
    b'[{"text": "not packed"}]',
)
WORDS = (b"\x1f\x8b\x08", b"PAR1", b"\x1f\x8b\x08\0\0\0\0\0\0\xff")


def check(content: bytes) -> None:
    file = file_of(content, "input")
    with answered(), opened_rows(str(file), None, allow_remote=False) as source:
        for _, row in source.rows:
            assert type(row) is dict
