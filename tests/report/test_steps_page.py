"""The page of what sage kept."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.report._reports import HOSTILE

from seethrough.cli import run
from seethrough.engine.sanitize import sanitize
from seethrough.errors import InputError
from seethrough.records.corpus import Corpus
from seethrough.report.page.steps import Made, render_steps, write_steps_page

TEXTS = [
    "Mrs Varga, 43, keeps ninety hives. Write to varga@mail.example.org.",
    "the parrot ate the curtains. nobody slept.",
]


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    file = tmp_path / "steps.jsonl"
    sanitize(Corpus.from_texts(TEXTS, ids=["a", "b"]), f"sage:model=fake,keep={file}")
    return file


def test_every_intermediate_is_shown(kept: Path, capsys: Any) -> None:
    assert run(["report", str(kept)]) == 0
    page = kept.with_suffix(".html")
    assert capsys.readouterr().out == f"{page}\n"
    html = page.read_text()
    rows = [json.loads(line) for line in kept.read_text().splitlines()]
    for name in rows[0]["attributes"]:
        assert f"<li><bdi>{name}</bdi></li>" in html
    for row, text in zip(rows[1:], TEXTS, strict=True):
        assert text in html
        for shown in (row["points"], *row["drafts"], *(v["suggestions"] for v in row["verdicts"])):
            assert shown in html
    assert "2 of 2 records released." in html
    assert "1.5 a record on average (1 for 1, 2 for 1)" in html
    assert "<b>Released after 2 assessments.</b>" in html
    assert page.stat().st_mode & 0o077 == 0


def test_withheld_records_come_first_and_say_why(tmp_path: Path) -> None:
    file = tmp_path / "steps.jsonl"
    corpus = Corpus.from_texts([TEXTS[1], TEXTS[0]], ids=["b", "a"])
    sanitize(corpus, f"sage:model=fake,rounds=1,keep={file}")
    write_steps_page(file, tmp_path / "page.html")
    html = (tmp_path / "page.html").read_text()
    assert "1 withheld (never declared safe 1)" in html
    assert html.index("<bdi>a</bdi>") < html.index("<bdi>b</bdi>")
    assert "<b>Withheld: never declared safe.</b>" in html


def test_stage_one_alone_is_shown_unassessed(tmp_path: Path) -> None:
    file = tmp_path / "steps.jsonl"
    sanitize(Corpus.from_texts(TEXTS), f"sage:model=fake,stage=1,keep={file}")
    write_steps_page(file, tmp_path / "page.html")
    html = (tmp_path / "page.html").read_text()
    assert html.count("Not assessed.") == 2
    assert "Released after stage 1." in html


def test_nothing_in_a_record_runs_and_what_has_no_room_is_counted() -> None:
    hostile = Made(HOSTILE, HOSTILE, HOSTILE, [], HOSTILE)
    html = render_steps([HOSTILE], [hostile])
    assert html.count("<script") == 1
    assert "<img" not in html
    long = Made("a", "word " * 100_000, "", [], "")
    assert "Left out of this page: 4 more records." in render_steps([], [long] * 10)


@pytest.mark.parametrize(
    "content", ["", "{}", '{"attributes": 3}', "[]", '{"attributes": []}\n{"id": "a"}', "words"]
)
def test_another_file_is_refused(content: str, tmp_path: Path) -> None:
    file = tmp_path / "steps.jsonl"
    file.write_text(content)
    with pytest.raises(InputError, match="not a file that sage kept"):
        write_steps_page(file, tmp_path / "page.html")
    with pytest.raises(InputError, match="No such file"):
        write_steps_page(tmp_path / "absent.jsonl", tmp_path / "page.html")


def test_there_is_no_page_without_text(kept: Path, capsys: Any) -> None:
    assert run(["report", str(kept), "--no-text"]) == 64
    assert "only text" in capsys.readouterr().err
