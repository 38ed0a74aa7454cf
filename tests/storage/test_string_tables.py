"""Tables of strings are made in batches of bounded size; rows are taken from them in any order."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.storage import string_tables
from seethrough.storage.string_tables import rows_at, string_table

ROWS = st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), min_size=1, max_size=30)


def in_parts(rows: list[tuple[str, str]], size: int) -> pa.Table:
    table = string_table(["a", "b"], rows)
    return pa.concat_tables([table.slice(i, size) for i in range(0, len(rows), size)])


@given(ROWS, st.integers(1, 9), st.data())
def test_rows_are_those_at_the_places(
    rows: list[tuple[str, str]], size: int, data: st.DataObject
) -> None:
    places = data.draw(st.lists(st.integers(0, len(rows) - 1)))
    table = in_parts(rows, size)
    for chosen in (places, sorted(places)):
        found = rows_at(table, chosen)
        assert found.schema == table.schema
        assert found.to_pylist() == [{"a": rows[i][0], "b": rows[i][1]} for i in chosen]


def test_no_rows() -> None:
    table = string_table(["a"], [])
    assert (table.column_names, len(table)) == (["a"], 0)
    assert len(rows_at(table, [])) == 0


def test_a_batch_has_so_many_letters_or_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(string_tables, "_LETTERS", 100)
    monkeypatch.setattr(string_tables, "_ROWS", 10)
    short = string_table(["a"], [("x",)] * 25)
    assert [len(chunk) for chunk in short.column(0).chunks] == [10, 10, 5]
    long = string_table(["a"], [("x" * 60,)] * 5)
    assert [len(chunk) for chunk in long.column(0).chunks] == [2, 2, 1]
