"""Figures against a number that releases or attacks differ in: series, places, infinity, errors."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.report.charts._svg import looks, marks, svg, told

from seethrough import spec
from seethrough.cli import run
from seethrough.errors import UsageError
from seethrough.report.charts import saving
from seethrough.report.charts.fields import check_field
from seethrough.report.charts.style import COLOURS
from seethrough.report.charts.sweep import Point, chart, sweep
from seethrough.samples import path


def estimate(name: str, value: float | None, guessed: float | None = None) -> dict[str, Any]:
    useful = name.startswith("utility.")
    return {
        "name": name,
        "title": f"Title of {name}",
        "unit": "share",
        "direction": "higher_is_better" if useful else "lower_is_better",
        "value": value,
        "low": None if value is None else value - 0.1,
        "high": None if value is None else value + 0.1,
        "questions": [] if useful else ["anonymous"],
        "control": None if guessed is None else {"value": guessed},
        "excess": None if guessed is None else {"value": 0.0},
    }


def made(kind: str, text: str) -> dict[str, Any]:
    return spec.to_json(spec.parse(kind, text))


def release(name: str, of: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    own = made("sanitizers", name) if of is None else of
    return {"name": name, "sanitizer": own, "service": None, "trained_steps": None, **more}


def cell(name: str, *estimates: dict[str, Any], by: str = "linkage") -> dict[str, Any]:
    return {
        "release_name": name, "component": made("attacks", by), "estimates": [*estimates],
    }  # fmt: skip


def comparison(releases: Sequence[dict[str, Any]], cells: Sequence[dict[str, Any]]) -> Any:
    return {
        "seeds": [0],
        "standard": "anonymous",
        "frontiers": [],
        "releases": [*releases],
        "cells": [*cells],
    }


def along(values: dict[str, float]) -> Any:
    """Return a comparison in which each release has a risk."""
    return comparison(
        [release(name) for name in values],
        [cell(name, estimate("risk", value)) for name, value in values.items()],
    )


def test_releases_that_differ_in_one_number_are_a_series() -> None:
    own = comparison(
        [release(n) for n in ("custext:epsilon=4", "custext", "erase")],
        [
            cell("custext:epsilon=4", estimate("risk", 0.6, 0.2), estimate("utility.u", 0.9)),
            cell("custext", estimate("risk", 0.3, 0.1), estimate("utility.u", 0.5)),
            cell("erase", estimate("risk", 0.0), estimate("utility.u", 0.0)),
        ],
    )
    drawn = sweep(own, "epsilon")
    risk, utility = drawn.panels
    assert risk.title == "Title of risk (lower is better)"
    assert risk.series == {
        "custext": [
            Point("custext", 1.0, 0.3, pytest.approx(0.2), pytest.approx(0.4), 0.1),
            Point("custext:epsilon=4", 4.0, 0.6, 0.5, pytest.approx(0.7), 0.2),
        ]
    }
    assert utility.title == "Title of utility.u (higher is better)"
    assert [(p.at, p.value, p.guessed) for p in utility.series["custext"]] == [
        (1.0, 0.5, None), (4.0, 0.9, None),
    ]  # fmt: skip
    assert drawn.left_out == ["erase"]


def test_what_differs_in_more_is_another_series_named_by_that() -> None:
    names = ["custext:epsilon=1", "custext:epsilon=2", "custext:epsilon=1,k=5"]
    names += ["custext:epsilon=2,k=5", "santext:epsilon=2"]
    (panel,) = sweep(along({name: 0.5 for name in names}), "epsilon").panels
    assert {name: [p.at for p in points] for name, points in panel.series.items()} == {
        "custext": [1.0, 2.0], "custext:k=5": [1.0, 2.0], "santext": [2.0],
    }  # fmt: skip


def test_a_number_of_an_attack_or_of_a_part_runs_along_too() -> None:
    own = comparison(
        [release("erase"), release("identity")],
        [
            cell(name, estimate("risk", k / 10), by=f"linkage:knowledge=random(k={k})")
            for name in ("erase", "identity")
            for k in (1, 3, 8)
        ],
    )
    (panel,) = sweep(own, "knowledge.k").panels
    # Three facts are the default, so that in short nothing is said of them.
    assert {name: [(p.at, p.value) for p in points] for name, points in panel.series.items()} == {
        name: [(1.0, 0.1), (3.0, 0.3), (8.0, 0.8)] for name in ("erase", "identity")
    }
    service = made("retrieval", "service")
    served = comparison(
        [release(f"r{k}", made("sanitizers", "scrub"), service=service | {"k": k}) for k in (1, 5)],
        [cell(f"r{k}", estimate("risk", 0.2)) for k in (1, 5)],
    )
    (panel,) = sweep(served, "service.k").panels
    assert [p.at for points in panel.series.values() for p in points] == [1.0, 5.0]


def test_a_step_of_a_chain_has_numbers_too() -> None:
    names = [f"chain:steps=scrub+custext(epsilon={e})" for e in (1, 4)]
    (panel,) = sweep(along(dict.fromkeys(names, 0.5)), "steps.1.epsilon").panels
    assert {name: [p.at for p in points] for name, points in panel.series.items()} == {
        "chain:steps=scrub+custext": [1.0, 4.0]
    }


def test_no_stop_is_the_last_step_and_not_step_0() -> None:
    way = made("finetuners", "substitution:steps=200")
    own = comparison(
        [
            release(f"step-{stop}", way | {"stop": stop}, trained_steps=stop or 200)
            for stop in (0, 50, 100)
        ],
        [cell(f"step-{stop}", estimate("risk", 0.5)) for stop in (0, 50, 100)],
    )
    ((points,),) = (panel.series.values() for panel in sweep(own, "stop").panels)
    assert [(p.release, p.at) for p in points] == [
        ("step-50", 50.0), ("step-100", 100.0), ("step-0", 200.0),
    ]  # fmt: skip


def test_infinity_has_a_place_and_a_name_but_no_line() -> None:
    names = ["synthesize:epsilon=1", "synthesize:epsilon=8", "synthesize:epsilon=inf"]
    drawn = sweep(along(dict(zip(names, (0.1, 0.4, 0.9), strict=True))), "epsilon")
    assert [p.at for p in drawn.panels[0].series["synthesize"]] == [1.0, 8.0, math.inf]
    picture = svg(chart(drawn))
    shown = told(picture)
    assert {"1", "8", "inf"} <= {*shown}
    assert "Infinity" not in saving.encoded(chart(drawn), ".svg").decode()
    places = [
        tuple(map(float, re.findall(r"-?[\d.]+", row["transform"])))
        for row in marks(picture, "symbol")
    ]
    assert sorted(x for x, _ in places) == [x for x, _ in places]
    # The plot is 220 pixels high and runs from 0 to 100 %.
    assert [y for _, y in places] == pytest.approx([198, 132, 22])
    (line,) = marks(picture, "line")
    ends = [float(x) for x in re.findall(r"(-?[\d.]+),-?[\d.]+", line["d"])]
    assert ends == pytest.approx([x for x, _ in places[:2]])
    # A rule stands between the last number and infinity.
    between = [
        float(re.findall(r"-?[\d.]+", row["transform"])[0])
        for row in marks(picture, "rule")
        if row.get("stroke-dasharray") == "2,3"
    ]
    assert len(between) == 1
    assert places[1][0] < between[0] < places[2][0]


def test_numbers_far_apart_stand_on_a_logarithmic_axis() -> None:
    names = [f"custext:epsilon={e}" for e in (0.1, 1, 10)]
    picture = svg(chart(sweep(along(dict.fromkeys(names, 0.5)), "epsilon")))
    xs = [float(re.findall(r"-?[\d.]+", r["transform"])[0]) for r in marks(picture, "symbol")]
    assert xs[1] - xs[0] == pytest.approx(xs[2] - xs[1], abs=0.01)
    assert {"0.1", "1", "10"} <= {*told(picture)}


def test_it_says_which_of_several_draws_is_drawn() -> None:
    made = along({f"custext:epsilon={e}": e / 10 for e in (1, 2)}) | {"seeds": [0, 1]}
    assert "of a random release, the first of 2 draws" in told(svg(chart(sweep(made, "epsilon"))))


def test_each_point_has_an_interval_and_a_control() -> None:
    own = comparison(
        [release(n) for n in ("custext:epsilon=1", "custext:epsilon=4")],
        [cell(f"custext:epsilon={e}", estimate("risk", v, 0.25)) for e, v in ((1, 0.5), (4, 0.75))],
    )
    picture = svg(chart(sweep(own, "epsilon")))
    shown = told(picture)
    assert {
        "What changes with epsilon", "Title of risk (lower is better)", "epsilon",
        "custext; with 95 % intervals", "a bar across: the control, what is guessed anyway",
    } <= {*shown}  # fmt: skip
    bars = [row for row in marks(picture, "rule") if row.get("stroke") == COLOURS[0]]
    assert [abs(float(row["y2"])) for row in bars] == pytest.approx([44, 44])  # 20 % of 220
    # The controls stand at 25 % of the 220 pixels.
    assert len(looks(marks(picture, "rect"), "d")) == 2


def test_series_at_one_place_stand_beside_each_other() -> None:
    names = [f"custext:epsilon={e},k={k}" for e in (1, 2) for k in (5, 9)]
    picture = svg(chart(sweep(along(dict.fromkeys(names, 0.5)), "epsilon")))
    symbols = marks(picture, "symbol")
    assert len({row["transform"] for row in symbols}) == 4
    assert {"custext:k=5", "custext:k=9"} <= {*told(picture)}
    assert len(set(looks(symbols, "fill", "d"))) == 2


@pytest.mark.parametrize(
    ("field", "of", "line"),
    [
        ("epsilonn", [], "has a number called epsilonn; what differs: epsilon"),
        ("k", [], "no two that have risk differ in k alone"),
        ("epsilon", ["risk", "none"], "no release has none; there are: risk"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_line(field: str, of: list[str], line: str) -> None:
    own = along({"custext:epsilon=1": 0.1, "custext:epsilon=2": 0.2})
    with pytest.raises(UsageError) as error:
        sweep(own, field, of)
    assert line in str(error.value)
    assert "\n" not in str(error.value)


def test_releases_that_differ_in_more_than_the_number_are_no_series() -> None:
    own = along({"custext:epsilon=1,k=5": 0.1, "custext:epsilon=2,k=9": 0.2})
    with pytest.raises(UsageError, match="no two that have risk differ in epsilon alone"):
        sweep(own, "epsilon")
    with pytest.raises(UsageError, match=r"what differs: epsilon, k$"):
        check_field([made("sanitizers", f"custext:epsilon={e},k={e}") for e in (5, 9)], "x")
    with pytest.raises(UsageError, match="no number differs"):
        check_field([None, {"name": "erase"}], "x")


@pytest.mark.parametrize("strange", [True, "4", math.nan, -math.inf, 10**400, [4], {"name": "x"}])
def test_what_is_no_number_is_left_out_and_named(strange: Any) -> None:
    own = along({"custext:epsilon=1": 0.1, "custext:epsilon=2": 0.2, "custext:epsilon=3": 0.3})
    own["releases"][2]["sanitizer"]["epsilon"] = strange
    drawn = sweep(own, "epsilon")
    assert drawn.left_out == ["custext:epsilon=3"]
    assert any("is missing: custext:epsilon=3" in line for line in told(svg(chart(drawn))))


def test_a_name_is_text_whatever_it_holds() -> None:
    own = along({"custext:epsilon=1": 0.1, "custext:epsilon=2": 0.2})
    own["releases"].append(release("erase") | {"name": "<script>\x00 & {{ 7 * 7 }}"})
    shown = told(svg(chart(sweep(own, "epsilon"))))
    assert any(line.endswith("<script>␀ & {{ 7 * 7 }}") for line in shown)


def test_the_same_comparison_gives_the_same_bytes() -> None:
    own = along({"custext:epsilon=1": 0.1, "custext:epsilon=2": 0.2})
    for form in saving.FORMATS:
        first, second = (saving.encoded(chart(sweep(own, "epsilon")), form) for _ in range(2))
        assert first == second


# The command


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:12]
    Path("private.jsonl").write_text("".join(lines), "utf-8")


COMPARE = ["compare", "private.jsonl", "--attack", "lexical", "--utility", "length_kept"]
BOTH = ["--with", "custext:epsilon=1", "--with", "custext:epsilon=6"]


@pytest.mark.usefixtures("_here")
def test_a_comparison_is_drawn_against_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    more = ["--exit-zero", "--chart", "c.svg", "--chart-against", "epsilon"]
    of = ["--chart-of", "lexical.distance"]
    assert run([*COMPARE, *BOTH, *more, *of]) == 0
    assert "Chart: c.svg" in capsys.readouterr().err
    shown = told(ElementTree.fromstring(Path("c.svg").read_bytes()))
    assert {"What changes with epsilon", "1", "6"} <= {*shown}
    assert not any("Length kept" in line for line in shown)


@pytest.mark.usefixtures("_here")
def test_a_release_that_is_there_stands_where_it_says_it_does() -> None:
    for epsilon in (1, 6):
        own = ["--with", f"custext:epsilon={epsilon}", "-o", f"e{epsilon}.jsonl"]
        assert run(["sanitize", "private.jsonl", *own]) == 0
    plan = 'private = "private.jsonl"\nattacks = ["lexical"]\n'
    plan += "".join(f'[[releases]]\nfile = "e{epsilon}.jsonl"\n' for epsilon in (1, 6))
    Path("plan.toml").write_text(plan, "utf-8")
    more = ["--chart", "c.svg", "--chart-against", "epsilon", "--chart-of", "lexical.distance"]
    assert run(["compare", "plan.toml", "--exit-zero", *more]) == 0
    shown = told(ElementTree.fromstring(Path("c.svg").read_bytes()))
    assert {"custext; with 95 % intervals", "1", "6"} <= {*shown}


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize(
    ("more", "line"),
    [
        (["--chart", "c.svg", "--chart-against", "x"], "no attack has a number called x; what"),
        (["--chart-against", "epsilon"], "name the file with --chart"),
    ],
)
def test_a_field_that_nothing_has_is_refused_before_any_work(
    more: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*COMPARE, *BOTH, *more, "--run", "run"]) == 64
    assert line in capsys.readouterr().err.splitlines()[-1]
    assert not Path("run").exists()
