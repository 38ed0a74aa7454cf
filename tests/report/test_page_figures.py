"""What the page says of a figure beside its control, in words."""

from __future__ import annotations

import pytest
from tests.report._reports import about, estimate, interval

from seethrough.report.labels.figures import leaks
from seethrough.report.page.figures import beyond, gap_of


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
    far = estimate("semantic.distance", 0.3, 0.9, excess=interval(0.6, 0.5, 0.7))
    assert beyond(far).endswith("closer to the original than without the person’s own record")
    assert beyond(far).startswith("0.60")
    assert beyond({**share, "excess": None}) == ""
    assert beyond({**share, "excess": {**share["excess"], "value": None}}) == ""


def gap(meaning: float | None, words: float | None) -> str:
    names = ("semantic.distance", "lexical.distance")
    values = zip(names, (meaning, words), strict=True)
    return gap_of(
        {
            "figures": [about(name) for name in names],
            "estimates": [estimate(name, value, 0.9) for name, value in values],
        }
    )


def test_wording_and_meaning_may_disagree() -> None:
    assert "0.30 safer than it is by meaning" in gap(0.5, 0.8)
    assert "0.30 less safe than it is by meaning" in gap(0.8, 0.5)
    assert gap(0.5, 0.54).startswith("Wording and meaning agree here")
    assert gap(None, 0.5) == gap(0.5, None) == gap_of({"figures": [], "estimates": []}) == ""
