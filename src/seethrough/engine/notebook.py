"""How results show themselves in a notebook: small tables, escaped, without record text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from seethrough.estimates.estimate import Estimate, Interval
from seethrough.text.visible import visible

HEAD = ("release", "verdict", "figure", "value (95 % interval)", "control", "better")


def figures_table(releases: Iterable[tuple[str, str, Sequence[Estimate]]]) -> str:
    """Return an HTML table with a row per figure.

    Args:
        releases: The name, the verdict and the figures of each release.
    """
    rows = [
        (name, verdict, e.name, _told(e), _told(e.control), e.direction.partition("_")[0])
        for name, verdict, estimates in releases
        for e in estimates
    ]
    head = "".join(f"<th>{escape(cell)}</th>" for cell in HEAD)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(visible(c))}</td>' for c in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _told(figure: Estimate | Interval | None) -> str:
    if figure is None:
        return "none"
    if figure.value is None:
        return "not measured"
    if figure.low is None or figure.high is None:
        return f"{figure.value:.2f}"
    return f"{figure.value:.2f} ({figure.low:.2f} to {figure.high:.2f})"
