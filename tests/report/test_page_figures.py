"""What the page says of a figure beside its control, in words."""

from __future__ import annotations

import pytest
from tests.report._reports import about, estimate, interval, report

from seethrough.report.labels.figures import leaks
from seethrough.report.page.figures import beyond, curves_of, figure_of, gap_of


@pytest.mark.parametrize(
    ("low", "found"), [(0.01, True), (0.0, False), (-0.01, False), (None, False)]
)
def test_a_figure_exceeds_where_its_whole_interval_does(low: float | None, found: bool) -> None:
    over = {"value": 0.2, "low": low, "high": 0.4, "n": 60, "method": "x"}
    assert leaks(estimate("linkage.top1", 0.3, 0.1, excess=over)) is found
    assert not leaks(estimate("linkage.top1", 0.3, 0.1, excess=None))
    assert not leaks(None)


def test_beyond_is_said_in_points_or_as_a_distance() -> None:
    share = estimate("linkage.top1", 0.3, 0.1, excess=interval(0.2, 0.1, 0.3))
    assert beyond(share) == "20 percentage points (10 to 30) beyond what is guessed anyway"
    alone = beyond({**share, "control": None})
    assert alone == "20 percentage points (10 to 30) beyond chance"
    far = estimate("semantic.distance", 0.3, 0.9, excess=interval(0.6, 0.5, 0.7))
    assert beyond(far) == "0.60 (0.50 to 0.70) less than guessing alone gives"
    small = estimate("linkage.top1", 0.01, 0.0, excess=interval(0.005, -0.06, 0.08))
    assert beyond(small) == "0.5 percentage points (-6 to 8) beyond what is guessed anyway"
    assert beyond({**share, "excess": None}) == ""
    assert beyond({**share, "excess": {**share["excess"], "value": None}}) == ""


def gap(meaning: float | None, words: float | None, failed: str = "") -> str:
    names = ("semantic.distance", "lexical.distance")
    values = zip(names, (meaning, words), strict=True)
    return gap_of(
        {
            "figures": [about(name) for name in names],
            "estimates": [estimate(name, value, 0.9) for name, value in values],
            "self_test": [{"name": n, "tested": True, "passed": n != failed} for n in names],
        }
    )


def test_wording_and_meaning_may_disagree() -> None:
    assert "0.30 safer than it is by meaning" in gap(0.5, 0.8)
    assert "0.30 less safe than it is by meaning" in gap(0.8, 0.5)
    assert gap(0.5, 0.54).startswith("Wording and meaning agree here")
    assert gap(None, 0.5) == gap(0.5, None) == ""
    assert gap_of({"figures": [], "estimates": [], "self_test": []}) == ""
    assert gap(0.0, 0.7, failed="semantic.distance") == ""


def pools(sizes: tuple[int, ...], **changes: object) -> list[dict[str, object]]:
    return [
        {
            "candidates": size,
            "estimates": [
                estimate("linkage.top1", 0.5 + 0.4 / size, 0.0)
                | {"control": None, "baseline": interval(1 / size, 1 / size, 1 / size), **changes}
            ],
        }
        for size in sizes
    ]


def test_a_page_has_a_curve_for_facts_and_one_for_candidates() -> None:
    facts, pool = curves_of(report(pools=pools((2, 10, 60))))
    assert (facts.key, facts.over, facts.arm, facts.beside) == (
        "curve", "known facts", "control", "Own record left out",
    )  # fmt: skip
    assert (pool.key, pool.over, pool.arm, pool.beside) == (
        "pool", "candidates", "baseline", "Chance",
    )  # fmt: skip
    assert pool.labels == ["2", "10", "60"]
    assert pool.sentence == (
        "Found at the first guess: 70\u00a0% among 2 candidates, 51\u00a0% among 60 candidates."
    )
    assert [(row[0], row[1], row[3]) for row in pool.values] == [
        (2, "70\u00a0%", "50\u00a0%"),
        (10, "54\u00a0%", "10\u00a0%"),
        (60, "51\u00a0%", "2\u00a0%"),
    ]  # fmt: skip
    # Shares stand from 0 at the bottom to 100 % at the top.
    assert [y for _, y in pool.release.points] == pytest.approx([30, 46, 49.33], abs=0.01)
    assert [y for _, y in pool.control.points] == pytest.approx([50, 90, 98.33], abs=0.01)


def test_a_report_without_places_has_no_such_curve() -> None:
    assert [curve.key for curve in curves_of(report())] == ["curve"]
    assert curves_of(report(curves=[], curve_over=[], pools=[])) == []
    (only,) = curves_of(report(curves=[], curve_over=[], pools=pools((2,))))
    assert only.key == "pool"


def test_of_many_steps_only_some_are_labelled() -> None:
    sizes = (2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000)
    (curve,) = curves_of(report(curves=[], pools=pools(sizes)))
    assert curve.labels == ["", "5", "", "20", "", "100", "", "500", "", "2000"]


def test_the_control_of_a_utility_is_not_that_of_the_attacks() -> None:
    kept, found = (estimate(n, 0.9, 0.8) for n in ("utility.length_kept", "linkage.top1"))
    made = report(figures=[about(e["name"]) for e in (kept, found)])
    labels = [figure_of(e, made).rows[1].label for e in (kept, found)]
    assert labels == ["Control", "Own record left out"]
