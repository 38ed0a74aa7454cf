"""Tables in memory: real data frames, and stand-ins that have one of the two interfaces alone."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import datasets
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import seethrough as st
from seethrough.errors import InputError
from seethrough.records.reading import read, read_pair

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


TABLE = pa.table(COLUMNS)
DATA_SET = datasets.Dataset.from_dict(COLUMNS)


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        TABLE.to_batches()[0],
        pa.chunked_array([TABLE.to_struct_array().combine_chunks()]),
        Streams(TABLE),
        Interchanges(TABLE),
        DATA_SET,
        DATA_SET.select([2, 0, 1]).select([1, 2, 0]),
        DATA_SET.with_format("pandas"),
        DATA_SET.to_iterable_dataset(),
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
    assert done.ledger["null_texts"] == 1
    assert done.columns.guessed >= {"text", "id"}


NOTES: dict[str, list[Any]] = {
    "note_id": [f"n{n}" for n in range(30)],
    "note": [f"She is {n} and {n}." for n in range(30)],
}


@pytest.mark.parametrize("kind", [pa.table, pl.DataFrame, pd.DataFrame, datasets.Dataset.from_dict])
def test_tables_are_audited_and_sanitized_as_they_are(kind: Callable[[Any], Any]) -> None:
    private = kind(NOTES)
    # The other way round, and with an id of its own: both meet in what they share.
    release = kind({"row": [*range(30)]} | {name: v[::-1] for name, v in NOTES.items()})
    found = st.audit(private, release, attacks=["lexical"])
    assert found["lexical.distance"].value == 0
    assert found["lexical.distance"].n == 30
    assert st.sanitize(private, "erase").corpus.ids == NOTES["note_id"]


UUIDS = [uuid.UUID(int=n << 120 | n) for n in range(128, 158)]


@pytest.mark.parametrize(
    "keys",
    [
        pa.array([Decimal(n) for n in range(30)], pa.decimal128(38, 0)),
        pa.array([f"k{n}".encode() for n in range(30)]),
        pa.array([key.bytes for key in UUIDS], pa.uuid()),
        pa.array([key.bytes for key in UUIDS], pa.binary(16)),
    ],
    ids=lambda keys: str(keys.type),
)
def test_ids_and_persons_may_be_of_any_type(keys: pa.Array) -> None:
    texts = [f"She is {n} and {n}." for n in range(30)]
    table = pa.table({"note_id": keys, "patient_id": keys.take([0] * 30), "note": texts})
    private, release = read_pair(table, table.drop(["patient_id"]).take([*range(29, -1, -1)]))
    assert (private.columns.id, private.columns.person) == ("note_id", "patient_id")
    assert release.corpus.ids == private.corpus.ids[::-1]
    assert len(set(private.corpus.ids)) == 30
    assert len(set(private.corpus.persons)) == 1


def test_a_time_zone_that_nobody_knows_is_refused_in_one_line() -> None:
    when = pa.array([0], pa.timestamp("s", tz="Not/AZone"))
    for table in ({"when": when}, {"when": pa.StructArray.from_arrays([when], ["at"])}):
        with pytest.raises(InputError, match=r"table, rows 1 to 1: .*in an unknown time zone"):
            st.read(pa.table({**table, "text": ["She keeps bees."]}))


def test_a_release_a_control_or_the_private_records_may_be_the_only_table() -> None:
    corpus, frame = st.read(pl.DataFrame(NOTES)), pd.DataFrame(NOTES)
    others = pl.DataFrame({"note": [f"He is {n} or so." for n in range(30)]})
    for private, release in ((corpus, frame), (frame, corpus), (frame, st.TextRelease(corpus))):
        found = st.audit(private, release, attacks=["lexical"], control=others)
        assert found["lexical.distance"].value == 0
    compared = st.compare(frame, ["identity"], attacks=["lexical"], control=others)
    assert compared.rows[0].audits[0]["lexical.distance"].value == 0


def test_a_stream_is_read_once() -> None:
    stream = pa.table(NOTES).to_reader()
    found = st.audit(stream, pd.DataFrame(NOTES), attacks=["lexical"])
    assert found["lexical.distance"].value == 0
    refs = [f"x{n}" for n in range(1200)]
    refs[1100] = "x3"  # behind the rows that the columns are chosen from
    long = {"Ref": refs, "story": [f"It was day {n} of them." for n in range(1200)]}
    with pytest.raises(InputError, match='private, row 1101: the same id in column "Ref" as row 4'):
        read_pair(pa.table(long).to_reader(), pd.DataFrame(long))


@pytest.mark.parametrize(
    ("table", "told"),
    [
        ([1, 2], "table: a list is neither a file nor a table; give a path"),
        (
            datasets.DatasetDict(train=DATA_SET, test=DATA_SET),
            "several splits; give one of them: tr",
        ),
        (pa.array([1, 2]), "cannot be read as an Arrow table"),
        (pd.DataFrame([["a", "b"]], columns=["t", "t"]), "each column needs a name of its own"),
        (pa.table({"text": pa.array([], pa.string())}), "table: no records"),
        (pa.Table.from_arrays([pa.array(["a"])] * 2, ["t", "t"]), "two columns are named"),
        (pd.DataFrame({"text": ["a", "b"], "id": [1, 1]}), "table, row 2: the same id"),
    ],
)
def test_what_is_no_table_is_said(table: Any, told: str) -> None:
    with pytest.raises(InputError, match=told):
        read(table, text=None, id="id" if "same id" in told else None)
