import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.errors import InputError
from seethrough.notices import noticed_by
from seethrough.records.columns import Columns
from seethrough.records.formats.rows import Source
from seethrough.records.ingest import collect, identifier


def gather(rows, columns):
    numbered = list(enumerate(rows, 10))
    source = Source(iter(()), "f", "row", typed=True)
    return collect(source, numbered, columns, "f")


@pytest.mark.parametrize(
    ("value", "id"),
    [
        ("a", "a"),
        (0, "0"),
        (1.0, "1"),
        (-2.5, "-2.5"),
        (b"x", "x"),
        ("\ud800", "\ufffd"),
        ("", None),
        (b"", None),
        (None, None),
        (math.nan, None),
        (True, None),
        ([], None),
        ({}, None),
    ],
)
def test_identifiers(value, id):
    assert identifier(value) == id


@given(st.integers(-(2**53), 2**53))
def test_whole_numbers_identify_the_same_whatever_their_type(number):
    assert identifier(number) == identifier(float(number)) == str(number)


def test_a_column_that_plays_two_parts_is_no_field():
    corpus, _ = gather([{"p": 1, "t": "a", "x": 2}], Columns("t", "p", "p"))
    (record,) = corpus
    assert (record.id, record.person, record.fields) == ("1", "1", {"x": 2})


def test_the_text_column_may_identify_too():
    corpus, _ = gather([{"t": "a"}, {"t": "b"}], Columns("t", "t"))
    assert corpus.ids == corpus.texts == ["a", "b"]


def test_no_rows():
    corpus, ledger = gather([], Columns("t"))
    assert (len(corpus), ledger) == (0, {"records": 0})


def test_nan_is_no_text():
    corpus, ledger = gather([{"t": math.nan}, {"t": "a"}], Columns("t"))
    assert corpus.texts == ["", "a"]
    assert ledger == {"records": 2, "null_texts": 1}


def test_rows_without_any_value_are_left_out_and_counted_where_ids_tell_records_apart():
    rows = [{"id": "1", "t": "a"}, {"id": None, "t": ""}, {"id": "2", "t": ""}, {"id": "", "t": ""}]
    corpus, ledger = gather([dict(row) for row in rows], Columns("t", "id"))
    assert corpus.ids == ["1", "2"]
    assert ledger == {"records": 2, "rows_without_any_value": 2, "empty_texts": 1}
    # Where rows are numbered, leaving one out would shift all others.
    corpus, ledger = gather([dict(row) for row in rows], Columns("t"))
    assert corpus.texts == ["a", "", "", ""]
    assert ledger == {"records": 4, "empty_texts": 3}


def test_a_blank_around_a_person_makes_nobody_another_one():
    rows = [{"t": "A text.", "p": p} for p in ("p1", "p1 ", " p1", " ", None)]
    corpus, ledger = gather(rows, Columns(text="t", id=None, person="p", order=("t", "p")))
    assert list(corpus.persons) == ["p1", "p1", "p1", "4", "5"]
    assert ledger["records_without_a_person"] == 2


def test_marks_of_what_is_missing_are_no_person():
    named = ("NA", "nan", "NULL", "None", "\\N", " N/A", "Nan", "na", float("nan"))
    rows = [{"t": "A text.", "p": p} for p in named]
    corpus, ledger = gather(rows, Columns(text="t", id=None, person="p", order=("t", "p")))
    assert list(corpus.persons) == ["1", "2", "3", "4", "5", "6", "Nan", "na", "9"]
    assert ledger["records_without_a_person"] == 7


def test_marks_of_what_is_missing_are_no_text():
    texts = ["NA", "NULL", "\\N", "nan", "[NULL]", b"NA", "None", "n/a?", "A text."]
    corpus, ledger = gather([{"t": text} for text in texts], Columns("t"))
    assert corpus.texts == ["", "", "", "", "", "", "None", "n/a?", "A text."]
    assert ledger["null_texts"] == 6


@pytest.mark.parametrize("people", [["Ann", "Ben"], ["Ann"], {"name": "Ann"}])
def test_several_people_in_a_row_are_refused_not_nobody(people):
    rows = [{"t": "A text.", "p": "Ann"}, {"t": "A text.", "p": people}]
    with pytest.raises(InputError, match='row 11: the person column "p" holds several'):
        gather(rows, Columns(text="t", id=None, person="p", order=("t", "p")))


def test_rows_that_may_name_nobody_are_told_where_they_make_one_person():
    several = ["unknown", "p1", "-", "unknown", "-", "None", "Unknown", "-", "p1"]
    rows = [{"t": "a", "p": p} for p in several]
    told = []
    with noticed_by(told.append):
        corpus, _ = gather(rows, Columns(text="t", id=None, person="p", order=("t", "p")))
    assert list(corpus.persons) == [*several[:5], "6", *several[6:]]
    assert told == [
        'f: in column "p", 2 rows of "unknown" and 3 rows of "-" count as one person each;'
        " leave it empty where nobody is named"
    ]


@pytest.mark.parametrize(
    ("people", "says"),
    [
        (["a", None, "b", "", None, "c", " "], True),
        (["a", "b", "c", "d", "e", None, "f", None, "g", None], False),  # less than a third
        (["a", "b", "c", None, None, None], False),  # a foot of the table
        ([None, "a", None, "b", None, "c"], False),
        (["a", None, "b", None, "a", None], False),
    ],
)
def test_merged_cells_that_name_a_person_in_the_first_row_alone_are_told(people, says):
    told = []
    with noticed_by(told.append):
        rows = [{"t": "a", "p": p} for p in people]
        gather(rows, Columns(text="t", id=None, person="p", order=("t", "p")))
    assert told == says * [
        'f: in column "p", 4 rows name nobody and nobody is named twice; if cells were merged,'
        " write the person in each row: else each such row is a person of its own"
    ]


def test_a_person_who_may_be_called_so_and_has_one_record_is_not_told_of():
    rows = [{"t": "a", "p": p} for p in ("Na", "nil", "p1", "p1")]
    told = []
    with noticed_by(told.append):
        gather(rows, Columns(text="t", id=None, person="p", order=("t", "p")))
    assert told == []


def test_an_id_that_marks_what_is_missing_is_a_person_where_no_column_names_any():
    corpus, ledger = gather([{"i": "NA", "t": "A."}, {"i": " b", "t": "B."}], Columns("t", "i"))
    assert list(corpus.persons) == list(corpus.ids) == ["NA", " b"]
    assert ledger == {"records": 2}


def test_an_empty_list_of_people_is_nobody():
    rows = [{"t": "A text.", "p": []}, {"t": "A text.", "p": {}}]
    _, ledger = gather(rows, Columns(text="t", id=None, person="p", order=("t", "p")))
    assert ledger["records_without_a_person"] == 2


def test_the_number_of_a_record_without_a_person_is_nobody_else_s_name():
    rows = [{"t": "A text.", "p": p} for p in ("2", None, "3", " ")]
    corpus, _ = gather(rows, Columns(text="t", id=None, person="p", order=("t", "p")))
    assert list(corpus.persons) == ["2", "record 2", "3", "4"]


def test_what_stands_beside_the_turns_of_a_chat_is_a_column():
    turns = [{"role": "user", "content": "Hi.", "original": "My knee hurts."}]
    rows = [{"chat": turns}, {"chat": "Hello."}]
    corpus, _ = gather(rows, Columns(text="chat", id=None, person=None, order=("chat",)))
    assert list(corpus.texts) == ["User: Hi.", "Hello."]
    assert [record.fields for record in corpus] == [
        {"chat (beside the turns)": "My knee hurts."}, {},
    ]  # fmt: skip


def test_what_stands_beside_the_turns_of_a_chat_in_a_cell_is_a_column():
    turn = {"role": "user", "content": "Hello.", "name": "Ann Lee"}
    rows = [{"chat": write(turns)} for write in (json.dumps, repr) for turns in ([turn], [])]
    corpus, _ = gather(rows, Columns("chat"))
    told = {"chat (beside the turns)": "Ann Lee"}
    assert [record.fields for record in corpus] == [told, {}, told, {}]
