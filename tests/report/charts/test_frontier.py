"""Risk against utility: which releases are drawn, which are on the line, what a file holds."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.offline._guard import watch
from tests.report.charts._svg import marks, svg, told

import seethrough
from seethrough import spec
from seethrough.cli import run
from seethrough.errors import UsageError
from seethrough.report.charts import saving
from seethrough.report.charts.frontier import chart, frontier
from seethrough.report.charts.style import COLOURS, SHAPES
from seethrough.samples import path


def estimate(
    name: str,
    value: float | None,
    spread: float | None = 0.1,
    lower: bool = True,
    by: str = "lexical",
) -> dict[str, Any]:
    none = value is None or spread is None
    return {
        "name": name,
        "title": f"Title of {name}",
        "unit": "number",
        "direction": "lower_is_better" if lower else "higher_is_better",
        "value": value,
        "low": None if none else value - spread,  # type: ignore[operator]
        "high": None if none else value + spread,  # type: ignore[operator]
        "questions": [] if name.startswith("utility.") else ["anonymous"],
        "component": {"name": by},
    }


def comparison(releases: Mapping[str, Sequence[dict[str, Any]]]) -> dict[str, Any]:
    return {
        "seeds": [0],
        "standard": "anonymous",
        "frontiers": [],
        "safest": {"left_out": []},
        "releases": [{"name": name} for name in releases],
        "cells": [
            {"release_name": name, "component": own["component"], "estimates": [own]}
            for name, estimates in releases.items()
            for own in estimates
        ],
    }


def pairs(values: Sequence[tuple[float, float]], lower: bool = True) -> dict[str, Any]:
    return comparison(
        {
            f"release {i}": [
                estimate("risk", r, lower=lower),
                estimate("utility.kept", u, lower=False),
            ]
            for i, (r, u) in enumerate(values)
        }
    )


SHARES = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


@given(st.lists(st.tuples(SHARES, SHARES), min_size=1, max_size=8), st.booleans())
def test_on_the_line_are_those_that_nobody_beats(
    values: list[tuple[float, float]], lower: bool
) -> None:
    drawn = frontier(pairs(values, lower))
    sign = 1 if lower else -1
    for place, (risk, use) in enumerate(values):
        beaten = any(
            sign * r <= sign * risk and u >= use and (r, u) != (risk, use) for r, u in values
        )
        assert (place in drawn.best) == (not beaten)
    risks = [sign * values[place][0] for place in drawn.best]
    assert risks == sorted(risks)


def test_a_release_that_hides_what_it_gives_away_is_off_the_line_and_named() -> None:
    given = pairs([(0.1, 0.9), (0.2, 0.8), (0.3, 0.9), (0.4, 0.4)])
    assert frontier(given).best == [0]
    given["safest"]["left_out"] = [
        {"release": "release 0", "why": "untold"}, {"release": "release 1", "why": "use"},
    ]  # fmt: skip
    drawn = frontier(given)
    assert [point.release for point in drawn.points] == [f"release {i}" for i in range(4)]
    assert drawn.untold == ["release 0"]
    assert drawn.best == [1, 2]
    words = " ".join(told(svg(chart(drawn))))
    assert "not on the line, as its figures do not show all that it gives away: release 0" in words


def test_the_figures_that_most_releases_have_are_drawn() -> None:
    own = {
        "a": [estimate("rare", 0.1), estimate("risk", 0.2), estimate("utility.kept", 0.3)],
        "b": [estimate("risk", 0.4), estimate("utility.kept", 0.5), estimate("utility.x", 0.1)],
        "c": [estimate("utility.kept", 0.5), estimate("risk", None)],
        "d": [],
    }
    drawn = frontier(comparison(own))
    assert [(p.release, p.risk["value"], p.utility["value"]) for p in drawn.points] == [
        ("a", 0.2, 0.3), ("b", 0.4, 0.5),
    ]  # fmt: skip
    assert drawn.left_out == ["c", "d"]
    named = frontier(comparison(own), ("rare", "utility.kept"))
    assert [p.release for p in named.points] == ["a"]
    with pytest.raises(UsageError, match=r"no release has both rare and utility\.x; there are: "):
        frontier(comparison(own), ("rare", "utility.x"))
    with pytest.raises(UsageError, match="no release has both risk and a utility"):
        frontier(comparison({"a": [estimate("risk", 0.2)]}))


def test_the_first_frontier_is_drawn_and_else_a_risk_that_bears_on_the_standard() -> None:
    narrow = estimate("narrow", 0.3) | {"questions": ["sensitive"]}
    kept = [estimate(f"utility.{name}", 0.5, lower=False) for name in ("first", "second")]
    made = comparison({"a": [estimate("wide", 0.1), narrow, *kept], "b": [estimate("wide", 0.2)]})
    made |= {"standard": "sensitive"}
    assert frontier(made).titles == ("Title of narrow", "Title of utility.first")
    asked = [{"figures": ["gone", "utility.first"]}, {"figures": ["wide", "utility.second"]}]
    drawn = frontier(made | {"frontiers": asked})
    assert drawn.titles == ("Title of wide", "Title of utility.second")


def test_a_figure_that_two_attacks_measure_is_that_of_one_of_them_on_every_release() -> None:
    use = estimate("utility.kept", 0.5, lower=False)
    own = {
        "a": [estimate("risk", None, by="weak"), estimate("risk", 0.9, by="strong"), use],
        "b": [estimate("risk", 0.1, by="weak"), estimate("risk", 0.8, by="strong"), use],
        "c": [estimate("risk", 0.2, by="weak"), use],
    }
    drawn = frontier(comparison(own))
    assert [(p.release, p.risk["value"]) for p in drawn.points] == [("a", 0.9), ("b", 0.8)]
    assert drawn.left_out == ["c"]


def test_a_figure_that_several_measure_is_named_with_its_settings() -> None:
    own = {"a": [estimate("risk", 0.2), estimate("utility.kept", 0.3)]}
    assert frontier(comparison(own)).titles == ("Title of risk", "Title of utility.kept")
    weak, strong = (
        estimate("risk", value) | {"component": spec.to_json(spec.parse("attacks", by))}
        for value, by in ((0.2, "linkage:linker=rouge"), (0.9, "linkage:linker=bm25"))
    )
    drawn = frontier(comparison({"a": [weak, strong, estimate("utility.kept", 0.3)]}))
    assert drawn.titles[0] == "Title of risk (linker=rouge)"
    assert "Title of risk (linker=rouge) (lower is better)" in told(svg(chart(drawn)))


def test_it_says_which_of_several_draws_is_drawn() -> None:
    made = pairs([(0.1, 0.2), (0.4, 0.5)])
    sentence = "of a random release, the first of 3 draws"
    assert sentence in told(svg(chart(frontier(made | {"seeds": [5, 6, 7]}))))
    assert not any("draw" in line for line in told(svg(chart(frontier(made)))))


def test_colours_and_shapes_repeat_late() -> None:
    both = {(COLOURS[i % len(COLOURS)], SHAPES[i % len(SHAPES)]) for i in range(42)}
    assert len(both) == 42


def test_each_release_is_a_point_with_an_interval_each_way() -> None:
    own = {
        "a": [estimate("risk", 0.2), estimate("utility.kept", 0.3)],
        "b": [estimate("risk", 0.4, None), estimate("utility.kept", 0.5)],
        "c": [],
    }
    picture = svg(chart(frontier(comparison(own))))
    assert len(marks(picture, "symbol")) == 2
    lines = [row for row in marks(picture, "rule") if float(row.get("x2", 0)) or row.get("y2")]
    across = [row for row in lines if abs(float(row.get("x2", 0))) > 1]
    up = [row for row in lines if abs(float(row.get("y2", 0))) > 1]
    assert (len(across), len(up)) == (1, 2)  # one risk has no interval
    shown = told(picture)
    assert "Title of risk (lower is better)" in shown
    assert {"a", "b", "Release"} <= {*shown}
    assert any(line.endswith("a figure is missing: c") for line in shown)


def test_the_lengths_are_those_of_the_intervals() -> None:
    values = {
        "a": [estimate("risk", 0.2, 0.2), estimate("utility.kept", 0.5, 0.1)],
        "b": [estimate("risk", 0.8, 0.2), estimate("utility.kept", 0.9, 0.1)],
    }
    picture = svg(chart(frontier(comparison(values))))
    rules = marks(picture, "rule")
    across = sorted(abs(float(row.get("x2", 0))) for row in rules)[-2:]
    assert across == pytest.approx([0.4 * 380, 0.4 * 380])  # the axis runs from 0 to 1


def test_the_same_comparison_gives_the_same_bytes() -> None:
    made = pairs([(0.1, 0.2), (0.4, 0.5)])
    for form in saving.FORMATS:
        first, second = (saving.encoded(chart(frontier(made)), form) for _ in range(2))
        assert first == second


def test_a_name_is_text_and_nothing_is_referred_to() -> None:
    name = "<script>alert(1)</script> \" ' & {{ 7 * 7 }} datum.risk ${x}"
    both = [estimate("risk", 0.2), estimate("utility.kept", 0.3)]
    content = saving.encoded(chart(frontier(comparison({name: both, "b": []}))), ".svg").decode()
    assert "<script" not in content
    assert any(line.startswith("<script>alert(1)</script> \" ' & {{") for line in told_in(content))
    assert not re.search(r"(href|src)=|url\((?!#)|@import", content)
    assert set(re.findall(r"https?://[^\"' ]+", content)) <= {
        "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink",
    }  # fmt: skip


def told_in(content: str) -> list[str]:
    return told(ElementTree.fromstring(content))


def test_a_picture_is_for_its_owner_and_sharp_enough_for_print(tmp_path: Path) -> None:
    file = tmp_path / "chart.png"
    saving.write_chart(chart(frontier(pairs([(0.1, 0.2)]))), file)
    content = file.read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(content[16:20]) > 3 * 380
    assert file.stat().st_mode & 0o077 == 0


def test_drawing_asks_nobody_and_writes_nothing_elsewhere(tmp_path: Path) -> None:
    for name in ("home", "tmp", "work"):
        (tmp_path / name).mkdir()
    (tmp_path / "work" / "c.json").write_text(json.dumps(pairs([(0.1, 0.2), (0.4, 0.5)])))
    code = (
        "import json, pathlib\n"
        "from seethrough.report.charts.frontier import chart, frontier\n"
        "from seethrough.report.charts.saving import write_chart\n"
        "made = chart(frontier(json.loads(pathlib.Path('c.json').read_text())))\n"
        "write_chart(made, pathlib.Path('c.svg')); write_chart(made, pathlib.Path('c.png'))\n"
    )
    source = str(Path(seethrough.__file__).parents[1])
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(tmp_path / "home"),
        "TMPDIR": str(tmp_path / "tmp"),
        "PYTHONPATH": os.pathsep.join([source, os.environ.get("PYTHONPATH", "")]),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = watch([sys.executable, "-c", code], tmp_path / "work", environment)
    assert done.status == 0, done.errors
    assert done.left == []
    assert done.outside(tmp_path / "work", tmp_path / "tmp") == []
    assert [*(tmp_path / "home").rglob("*"), *(tmp_path / "tmp").rglob("*")] == []


# The command


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:12]
    Path("private.jsonl").write_text("".join(lines), "utf-8")


COMPARE = [
    "compare",
    "private.jsonl",
    "--with",
    "identity",
    "--with",
    "erase",
    "--attack",
    "lexical",
]
UTILITY = ["--utility", "length_kept"]


@pytest.mark.usefixtures("_here")
def test_a_comparison_is_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*COMPARE, *UTILITY, "--exit-zero", "--chart", "c.svg"]) == 0
    assert "Chart: c.svg" in capsys.readouterr().err
    shown = told(ElementTree.fromstring(Path("c.svg").read_bytes()))
    assert {"identity", "erase"} <= {*shown}
    assert run([*COMPARE, *UTILITY, "--exit-zero", "--chart", "c.svg"]) == 64  # it is there
    of = ["--chart-of", "lexical.distance,utility.none"]
    assert run([*COMPARE, *UTILITY, "--exit-zero", "--chart", "d.svg", *of]) == 64
    assert "no release has both" in capsys.readouterr().err.splitlines()[-1]


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize(
    ("more", "told"),
    [
        (["--chart", "c.pdf", *UTILITY], "c.pdf: end the name in .svg or .png"),
        (["--chart", "c.svg"], "name one with --utility"),
        (["--chart", "c.svg", "--chart-of", "one", *UTILITY], "name two figures"),
        (["--chart-of", "a,b", *UTILITY], "name the file with --chart"),
    ],
)
def test_a_chart_that_cannot_be_is_refused_before_any_work(
    more: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*COMPARE, *more]) == 64
    (line,) = capsys.readouterr().err.splitlines()
    assert told in line


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize("missing", ["altair", "vl_convert"])
def test_without_the_extra_the_command_to_install_it_is_said(
    missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    if missing == "vl_convert":
        monkeypatch.setattr(saving, "altair", lambda: None)
    assert run([*COMPARE, *UTILITY, "--chart", "c.svg"]) == 69
    assert "pip install 'seethrough[charts]'" in capsys.readouterr().err
