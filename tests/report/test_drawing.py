import pytest
from tests.report._reports import interval

from seethrough.report.page.drawing import Whisker, line, scale, whisker


def test_a_share_is_drawn_between_nothing_and_all() -> None:
    axis = scale([interval(0.5, 0.25, 0.75), None], percent=True)
    assert whisker(interval(0.5, 0.25, 0.75), axis) == Whisker(50, 25, 75)
    assert [label for _, label in axis.ticks] == ["0 %", "25 %", "50 %", "75 %", "100 %"]
    assert [place for place, _ in axis.ticks] == [0, 25, 50, 75, 100]


@pytest.mark.parametrize(
    ("values", "low", "high"),
    [
        ((0.2, 0.9), 0, 1),
        ((4.2, 1.0), 0, 5),
        ((12.0, 3.0), 0, 20),
        ((-0.3, 0.5), -1, 1),
        ((), 0, 1),
    ],
)
def test_the_axis_holds_every_value(values: tuple[float, ...], low: float, high: float) -> None:
    axis = scale([interval(v, v, v) for v in values], percent=False)
    assert (axis.low, axis.high) == (low, high)
    assert all(0 <= axis.place(v) <= 100 for v in values)


def test_what_was_not_measured_is_not_drawn() -> None:
    axis = scale([interval(None)], percent=True)
    assert whisker(interval(None), axis) is None
    assert whisker(None, axis) is None
    assert line([interval(0.5), interval(None)]) is None
    assert line([]) is None


def test_a_figure_without_an_interval_is_a_dot() -> None:
    bare = {**interval(0.5), "low": None, "high": None}
    assert whisker(bare, scale([bare], percent=True)) == Whisker(50, 50, 50)


def test_a_curve_goes_up_with_the_risk() -> None:
    drawn = line([interval(0.25, 0.0, 0.5), interval(0.75, 0.5, 1.0)])
    assert drawn is not None
    assert drawn.points == [(25, 75), (75, 25)]
    assert drawn.path == "25,75 75,25"
    assert drawn.band == "25,50 75,0 75,50 25,100"
