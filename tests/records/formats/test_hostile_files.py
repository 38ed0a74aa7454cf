"""Files that are made to do harm: one clear line, the right status, and nothing left behind."""

from __future__ import annotations

import gzip
import io
import json
import os
import socket
import subprocess
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from seethrough.cli import run
from seethrough.errors import InputError
from seethrough.records.formats import docbin, json_lines, lines, opening, parquet, unpacking
from seethrough.records.reading import read, read_corpus
from seethrough.text.visible import visible

NESTED = 100_000
SMALL = 1 << 20


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits of a MiB, so that a test is fast."""
    monkeypatch.setattr(unpacking, "ROOM", SMALL)
    monkeypatch.setattr(lines, "LONGEST_LINE", SMALL)


@pytest.fixture(params=["small", "large"])
def groups(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row groups of Parquet that count as small, or as large."""
    if request.param == "large":
        monkeypatch.setattr(parquet, "_MUCH", -1)


def refused(name: str, capsys: pytest.CaptureFixture[str], *more: str) -> str:
    """Sanitize a file that is refused, and return the line that says why."""
    before = sorted(os.listdir())
    status = run(["sanitize", name, "--with", "erase", "--out", "out.jsonl", *more])
    told = capsys.readouterr().err
    assert status == 65
    assert sorted(os.listdir()) == before
    assert len(told.splitlines()) == 1
    return told


def one_line(out: Any) -> None:
    out.write(b'{"text": "')
    for _ in range(40):
        out.write(b"a" * (SMALL // 10))
    out.write(b'"}\n')


def many_lines(out: Any) -> None:
    out.write(b'{"text": "one two three"}\n' * 200_000)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("fill", [one_line, many_lines])
def test_a_gzip_bomb(fill: Callable[[Any], None], capsys: pytest.CaptureFixture[str]) -> None:
    with gzip.open("bomb.jsonl.gz", "wb") as file:
        fill(file)
    told = refused("bomb.jsonl.gz", capsys)
    assert "unpacks to more than 200 times its size" in told or "longer than 1 MiB" in told


@pytest.mark.usefixtures("small")
def test_a_bomb_in_a_bomb_is_only_unpacked_once(capsys: pytest.CaptureFixture[str]) -> None:
    with gzip.open("bomb.jsonl.gz", "wb") as file:
        file.write(gzip.compress(b"a" * (4 * SMALL)))
    assert "NUL byte" in refused("bomb.jsonl.gz", capsys)


@pytest.mark.usefixtures("small", "groups")
@pytest.mark.parametrize("compression", ["zstd", "gzip", "snappy", "none"])
@pytest.mark.parametrize("kept_once", [True, False])
def test_a_parquet_bomb(
    compression: str, kept_once: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    text = pa.array(["a b " * (SMALL // 2)])
    column = text
    if kept_once:
        column = pa.DictionaryArray.from_arrays(pa.array([0] * 5000, pa.int32()), text)
    elif compression in ("snappy", "none"):  # they reach 20 times at most
        column = pa.array(["a b"] * 3_000_000)
    name = "bomb.parquet"
    table = pa.table({"text": column})
    pq.write_table(table, name, compression=compression, store_schema=False)
    if os.path.getsize(name) * unpacking.RATIO > 5000 * len(text[0].as_py()):
        return
    if not kept_once and compression in ("snappy", "none"):
        return
    assert "unpacks to more than 200 times its size" in refused(name, capsys)


def test_a_parquet_file_that_describes_a_column_wrongly_does_not_end_the_process() -> None:
    made = io.BytesIO()
    pq.write_table(pa.table({"text": ["Ann keeps bees.", None]}), made)
    optional, required = (
        b"\x25\x02\x18\x04text",
        b"\x25\x00\x18\x04text",
    )  # in Thrift's compact form
    assert optional in made.getvalue()
    Path("a.parquet").write_bytes(made.getvalue().replace(optional, required))
    done = subprocess.run(
        [sys.executable, "-m", "seethrough", "sanitize", "a.parquet", "--with", "erase",
         "--out", "out.jsonl"],
        capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 65
    assert "a.parquet: broken Parquet file (" in done.stderr
    assert done.stderr.count("\n") == 1
    assert os.listdir() == ["a.parquet"]


def test_a_packed_parquet_file_that_is_cut_short(capsys: pytest.CaptureFixture[str]) -> None:
    made = io.BytesIO()
    pq.write_table(pa.table({"text": ["Ann keeps bees."]}), made)
    Path("a.parquet.gz").write_bytes(gzip.compress(made.getvalue())[:-40])
    assert "a.parquet.gz: broken gzip data" in refused("a.parquet.gz", capsys)


def test_documents_with_parts_of_something_else(capsys: pytest.CaptureFixture[str]) -> None:
    made = io.BytesIO()
    docbin.write_rows([{"text": "Ann keeps bees."}], made, "a.spacy")
    whole = zlib.decompress(made.getvalue())
    flags = b"\x81\xb2has_unknown_spaces\xc2"  # an object, in the place of which stands true
    assert flags in whole
    changed = whole.replace(flags, b"\xc3")
    Path("a.spacy").write_bytes(zlib.compress(changed))
    assert "a.spacy: no spaCy DocBin, or a broken one" in refused("a.spacy", capsys)


@pytest.mark.usefixtures("small")
def test_a_bomb_of_spacy_documents(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bomb.spacy").write_bytes(zlib.compress(bytes(40 * SMALL)))
    assert "unpacks to more than 200 times its size" in refused("bomb.spacy", capsys)


@pytest.mark.usefixtures("small", "groups")
@pytest.mark.parametrize("repeats", [1, 30])
def test_what_packs_as_well_as_text_does_is_read(repeats: int) -> None:
    rows = [
        {"id": str(n), "text": f"Visit {n}: {n * 7919 % 1000} mg. " * repeats} for n in range(9000)
    ]
    with gzip.open("a.jsonl.gz", "wt") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    pq.write_table(pa.table({k: [row[k] for row in rows] for k in rows[0]}), "a.parquet")
    assert os.path.getsize("a.jsonl.gz") * 5 < sum(len(row["text"]) for row in rows) or repeats == 1
    assert read_corpus("a.jsonl.gz").texts == read_corpus("a.parquet").texts


@pytest.mark.usefixtures("groups")
def test_few_values_in_many_rows_are_read() -> None:
    words = ["a long text", "", None, "another é"]
    rows = [words[n % 4] for n in range(3000)]
    once = pa.array(rows).dictionary_encode()
    numbers = pa.array([n % 3 for n in range(3000)]).dictionary_encode()
    table = pa.table({"text": once, "n": numbers, "l": [[word] for word in rows]})
    pq.write_table(table, "a.parquet", row_group_size=700)
    found = read("a.parquet", text="text").corpus
    assert found.texts == [row or "" for row in rows]
    assert [found[n].fields["n"] for n in range(9)] == [n % 3 for n in range(9)]
    assert found[3].fields["l"] == ["another é"]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("a.jsonl", '{"text": "', '"}\n'),
        ("a.json", '[{"text": "', '"}]'),
        ("a.csv", "id,text\n1,", "\n"),
        ("a.csv", 'id,text\n1,"', '"\n'),
        ("a.tsv", "id\ttext\n1\t", "\n"),
        ("a.jsonl", "{", ""),
        ("a.json", "[[", ""),
    ],
)
def test_a_line_without_end(
    name: str, start: str, end: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text(f"{start}{'a ' * (3 * SMALL)}{end}")
    told = refused(name, capsys)
    assert ": longer than 1 MiB, which no record is; split it" in told or "broken JSON" in told
    assert "a a" not in told


@pytest.mark.slow
def test_a_line_of_a_gigabyte(tmp_path: Path) -> None:
    """In a process that may address 2 GB, libraries and all."""
    for name, content in (("a.jsonl", b" "), ("b.jsonl.gz", b"")):
        if name.endswith(".gz"):
            with gzip.open(name, "wb", 1) as packed:
                packed.write(b'{"text": "')
                for _ in range(1024):
                    packed.write(b"a" * (1 << 20))
        else:
            with open(name, "wb") as file:
                file.write(b'{"text": "')
                for _ in range(1024):
                    file.write(content * (1 << 20))
        done = subprocess.run(
            ["bash", "-c", f"ulimit -v 2000000; exec {sys.executable} -m seethrough sanitize {name}"
             " --with erase --out out.jsonl"],
            capture_output=True, text=True, check=False, timeout=120,
        )  # fmt: skip
        assert done.returncode == 65
        assert "longer than 256 MiB" in done.stderr or "unpacks to more than" in done.stderr
        Path(name).unlink()
    assert os.listdir() == []


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.jsonl", "[" * NESTED),
        ("a.json", "[" * NESTED),
        ("a.jsonl", '{"text": ' + "[" * NESTED + "]" * NESTED + "}"),
        ("a.json", "[" * NESTED + "]" * NESTED),
        ("a.jsonl", '{"text": "a b", "x": ' + '{"a":' * NESTED + "1" + "}" * NESTED + "}"),
    ],
)
def test_a_hundred_thousand_brackets(
    name: str, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path(name).write_text(content)
    assert "nested too deeply" in refused(name, capsys)


@pytest.mark.parametrize("column", ["messages", "text"])
def test_brackets_in_a_cell_are_a_text(column: str) -> None:
    cell = "[" * NESTED + "]" * NESTED
    Path("a.csv").write_text(f"id,{column}\n1,{cell}\n2,some other words\n")
    assert read("a.csv", text=column).corpus.texts == [cell, "some other words"]


def test_what_never_ends_or_never_begins_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe.jsonl")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.jsonl")
        for device in ("zero", "null", "random", "full"):
            os.symlink(f"/dev/{device}", f"{device}.jsonl")
        os.symlink("pipe.jsonl", "link.jsonl")
        for name in ("zero", "null", "random", "full", "socket"):
            told = refused(f"{name}.jsonl", capsys)
            assert f"{name}.jsonl: is a device or a socket, not a file; name a file, or -" in told
        for name in ("pipe", "link"):
            assert f"{name}.jsonl: is a pipe, not a file" in refused(f"{name}.jsonl", capsys)


def test_it_is_refused_wherever_a_file_can_be_named(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("p")
    Path("a.jsonl").write_text('{"id": "1", "text": "one two three four"}\n')
    out = ["--out", "o.jsonl"]
    for command in (
        ["audit", "a.jsonl", "p"],
        ["audit", "p", "a.jsonl"],
        ["audit", "a.jsonl", "a.jsonl", "--control", "p"],
        ["audit", "a.jsonl", "a.jsonl", "--ratings", "p"],
        ["audit", "a.jsonl", "a.jsonl", "--knowledge", "file:path=p"],
        ["compare", "p", "--with", "erase"],
        ["report", "p"],
        ["agree", "p"],
        ["plant", "p", *out],
        ["serve", "p"],
        ["sanitize", "a.jsonl", "--with", "paraphrase:prompt=p", "--model", "fake", *out],
    ):
        assert run(command) in (64, 65), command
        assert "p: is a pipe, not a file" in capsys.readouterr().err.splitlines()[-1], command
    assert not os.path.exists("o.jsonl")


def test_it_is_refused_where_a_folder_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkdir("r")
    for command, name in (("reproduce", "command.json"), ("report", "report.json")):
        os.mkfifo(f"r/{name}")
        assert run([command, "r"]) == 65
        assert f"r/{name}: is a pipe, not a file" in capsys.readouterr().err
    os.mkfifo("kept.jsonl")
    assert run(["report", "kept.jsonl"]) == 65
    assert "kept.jsonl: is a pipe, not a file" in capsys.readouterr().err


@pytest.mark.parametrize("link", ["loop", "gone", "folder"])
def test_a_link_to_nothing_that_can_be_read(link: str, capsys: pytest.CaptureFixture[str]) -> None:
    os.symlink({"loop": "a.jsonl", "gone": "b.jsonl", "folder": "."}[link], "a.jsonl")
    assert "a.jsonl: " in refused("a.jsonl", capsys)


def test_what_a_shell_hands_over_is_read() -> None:
    Path("a.jsonl").write_text('{"id": "1", "text": "one two three four"}\n')
    command = f"{sys.executable} -m seethrough sanitize <(cat a.jsonl) --with erase -o -"
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, json.loads(done.stdout)) == (0, {"id": "1", "text": ""})


ORDERS = "\x1b[2J\x1b]0;title\x07\u202e\u2066\x9b31m\u2028\x00"
ROWS = [
    {"id": "../../etc/passwd", "text": "The first of them lives in a town."},
    {"id": f"{ORDERS}evil", "text": f"The second {ORDERS} of them has a dog."},
    {"id": "=cmd|' /C calc'!A0", "text": '=HYPERLINK("http://x.example","y") she said.'},
    {"id": "/abs/olute", "text": "+1+1 and -2 and @SUM(A1) of \ud800 half a pair."},
    {"id": "con.nul\\..\\x", "text": "</script><script>alert(1)</script> was there."},
]


def test_what_is_in_a_record_is_never_a_path_nor_an_order(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("a.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    parts = ["--atomizer", "sentence", "--judge", "rouge", "--linker", "bm25", "--exit-zero"]
    for command in (
        ["sanitize", "a.jsonl", "--with", "identity", "--out", "b.jsonl"],
        ["audit", "a.jsonl", "b.jsonl", "--run", "r", *parts, "--attack", "linkage",
         "--table", "t.csv"],
        ["report", "r", "--format", "markdown"],
        ["report", "r", "--format", "junit"],
    ):  # fmt: skip
        assert run(command) == 0
        printed = capsys.readouterr()
        for text in (printed.out, printed.err):
            assert all(visible(line) == line for line in text.split("\n"))
    page = Path("r/report.html").read_text()
    assert "<script>alert" not in page
    assert {c for c in ORDERS if c < " "} & set(page) == set()
    assert [p for p in Path().rglob("*") if "evil" in p.name or "passwd" in p.name] == []
    assert {p.parts[0] for p in Path().rglob("*")} == {
        "a.jsonl", "b.jsonl", "b.jsonl.release.json", "b.jsonl.release.key", "r", "t.csv",
    }  # fmt: skip


def test_a_nul_byte_and_one_that_json_hides(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.jsonl").write_bytes(b'{"text": "a\0b"}\n')
    assert "a.jsonl, line 1: NUL byte at byte offset 11" in refused("a.jsonl", capsys)
    Path("b.jsonl").write_text('{"id": "1", "text": "a\\u0000b and more words"}\n')
    status = run(["sanitize", "b.jsonl", "--with", "identity", "--out", "c.csv"])
    assert (status, os.path.exists("c.csv")) == (65, False)
    assert "NUL character, which CSV and TSV cannot hold" in capsys.readouterr().err


def test_an_array_of_one_huge_value_is_read_in_linear_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decoded: list[int] = []
    own = json_lines._DECODER.raw_decode

    class Counting:
        def raw_decode(self, text: str, at: int) -> Any:
            decoded.append(len(text) - at)
            return own(text, at)

    monkeypatch.setattr(json_lines, "_DECODER", Counting())
    content = json.dumps([{"text": "a" * (20 * SMALL)}]).encode()
    stream = io.BufferedReader(io.BytesIO(content))  # type: ignore[arg-type]
    assert len(list(json_lines.read_rows(stream, "f"))) == 1
    assert sum(decoded) < 4 * len(content)


def test_the_message_of_a_broken_file_quotes_nothing() -> None:
    with pytest.raises(InputError) as raised, opening.reading_errors("f"):
        raise zlib.error("Error -3 while decompressing data")
    assert str(raised.value).startswith("f: broken gzip data")
