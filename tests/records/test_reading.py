import gzip
import io
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seethrough.engine.audit import audit
from seethrough.errors import InputError, UsageError
from seethrough.records.corpus import Record
from seethrough.records.id_alignment import check_rows
from seethrough.records.reading import read, read_corpus, read_knowledge, read_pair

SECRET = "Mrs Quimby of 14 Elm Street"
ROWS = [
    {"id": 1, "patient": "p1", "note": "Aching knee.", "ward": "north", "age": 70},
    {"id": 2, "patient": "p1", "note": "Knee is better.", "ward": "café", "age": None},
    {"id": 3, "patient": "p2", "note": '=cough, "dry"\nfever', "ward": "", "age": 31},
]


@pytest.fixture
def file(tmp_path):
    """Writes a file: text, bytes or a list of objects (one a line)."""

    def write(name, content):
        path = tmp_path / name
        if isinstance(content, list):
            content = "".join(json.dumps(row) + "\n" for row in content)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def problem(path, **options):
    with pytest.raises(InputError) as error:
        read(path, **options)
    message = str(error.value)
    assert "\n" not in message
    assert not any(word in message for word in ("Quimby", "Elm"))
    return message.removeprefix(path)


def as_json(file):
    return file("a.json", json.dumps(ROWS, indent=1))


def as_parquet(file):
    path = file("a.parquet", b"")
    pq.write_table(pa.Table.from_pylist(ROWS), path)
    return path


@pytest.mark.parametrize(
    "write",
    [
        lambda file: file("a.jsonl", ROWS),
        lambda file: file("a.ndjson.gz", gzip.compress("\n".join(map(json.dumps, ROWS)).encode())),
        as_json,
        as_parquet,
    ],
)
def test_typed_formats_read_the_same(file, write):
    reading = read(write(file))
    assert list(reading.corpus) == [
        Record("1", "p1", "Aching knee.", {"ward": "north", "age": 70}),
        Record("2", "p1", "Knee is better.", {"ward": "café", "age": None}),
        Record("3", "p2", '=cough, "dry"\nfever', {"ward": "", "age": 31}),
    ]
    assert str(reading.columns) == (
        'text column "note" (longest text, 12 letters a row); '
        'id column "id" (by its name, all different); person column "patient" (by its name)'
    )
    assert reading.ledger == {"records": 3}


@pytest.mark.parametrize(("name", "separator"), [("a.csv", ","), ("a.tsv", "\t"), ("b.csv", ";")])
def test_tables_hold_strings(file, name, separator):
    text = 'id,patient,note,age\n1,p1,Aching knee.,70\n2,p2,"=cough\n""dry""",\n'
    corpus = read_corpus(file(name, text.replace(",", separator)))
    assert list(corpus) == [
        Record("1", "p1", "Aching knee.", {"age": "70"}),
        Record("2", "p2", '=cough\n"dry"', {"age": ""}),
    ]
    assert corpus.name == name


def test_without_ids_rows_are_counted(file):
    corpus = read_corpus(file("a.jsonl", [{"text": "a"}, {"text": "b"}]))
    assert corpus.ids == corpus.persons == ["1", "2"]


def test_the_corpus_can_be_given_a_name(file):
    assert read_corpus(file("a.jsonl", [{"text": "a"}]), name="notes").name == "notes"


@pytest.mark.parametrize(
    ("value", "id"),
    [(1, "1"), (1.0, "1"), (1.5, "1.5"), ("01", "01"), (10**30, "1" + "0" * 30), (" a", " a")],
)
def test_ids_become_strings(file, value, id):
    assert read_corpus(file("a.jsonl", [{"id": value, "text": "a"}])).ids == [id]


def test_ids_that_parquet_keeps_as_floats(tmp_path):
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"id": [1.0, 2.0], "text": ["a", "b"]}), path)
    assert read_corpus(path).ids == ["1", "2"]


@pytest.mark.parametrize("value", [None, "", True, [1], {"a": 1}])
def test_a_record_without_an_id(file, value):
    path = file("a.jsonl", [{"id": 1, "text": "a"}, {"id": value, "text": "b"}])
    assert problem(path).startswith(', line 2: no id in column "id"')


def test_an_id_that_comes_twice_names_both_lines(file):
    path = file("a.jsonl", [{"id": SECRET + i, "text": "a"} for i in "xyzx"])
    assert problem(path, id="id") == ', line 4: the same id in column "id" as line 1'
    assert problem(path).endswith("or number the rows with --id ''")
    assert read_corpus(path, id="").ids == ["1", "2", "3", "4"]


def test_an_id_that_comes_twice_on_one_line(file):
    path = file("a.json", json.dumps([{"id": 1, "text": "a"}, {"id": 1, "text": "b"}]))
    assert problem(path, id="id") == ', line 1: the same id in column "id" as line 1'


def test_the_id_1_and_the_id_1_0_are_the_same(file):
    path = file("a.jsonl", [{"id": 1, "text": "a"}, {"id": 1.0, "text": "b"}])
    assert "the same id" in problem(path)


def test_ids_that_come_twice_after_the_sample(file):
    rows = [{"doc_id": i, "text": "a"} for i in range(1500)] + [{"doc_id": 7, "text": "b"}]
    assert problem(file("a.jsonl", rows)).startswith(
        ', line 1501: the same id in column "doc_id" as line 8; the column was guessed'
    )


def test_the_ledger_counts_what_was_odd(file):
    rows = [
        {"text": None, "patient": "a"},
        {"patient": "a"},
        {"text": "", "patient": "a"},
        {"text": 5, "patient": None},
        {"text": "words", "patient": ""},
        {"text": "half \ud83d a pair", "patient": "b"},
        {"text": [{"role": "user", "content": "hi"}], "patient": "b"},
    ]
    reading = read(file("a.jsonl", rows))
    assert reading.corpus.texts == ["", "", "", "5", "words", "half \ufffd a pair", "User: hi"]
    assert reading.corpus.persons == ["a", "a", "a", "4", "5", "b", "b"]
    assert reading.ledger == {
        "records": 7,
        "null_texts": 2,
        "empty_texts": 1,
        "numbers_as_text": 1,
        "replaced_characters": 1,
        "flattened_chats": 1,
        "records_without_a_person": 2,
    }


def test_lone_surrogates_anywhere(file):
    row = {"id": "a\ud800", "person": "b\udfff", "text": "c\udc00", "d\ud800": ["\ud800"]}
    (record,) = read_corpus(file("a.jsonl", [row]))
    assert record == Record("a\ufffd", "b\ufffd", "c\ufffd", {"d\ufffd": ["\ufffd"]})


def test_a_chat_in_a_cell_of_a_table(file):
    chat = json.dumps([{"role": "user", "content": "hi"}, {"role": "assistant", "content": "yes?"}])
    path = file("a.csv", 'id,conversation\n1,"{}"\n'.format(chat.replace('"', '""')))
    assert read_corpus(path).texts == ["User: hi\nAssistant: yes?"]


def test_a_text_that_looks_like_a_chat_stays(file):
    chat = '[{"role": "user", "content": "hi"}]'
    assert read_corpus(file("a.jsonl", [{"text": chat}])).texts == [chat]


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({"a": SECRET}, 'line 2: the text column "text" holds an object that is not a chat'),
        ([[SECRET]], 'line 2: the text column "text" holds a list that is not a chat'),
    ],
)
def test_a_text_that_is_no_text(file, value, told):
    assert problem(file("a.jsonl", [{"text": "a"}, {"text": value}])) == f", {told}"


def test_binary_text_is_decoded(tmp_path):
    path = str(tmp_path / "a.parquet")
    pq.write_table(pa.table({"text": [b"caf\xc3\xa9"], "image": [b"\xff\xd8"]}), path)
    assert list(read_corpus(path)) == [Record("1", "1", "café", {"image": "<2 bytes>"})]
    pq.write_table(pa.table({"text": [b"ok", b"caf\xe9"]}), path)
    assert problem(path) == ', row 2: the text column "text" holds bytes, not UTF-8'


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", '{"id": "a", "text": 1}\n{"id": "b", "text": 2.5}\n'),
        ("a.csv", "id,text\na,1\nb,2.5\nc,\n"),
    ],
)
def test_a_text_column_of_numbers(file, name, content):
    path = file(name, content)
    assert problem(path) == (
        ': the text column "text" holds numbers only; name the text column with --text'
    )
    assert "numbers only" in problem(path, text="text")


def test_texts_that_are_all_empty_are_texts(file):
    assert read_corpus(file("a.csv", 'id,text\n1,""\n2,\n')).texts == ["", ""]


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.jsonl", "", ": the file is empty"),
        ("a.jsonl", "\n \n", ": no records"),
        ("a.json", "[]", ": no records"),
        ("a.csv", "id,text\n", ": no records"),
        ("a.csv", "\n\n", ": no records"),
        ("a.jsonl", f'{{"text": "{SECRET}"', ", line 1: broken JSON at column "),
        ("a.csv", f"id,text\n1,{SECRET},2\n", ", line 2: 3 fields where the header has 2"),
        ("a.jsonl", '{"text": "é"}'.encode("latin-1"), ", line 1: byte offset 10 is not UTF-8"),
        ("a.csv", "id,text\n1,é".encode("utf-16"), ", line 1: UTF-16, not UTF-8"),
        ("a.parquet", "id,text\n", ": not a Parquet file"),
        ("a.jsonl.gz", gzip.compress(b'{"text": "a"}\n' * 999, mtime=0)[:-9], ": broken gzip data"),
        ("a.jsonl.gz", b"\x1f\x8bno header at all", ": cannot be read"),
        ("a.docx", "PK", ": a document cannot be read; put each text into a row"),
        (
            "a.jsonl",
            '{"age": 3}',
            ": no column holds text; name one with --text or --release-text; columns: age",
        ),
    ],
)
def test_broken_files(file, name, content, told):
    assert problem(file(name, content)).startswith(told)


def test_a_mistyped_column(file):
    assert problem(file("a.jsonl", ROWS), text="nota") == (
        ': no column "nota"; did you mean "note"? columns: id, patient, note, ward, age'
    )


def test_standard_input(monkeypatch):
    def given(content):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))

    given(b'{"text": "a"}\n{"text": "b"}\n')
    corpus = read_corpus("-")
    assert (corpus.texts, corpus.name) == (["a", "b"], "standard input")
    given(b"id\ttext\n1\ta, b\n")
    assert read_corpus("-").texts == ["a, b"]
    given(gzip.compress(b"id,text\n1,a\n", mtime=0))
    assert read_corpus("-").texts == ["a"]
    given(b"note;more\na;b\n")
    assert read_corpus("-", format="csv").texts == ["a"]
    table = io.BytesIO()
    pq.write_table(pa.table({"text": ["a"]}), table)
    given(table.getvalue())
    assert read_corpus("-").texts == ["a"]
    given(b"")
    with pytest.raises(InputError, match="standard input: the file is empty"):
        read("-")
    given(b"{]")
    with pytest.raises(InputError, match="standard input, line 1: broken JSON"):
        read("-")


def test_formats_can_be_given(file):
    assert read_corpus(file("a.txt", '{"text": "a"}'), format="jsonl").texts == ["a"]
    with pytest.raises(UsageError, match="formats: jsonl, csv, tsv, parquet, spacy"):
        read("a.csv", format="xls")


def test_a_data_set_needs_leave(monkeypatch):
    monkeypatch.setattr("seethrough.records.formats.hub.find_spec", lambda name: object())
    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    with pytest.raises(UsageError, match="allow-remote"):
        read("hf:a/b#train")


def test_more_rows_than_a_chunk_keep_their_order(file):
    rows = [{"id": i, "text": f"text {i}"} for i in range(20_000)]
    corpus = read_corpus(file("a.jsonl", rows))
    assert corpus.texts == [row["text"] for row in rows]
    assert corpus.table.column("text").num_chunks == 3


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        (
            "k.csv",
            "person,text\np1,Has a dog.\np2,Runs.\np1,Is 40.\n",
            {"p1": ["Has a dog.", "Is 40."], "p2": ["Runs."]},
        ),
        (
            "k.jsonl",
            [{"person": 1, "claims": ["Has a dog.", "Is 40."]}, {"person": 2, "claims": []}],
            {"1": ["Has a dog.", "Is 40."], "2": []},
        ),
        (
            "k.jsonl",
            [{"id": "r1", "text": "Runs.", "n": 3}, {"id": "r2", "text": None, "n": 4}],
            {"r1": ["Runs."], "r2": []},
        ),
        ("k.jsonl", [{"patient": "p", "facts": " Runs. ", "text": "other"}], {"p": ["Runs."]}),
        ("k.csv", "name,claim\nAnn,5\n", {"Ann": ["5"]}),
    ],
)
def test_knowledge(file, name, content, told):
    assert read_knowledge(file(name, content)) == told


def test_knowledge_with_named_columns(file):
    path = file("k.csv", "a,b\nx,Has a dog.\n")
    assert read_knowledge(path, person="a", text="b") == {"x": ["Has a dog."]}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ([{"text": "a"}], ": no column names the person; call it person"),
        ([{"person": "p", "text": "a"}, {"text": "b"}], ', line 2: no person in column "person"'),
        ([{"person": "p", "claims": [{"a": SECRET}]}], ', line 1: column "claims" holds neither'),
    ],
)
def test_broken_knowledge(file, content, told):
    path = file("k.jsonl", content)
    with pytest.raises(InputError) as error:
        read_knowledge(path)
    assert str(error.value).removeprefix(path).startswith(told)


def numbered(n, **more):
    return [{"Ref": f"x{i}", "story": f"It was day {i} of them.", **more} for i in range(n)]


def test_a_pair_meets_in_what_both_files_share(file):
    private = [{"id": i, **row} for i, row in enumerate(numbered(5))]
    release = [{"id": i + 50, **row} for i, row in enumerate(numbered(5)[::-1])]
    own, other = read_pair(file("p.jsonl", private), file("r.jsonl", release))
    assert (own.columns.id, other.columns.id) == ("Ref", "Ref")
    assert own.corpus.ids == other.corpus.ids[::-1] == ["x0", "x1", "x2", "x3", "x4"]


def test_a_pair_whose_shared_ids_repeat_further_down_is_read_again(file):
    private = [row | {"Ticket": 10 * i} for i, row in enumerate(numbered(1200))]
    release = [dict(row) for row in private]
    private[1100]["Ref"] = "x3"
    own, other = read_pair(file("p.jsonl", private), file("r.jsonl", release))
    assert (own.columns.id, other.columns.id) == ("Ticket", "Ticket")
    assert other.columns.why["id"] == (
        "in both files, all different; not ref, which has gaps or duplicates"
    )
    assert len(own.corpus) == 1200


def test_a_pair_whose_shared_ids_are_others_in_the_whole_files_is_read_again(file):
    private = [row | {"case_id": i} for i, row in enumerate(numbered(1200))]
    release = [row | {"case_id": 5000 + i} for i, row in enumerate(numbered(1200))]
    for row, old in zip(release, private, strict=True):
        row["Ticket"] = old["Ticket"] = "t" + row["Ref"]
        del row["Ref"]
    private[0]["case_id"] = 5000
    own, other = read_pair(file("p.jsonl", private), file("r.jsonl", release))
    assert (own.columns.id, other.columns.id) == ("Ticket", "Ticket")


def test_a_pair_from_standard_input_is_read_once(file, monkeypatch):
    content = "".join(json.dumps(row) + "\n" for row in numbered(3)).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    own, other = read_pair("-", file("r.jsonl", numbered(3)))
    assert own.corpus.ids == other.corpus.ids == ["x0", "x1", "x2"]
    assert own.corpus.name == "standard input"
    long = numbered(1200)
    long[1100]["Ref"] = "x3"
    content = "".join(json.dumps(row) + "\n" for row in long).encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content)))
    with pytest.raises(InputError, match=r'line 1101: the same id in column "Ref" .* --id'):
        read_pair("-", file("r.jsonl", numbered(1200)))


def test_a_named_id_that_repeats_is_an_error_in_a_pair(file):
    rows = [*numbered(2), *numbered(1)]
    with pytest.raises(InputError, match=r'line 3: the same id in column "Ref" as line 1$'):
        read_pair(file("p.jsonl", rows), file("r.jsonl", numbered(3)), id="Ref")


def test_a_control_is_read_like_the_private_file(file):
    own = read(file("p.jsonl", numbered(3, note="ok")), text="story")
    control = read(file("c.jsonl", numbered(3, note="much " * 30)), like=own.columns)
    assert control.columns.text == "story"


def test_knowledge_of_one_person_in_several_rows(file):
    path = file("k.csv", "name,claim\nAnn,Runs.\nAnn,Is 40.\n")
    assert read_knowledge(path) == {"Ann": ["Runs.", "Is 40."]}


def test_a_column_without_a_proper_name_is_never_quoted(file):
    rows = [{SECRET + " has a cough": f"She coughs {i}", "id": 1} for i in range(2)]
    path = file("a.jsonl", rows)
    assert problem(path).startswith(', line 2: the same id in column "id"')
    told = str(read(path, id="").columns)
    assert told.startswith("text column (column 1) (the only text, 9 letters a row)")


def test_a_table_of_a_spreadsheet_with_what_stands_beside_and_below_it(tmp_path):
    file = tmp_path / "f.csv"
    file.write_text(
        "Patient ID,Note,,\n7,He keeps bees.,,\n8,She swims.,,\n,,,\n,,,\n", "utf-8-sig"
    )
    corpus, columns, _ = read(file)
    assert (columns.text, columns.person) == ("Note", "Patient ID")
    assert corpus.texts[:2] == ["He keeps bees.", "She swims."]
    pair, other = read_pair(file, file)
    assert pair.corpus.ids == other.corpus.ids == ["7", "8"]
    assert pair.ledger == {"records": 2, "rows_without_any_value": 2}


def test_ids_that_a_spreadsheet_wrote_are_seen_to_be_others(file):
    """Rows in another order would stand for each other by their numbers."""
    rows = [{"Case No.": f"{1000 + i}.0", "Note": f"It was day {i} of them."} for i in range(6)]
    plain = [row | {"Case No.": row["Case No."].removesuffix(".0")} for row in rows]
    own, other = read_pair(file("p.jsonl", rows), file("r.jsonl", plain[::-1]))
    assert own.columns.id == other.columns.id == "Case No."
    with pytest.raises(InputError, match=r"6 differ only by .* \.0 behind a number"):
        audit(own.corpus, other.corpus, attacks=["lexical"])


def test_rows_without_ids_must_be_equally_many(file):
    rows = [{"Note": f"It was day {i} of them."} for i in range(6)]
    own, other = read_pair(file("p.jsonl", rows), file("r.jsonl", rows[1:]))
    with pytest.raises(InputError, match=r"p.jsonl has 6 rows and r.jsonl 5, and no id column"):
        check_rows(own, other)
    with pytest.raises(InputError, match="private has 6 rows and release 5"):
        audit(pa.Table.from_pylist(rows), pa.Table.from_pylist(rows[1:]), attacks=["lexical"])
    check_rows(own, own)
    named = [row | {"id": i} for i, row in enumerate(rows)]
    check_rows(*read_pair(file("p.jsonl", named), file("r.jsonl", named[1:])))


TEXTS = [f"It was day {i} of them, and it rained a lot." for i in range(6)]


@pytest.mark.parametrize(
    ("first", "released"),
    [
        (0, TEXTS),  # ids from 0, rows from 1
        (1, TEXTS[:3] + TEXTS[4:]),  # a row is missing
    ],
)
def test_ids_are_not_matched_with_numbers_of_rows(file, first, released):
    own = file("p.jsonl", [{"id": i, "note": text} for i, text in enumerate(TEXTS, first)])
    bare = file("r.jsonl", [{"note": text} for text in released])
    for pair in ((own, bare), (bare, own)):
        with pytest.raises(InputError, match=r"has no ids.*no id column is in both"):
            check_rows(*read_pair(*pair))
    check_rows(*read_pair(own, bare), made_of=True)


def test_row_labels_are_no_ids(file):
    own = file("p.jsonl", [{"id": i, "note": text} for i, text in enumerate(TEXTS, 1)])
    table = file("r.csv", ",note\n" + "".join(f'{i},"{t}"\n' for i, t in enumerate(TEXTS)))
    with pytest.raises(InputError, match=r'has its ids in "id" and r\.csv has its ids in "index"'):
        check_rows(*read_pair(own, table))


def test_ids_that_are_no_numbers_or_are_the_same_meet_whatever_their_columns_are_called(file):
    own = file("p.jsonl", [{"note_id": f"n{i}", "note": t} for i, t in enumerate(TEXTS)])
    named = file("r.jsonl", [{"id": f"n{i}", "note": t} for i, t in enumerate(TEXTS[:4])])
    check_rows(*read_pair(own, named))
    counted = file("c.jsonl", [{"id": i, "note": t} for i, t in enumerate(TEXTS, 1)])
    check_rows(*read_pair(counted, file("b.jsonl", [{"note": t} for t in TEXTS])))


def test_persons_of_known_facts_are_read_as_those_of_records(file):
    facts = file("facts.csv", "person,fact\np01 ,Keeps bees.\n")
    assert read_knowledge(facts) == {"p01": ["Keeps bees."]}


@pytest.mark.parametrize("told", ["sep=;", '"sep=;"', "SEP=;\r"])
def test_a_first_line_may_name_the_separator(file, told):
    rows = '1;"Ann, of Rome; has a cough."\n2;Bob swims.\n'
    corpus, columns, _ = read(file("notes.csv", f"{told}\nid;note\n{rows}"))
    assert (columns.id, columns.text, corpus.ids) == ("id", "note", ["1", "2"])
    assert corpus.texts[0] == "Ann, of Rome; has a cough."
    assert "line 5: 3 fields" in problem(file("bad.csv", f"{told}\nid;note\n{rows}3;a;b\n"))
    assert read(file("sep.csv", "sep=name\nIt rained.\n")).corpus.texts == ["It rained."]


def test_ids_in_a_column_of_another_name_are_not_passed_over(file):
    own = file("p.csv", "id,note\n" + "".join(f'{i},"{t}"\n' for i, t in enumerate(TEXTS, 1)))
    rows = list(enumerate(TEXTS, 1))
    moved = "lfd_nr,note\n" + "".join(f'{i},"{t}"\n' for i, t in rows[::-1])
    with pytest.raises(InputError, match=r'r\.csv: "lfd_nr" holds the ids of p\.csv in another'):
        check_rows(*read_pair(own, file("r.csv", moved)))
    check_rows(*read_pair(own, file("r.csv", moved), release_id="lfd_nr"))


def test_a_column_that_counts_down_is_no_id_of_what_was_made_of_these_rows(file):
    own = file("p.jsonl", [{"nr": 6 - i, "note": text} for i, text in enumerate(TEXTS)])
    made = file("r.jsonl", [{"id": str(i), "text": text} for i, text in enumerate(TEXTS, 1)])
    check_rows(*read_pair(own, made), made_of=True)
    with pytest.raises(InputError, match=r'"nr" holds the ids of r\.jsonl in another order'):
        check_rows(*read_pair(own, made))


def test_who_takes_rows_out_of_a_release_is_told_how_they_are_matched(file):
    own = file("p.jsonl", [{"note": text} for text in TEXTS])
    made = file("r.jsonl", [{"id": str(i), "text": t} for i, t in enumerate(TEXTS, 1) if i != 3])
    with pytest.raises(InputError, match="--id '' --release-id NAME if they are numbers of the"):
        check_rows(*read_pair(own, made))
    check_rows(*read_pair(own, made, id="", release_id="id"))


def test_rows_that_count_in_one_file_only_are_no_ids_of_the_other(file):
    own = file("p.jsonl", [{"id": 7 - i, "note": text} for i, text in enumerate(TEXTS, 1)])
    bare = file("r.jsonl", [{"note": text} for text in TEXTS])
    for named in ({"release_id": ""}, {"id": "id"}):
        with pytest.raises(InputError, match="no id column is in both"):
            check_rows(*read_pair(own, bare, **named))
    check_rows(*read_pair(own, bare, id="", release_id=""))
    check_rows(*read_pair(own, bare, id="id", release_id=""))


def test_ids_in_a_column_of_another_name_that_rows_agree_with_are_no_problem(file):
    numbered = [f'{i},"{t}"\n' for i, t in enumerate(TEXTS, 1)]
    own = file("p.csv", "".join(["id,note\n", *numbered]))
    check_rows(*read_pair(own, file("same.csv", "".join(["lfd_nr,note\n", *numbered]))))
    moved = file("moved.csv", "".join(["lfd_nr,note\n", *numbered[::-1]]))
    check_rows(*read_pair(own, moved, release_id=""))  # somebody said that the rows count


def test_ids_that_are_no_numbers_are_not_matched_with_rows(file):
    own = file("p.jsonl", [{"note_id": f"n{i}", "note": t} for i, t in enumerate(TEXTS)])
    with pytest.raises(InputError, match=r"has no ids.*no id column is in both"):
        check_rows(*read_pair(own, file("r.jsonl", [{"note": t} for t in TEXTS])))


def test_rows_with_the_same_id_are_named_where_they_are_why_there_are_no_ids(file):
    own = file("p.csv", "Fallnummer;note\n" + "".join(f"F{i};{t}\n" for i, t in enumerate(TEXTS)))
    twice = file(
        "r.csv", "fallnummer;note\n" + "".join(f"F{i % 4};{t}\n" for i, t in enumerate(TEXTS))
    )
    for pair in ((own, twice), (twice, own)):
        with pytest.raises(InputError, match=r'r\.csv: rows 1 and 5 have the same id in "fallnumm'):
            check_rows(*read_pair(*pair))


def test_a_column_of_ids_is_the_same_whatever_its_capitals(file):
    own = file("p.jsonl", [{"ID": i, "note": t} for i, t in enumerate(TEXTS)])
    check_rows(*read_pair(own, file("r.jsonl", [{"id": i, "note": TEXTS[i]} for i in range(4)])))


DAYS = [f"It was day {i} of them, and it rained a lot." for i in range(24)]


@pytest.mark.parametrize("column", ["note_id", "patient_id", "ward", "_id"])
def test_rows_in_another_order_do_not_stand_for_one_another(file, column):
    """No column tells them all apart: one note has no id, or each patient has two."""
    keys: list[object] = [i // 2 for i in range(24)]
    if column == "note_id":
        keys = [None, *range(100, 123)]
    elif column == "_id":  # as MongoDB exports it
        keys = [{"$oid": f"5f{i}"} for i in range(24)]
    rows = [{column: key, "note": text} for key, text in zip(keys, DAYS, strict=True)]
    own, moved = file("p.jsonl", rows), file("r.jsonl", rows[::-1])
    with pytest.raises(InputError, match=rf'"{column}" holds the values that .* in another order'):
        check_rows(*read_pair(own, moved))
    check_rows(*read_pair(own, moved, id="", release_id=""))
    check_rows(*read_pair(own, moved), made_of=True)
    check_rows(*read_pair(own, file("same.jsonl", rows)))
    begun = [*rows[:6], *rows[:5:-1]]
    with pytest.raises(InputError, match="in another order"):
        check_rows(*read_pair(own, file("begun.jsonl", begun)))
    fresh = [row | {column: f"x{i % 12}"} for i, row in enumerate(rows[::-1])]
    check_rows(*read_pair(own, file("fresh.jsonl", fresh)))


def test_a_column_that_was_exchanged_beside_one_that_was_not_says_nothing_of_the_rows(file):
    rows = [{"ward": i // 2, "age": i // 2, "note": text} for i, text in enumerate(DAYS)]
    swapped = [row | {"age": 11 - row["age"]} for row in rows]
    check_rows(*read_pair(file("p.jsonl", rows), file("r.jsonl", swapped)))
    constant = [{"ward": 1, "age": row["age"], "note": row["note"]} for row in rows]
    with pytest.raises(InputError, match='"age" holds the values'):
        check_rows(*read_pair(file("c.jsonl", constant), file("d.jsonl", constant[::-1])))


def test_ids_that_count_from_0_and_from_1_do_not_meet_their_neighbours(file):
    def counted(name, first):
        rows = "".join(f'{i},"{text}"\n' for i, text in enumerate(DAYS, first))
        return file(name, f",note\n{rows}")

    pandas, r = counted("p.csv", 0), counted("r.csv", 1)
    for own, released in ((pandas, r), (r, pandas)):
        with pytest.raises(InputError, match=r"those of p\.csv from 0 and those of r\.csv from"):
            check_rows(*read_pair(own, released))
    check_rows(*read_pair(pandas, r, id="index", release_id="index"))
    check_rows(*read_pair(pandas, pandas))
    check_rows(*read_pair(pandas, counted("later.csv", 2)))


def test_a_short_release_of_the_end_of_a_long_file_meets_it_by_its_ids(file):
    rows = [{"Ref": f"x{i}", "note": f"It was day {i} of them."} for i in range(1400)]
    own, released = file("p.jsonl", rows), file("r.jsonl", rows[900:])
    for pair in (read_pair(own, released), read_pair(released, own)[::-1]):
        assert [reading.columns.id for reading in pair] == ["Ref", "Ref"]
        assert pair[1].corpus.ids == pair[0].corpus.ids[900:]


def test_ids_of_thousands_of_digits_count_no_records(file):
    rows = [{"id": "1" * 5000 + str(i), "note": text} for i, text in enumerate(DAYS)]
    check_rows(*read_pair(file("p.jsonl", rows), file("r.jsonl", rows)))
