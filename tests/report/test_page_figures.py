"""What the page says of a figure beside its control, in words."""

from __future__ import annotations

from typing import Any

import pytest
from tests.report._reports import estimate, interval

from seethrough.report.page.figures import beyond, exceeds, gap_of


@pytest.mark.parametrize(
    ("low", "found"), [(0.01, True), (0.0, False), (-0.01, False), (None, False)]
)
def test_a_figure_exceeds_where_its_whole_interval_does(low: float | None, found: bool) -> None:
    over = {"value": 0.2, "low": low, "high": 0.4, "n": 60, "method": "x"}
    report = {"estimates": [estimate("linkage.top1", 0.3, 0.1, excess=over)]}
    assert exceeds(report, "linkage.top1") is found
    assert not exceeds(report, "linkage.top10")
    nothing = {"estimates": [estimate("linkage.top1", 0.3, 0.1, excess=None)]}
    assert not exceeds(nothing, "linkage.top1")


def test_beyond_is_said_in_points_or_as_a_distance() -> None:
    share = estimate("linkage.top1", 0.3, 0.1, excess=interval(0.2, 0.1, 0.3))
    assert beyond(share) == "20 percentage points (10 to 30) beyond what is guessed anyway"
    far = estimate("semantic.distance", 0.3, 0.9, excess=interval(0.6, 0.5, 0.7))
    assert beyond(far).endswith("closer to the original than without the person’s own record")
    assert beyond(far).startswith("0.60")
    assert beyond({**share, "excess": None}) == ""
    assert beyond({**share, "excess": {**share["excess"], "value": None}}) == ""


def gap(meaning: float | None, words: float | None) -> str:
    by_name: dict[str, Any] = {
        "semantic.distance": {"value": meaning},
        "lexical.distance": {"value": words},
    }
    return gap_of(by_name)


def test_wording_and_meaning_may_disagree() -> None:
    assert "0.30 safer than it is by meaning" in gap(0.5, 0.8)
    assert "0.30 less safe than it is by meaning" in gap(0.8, 0.5)
    assert gap(0.5, 0.54).startswith("Wording and meaning tell the same story")
    assert gap(None, 0.5) == gap(0.5, None) == gap_of({}) == ""
