import pytest

from seethrough.columns import Columns, choose_columns, is_number, listed, normalized
from seethrough.errors import InputError


def rows(**columns):
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


@pytest.mark.parametrize(
    ("columns", "text", "id", "person"),
    [
        ({"id": [1, 2], "text": ["a", "b"]}, "text", "id", None),
        ({"ID": ["x", "y"], "Text": ["a", "b"]}, "Text", "ID", None),
        (
            {"realidx": [4, 7], "question": ["a b", "c d"], "answer": ["e", "f"]},
            "question",
            "realidx",
            None,
        ),
        (
            {"conversation_hash": ["a", "b"], "user_query": ["q", "r"]},
            "user_query",
            "conversation_hash",
            None,
        ),
        ({"uid": ["a", "b"], "category": ["x", "x"], "prompt": ["p", "q"]}, "prompt", "uid", None),
        (
            {"patientId": [1, 1], "noteId": [8, 9], "Clinical Note": ["n", "m"]},
            "Clinical Note",
            "noteId",
            "patientId",
        ),
        (
            {"doc_id": ["a", "a"], "qid": ["a1", "a2"], "question": ["q", "r"]},
            "question",
            "qid",
            None,
        ),
        ({"name": ["Ann", "Bo"], "biography": ["born in", "died in"]}, "biography", None, "name"),
        ({"author": ["a", "b"], "comments": [["x"], ["y"]]}, "comments", None, "author"),
        ({"label": ["pos", "neg"], "sentence": ["good", "bad"]}, "sentence", None, None),
        ({"instruction": ["Answer."] * 2, "input": ["q", "r"]}, "input", None, None),
        ({"instruction": ["Answer."] * 2, "n": [1, 2]}, "instruction", None, None),
        (
            {"section_text": ["short", "er"], "title": ["much longer than it", "is"]},
            "section_text",
            None,
            None,
        ),
        ({"first": ["a", "b"], "second": ["long words", "longer words"]}, "second", None, None),
        ({"case_id": ["1", "2"], "body": ["a", "b"]}, "body", "case_id", None),
        ({"user": ["how do I?", "why" * 60], "text": ["a", "b"]}, "text", None, None),
        ({"id": ["1", "2"], "note": ["", ""], "zip": ["97", "98"]}, "note", "id", None),
        ({"id": ["1", "2"], "text": ["", ""], "note": ["a", "b"]}, "text", "id", None),
        ({"note": [None, None], "body": ["a", "b"]}, "body", None, None),
    ],
)
def test_good_guesses(columns, text, id, person):
    chosen = choose_columns(rows(**columns), "f")
    assert (chosen.text, chosen.id, chosen.person) == (text, id, person)
    assert chosen.guessed == {"text", "id", "person"}


def test_named_columns_are_used_and_not_called_guessed():
    sample = rows(id=[1, 2], text=["a", "b"], note=["c", "d"], who=["x", "y"])
    chosen = choose_columns(sample, "f", text="NOTE", person="who")
    assert chosen == Columns("note", "id", "who", frozenset({"id"}))
    assert str(chosen) == "text column: note; id column: id (guessed); person column: who"


def test_one_column_can_be_id_and_person():
    chosen = choose_columns(rows(p=["1", "2"], text=["a", "b"]), "f", id="p", person="p")
    assert (chosen.id, chosen.person) == ("p", "p")


def test_an_empty_name_means_no_column():
    chosen = choose_columns(rows(id=[1], author=["a"], text=["t"]), "f", id="", person="")
    assert (chosen.id, chosen.person) == (None, None)
    assert "rows are counted" in str(chosen)


def test_columns_are_gathered_from_all_rows_of_the_sample():
    assert choose_columns([{"a": 1}, {"a": 2, "text": "x"}], "f").text == "text"


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ("txet", 'f.csv: no column "txet"; did you mean "text"? columns: id, text, Note'),
        ("nnote", 'f.csv: no column "nnote"; did you mean "Note"? columns: id, text, Note'),
        ("zzz", 'f.csv: no column "zzz"; columns: id, text, Note'),
    ],
)
def test_a_mistyped_column_names_the_closest(wanted, message):
    with pytest.raises(InputError) as error:
        choose_columns(rows(id=[1], text=["a"], Note=["b"]), "f.csv", text=wanted)
    assert str(error.value) == message


@pytest.mark.parametrize("columns", [{"a": [1, 2]}, {"a": ["1", "2.5"]}, {"a": [None, None]}])
def test_no_text_column(columns):
    with pytest.raises(InputError, match=r"^f: no column holds text; name one .*; columns: a$"):
        choose_columns(rows(**columns), "f")


def test_long_names_are_not_quoted():
    names = ["id", "She was seen on Monday for chest pain", *"abcdefghijklmnopqrstuv"]
    assert listed(names).startswith("id, (column 2), a, b")
    assert listed(names).endswith("and 4 more")


@pytest.mark.parametrize(
    ("name", "normal"),
    [
        ("patientID", "patient_id"),
        ("Full Text", "full_text"),
        ("user-query", "user_query"),
        (" Id ", "id"),
    ],
)
def test_names_are_normalized(name, normal):
    assert normalized(name) == normal


@pytest.mark.parametrize("text", ["1", "-2.5", "1,000.00", "3e-4", "45%", " 7 "])
def test_numbers(text):
    assert is_number(text)


@pytest.mark.parametrize("text", ["", "a", "1 a", "2024-01-02", "-", "nan"])
def test_no_numbers(text):
    assert not is_number(text)


@pytest.mark.parametrize(
    "columns",
    [
        {"id": ["a", "b"]},
        {"case_id": ["x y", "z"], "age": [3, 4]},
        {"id": [1, 2], "name": ["Ann Lee", "Bo"]},
    ],
)
def test_ids_and_names_are_never_taken_for_the_text(columns):
    with pytest.raises(InputError, match="no column holds text; name one with --text"):
        choose_columns(rows(**columns), "f")
    named = next(iter(columns))
    assert choose_columns(rows(**columns), "f", text=named).text == named


def test_long_texts_by_a_user_are_texts():
    assert choose_columns(rows(user=["word " * 50, "word " * 40]), "f").text == "user"
