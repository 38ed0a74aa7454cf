"""A figure against what its curve runs over: what is drawn, what is said, what is refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.report import _reports as reports
from tests.report.charts._svg import looks, marks, svg, told

from seethrough import spec
from seethrough.cli import run
from seethrough.errors import UsageError
from seethrough.report.charts import saving
from seethrough.report.charts.curve import Point, chart, check_curve, curve
from seethrough.report.charts.style import COLOURS, DASHES
from seethrough.samples import path


def interval(value: float | None, low: float | None, high: float | None) -> dict[str, Any]:
    return {"value": value, "low": low, "high": high, "n": 40, "method": "wilson"}


def report(**changes: Any) -> dict[str, Any]:
    """Return the report of an audit with two steps, worked by hand."""
    own = reports.report()
    first = reports.estimate("linkage.top1", 0.5, 0.1)
    first |= interval(0.5, 0.4, 0.6) | {"n": 40}
    first |= {"control": interval(0.1, 0.05, 0.2), "baseline": interval(0.0, 0.0, 0.1)}
    last = first | interval(0.75, 0.65, 0.85) | {"n": 38, "control": interval(0.2, 0.1, 0.3)}
    steps = [{"facts": k, "estimates": [e]} for k, e in ((1, first), (3, last))]
    attacks = [a | {"by_question": {}} for a in own["attacks"]]
    return own | {"curves": steps, "attacks": attacks, **changes}


def pooled(**changes: Any) -> dict[str, Any]:
    """Return the same report with the curve over candidates, worked by hand."""
    own = report()
    first = own["curves"][0]["estimates"][0] | {"control": None}
    steps = []
    for size, value in ((2, 0.9), (10, 0.7), (60, 0.5)):
        guessed = interval(1 / size, 1 / size, 1 / size)
        e = first | interval(value, value - 0.1, value + 0.1) | {"baseline": guessed}
        steps.append({"candidates": size, "estimates": [e]})
    return own | {"pools": steps, **changes}


def asking(**counts: list[float]) -> dict[str, Any]:
    """Return the report of an audit whose attacks ask, with what each had got in the end."""
    attack = reports.report()["attacks"][0]
    found = [
        attack | {"component": {"name": name}, "by_question": {"extraction.records": got}}
        for name, got in counts.items()
    ]
    return report(curves=[], curve_over=[], attacks=found)


def test_the_release_control_and_baseline_are_lines_of_their_own() -> None:
    drawn = curve(report())
    assert drawn.lines == {
        "This release": [Point(1, 0.5, 0.4, 0.6), Point(3, 0.75, 0.65, 0.85)],
        "Own record left out (control)": [Point(1, 0.1, 0.05, 0.2), Point(3, 0.2, 0.1, 0.3)],
        "Empty release (baseline)": [Point(1, 0.0, 0.0, 0.1), Point(3, 0.0, 0.0, 0.1)],
    }
    assert (drawn.title, drawn.over, drawn.better) == (
        "Found at the first guess", "known facts", "Lower is better",
    )  # fmt: skip
    assert drawn.told == [
        "by the number of known facts, with 95 % intervals; targets attacked: 38 to 40"
    ]


def test_an_audit_without_a_control_draws_none() -> None:
    own = report()
    for step in own["curves"]:
        step["estimates"][0]["control"] = None
    assert [*curve(own).lines] == ["This release", "Empty release (baseline)"]


def test_a_step_that_was_not_measured_is_a_gap_and_named() -> None:
    own = report()
    missing = own["curves"][0]["estimates"][0] | interval(None, None, None)
    own["curves"].insert(1, {"facts": 2, "estimates": [missing]})
    drawn = curve(own)
    assert drawn.lines["This release"][1] == Point(2, None, None, None)
    assert drawn.told[1:] == ["not measured with: 2"]
    lines = marks(svg(chart(drawn)), "line")
    # Nothing joins the two steps beside the gap: their line has two parts.
    assert [row["d"].count("M") for row in lines] == [1, 1, 2]


def test_what_is_drawn_lies_where_the_figures_are() -> None:
    picture = svg(chart(curve(report())))
    shown = told(picture)
    assert {
        "Found at the first guess", "Number of known facts", "Lower is better", "1", "3", "100%",
        "This release", "Own record left out (control)", "Empty release (baseline)",
    } <= {*shown}  # fmt: skip
    lines = marks(picture, "line")
    assert looks(lines, "stroke", "stroke-dasharray") == [
        (COLOURS[place], ",".join(map(str, DASHES[place]))) for place in (2, 1, 0)
    ]
    # The plot is 280 pixels high and runs from 0 to 100 %; y grows downwards.
    ends = re.findall(r"-?[\d.]+,(-?[\d.]+)", lines[-1]["d"])
    assert [float(y) for y in ends] == pytest.approx([140, 70])
    band = re.findall(r"-?[\d.]+,(-?[\d.]+)", marks(picture, "area")[-1]["d"])
    assert sorted(map(float, band[:4])) == pytest.approx([42, 98, 112, 168])
    assert len({row["d"] for row in marks(picture, "symbol")}) == 3


def test_candidates_are_drawn_beside_chance() -> None:
    drawn = curve(pooled(), against="candidates")
    assert drawn.over == "candidates"
    assert drawn.lines == {
        "This release": [
            Point(2, 0.9, 0.8, 1.0),
            Point(10, 0.7, 0.6, pytest.approx(0.8)),
            Point(60, 0.5, 0.4, 0.6),
        ],
        "Chance": [Point(n, 1 / n, 1 / n, 1 / n) for n in (2, 10, 60)],
    }  # fmt: skip
    assert drawn.told == [
        "by the number of candidates, with 95 % intervals; targets attacked: 40",
        "candidates: the person and others of the release, drawn at random",
    ]
    shown = told(svg(chart(drawn)))
    assert {"Number of candidates", "2", "10", "60", "Chance", "This release"} <= {*shown}


def test_a_curve_is_named_by_what_it_runs_over() -> None:
    both = pooled()
    assert curve(both).over == curve(both, against="facts").over == "known facts"
    assert curve(both, "linkage.top1", "candidates").over == "candidates"
    only = pooled(curves=[], curve_over=[])
    assert curve(only).over == "candidates"
    with pytest.raises(UsageError) as error:
        curve(both, against="questions")
    assert str(error.value) == (
        "no chart: no curve over questions; there are: linkage.top1 (over known facts),"
        " linkage.top1 (over candidates)"
    )
    with pytest.raises(UsageError, match=r"linkage\.top1 has no curve over questions; there are: "):
        curve(both, "linkage.top1", "questions")
    old = report()
    assert "pools" not in old  # as an earlier version wrote it
    with pytest.raises(UsageError, match="no curve over candidates"):
        curve(old, against="candidates")


def test_questions_are_counted_without_an_interval() -> None:
    drawn = curve(asking(extraction=[0.0, 2.0, 2.0, 5.0]))
    assert drawn.unit == "count"
    assert drawn.lines == {
        "This release": [Point(0, 0.0), Point(1, 0.0), Point(2, 2.0), Point(3, 2.0), Point(4, 5.0)]
    }
    assert "no interval" in drawn.told[0]
    picture = svg(chart(drawn))
    assert {"Records recited", "Number of questions"} <= {*told(picture)}
    both = curve(asking(extraction=[1.0], other=[2.0]))
    assert {name: points[-1].value for name, points in both.lines.items()} == {
        "extraction": 1.0, "other": 2.0,
    }  # fmt: skip


def test_a_figure_without_a_curve_is_refused_with_those_that_have_one() -> None:
    with pytest.raises(UsageError) as error:
        curve(report(), "semantic.leak_rate")
    assert str(error.value) == (
        "no chart: semantic.leak_rate has no curve; there are: linkage.top1 (over known facts)"
    )
    with pytest.raises(UsageError, match=r"no attack of this audit has a curve; .*linkage has one"):
        curve(asking())


def test_the_attacks_say_before_any_work_whether_there_will_be_a_curve() -> None:
    linkage, lexical, extraction = (
        spec.parse("attacks", name) for name in ("linkage", "lexical", "extraction")
    )
    check_curve([lexical, linkage])
    check_curve([linkage, extraction], "extraction.records")
    check_curve([linkage], "linkage.top1", "candidates")
    with pytest.raises(UsageError, match=r"top10 has no curve over candidates; there are: linkage"):
        check_curve([linkage], "linkage.top10", "candidates")
    has = "extraction has one over questions, linkage has one over known facts and one over candid"
    with pytest.raises(UsageError, match=has):
        check_curve([lexical])
    with pytest.raises(UsageError, match=r"lexical\.distance has no curve; there are: linkage\."):
        check_curve([lexical, linkage], "lexical.distance")


def test_the_same_report_gives_the_same_bytes() -> None:
    for form in saving.FORMATS:
        first, second = (saving.encoded(chart(curve(report())), form) for _ in range(2))
        assert first == second


# The commands


@pytest.fixture
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("private.jsonl", "release.jsonl"):
        lines = path(name).read_text("utf-8").splitlines(keepends=True)[:12]
        Path(name).write_text("".join(lines), "utf-8")


AUDIT = ["audit", "private.jsonl", "release.jsonl", "--exit-zero"]
LINKAGE = ["--attack", "linkage:linker=bm25"]


@pytest.mark.usefixtures("_here")
def test_an_audit_is_drawn_and_so_is_its_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run([*AUDIT, *LINKAGE, "--run", "run", "--chart", "c.svg"]) == 0
    assert "Chart: c.svg" in capsys.readouterr().err
    shown = told(ElementTree.fromstring(Path("c.svg").read_bytes()))
    assert {"Found at the first guess", "8"} <= {*shown}
    kept = json.loads(Path("run/command.json").read_text("utf-8"))
    assert "--chart" not in kept["arguments"]  # whoever reproduces it does not draw it again
    assert run(["report", "run", "--chart", "d.svg"]) == 0
    assert Path("d.svg").read_bytes() == Path("c.svg").read_bytes()
    assert Path("d.svg").stat().st_mode & 0o077 == 0
    assert run(["report", "run", "--chart", "d.svg"]) == 64  # it is there
    capsys.readouterr()
    of = ["--chart-of", "linkage.top10"]
    assert run(["report", "run", "--format", "markdown", "--chart", "e.svg", *of]) == 0
    assert capsys.readouterr().out.startswith("## ")
    shown = told(ElementTree.fromstring(Path("e.svg").read_bytes()))
    assert "Found among the first ten guesses" in shown
    over = ["--chart-against", "candidates"]
    assert run(["report", "run", "--chart", "f.svg", *over]) == 0
    shown = told(ElementTree.fromstring(Path("f.svg").read_bytes()))
    assert {"Number of candidates", "12", "Chance"} <= {*shown}
    machine = json.loads(Path("run/report.json").read_text("utf-8"))
    assert len(curve(machine, "linkage.top10").lines["This release"]) == 8


@pytest.mark.usefixtures("_here")
@pytest.mark.parametrize(
    ("more", "line"),
    [
        (["--attack", "lexical", "--chart", "c.svg"], "no attack of this audit has a curve"),
        ([*LINKAGE, "--chart", "c.pdf"], "c.pdf: end the name in .svg or .png"),
        ([*LINKAGE, "--chart", "release.jsonl"], "end the name in .svg"),
        ([*LINKAGE, "--chart-of", "linkage.top1"], "name the file with --chart"),
        ([*LINKAGE, "--chart-against", "facts"], "--chart-against says what is drawn; name the"),
        ([*LINKAGE, "--chart", "c.svg", "--chart-against", "x"], "no curve over x; there are: l"),
        ([*LINKAGE, "--chart", "c.svg", "--chart-of", "x"], "x has no curve; there are: linkage.t"),
    ],
)
def test_a_curve_that_cannot_be_is_refused_before_any_work(
    more: list[str], line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run([*AUDIT, *more, "--run", "run"]) == 64
    assert line in capsys.readouterr().err.splitlines()[-1]
    assert not Path("run").exists()


@pytest.mark.usefixtures("_here")
def test_a_chart_without_text_names_no_file() -> None:
    own = asking(extraction=[1.0], other=[2.0])
    for attack in own["attacks"]:
        attack["component"] |= {"information": "patients/secret.csv"}
    Path("report.json").write_text(json.dumps(own), "utf-8")
    for name, more in (("with.svg", []), ("without.svg", ["--no-text", "--force"])):
        assert run(["report", "report.json", "--chart", name, *more]) == 0
        assert ("secret" in Path(name).read_text("utf-8")) == (not more)


@pytest.mark.usefixtures("_here")
def test_what_sage_kept_has_no_curve(capsys: pytest.CaptureFixture[str]) -> None:
    Path("steps.jsonl").write_text("", "utf-8")
    assert run(["report", "steps.jsonl", "--chart", "c.svg"]) == 64
    assert "what sage kept has no curve" in capsys.readouterr().err
