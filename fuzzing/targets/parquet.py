"""Parquet files."""

from __future__ import annotations

import io

import pyarrow as pa
import pyarrow.parquet as pq

from fuzzing.checks import answered
from seethrough.records.formats import parquet


def _file(table: pa.Table, **how: object) -> bytes:
    file = io.BytesIO()
    pq.write_table(table, file, **how)
    return file.getvalue()


SEEDS = (
    _file(pa.table({"id": ["a", "b"], "text": ["Ann keeps bees.", None]}), compression="none"),
    _file(pa.table({"n": [1, 2], "t": pa.array([0, 10**15], pa.timestamp("ns")), "l": [[1], []]})),
    _file(pa.table({"text": ["a"] * 9}), use_dictionary=False, data_page_version="2.0"),
)
WORDS = (b"PAR1", b"ARROW:schema")


def check(content: bytes) -> None:
    with answered():
        for _, row in parquet.read_rows(io.BufferedReader(io.BytesIO(content)), "f"):
            assert type(row) is dict
