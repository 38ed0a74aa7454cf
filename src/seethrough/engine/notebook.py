"""How results show themselves in a notebook: small tables, escaped, without record text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from seethrough.estimates.estimate import Estimate
from seethrough.estimates.in_words import figure
from seethrough.text.visible import visible

HEAD = ("release", "verdict", "figure", "value (95 % interval)", "control", "better")


def figures_table(releases: Iterable[tuple[str, str, Sequence[Estimate]]]) -> str:
    """Return an HTML table with a row per figure.

    Args:
        releases: The name, the verdict and the figures of each release.
    """
    rows = [
        (name, verdict, e.name, figure(e), figure(e.control), e.direction.partition("_")[0])
        for name, verdict, estimates in releases
        for e in estimates
    ]
    head = "".join(f"<th>{escape(cell)}</th>" for cell in HEAD)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(visible(c))}</td>' for c in row)}</tr>" for row in rows
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
