"""The results page: made again from the same work it is the same, and what it claims is so."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from benchmarks.results import __main__ as command
from benchmarks.results import measuring, page

import seethrough as st
from seethrough.errors import UnavailableError
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
    about = measuring.begun(run, SIZES)
    return {"medqa-plain": {"about": about, **measuring.measure(data, part, SIZES, run)}}


@pytest.mark.long
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
    originals, erased = kept["medqa-plain"]["releases"][0::3]
    assert originals["figures"]["linkage.top1"]["value"] == 1
    assert erased["differences"]["linkage.top1"]["high"] < 0
    assert "| unreadable | failed: " in told, "a release that fails is shown as failed"
    assert "Linked less often than the originals: 1 of 2 (erase; n " in told
    assert len(re.findall(r"^- .*, sanitizers that ask", told, re.MULTILINE)) == 7
    texts = [record.text for record in sampled()]
    written = told + (first / "results" / "figures.json").read_text("utf-8")
    assert not any(text[:40] in written for text in texts)


def test_nothing_is_measured_where_a_package_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Else a page would say of sanitizers that were measured before that they failed."""
    part = replace(measuring.PARTS["asked"], needs=("json", "no_such_package"))
    monkeypatch.setitem(measuring.PARTS, "asked", part)
    with pytest.raises(SystemExit):
        command.main(["--run", str(tmp_path / "run"), "--docs", str(tmp_path / "docs")])
    assert "no_such_package not installed" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_what_is_not_measured_again_stays_on_the_page(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kept: dict[str, Any]
) -> None:
    def fails(*_: Any) -> None:
        raise UnavailableError("no model answers")

    shutil.copytree(DOCS / "results", tmp_path / "results")
    monkeypatch.setattr(measuring, "measure", fails)
    monkeypatch.setattr(measuring, "missing", lambda parts: [])
    asked = ["--part", "asked", "--data", "enron", "--run", str(tmp_path / "run")]
    command.main([*asked, "--docs", str(tmp_path)])
    now = json.loads((tmp_path / "results" / "figures.json").read_text("utf-8"))
    assert now.pop("enron-asked")["error"] == "UnavailableError"
    assert now == {key: part for key, part in kept.items() if key != "enron-asked"}


def test_a_run_does_not_go_on_with_other_sizes(tmp_path: Path) -> None:
    measuring.begun(tmp_path, SIZES)
    assert measuring.begun(tmp_path, SIZES)["sizes"] == vars(SIZES)
    with pytest.raises(SystemExit, match="other sizes"):
        measuring.begun(tmp_path, replace(SIZES, records=21))


def test_a_run_does_not_go_on_with_another_judge_or_one_that_it_does_not_name(
    tmp_path: Path,
) -> None:
    about = measuring.begun(tmp_path, SIZES)
    for judge in ({"judge": {**about["judge"], "accuracy": 0.5}}, {}):
        kept = {key: value for key, value in about.items() if key != "judge"} | judge
        (tmp_path / "about.json").write_text(json.dumps(kept), "utf-8")
        with pytest.raises(SystemExit, match="other judge"):
            measuring.begun(tmp_path, SIZES)


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
    for name in drawn:  # the bytes depend on the version of the library that draws
        shown = (DOCS / "results" / name).read_text("utf-8")
        for release in kept[name.removesuffix(".svg")]["releases"]:
            label = f">{release['name']}</text>"  # beside its point, where it has one
            assert label in shown if release["figures"] else release["name"] in shown


SETS = ("medqa", "wildchat", "enron", "synthpai")
SCRUBBED = ("scrub", "scrub, stars", "scrub, pseudonyms", "spans", "scrub, then spans")
STRICT = ("custext, epsilon 1", "santext, epsilon 3")
LOOSE = ("custext, epsilon 8", "santext, epsilon 12")


def values(
    kept: dict[str, Any], names: tuple[str, ...], figure: str, sets: tuple[str, ...] = SETS
) -> list[dict[str, Any]]:
    """Return a figure of the releases of these names on these sets."""
    found = [
        release["figures"][figure]
        for key in sets
        for release in kept[f"{key}-plain"]["releases"]
        if release["name"] in names
    ]
    assert len(found) == len(names) * len(sets)
    return found


def span(figures: list[dict[str, Any]]) -> tuple[float, float]:
    """Return the smallest and the largest value, as the page shows them."""
    shown = [round(figure["value"], 2) for figure in figures]
    return min(shown), max(shown)


def ends(figures: list[dict[str, Any]], end: str) -> tuple[float, float]:
    """Return the smallest and the largest of one end of the intervals, as the page shows them."""
    shown = [round(figure[end], 2) for figure in figures]
    return min(shown), max(shown)


def above_guessing(figures: list[dict[str, Any]]) -> list[bool]:
    return [figure["excess"]["low"] > 0 for figure in figures]


def test_what_the_page_teaches_is_what_the_figures_say(kept: dict[str, Any]) -> None:
    taught = " ".join(page.TEACHES.read_text("utf-8").split())

    linked = values(kept, SCRUBBED, measuring.LINKED)
    assert {(f["value"], round(f["low"], 2), f["high"]) for f in linked} == {(1.0, 0.94, 1.0)}
    assert "(1.00, 0.94 to 1.00)" in taught
    most = span(values(kept, SCRUBBED, measuring.IDENTIFIERS, ("wildchat", "enron")))[1]
    facts = values(kept, SCRUBBED, measuring.GIVEN_AWAY)
    low, high = span(facts)
    assert f"At most {most:.2f} of the identifiers are left" in taught
    assert f"while {low:.2f} to {high:.2f} of the other facts" in taught
    low, high = ends(facts, "low")[0], ends(facts, "high")[1]
    assert f"(intervals from {low:.2f} to {high:.2f}), beyond guessing on every set" in taught
    assert "on every set except with pseudonyms on the mails" in taught
    (not_beyond,) = (f for f in facts if not above_guessing([f])[0])
    (mails,) = values(kept, ("scrub, pseudonyms",), measuring.GIVEN_AWAY, ("enron",))
    assert not_beyond == mails

    words, facts = (values(kept, STRICT, name) for name in (measuring.WORDS, measuring.GIVEN_AWAY))
    assert "keep {:.2f} to {:.2f} of the words".format(*span(words)) in taught
    assert "give away {:.2f} to {:.2f} of the facts".format(*span(facts)) in taught
    assert not any(above_guessing(facts))
    ending = "with intervals that end between {:.2f} and {:.2f}"
    assert f"but {ending.format(*ends(facts, 'high'))}." in taught
    words, facts = (values(kept, LOOSE, name) for name in (measuring.WORDS, measuring.GIVEN_AWAY))
    assert "they keep {:.2f} to {:.2f} and".format(*span(words)) in taught
    assert "give away {:.2f} to {:.2f} of the facts: `santext`".format(*span(facts)) in taught
    custext, santext = (
        above_guessing(values(kept, (name,), measuring.GIVEN_AWAY)) for name in LOOSE
    )
    assert (sum(custext), sum(santext)) == (0, 3)

    for name, told in zip(STRICT, ("in {:.2f} to {:.2f} of", "in {:.2f} to {:.2f}."), strict=True):
        assert told.format(*span(values(kept, (name,), measuring.LINKED))) in taught

    repaired = values(kept, ("repair",), measuring.GIVEN_AWAY)
    assert "here: {:.2f} to {:.2f} of the facts".format(*span(repaired)) in taught
    assert (
        "{:.2f} to {:.2f} of the words".format(*span(values(kept, ("repair",), measuring.WORDS)))
        in taught
    )
    assert (
        "still found in {:.2f} to {:.2f}".format(*span(values(kept, ("repair",), measuring.LINKED)))
        in taught
    )

    invented = ("synthesize",)
    facts = values(kept, invented, measuring.GIVEN_AWAY)
    assert not any(above_guessing(facts))
    assert f"on any set, {ending.format(*ends(facts, 'high'))};" in taught
    low, high = span(values(kept, invented, measuring.WORDS))
    assert f"{low:.2f} to {high:.2f} of the words stand in its texts" in taught

    (few,) = values(kept, STRICT[1:], measuring.GIVEN_AWAY, ("wildchat",))
    assert f"facts of {few['n']} records could be asked: {few['value']:.2f}" in taught
    assert f"has an interval up to {few['high']:.2f}" in taught
