import io
import json
import os
import stat

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from spacy.tokens import DocBin

from seethrough.errors import InputError, UsageError
from seethrough.records.column_content import is_number
from seethrough.records.columns import Columns
from seethrough.records.corpus import Corpus, Record
from seethrough.records.ingest import MAYBE_NOBODY, MISSING, NOBODY
from seethrough.records.reading import read, read_corpus
from seethrough.records.releases.text import TextRelease
from seethrough.records.writing import write_corpus

# Lone surrogates included: a corpus holds U+FFFD for them, and that is what comes back.
TEXT = st.text(st.characters(exclude_categories=[]), max_size=20) | st.sampled_from(
    [
        "",
        "=1+1",
        '"',
        "'",
        "\r",
        "\n",
        "\r\n",
        "a\u2028b\x85c",
        "\ufeff",
        " ",
        ",",
        "\t",
        "[]",
        "{}",
    ]
)
NAME = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=4)
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False) | TEXT,
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(NAME, inner, max_size=2),
    max_leaves=4,
)


@st.composite
def corpora(draw, texts=TEXT, fields=VALUE):
    n = draw(st.integers(1, 5))
    several = lambda values: draw(st.lists(values, min_size=n, max_size=n))  # noqa: E731
    ids = [f"{i}{id_}" for i, id_ in enumerate(several(TEXT))]
    nobody = NOBODY | MAYBE_NOBODY  # of which a notice tells
    persons = ["p" if {p, p.casefold()} & nobody else p for p in map(str.strip, several(TEXT))]
    written = texts.filter(lambda text: text not in MISSING)  # which are read as no text
    return Corpus.from_texts(several(written), ids, persons, several(fields))


@pytest.fixture
def corpus():
    return Corpus.from_texts(
        ["=1+1", 'naïve\n"café"', ""],
        list("abc"),
        list("ppq"),
        [{"n": 1}, {"m": "x"}, {}],
        name="c",
    )


def round_trip(corpus, folder, name):
    path = folder / name
    write_corpus(corpus, path)
    return read(path, text="text")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(corpus=corpora(fields=st.dictionaries(NAME, VALUE, max_size=3)))
@pytest.mark.parametrize("name", ["a.jsonl", "a.jsonl.gz"])
def test_json_lines_come_back(corpus, tmp_path, name):
    reserved = {"id", "person", "text"}
    assume(not any(reserved & set(record.fields) for record in corpus))
    assert list(round_trip(corpus, tmp_path, name).corpus) == list(corpus)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    corpus=corpora(
        texts=TEXT.map(lambda text: text.replace("\0", "")),
        fields=st.fixed_dictionaries({"ward": st.text("ab,\n\"'\t\r=", max_size=5)}),
    )
)
@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.csv.gz"])
def test_tables_come_back(corpus, tmp_path, name):
    records = [*corpus.ids, *corpus.persons]
    assume(not any("\0" in value for value in records))
    texts = [text for text in corpus.texts if text]
    assume(not texts or not all(map(is_number, texts)))
    cells = (c for r in corpus for c in (r.id, r.person, r.text, r.fields["ward"]))
    # Such cells look like rows of a file that was written without quotes, and are refused.
    assume(name != "a.tsv" or not any("\n" in cell and "\t" in cell for cell in cells))
    assert list(round_trip(corpus, tmp_path, name).corpus) == list(corpus)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=50
)
@given(
    corpus=corpora(
        fields=st.fixed_dictionaries(
            {"s": TEXT, "n": st.integers(-(2**63), 2**63 - 1) | st.none(), "l": st.lists(TEXT)}
        )
    )
)
def test_parquet_comes_back(corpus, tmp_path):
    assert list(round_trip(corpus, tmp_path, "a.parquet").corpus) == list(corpus)


ENTITY = st.fixed_dictionaries(
    {"start": st.integers(0, 9), "end": st.integers(0, 9), "label": NAME | st.just("")}
)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=100
)
@given(
    corpus=corpora(
        texts=TEXT | st.sampled_from(["👩‍👩‍👧 naïve one", "日本語 の テキスト", "  สวัสดี", "مرحبا"]),
        fields=st.dictionaries(NAME, VALUE, max_size=3)
        | st.fixed_dictionaries(
            {
                "cats": VALUE | st.dictionaries(NAME, st.floats(0, 1), max_size=2),
                "entities": VALUE | st.lists(ENTITY, max_size=2),
            }
        ),
    )
)
def test_spacy_documents_come_back(corpus, tmp_path):
    reserved = {"id", "person", "text"}
    assume(not any(reserved & set(record.fields) for record in corpus))
    done = round_trip(corpus, tmp_path, "a.spacy").corpus
    assert list(done) == list(corpus)
    assert done.hash == corpus.hash


def test_what_a_docbin_cannot_hold_is_said(tmp_path):
    corpus = Corpus.from_texts(["a", "b"], fields=[{}, {"n": 2**70}], name="own")
    with pytest.raises(InputError, match="own, record 2: a column holds what a DocBin cannot"):
        write_corpus(corpus, tmp_path / "a.spacy")
    assert not (tmp_path / "a.spacy").exists()


def test_what_a_file_looks_like(corpus, tmp_path):
    write_corpus(corpus, tmp_path / "a.jsonl")
    assert (tmp_path / "a.jsonl").read_text(encoding="utf-8").splitlines() == [
        '{"id": "a", "person": "p", "text": "=1+1", "n": 1}',
        '{"id": "b", "person": "p", "text": "naïve\\n\\"café\\"", "m": "x"}',
        '{"id": "c", "person": "q", "text": ""}',
    ]
    write_corpus(corpus, tmp_path / "a.csv")
    assert (tmp_path / "a.csv").read_bytes().decode() == (
        'id,person,text,n,m\r\na,p,=1+1,1,\r\nb,p,"naïve\n""café""",,x\r\nc,q,,,\r\n'
    )


def test_columns_can_keep_their_names(corpus, tmp_path):
    columns = Columns("note", "id", "patient")
    write_corpus(corpus, tmp_path / "a.jsonl", columns=columns)
    reading = read(tmp_path / "a.jsonl")
    assert (reading.columns.text, reading.columns.person) == ("note", "patient")
    assert list(reading.corpus) == list(corpus)


def test_one_column_for_id_and_person(tmp_path):
    corpus = Corpus.from_texts(["a"], ["i"])
    write_corpus(corpus, tmp_path / "a.jsonl", columns=Columns("t", "who", "who"))
    assert json.loads((tmp_path / "a.jsonl").read_text()) == {"who": "i", "t": "a"}


def test_a_field_whose_name_is_taken_gets_another(tmp_path):
    corpus = Corpus.from_texts(["a"], ["i"], ["p"], [{"text": 1, "text_": 2, "id": 3}])
    write_corpus(corpus, tmp_path / "a.jsonl")
    row = json.loads((tmp_path / "a.jsonl").read_text())
    assert row == {"id": "i", "person": "p", "text": "a", "id_": 3, "text_": 1, "text__": 2}


def test_parquet_fields_of_several_types_become_strings(tmp_path):
    fields = [{"x": 1}, {"x": "one"}, {"x": [1]}, {"x": None}]
    corpus = Corpus.from_texts(list("abcd"), fields=fields)
    values = [r.fields["x"] for r in round_trip(corpus, tmp_path, "a.parquet").corpus]
    assert values == ["1", "one", "[1]", None]


def test_parquet_objects_come_back_as_they_are(tmp_path):
    rows = [{"text": "a", "meta": {}, "tags": [{"x": 1}], "own": {"k": [1]}}]
    rows.append({"text": "b", "meta": {}, "tags": [{"y": 2}], "own": {"k": []}})
    (tmp_path / "in.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    write_corpus(read_corpus(tmp_path / "in.jsonl"), str(tmp_path / "out.parquet"))
    fields = [record.fields for record in read_corpus(tmp_path / "out.parquet")]
    assert [json.loads(f["meta"]) for f in fields] == [{}, {}]
    assert [json.loads(f["tags"]) for f in fields] == [[{"x": 1}], [{"y": 2}]]
    assert [f["own"] for f in fields] == [{"k": [1]}, {"k": []}]


def test_an_empty_corpus_is_written(tmp_path):
    for name in ("a.jsonl", "a.csv", "a.parquet", "a.spacy"):
        write_corpus(Corpus.from_texts([]), tmp_path / name)
    assert (tmp_path / "a.jsonl").read_bytes() == b""
    assert (tmp_path / "a.csv").read_bytes() == b"id,text\r\n"
    assert pq.read_table(tmp_path / "a.parquet").num_rows == 0
    assert len(DocBin().from_disk(tmp_path / "a.spacy")) == 0


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv.gz", "a.parquet", "a.spacy"])
def test_same_records_same_bytes(corpus, tmp_path, name):
    paths = tmp_path / "one" / name, tmp_path / "two" / name
    for path in paths:
        path.parent.mkdir()
        write_corpus(corpus, path)
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_only_the_owner_can_read_a_file(corpus, tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_text("old")
    path.chmod(0o644)
    write_corpus(corpus, path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["a.jsonl"]


def test_a_failure_leaves_the_old_file(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("old")
    corpus = Corpus.from_texts(["fine", "a\0b"], name="notes")
    with pytest.raises(InputError, match="notes, record 2: a NUL character"):
        write_corpus(corpus, path)
    assert path.read_text() == "old"
    assert os.listdir(tmp_path) == ["a.csv"]


def test_a_link_stays_a_link(corpus, tmp_path):
    (tmp_path / "real").mkdir()
    link = tmp_path / "link.jsonl"
    link.symlink_to(tmp_path / "real" / "a.jsonl")
    write_corpus(corpus, link)
    assert link.is_symlink()
    assert len(read_corpus(tmp_path / "real" / "a.jsonl")) == 3


def test_a_pipe_is_written_to_and_stays(corpus, tmp_path):
    import threading

    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    got = []
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()))
    reader.start()
    write_corpus(corpus, pipe, format="jsonl")
    reader.join()
    assert got[0].count(b"\n") == 3
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.parametrize(
    ("format", "start"), [(None, b'{"id"'), ("csv", b"id,"), ("parquet", b"PAR1")]
)
def test_standard_output(corpus, monkeypatch, format, start):
    stdout = io.TextIOWrapper(io.BytesIO())
    monkeypatch.setattr("sys.stdout", stdout)
    write_corpus(corpus, "-", format=format)
    assert stdout.buffer.getvalue().startswith(start)


def test_closed_standard_output_is_said(monkeypatch):
    monkeypatch.setattr("sys.stdout", None)
    with pytest.raises(UsageError, match="standard output is closed"):
        write_corpus(Corpus.from_texts(["a"]), "-")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("a.txt", "unknown format; end the name in .jsonl, .csv, .tsv, .parquet, .spacy"),
        ("no/such/a.csv", "cannot be written"),
    ],
)
def test_where_nothing_can_be_written(corpus, tmp_path, name, told):
    with pytest.raises(UsageError, match=told):
        write_corpus(corpus, tmp_path / name)


def test_the_records_of_a_reading_can_be_read_again(tmp_path):
    source = tmp_path / "a.jsonl"
    source.write_text(
        '{"noteId": 7, "patient": "u", "messages": [{"role": "user", "content": "hi"}]}'
    )
    first = read(source)
    write_corpus(first.corpus, tmp_path / "b.jsonl", columns=first.columns)
    assert list(read_corpus(tmp_path / "b.jsonl")) == [Record("7", "u", "User: hi", {})]


def test_what_is_no_corpus_is_refused_in_one_line(tmp_path):
    for other in (TextRelease(Corpus.from_texts(["a"])), pa.table({"text": ["a"]}), None):
        with pytest.raises(UsageError, match=f"a {type(other).__name__} is no corpus; give what"):
            write_corpus(other, tmp_path / "a.jsonl")
