import datetime
import io
from decimal import Decimal

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seethrough.errors import InputError
from seethrough.records.formats.parquet import read_rows


def read(table, **options):
    file = io.BytesIO()
    pq.write_table(table, file, **options)
    return list(read_rows(io.BufferedReader(io.BytesIO(file.getvalue())), "f"))


def test_rows_are_numbered_over_all_groups():
    rows = read(pa.table({"a": list(range(5)), "b": list("vwxyz")}), row_group_size=2)
    assert rows == [(i + 1, {"a": i, "b": "vwxyz"[i]}) for i in range(5)]


@pytest.mark.parametrize("dictionary", [True, False])
def test_texts_that_recur_stay_with_their_rows(dictionary):
    texts = [f"note {i % 7}" if i % 3 else None for i in range(2000)]
    table = pa.table(
        {"a": list(range(2000)), "text": texts, "bytes": [t and t.encode() for t in texts]}
    )
    rows = read(table, row_group_size=1500, use_dictionary=dictionary)
    assert [row for _, row in rows] == [
        {"a": i, "text": text, "bytes": text} for i, text in enumerate(texts)
    ]


def test_dates_of_any_year_are_read_or_refused():
    far = pa.array([1_000_000_000, 0], pa.date32())
    assert [row["day"] for _, row in read(pa.table({"day": far}))][1] == "1970-01-01"
    lists = pa.array([[1_000_000_000]], pa.list_(pa.date32()))
    with pytest.raises(InputError, match="f, rows 1 to 1: a value, such as a date, that is out"):
        read(pa.table({"day": lists}))


def test_types_of_all_kinds():
    table = pa.table(
        {
            "when": pa.array([1_600_000_000_123_456_789], pa.timestamp("ns")),
            "zone": pa.array([1_600_000_000], pa.timestamp("s", tz="UTC")),
            "day": pa.array([datetime.date(2020, 2, 29)]),
            "turns": pa.array([[{"role": "user", "content": "hi"}]]),
            "kind": pa.array(["x"]).dictionary_encode(),
            "view": pa.array(["y"], pa.string_view()),
            "none": pa.nulls(1),
            "number": pa.array([Decimal("7.00")], pa.decimal128(9, 2)),
            "price": pa.array([Decimal("7.50")], pa.decimal128(9, 2)),
            "hour": pa.array([datetime.time(9, 30)]),
            "utf8": pa.array([b"z"]),
            "hash": pa.array([b"\xff"]),
        }
    )
    values = read(table)[0][1]
    assert values["when"] == "2020-09-13 12:26:40.123456789"
    assert values["zone"].startswith("2020-09-13 12:26:40")
    assert values["turns"] == [{"role": "user", "content": "hi"}]
    assert (values["kind"], values["view"], values["none"]) == ("x", "y", None)
    assert (values["number"], values["price"], values["hour"]) == (7, "7.50", "09:30:00")
    assert (values["utf8"], values["hash"]) == ("z", b"\xff")


def test_a_name_that_is_no_text():
    file = io.BytesIO()
    pq.write_table(pa.table({"text": ["a"]}), file)
    content = file.getvalue().replace(b"text", b"te\xe1t")
    with pytest.raises(InputError, match="f: the name of a column is not UTF-8"):
        list(read_rows(io.BufferedReader(io.BytesIO(content)), "f"))


def test_no_rows():
    assert read(pa.table({"a": pa.array([], pa.string())})) == []


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"PAR1", "f: broken Parquet file ("),
        (b"PAR1" + b"\0" * 100, "f: broken Parquet file ("),
        (b"id,text\n", "f: not a Parquet file; "),
    ],
)
def test_what_is_broken(content, told):
    with pytest.raises(InputError) as error:
        list(read_rows(io.BufferedReader(io.BytesIO(content)), "f"))
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)


def test_a_damaged_page():
    file = io.BytesIO()
    pq.write_table(pa.table({"a": ["some words"] * 100}), file, use_dictionary=False)
    content = bytearray(file.getvalue())
    content[4:40] = b"\xff" * 36
    with pytest.raises(InputError, match="f: broken Parquet file"):
        list(read_rows(io.BufferedReader(io.BytesIO(bytes(content))), "f"))


def test_two_columns_of_one_name():
    table = pa.table([pa.array([1]), pa.array([2])], names=["a", "a"])
    with pytest.raises(InputError, match='two columns are named "a"'):
        read(table)


def test_a_string_that_is_not_utf8():
    data = pa.array([b"ok", b"caf\xe9"], pa.binary())
    broken = pa.StringArray.from_buffers(2, *data.buffers()[1:])
    with pytest.raises(InputError, match="f, rows 1 to 2: a string is not UTF-8"):
        read(pa.table({"a": broken}))
