"""How all charts look: colours, shapes, dashes, axes, the lines below a title."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import altair as alt

Estimate = Mapping[str, Any]

COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Colours that people with any colour vision tell apart.

Source: Okabe and Ito, "Color universal design" (2008); yellow, too pale for paper, is left out.
"""

SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")
"""Shapes beside the colours, for print in black and white; together they repeat after 42."""

DASHES = ([1, 0], [7, 3], [2, 3], [7, 3, 2, 3], [11, 4], [4, 2, 1, 2, 1, 2])
"""Dashes of lines, one with each shape."""

SIDE = 380
"""Width of a plot, and height of a square one, in CSS pixels."""

FONT = "Helvetica, Arial, sans-serif"

GREY = "#777777"
"""What only guides the eye."""

LEGEND = {
    "orient": "bottom", "columns": 1, "symbolStrokeWidth": 1.8, "title": None, "labelLimit": SIDE,
}  # fmt: skip
"""A legend below the plot, a line for each series."""

_LETTERS = 84
"""How long a line below a title may be."""


def colour(place: int) -> str:
    """Return the colour of the series at a place."""
    return COLOURS[place % len(COLOURS)]


def looks(vega: Any, field: str, names: Sequence[str], **named: Any) -> tuple[Any, Any]:
    """Return the channels that give each series its colour and its shape.

    Args:
        vega: The library.
        field: What names the series.
        names: The series, in order.
        named: What else the channels are given, such as a title or a legend.
    """
    colours = [colour(place) for place in range(len(names))]
    shapes = [SHAPES[place % len(SHAPES)] for place in range(len(names))]
    return tuple(
        channel(field, scale=vega.Scale(domain=list(names), range=values), **named)
        for channel, values in ((vega.Color, colours), (vega.Shape, shapes))
    )


def dash(place: int) -> Sequence[int]:
    """Return the dash of the line of the series at a place."""
    return DASHES[place % len(DASHES)]


def is_log(values: Sequence[float]) -> bool:
    """Return whether numbers are so far apart that a logarithmic axis shows them better."""
    return min(values) > 0 and max(values) > 10 * min(values)


def spread(log: bool) -> dict[str, Any]:
    """Return the scale of numbers along the bottom, with room for marks at both ends."""
    return {"type": "log" if log else "linear", "zero": False, "nice": False, "padding": 14}


def value_axis(unit: str, ends: Sequence[float | None]) -> dict[str, Any]:
    """Return axis and scale of figures: 0 stands on it, and of shares 100 %.

    Args:
        unit: "share", or any other for plain numbers.
        ends: All values and ends of intervals that are drawn; None for none.
    """
    if unit != "share":
        return {"axis": {"minExtent": 44}, "scale": {"zero": True, "nice": True}}
    known = [end for end in ends if end is not None]
    axis = {"format": "%", "minExtent": 44}
    return {"axis": axis, "scale": {"domain": [min([0.0, *known]), max([1.0, *known])]}}


def better(estimate: Estimate) -> str:
    """Return which way of a figure is better."""
    lower = estimate["direction"] == "lower_is_better"
    return f"{'lower' if lower else 'higher'} is better"


def of_draws(number: int) -> list[str]:
    """Return which of several draws of a release is drawn; nothing where there is one."""
    return [f"of a random release, the first of {number:,} draws"] if number > 1 else []


def wrapped(sentences: Sequence[str], letters: int = _LETTERS) -> list[str]:
    """Return sentences as lines of so many letters at the most, as many as fit below a title."""
    return [line for told in sentences for line in textwrap.wrap(told, letters)]


def styled(chart: Any) -> alt.TopLevelMixin:
    """Return a finished chart in the common style.

    Args:
        chart: A chart of Altair, of any layout.
    """
    made: alt.TopLevelMixin = (
        # Room on the right: whoever shows the drawing may have a wider font than is counted on.
        chart.properties(
            background="white", padding={"left": 5, "top": 5, "right": 56, "bottom": 5}
        )
        .configure(font=FONT)
        .configure_axis(
            labelFontSize=12, titleFontSize=13, titleFontWeight="normal", gridColor="#E4E4E4",
            labelColor="#222222", titleColor="#222222", titlePadding=10,
        )
        .configure_legend(labelFontSize=12, titleFontSize=12, labelLimit=260, symbolSize=110)
        .configure_title(fontSize=14, subtitleFontSize=12, anchor="start", subtitleColor="#444444")
    )  # fmt: skip
    return made
