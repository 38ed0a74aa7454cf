"""The results page: made again from the same work it is the same, and what it claims is so."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmarks.results import measuring, page

import seethrough as st
from seethrough.samples import path

DOCS = Path(__file__).parents[2] / "docs"
SIZES = measuring.Sizes(records=20, asked=2, control=10)
RELEASES = {
    "originals": "identity",
    "scrub": "scrub",
    "unreadable": "custext:vectors=no-such-file.txt",
    "erase": "erase",
}

pytestmark = pytest.mark.filterwarnings("ignore:.*matplotlib.*")


def sampled() -> st.Corpus:
    records = st.read(path("private.jsonl"))
    first = {record.person: record for record in records}
    return st.Corpus.from_texts([record.text[:500] for record in first.values()], list(first))


@pytest.fixture(scope="module")
def data() -> measuring.Data:
    return replace(measuring.DATA["medqa"], read=sampled)


def measured(data: measuring.Data, run: Path) -> dict[str, Any]:
    part = replace(measuring.PARTS["plain"], releases=RELEASES)
    kept = {"about": measuring.begun(run, SIZES), "parts": {}}
    kept["parts"]["medqa-plain"] = measuring.measure(data, part, SIZES, run)
    return kept


@pytest.mark.system
def test_the_same_work_gives_the_same_page_and_charts(data: measuring.Data, tmp_path: Path) -> None:
    run, first, second = tmp_path / "run", tmp_path / "first", tmp_path / "second"
    kept = measured(data, run)
    page.write(kept, first)
    page.write(measured(data, run), second)
    files = sorted(file.relative_to(first) for file in first.rglob("*") if file.is_file())
    assert [file.name for file in files] == ["figures.json", "medqa-plain.svg", "results.md"]
    for file in files:
        assert (first / file).read_bytes() == (second / file).read_bytes()

    told = (first / "results.md").read_text("utf-8")
    originals, erased = kept["parts"]["medqa-plain"]["releases"][0::3]
    assert originals["figures"]["linkage.top1"]["value"] == 1
    assert erased["differences"]["linkage.top1"]["high"] < 0
    assert "| unreadable | failed: " in told, "a release that fails is shown as failed"
    assert "Linked less often than the originals: 1 of 2 (erase)" in told
    assert told.count("Not measured yet.") == 7
    texts = [record.text for record in sampled()]
    written = told + (first / "results" / "figures.json").read_text("utf-8")
    assert not any(text[:40] in written for text in texts)


def test_a_run_does_not_go_on_with_other_sizes(tmp_path: Path) -> None:
    measuring.begun(tmp_path, SIZES)
    assert measuring.begun(tmp_path, SIZES)["sizes"] == vars(SIZES)
    with pytest.raises(SystemExit, match="other sizes"):
        measuring.begun(tmp_path, replace(SIZES, records=21))


def test_people_of_the_control_are_in_no_release(data: measuring.Data) -> None:
    private, control = measuring.drawn(data, SIZES)
    assert (len(private), len(control)) == (20, 10)
    assert not {record.text for record in private} & {record.text for record in control}


def test_a_difference_counts_only_where_it_is_beyond_chance_and_less() -> None:
    def release(name: str, p_value: float, high: float) -> dict[str, Any]:
        difference = {"value": -0.5, "low": -0.9, "high": high, "n": 20, "p_value": p_value}
        return {"name": name, "differences": {"linkage.top1": difference}}

    part = {
        "releases": [
            {"name": "originals", "differences": {}},
            release("less", 0.001, -0.1),
            release("touching", 0.001, 0.0),
            release("chance", 0.03, -0.1),  # 0.06 by Holm's rule, as is the next one
            release("more chance", 0.03, -0.1),
        ]
    }
    measuring.adjust(part)
    less, rest, n = page.told_apart(part, "linkage.top1")
    assert (less, rest, n) == (["less"], ["touching", "chance", "more chance"], 20)


@pytest.fixture(scope="module")
def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DOCS / "results" / "figures.json").read_text("utf-8"))
    return found


def test_the_page_and_its_charts_show_the_kept_figures(kept: dict[str, Any]) -> None:
    assert (DOCS / "results.md").read_text("utf-8") == page.page(kept)
    drawn = page.charts(kept)
    assert {file.name for file in (DOCS / "results").glob("*.svg")} == set(drawn)
    for name, content in drawn.items():
        assert (DOCS / "results" / name).read_bytes() == content
