"""Tables in memory: real data frames, and stand-ins that have one of the two interfaces alone."""

from __future__ import annotations

from typing import Any

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import seethrough as st
from seethrough.errors import InputError
from seethrough.records.reading import read

TEXTS = ["She keeps bees in Lyon.", "He plays the oboe at night.", ""]
COLUMNS: dict[str, list[Any]] = {
    "note_id": [7, 8, 9],
    "patient": ["ann", "bob", "ann"],
    "note": TEXTS,
    "ward": ["a", "b", "a"],
}
NAMED = {"text": "note", "id": "note_id", "person": "patient"}


class Streams:
    """Has nothing but the Arrow PyCapsule interface."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any:
        return self._table.__arrow_c_stream__(requested_schema)


class Interchanges:
    """Has nothing but the interchange protocol, as older data frames do."""

    def __init__(self, table: pa.Table) -> None:
        self._table = table

    def __dataframe__(self, nan_as_null: bool = False, allow_copy: bool = True) -> Any:
        return self._table.__dataframe__(nan_as_null, allow_copy)


class DataSet:
    """What ``datasets.Dataset`` has that is asked for: rows that were chosen, in Arrow batches."""

    def __init__(self, table: pa.Table, format: str = "") -> None:
        self._table, self._format = table, format

    def with_format(self, format: str) -> DataSet:
        return DataSet(self._table, format)

    def iter(self, batch_size: int) -> Any:
        assert self._format == "arrow"
        for start in range(0, len(self._table), 2):
            yield self._table.slice(start, 2)


TABLE = pa.table(COLUMNS)


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        TABLE.to_batches()[0],
        pa.chunked_array([TABLE.to_struct_array().combine_chunks()]),
        Streams(TABLE),
        Interchanges(TABLE),
        DataSet(TABLE),
        pd.DataFrame(COLUMNS),
        pd.DataFrame(COLUMNS, index=[5, 3, 4]),
        pd.DataFrame(COLUMNS).astype({"ward": "category"}),
        pd.DataFrame(COLUMNS).set_index("note_id"),
        pl.DataFrame(COLUMNS),
    ],
    ids=lambda table: type(table).__name__,
)
def test_every_table_gives_the_same_corpus(table: Any) -> None:
    corpus = st.read(table, **NAMED)  # type: ignore[arg-type]
    assert corpus.ids == ["7", "8", "9"]
    assert corpus.persons == ["ann", "bob", "ann"]
    assert corpus.texts == TEXTS
    assert [record.fields for record in corpus] == [{"ward": w} for w in "aba"]
    assert corpus.name == "table"


def test_columns_are_guessed_and_nulls_counted_as_in_a_file() -> None:
    frame = pd.DataFrame({"id": ["x", "y"], "text": ["She keeps bees and sings.", None]})
    done = read(frame, name="notes")
    assert (done.corpus.name, done.corpus.ids, done.corpus.texts[1]) == ("notes", ["x", "y"], "")
    assert done.ledger["null texts"] == 1
    assert done.columns.guessed >= {"text", "id"}


def test_a_corpus_from_a_table_can_be_audited() -> None:
    frame = pl.DataFrame(
        {"id": list(range(30)), "text": [f"She is {n} and {n}." for n in range(30)]}
    )
    found = st.audit(st.read(frame), st.read(frame), attacks=["lexical"])
    assert found["lexical.distance"].value == 0


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ([1, 2], "table: a list is neither a file nor a table; give a path"),
        ({"train": DataSet(TABLE), "test": DataSet(TABLE)}, "several splits; give one of them: tr"),
        (pa.array([1, 2]), "cannot be read as an Arrow table"),
        (pa.table({"text": pa.array([], pa.string())}), "table: no records"),
        (pa.Table.from_arrays([pa.array(["a"])] * 2, ["t", "t"]), "two columns are named"),
        (pd.DataFrame({"text": ["a", "b"], "id": [1, 1]}), "table, row 2: the same id"),
    ],
)
def test_what_is_no_table_is_said(table: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read(table, text=None, id="id" if "same id" in told else None)
