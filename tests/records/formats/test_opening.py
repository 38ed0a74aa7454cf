import bz2
import gzip
import io
import lzma

import pyarrow as pa
import pytest

from seethrough.errors import InputError, UsageError
from seethrough.records.formats.opening import format_of, opened, sniff_format
from seethrough.records.reading import read


def message(path):
    with pytest.raises(InputError) as error, opened(str(path)) as stream:
        stream.read()
    return str(error.value)


def test_a_missing_file_names_close_ones(tmp_path):
    (tmp_path / "records.jsonl").write_text("{}")
    assert message(tmp_path / "recrods.jsonl") == (
        f"{tmp_path}/recrods.jsonl: no such file; did you mean {tmp_path}/records.jsonl?"
    )
    assert message(tmp_path / "zzz") == f"{tmp_path}/zzz: no such file"
    assert message(tmp_path / "no" / "zzz").endswith(f"; the folder {tmp_path}/no does not exist")


def test_a_folder_names_what_is_in_it(tmp_path):
    assert message(tmp_path).startswith(f"{tmp_path}: is a folder without .txt files; put each")
    (tmp_path / "a.csv").write_text("x")
    (tmp_path / "b.txt").write_text("x")
    assert message(tmp_path).endswith("name a file in it, such as a.csv")


def test_an_empty_file(tmp_path):
    (tmp_path / "a.csv").touch()
    assert message(tmp_path / "a.csv").endswith("a.csv: the file is empty")


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("zip", b"PK\x03\x04\x14"),
        ("bzip2", bz2.compress(b"id,text")),
        ("xz", lzma.compress(b"id,text")),
        ("zstd", pa.compress(b"id,text", "zstd", asbytes=True)),
    ],
)
def test_what_is_packed_otherwise_says_so(tmp_path, name, content):
    (tmp_path / "a.csv").write_bytes(content)
    assert message(tmp_path / "a.csv").endswith(
        f"a.csv: packed with {name}, which is not read; unpack it, or pack it with gzip"
    )


def test_a_document_of_a_word_processor_is_not_something_to_unpack(tmp_path):
    (tmp_path / "a.docx").write_bytes(b"PK\x03\x04\x14")
    with pytest.raises(InputError, match=r"a\.docx: a document"):
        read(tmp_path / "a.docx")


def test_a_file_below_a_file(tmp_path):
    (tmp_path / "a.csv").write_text("x")
    assert "cannot be read" in message(tmp_path / "a.csv" / "b.csv")


def test_gzip_is_unpacked_whatever_the_name(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(gzip.compress(b"hello"))
    with opened(str(path)) as stream:
        assert stream.read() == b"hello"


def test_standard_input_stays_open(monkeypatch):
    stdin = io.TextIOWrapper(io.BytesIO(b"hello"))
    monkeypatch.setattr("sys.stdin", stdin)
    with opened("-") as stream:
        assert stream.read() == b"hello"
    assert not stdin.buffer.closed


def test_closed_standard_input_is_said(monkeypatch):
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(InputError, match="standard input is closed"), opened("-"):
        pass


@pytest.mark.parametrize(
    ("path", "format"),
    [
        ("a.jsonl", "jsonl"),
        ("a.b.NDJSON", "jsonl"),
        ("a.json", "jsonl"),
        ("a.csv.gz", "csv"),
        ("x/y.TSV.GZ", "tsv"),
        ("a.parquet", "parquet"),
        ("a.txt", None),
        ("csv", None),
        ("-", None),
    ],
)
def test_the_extension_says_the_format(path, format):
    assert format_of(path) == format
    assert format_of(path, "csv") == "csv"


def test_an_unknown_format_lists_the_known():
    with pytest.raises(UsageError, match="no format 'xml'; formats: jsonl, csv, tsv, parquet, sp"):
        format_of("a.csv", "xml")


@pytest.mark.parametrize(
    ("content", "format"),
    [
        (b'{"a": 1}', "jsonl"),
        (b'\xef\xbb\xbf \n{"a": 1}', "jsonl"),
        (b"[\n", "jsonl"),
        (b"id,text\n1,a\tb", "csv"),
        (b"id\ttext\n1,a", "tsv"),
        (b"text\na", "csv"),
        (b"PAR1xxxx", "parquet"),
    ],
)
def test_the_first_bytes_say_the_format(content, format):
    assert sniff_format("-", io.BufferedReader(io.BytesIO(content))) == format


@pytest.mark.parametrize(
    ("path", "told"),
    [
        ("a.txt", r"a.txt: not in a known format \(.jsonl, .ndjson, .json, .csv,"),
        ("a.xlsx", "a.xlsx: a spreadsheet"),
        ("a.docx", "a.docx: a document cannot be read; put each text into a row"),
        ("a.rtf", "a.rtf: a document cannot be read; put each text into a row"),
    ],
)
def test_no_format(path, told):
    with pytest.raises(InputError, match=told):
        sniff_format(path, io.BufferedReader(io.BytesIO(b"She said\nthat")))


@pytest.mark.parametrize(
    "prose",
    [
        b"Dear Ann, I was glad to hear that you keep bees, as I do.\nYours\n",
        b"Dear Ann, thank you\nI met Bob, a doctor\n",
        b"Dear Ann,\r\nI met Bob, a doctor\r\n",
    ],
)
@pytest.mark.parametrize("path", ["letter.txt", "letter.txt.gz", "letter.eml", "letter"])
def test_running_text_with_commas_is_no_table(path, prose):
    with pytest.raises(InputError, match=r"letter\S*: is running text, not a table; put"):
        sniff_format(path, io.BufferedReader(io.BytesIO(prose)))


@pytest.mark.parametrize(
    "prose",
    [b"She came in and said that her knee hurt.\nIt swells.\n", b"She was in pain, and left.\n"],
)
def test_running_text_from_standard_input_is_no_table(prose):
    with pytest.raises(InputError, match=r"^standard input: is running text, .* save it as .csv$"):
        sniff_format("-", io.BufferedReader(io.BytesIO(prose)))


@pytest.mark.parametrize("header", [b"id, text, date of visit\n1, a, b\n", b"id,text,\n1,a,\n"])
def test_a_table_from_standard_input_may_have_blanks_behind_commas(header):
    assert sniff_format("-", io.BufferedReader(io.BytesIO(header))) == "csv"


def test_names_of_columns_cut_by_semicolons_may_hold_commas():
    table = io.BufferedReader(io.BytesIO(b"Patient;Name, Vorname;Befund\n1;Lee, Ann;Gicht\n"))
    assert sniff_format("export.txt", table) == "csv"


def test_a_table_may_be_called_a_text():
    table = io.BufferedReader(io.BytesIO(b"id,what the person said\n1,yes\n"))
    assert sniff_format("table.txt", table) == "csv"
