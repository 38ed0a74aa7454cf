import csv
import io
from time import process_time

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from seethrough.errors import InputError
from seethrough.records.formats.delimited import read_rows

SECRET = "Mrs Quimby of 14 Elm Street"


def read(text, delimiter=",", header=None):
    content = text if isinstance(text, bytes) else text.encode()
    return list(read_rows(io.BufferedReader(io.BytesIO(content)), "f", delimiter, header))


def test_a_table_of_one_column_may_hold_texts_of_several_lines():
    assert [row["a"] for _, row in read('a\n"one\ntwo\nthree"\nfour\n', "\t")] == [
        "one\ntwo\nthree",
        "four",
    ]


def test_labels_of_rows_without_a_name_take_none_that_there_is():
    ((_, row),) = read(",index,text\n1,2,some words here\n")
    assert row == {"column-1": "1", "index": "2", "text": "some words here"}


CELLS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=8)


@given(st.lists(st.tuples(CELLS, CELLS)), st.sampled_from([",", "\t"]))
def test_what_the_csv_module_writes_comes_back(rows, delimiter):
    file = io.StringIO(newline="")
    writer = csv.writer(file, delimiter=delimiter)
    writer.writerow(["a", "b"])
    writer.writerows(rows)
    assume(delimiter == "," or not any(_like_rows(cell) for row in rows for cell in row))
    assert [tuple(values.values()) for _, values in read(file.getvalue(), delimiter, True)] == rows


def _like_rows(cell):
    """Return whether a cell holds as many tabs as rows of two fields would."""
    return cell.count("\t") == cell.count("\n") > 0


def test_records_are_numbered_by_their_first_line():
    text = 'a,b\n1,"x\ny\nz"\n\n2,w\r\n3,v'
    assert [number for number, _ in read(text)] == [2, 6, 7]
    assert read(text)[0] == (2, {"a": "1", "b": "x\ny\nz"})


@pytest.mark.parametrize("delimiter", [";", "\t"])
def test_other_delimiters_are_seen_in_the_header(delimiter):
    text = f"id{delimiter}text\n1{delimiter}a, b\n"
    assert read(text) == [(2, {"id": "1", "text": "a, b"})]


def test_one_column():
    assert read('text\na\n"b, c"\n') == [(2, {"text": "a"}), (3, {"text": "b, c"})]


def test_a_blank_line_is_a_record_without_text_where_there_is_one_column():
    assert read("text\n\na\n\r\n\nb\n\n\n") == [
        (2, {"text": ""}), (3, {"text": "a"}), (4, {"text": ""}), (5, {"text": ""}),
        (6, {"text": "b"}),
    ]  # fmt: skip
    assert read("a,b\n\n1,2\n\n") == [(3, {"a": "1", "b": "2"})]


def test_a_byte_order_mark_is_no_part_of_the_first_name():
    assert read(b'\xef\xbb\xbf"id",text\n1,a\n') == [(2, {"id": "1", "text": "a"})]


def test_row_labels_that_pandas_wrote_are_the_index():
    assert read(",text\n0,a\n") == [(2, {"index": "0", "text": "a"})]


def test_a_field_longer_than_the_csv_modules_limit():
    assert read("text\n" + "x" * 200_000)[0][1] == {"text": "x" * 200_000}


def test_formulas_and_blanks_stay():
    assert read('a,b\n=1+1, x \n"@","-1"')[0][1] == {"a": "=1+1", "b": " x "}


def test_a_column_that_nobody_named_is_called_by_its_place() -> None:
    rows = read("id,text,,\n1,a,,\n2,b,,x\n")
    assert rows[1][1] == {"id": "2", "text": "b", "column-3": "", "column-4": "x"}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"id,text\n1,a\n2,{SECRET},x\n", "f, line 3: 3 fields where the header has 2; "),
        (f"id,text\n1,a\n{SECRET}\n", "f, line 3: 1 field where the header has 2; "),
        (
            f'id,text\n1,a\n2,"{SECRET}\n3,b\n',
            "f, line 3: a quote opens in this row and is not closed before the end of the file",
        ),
        (f'id,text\n1,"{SECRET}" x\n', "f, line 2: text follows a closing quote; "),
        ("id,text\r1,a\r2,b\r", "f, line 1: a lone carriage return; "),
        ("id,text,id\n1,a,2\n", "f, line 1: columns 1 and 3 have the same name; "),
        ("id,,column-2\n1,a,b\n", "f, line 1: columns 2 and 3 have the same name; "),
        ("id,text\n1,a\n,,\n", "f, line 3: 3 fields where the header has 2; "),
        (f"1,{SECRET}\n2,b\n", "f, line 1: no header; this line looks like a record"),
        (
            f"a,{SECRET * 5}\n2,b\n",
            "f, line 1: no header; this line looks like a record",
        ),
        (f'a,"{SECRET}\n{SECRET}"\n2,b\n', "f, line 1: no header; "),
        (f"p1,{SECRET}.\np2,b\n", "f, line 1: no header; "),
        ("id,text\n1,a\0b\n", "f, line 2: NUL byte at byte offset 11; "),
        (b"id,text\n1,caf\xe9\n", "f, line 2: byte offset 13 is not UTF-8; "),
    ],
)
def test_broken_input(text, told):
    with pytest.raises(InputError) as error:
        read(text)
    assert str(error.value).startswith(told)
    assert SECRET[:5] not in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("rest", ["", "\tx"])
def test_a_file_without_quoting_whose_texts_begin_and_end_with_quotes_loses_no_row(rest):
    head = "id\ttext" + ("\tlast" if rest else "")
    rows = [f'1\t"Go, {SECRET}{rest}', f"2\tshe said{rest}", f'3\tand left."{rest}']
    with pytest.raises(InputError, match=r"f, line 2: .* looks like 2 more rows; if this file"):
        read("\n".join([head, *rows]) + "\n", "\t")


def test_a_quoted_text_may_hold_lines_and_commas():
    assert read('id,text\n1,"Dear all,\nbye"\n')[0][1]["text"] == "Dear all,\nbye"
    for text in ("a\tb\tc\nd", "a\tb\tc\nd\ne"):
        assert read(f'id\ttext\n1\t"{text}"\n', "\t")[0][1]["text"] == text


@pytest.mark.parametrize(
    ("header", "columns"),
    [
        ("Patient;Name, Vorname;Befund", ["Patient", "Name, Vorname", "Befund"]),
        ("Name, Vorname;Befund", ["Name, Vorname", "Befund"]),
        ("id, name, note", ["id", "name", "note"]),
        ('id,"a;b;c"', ["id", "a;b;c"]),
        ("id\tnote", ["id", "note"]),
        ("id|note", ["id", "note"]),
        ("note", ["note"]),
    ],
)
def test_what_separates_the_names_of_columns(header, columns):
    separator = next(d for d in ("\t", ";", "|", ",") if d in header or d == ",")
    separator = "," if '"' in header else separator
    row = separator.join("x" * len(columns))
    assert [list(found) for _, found in read(f"{header}\n{row}\n")] == [columns]


@pytest.mark.parametrize("header", ["id,note (a;b;c)", "id,a|b|c", "id, note; or more; comments"])
def test_signs_in_the_names_of_columns_separate_nothing(header):
    rows = [row for _, row in read(f"{header}\n1,It rained\n2,We went out\n")]
    assert [len(row) for row in rows] == [2, 2]


def test_semicolons_of_a_record_separate_nothing_where_it_holds_commas():
    names = [list(found) for _, found in read("one, two;three;four\n", header=False)]
    assert names == [["column-1", "column-2"]]


def test_a_first_line_may_name_tabs_and_is_counted_as_a_line():
    assert read("sep=\t\nid\tno,te,s\n1\ta\n") == [(3, {"id": "1", "no,te,s": "a"})]
    with pytest.raises(InputError, match=r"f, line 3: a quote opens.*\(line 4\)"):
        read('sep=;\nid;note\n1;"open\nstill\n')


def test_many_columns_are_compared_at_once():
    names = [f"c{number}" for number in range(100_000)]
    begin = process_time()
    with pytest.raises(InputError, match="columns 2 and 100001 have the same name"):
        read(",".join([*names, "c1"]) + "\n")
    assert process_time() - begin < 10  # a minute where each name is looked for in all
