"""Comma- and tab-separated values; the first byte says which, and whether there is a header."""

from __future__ import annotations

import io
from typing import Any

from fuzzing.checks import answered
from seethrough.records.formats import delimited

SEEDS = (
    b'\0id,text\r\n1,"Ann, who keeps ""bees"""\r\n2,\r\n',
    b'\1id\ttext\n1\tAnn keeps bees.\n2\tBob "Bo" Ray\n',
    b"\2p1,Ann Lee,1984-02-03\np2,Bob Ray,1990-11-30\n",
    b'\4,name;text\n0;a b c d e;f\n\n1;b;"g\nh"\n',
)
WORDS = (b'""', b'"', b"\r", b"id", b"text", b";", b"\t", b",,", b'","')


def check(content: bytes) -> None:
    how = content[0] if content else 0
    header = (None, True, False)[how // 2 % 3]
    stream = io.BufferedReader(io.BytesIO(content[1:]))
    rows: list[tuple[int, dict[str, Any]]] = []
    with answered():
        rows += delimited.read_rows(stream, "f", "\t" if how % 2 else ",", header)
    numbers = [number for number, _ in rows]
    assert numbers == sorted(set(numbers))
    for _, row in rows:
        assert row.keys() == rows[0][1].keys()
        assert all(isinstance(value, str) for value in (*row, *row.values()))
