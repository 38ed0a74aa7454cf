"""JUnit XML, Markdown and tables: what a pipeline reads names nobody and starts nothing."""

from __future__ import annotations

import csv
import errno
import json
import os
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from junitparser import JUnitXml

import seethrough as st
from seethrough.errors import OutputError, UsageError
from seethrough.report.machine import to_json
from seethrough.report.pipeline.frame import to_frame, write_frame
from seethrough.report.pipeline.judged import Judged
from seethrough.report.pipeline.junit import junit
from seethrough.report.pipeline.markdown import code, markdown, prose
from seethrough.report.terminal.comparison import names_of

EVIL = "x|</td><script>alert(1)</script>`@admin` [a](http://evil.example)\n# 1 \x1b[31m"
EVIL += "\x9b2J\x85\u2028\u2069\u202e\u2066"
ORDERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
PARTS = "linker=bm25,atomizer=sentence,knowledge=first(k=1)"


@pytest.fixture(scope="module")
def found() -> Any:
    texts = [f"Person {n} keeps {n} bees. She plays instrument {n}. She is {n}." for n in range(30)]
    people = [f"=cmd|{n // 2}" for n in range(30)]
    ids = [f"@secret{n}" for n in range(30)]
    private = st.Corpus.from_texts(texts, ids, people, name="private.jsonl")
    attacks = [f"linkage:{PARTS}", f"inference:judge=rouge,{PARTS}"]
    released = private.with_texts(["", *texts[1:]], EVIL)
    return st.audit(private, released, attacks=attacks, utilities=["length_kept"])


@pytest.fixture(scope="module")
def judged(found: Any) -> Judged:
    return Judged(EVIL, to_json(found))


def named(told: str) -> bool:
    return any(word in told for word in ("@secret", "=cmd", "instrument"))


def test_junit_has_a_suite_a_release_and_nothing_inconclusive_passes(judged: Judged) -> None:
    encoded = junit([judged, Judged("gone", None, "no model")])
    suite, gone = JUnitXml.fromstring(encoded)
    words = [word for _, word, _ in judged.checks()]
    assert words[0] == "fail"
    assert (suite.tests, suite.failures, suite.errors) == (
        len(words), words.count("fail"), words.count("inconclusive"),
    )  # fmt: skip
    assert suite.errors
    assert (gone.tests, gone.errors) == (1, 1)
    assert "no model" in encoded.decode()
    assert not named(encoded.decode())
    assert ET.fromstring(encoded).find(".//script") is None
    assert not ORDERS.search("".join(ET.fromstring(encoded).itertext()))
    assert not ORDERS.search(encoded.decode())
    assert "\x1b" not in encoded.decode()


def test_what_does_not_decide_is_skipped(judged: Judged) -> None:
    suite = next(iter(JUnitXml.fromstring(junit([Judged("a", judged.report, decides=False)]))))
    assert (suite.failures, suite.errors) == (0, 0)
    assert suite.skipped


def test_what_a_release_was_not_held_to_is_said(judged: Judged) -> None:
    why = f"the limit linkage.top1 above 0.1: not measured on {EVIL}"
    less = Judged("a", judged.report, left_out=[why])
    assert f"\n- left out: {prose(why)}\n" in markdown([less])
    plain, suite = (next(iter(JUnitXml.fromstring(junit([one])))) for one in (judged, less))
    assert suite.skipped == plain.skipped + 1
    assert suite.tests == plain.tests + 1
    last = list(suite)[-1]
    assert last.name.startswith("left out: the limit linkage.top1 above 0.1")
    assert (last.is_skipped, last.is_passed) == (True, False)


def test_markdown_names_nobody_and_holds_no_markup_of_files(judged: Judged) -> None:
    told = markdown([judged, Judged("gone", None, EVIL)], [f"Safest: {EVIL}."])
    assert not named(told)
    assert "FAIL" in told
    rows = [line for line in told.splitlines() if line.startswith("|")]
    assert {row.replace("\\|", "").count("|") for row in rows} <= {3, 7}
    outside = "".join(part for i, part in enumerate(told.split("``")) if i % 2 == 0)
    for live in ("<script", "@admin", "[a](", "http://", "\x1b"):
        assert live not in outside
    assert "Safest: x\\|" in told
    assert not ORDERS.search(told)
    assert r"\x9b2J\x85\u2028\u2069\u202e\u2066" in told


def test_markdown_says_which_verdicts_the_draws_have(judged: Judged) -> None:
    draws = "3 draws: 2 fail, 1 pass; the worst counts"
    drawn = replace(judged, name="a", draws=draws)
    told = markdown([drawn, replace(drawn, name="b", decides=False)])
    assert f"| `a` | FAIL ({draws}) |" in told
    assert f"| `b` | FAIL (does not decide; {draws}) |" in told
    assert f"### `a`: FAIL ({draws})\n" in told


@pytest.mark.parametrize(
    ("text", "span", "cell"),
    [
        ("a.csv", "`a.csv`", "`a.csv`"),
        ("a|b", "`a|b`", "`a\\|b`"),
        ("a`b", "``a`b``", "``a`b``"),
        ("`", "`` ` ``", "`` ` ``"),
        ("a\n# b", "`a\\n# b`", "`a\\n# b`"),
        ("", "` `", "` `"),
    ],
)
def test_code(text: str, span: str, cell: str) -> None:
    assert (code(text), code(text, cell=True)) == (span, cell)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("5 % (2 to 9)", "5 % (2 to 9)"),
        ("a_b *c*", "a\\_b \\*c\\*"),
        ("<b> & [x]", "&lt;b\\> &amp; \\[x\\]"),
        ("ask @me", "ask @\u200bme"),
        ("http://x", "http:\u200b//x"),
        ("www.x", "www\u200b.x"),
        ("1. x", "\u200b1. x"),
        ("- x", "\u200b- x"),
        ("#1", "\\#1"),
        ("    a sentence, not code", "a sentence, not code"),
    ],
)
def test_prose(text: str, told: str) -> None:
    assert prose(text) == told


def test_a_table_adds_up_to_the_figures(found: Any) -> None:
    table = to_frame(found)
    assert table.column_names == [
        "release", "attack", "figure", "arm", "record", "person", "value", "of",
    ]  # fmt: skip
    rows = table.to_pylist()
    for name in ("linkage.top1", "semantic.distance"):
        for arm, figure in (("targets", found[name]), ("control", found[name].control)):
            own = [r for r in rows if (r["figure"], r["arm"]) == (name, arm)]
            assert len(own) == 30
            value = sum(r["value"] for r in own) / sum(r["of"] for r in own)
            assert value == pytest.approx(figure.value)
    assert {r["record"] for r in rows} == {f"@secret{n}" for n in range(30)}


def test_without_text_a_table_numbers_records_and_people(found: Any) -> None:
    table = to_frame(found, text=False)
    assert not named(json.dumps(table.to_pylist()))
    assert set(table["record"].to_pylist()) == {f"record {n}" for n in range(1, 31)}
    assert set(table["person"].to_pylist()) == {f"person {n}" for n in range(1, 16)}
    assert set(table["release"].to_pylist()) == {"the release"}


def test_a_comparison_has_the_rows_of_every_release(found: Any) -> None:
    compared = st.compare(found.private, ["erase", "identity"], attacks=[f"linkage:{PARTS}"])
    table = st.to_frame(compared)
    assert table.num_rows == 2 * 2 * 3 * 30
    assert set(table["release"].to_pylist()) == {"erase", "identity"}
    named = st.to_frame(compared, text=False)["release"].to_pylist()
    assert set(named) == {"erase", "identity"}


def test_releases_of_one_name_are_told_apart(found: Any) -> None:
    compared = st.compare(found.private, ["erase", "erase"], attacks=[f"linkage:{PARTS}"])
    assert set(st.to_frame(compared)["release"].to_pylist()) == {"erase (1)", "erase (2)"}


def test_no_two_releases_are_called_alike_whatever_their_names() -> None:
    rows = [SimpleNamespace(name=name, made_by=None) for name in ("a", "a", "a (1)", "b")]
    names = names_of(SimpleNamespace(rows=rows), text=True)  # type: ignore[arg-type]
    assert len(set(names)) == 4
    assert names[3] == "b"


def test_no_cell_of_a_csv_is_a_formula(found: Any, tmp_path: Path) -> None:
    write_frame(to_frame(found), tmp_path / "t.csv")
    assert (tmp_path / "t.csv").stat().st_mode & 0o077 == 0
    with (tmp_path / "t.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {r["record"] for r in rows} == {f"'@secret{n}" for n in range(30)}
    assert {r["person"][:6] for r in rows} == {"'=cmd|"}
    assert {r["release"] for r in rows} == {EVIL}
    cells = ["=1", "+1", "-1", "@a", "\t=1", "\r=1", "＝1", "a=1", "", None]
    write_frame(pa.table({"a": pa.array(cells, pa.string())}), tmp_path / "u.csv")
    with (tmp_path / "u.csv").open(newline="", encoding="utf-8") as file:
        written = [row["a"] for row in csv.DictReader(file)]
    assert written[:7] == [f"'{c}" for c in cells[:7] if c]
    assert written[7] == "a=1"


def test_parquet_has_the_same_table(found: Any, tmp_path: Path) -> None:
    write_frame(to_frame(found), tmp_path / "t.parquet")
    assert pq.read_table(tmp_path / "t.parquet") == to_frame(found)
    with pytest.raises(UsageError, match=r"t\.xlsx: end the name in \.csv or \.parquet"):
        write_frame(to_frame(found), tmp_path / "t.xlsx")


@pytest.mark.parametrize("name", ["t.csv", "t.parquet"])
def test_a_table_for_which_there_is_no_room_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def full(*given: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pyarrow.csv.write_csv", full)
    monkeypatch.setattr("pyarrow.parquet.write_table", full)
    with pytest.raises(OutputError, match=rf"{name}: the disk is full"):
        write_frame(pa.table({"a": ["b"]}), tmp_path / name)
    assert [*tmp_path.iterdir()] == []


def test_a_notebook_shows_figures_and_no_markup_of_files(found: Any) -> None:
    shown = found._repr_html_()
    assert ET.fromstring(shown).find(".//script") is None
    assert "linkage.top1" in shown
    assert not named(shown)
    assert not ORDERS.search(shown)
    compared = st.compare(found.private, ["erase"], attacks=[f"linkage:{PARTS}"])
    assert "<td>erase</td>" in compared._repr_html_()
