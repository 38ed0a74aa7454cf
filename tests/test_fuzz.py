"""Whatever is read, the answer is a result or one line: no crash, no hang, no order to a terminal.

A few hundred inputs each in ``make test``, 100,000 each in ``make test-slow``.
"""

from __future__ import annotations

import io
import json
import re
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fuzzing.targets.sidecar import SIDECAR
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from seethrough.cli._say import encode
from seethrough.components import KINDS, names
from seethrough.errors import InputError, SeethroughError, UsageError
from seethrough.notices import noticed_by
from seethrough.records.formats import delimited, json_lines, parquet
from seethrough.records.reading import read, read_knowledge
from seethrough.report.labels.promises import composed, promised, voided
from seethrough.sidecars.claims import read_claims
from seethrough.spec import describe, parse, to_json, to_string
from seethrough.storage.store import RunDirectory
from seethrough.text.visible import shortened, visible

SIZES = [
    pytest.param(150, id="few"),
    pytest.param(100_000, id="many", marks=pytest.mark.slow),
]
SECRET = "Quimby"


def fuzzed(check: Callable[[Any], None], inputs: st.SearchStrategy[Any], size: int) -> None:
    """Run ``check`` on ``size`` inputs, the same ones each time."""
    own = settings(
        max_examples=size,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=[*HealthCheck],
    )
    tried = 0

    def counted(made: Any) -> None:
        nonlocal tried
        tried += 1
        check(made)

    own(given(inputs)(counted))()
    assert tried >= size


def assert_one_line(error: SeethroughError, without: str = "\n\n") -> None:
    told = str(error)
    assert without not in told
    assert told
    assert len(told) < 3000
    assert len(visible(told).splitlines()) == 1


def stream(content: bytes) -> io.BufferedReader:
    return io.BufferedReader(io.BytesIO(content))  # type: ignore[arg-type]


CSV = st.lists(
    st.sampled_from([*"abz1.-@\"',;\t\n\r \0\ufeff", "\r\n", '""', "id", "text", "é", "\u2028"])
    | st.text(max_size=4),
    max_size=40,
).map("".join)


@pytest.mark.parametrize("size", SIZES)
def test_delimited(size: int) -> None:
    def check(made: tuple[bytes, str, bool | None]) -> None:
        content, delimiter, header = made
        try:
            rows = list(delimited.read_rows(stream(content), "f", delimiter, header))
        except InputError as error:
            assert_one_line(error)
            return
        numbers = [number for number, _ in rows]
        assert numbers == sorted(set(numbers))
        for _, row in rows:
            assert row
            assert all(isinstance(v, str) for v in (*row, *row.values()))
            assert row.keys() == rows[0][1].keys()

    content = CSV.map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary(max_size=60)
    fuzzed(
        check,
        st.tuples(content, st.sampled_from(",\t"), st.sampled_from([None, True, False])),
        size,
    )


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=8,
)
JSON_TEXT = st.lists(
    st.sampled_from(
        [*'{}[]":,\n \\u0', '"text"', '{"text":"a"}', "NaN", "1e999", "\\ud800", "null"]
    )
    | JSON.map(json.dumps)
    | st.text(max_size=3),
    max_size=15,
).map("".join)


@pytest.mark.parametrize("size", SIZES)
def test_json_lines(size: int) -> None:
    def check(content: bytes) -> None:
        try:
            rows = list(json_lines.read_rows(stream(content), "f"))
        except InputError as error:
            assert_one_line(error)
            return
        assert all(type(row) is dict for _, row in rows)

    encoded = JSON_TEXT.map(lambda text: text.encode("utf-8", "surrogatepass"))
    fuzzed(check, encoded | st.binary(max_size=60), size)


def mutated(whole: bytes) -> st.SearchStrategy[bytes]:
    """Return the strategy of a few bytes changed, left out or put in."""
    change = st.tuples(st.integers(0, len(whole)), st.integers(0, 8), st.binary(max_size=8))

    def apply(changes: list[tuple[int, int, bytes]]) -> bytes:
        made = whole
        for start, length, new in changes:
            made = made[:start] + new + made[start + length :]
        return made

    return st.lists(change, min_size=1, max_size=4).map(apply)


@pytest.mark.parametrize("size", SIZES)
def test_parquet(size: int) -> None:
    made = io.BytesIO()
    pq.write_table(pa.table({"id": ["a", "b"], "text": [f"{SECRET} is ill", None]}), made)

    def check(content: bytes) -> None:
        try:
            list(parquet.read_rows(stream(content), "f"))
        except InputError as error:
            assert_one_line(error, without=SECRET)

    fuzzed(check, mutated(made.getvalue()) | st.binary(max_size=60), size)


DRAWN_TOGETHER = 4
KEYS = st.sampled_from(["id", "text", "person", "messages", "claims", "n"]) | st.text(max_size=5)
CELLS = JSON | st.just(f"{SECRET} is ill and lives in town")


@st.composite
def tables(draw: st.DrawFn) -> list[list[dict[str, Any]]]:
    """Draw different tables from the same few keys and cells, whose drawing takes the time."""
    keys = draw(st.lists(KEYS, min_size=2, max_size=6))
    cells = draw(st.lists(CELLS, min_size=2, max_size=8))
    row = st.dictionaries(st.sampled_from(keys), st.sampled_from(cells), min_size=1, max_size=4)
    size = DRAWN_TOGETHER
    unique = {"unique_by": json.dumps, "min_size": size, "max_size": size}
    return draw(st.lists(st.lists(row, max_size=4), **unique))


def file_of(rows: list[dict[str, Any]], suffix: str) -> bytes:
    lines = [json.dumps(row) for row in rows]
    if suffix == "csv":
        heads = ",".join(dict.fromkeys(key for row in rows for key in row))
        lines = [heads, *(",".join(str(v) for v in row.values()) for row in rows)]
    return "\n".join(lines).encode("utf-8", "surrogatepass")


@pytest.mark.parametrize("size", SIZES)
def test_whole_readings(size: int, tmp_path: Path) -> None:
    """Read each input as a table and as JSON lines, as records and as knowledge."""

    def check_file(file: Path) -> None:
        for reader in (read, read_knowledge):
            try:
                done = reader(file)
            except (InputError, UsageError) as error:
                assert_one_line(error)
                continue
            if reader is read:
                corpus = done.corpus
                assert len(set(corpus.ids)) == len(corpus)
                assert all(isinstance(t, str) for t in corpus.texts)
                assert visible(str(done.columns)) == str(done.columns)

    def check(made: list[list[dict[str, Any]]]) -> None:
        for rows in made:
            for suffix in ("jsonl", "csv"):
                file = tmp_path / f"a.{suffix}"
                file.write_bytes(file_of(rows, suffix))
                check_file(file)

    fuzzed(check, tables(), -(-size // DRAWN_TOGETHER))


@pytest.mark.parametrize("size", SIZES)
def test_specs(size: int) -> None:
    known = [(kind, name) for kind in KINDS.values() for name in names(kind)]
    fields = sorted({f["name"] for kind, name in known for f in describe(kind, name)["fields"]})
    fields.remove("path")  # a file that is read at once
    words = [
        *(name for _, name in known),
        *fields,
        "none",
        "true",
        "1",
        "-1",
        "1e308",
        "nan",
        "9" * 30,
    ]
    pieces = st.sampled_from([*words, *":=,+()\"\\ '\n\0", '"a"', "==", "((", "x:Y"]) | st.text(
        max_size=3
    )
    text = st.lists(pieces, max_size=10).map("".join)
    shaped = st.builds(
        "{}:{}={}".format,
        st.sampled_from(words),
        st.sampled_from(fields),
        st.lists(pieces, max_size=4).map("".join),
    )

    nested = st.builds(
        lambda n, inside, end: f"chain:steps={'chain(steps=' * n}{inside}{')' * end}",
        st.integers(0, 600),
        pieces,
        st.integers(0, 30),
    )

    def check(made: tuple[str, str]) -> None:
        kind, text = made
        try:
            component = parse(kind, text)
        except SeethroughError as error:
            assert_one_line(error)
            return
        assert to_json(parse(kind, to_string(component))) == to_json(component)

    fuzzed(check, st.tuples(st.sampled_from(sorted(KINDS.values())), text | shaped | nested), size)


@st.composite
def sidecars(draw: st.DrawFn) -> bytes:
    """Draw a sidecar of which one to three parts, however deep, are something else."""
    whole = json.loads(json.dumps(SIDECAR))
    for _ in range(draw(st.integers(1, 3))):
        inside: Any = whole
        while True:
            key = draw(st.sampled_from(sorted(inside)))
            if not isinstance(inside[key], dict) or not inside[key] or draw(st.booleans()):
                break
            inside = inside[key]
        if draw(st.booleans()):
            inside[key] = draw(JSON)
        else:
            del inside[key]
            if not inside:
                break
    return json.dumps(whole).encode()


@pytest.mark.parametrize("size", SIZES)
def test_sidecars(size: int, tmp_path: Path) -> None:
    file = tmp_path / "o.jsonl.release.json"

    def check(content: bytes) -> None:
        file.write_bytes(content)
        try:
            claims = read_claims(file)
        except InputError as error:
            assert_one_line(error)
            return
        told = [voided(claims.details), claims.note, claims.holdout or ""]
        if claims.guarantee is not None:
            guarantee = {"epsilon": claims.guarantee.epsilon, "delta": claims.guarantee.delta}
            more = {"unit": claims.guarantee.unit, "note": claims.guarantee.note, "claimed_by": "x"}
            told += promised(guarantee | more, composed(claims.details))
        assert all(visible(line) == line for line in told if line.isprintable())

    whole = json.dumps(SIDECAR).encode()
    encoded = JSON_TEXT.map(lambda text: text.encode("utf-8", "surrogatepass"))
    fuzzed(check, sidecars() | mutated(whole) | encoded, size)


@pytest.mark.parametrize("size", SIZES)
def test_kept_work(size: int, tmp_path: Path) -> None:
    store = RunDirectory(tmp_path / "run", {"seed": 0})
    value = {"tallies": {"linkage.top1": [1.0, 1.0]}}
    store.put("a", value)
    file = tmp_path / "run" / "work" / "a.json"
    whole = file.read_bytes()
    encoded = JSON_TEXT.map(lambda text: text.encode("utf-8", "surrogatepass"))

    def check(content: bytes) -> None:
        file.write_bytes(content)
        with noticed_by(lambda line: None):
            assert store.get("a") == (value if content == whole else None)

    fuzzed(check, mutated(whole) | encoded, size)


ORDERS = st.sampled_from(
    [*"\n\r\t\b\x1b\x7f\x9b\x85\u2028\u202e\u2066\ud800\0", "\x1b[2J", "VERDICT: PASS"]
)


@pytest.mark.parametrize("size", SIZES)
def test_escaping(size: int) -> None:
    def check(parts: list[str]) -> None:
        text = "".join(parts)
        shown = visible(text)
        assert all(c.isprintable() or unicodedata.category(c) == "Zs" for c in shown)
        assert visible(shown) == shown
        assert len(shortened(text, 30)) <= 30
        made = encode({text: [text]})
        assert json.loads(made) == {text: [text]}
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", made)
        assert made.encode()

    fuzzed(check, st.lists(ORDERS | st.text(max_size=4), max_size=12), size)
