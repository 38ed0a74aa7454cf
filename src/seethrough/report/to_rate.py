"""Claims that people may rate to check and correct the judge: a random sample of all."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.agreement.rated_kinds import LABELS
from seethrough.evidence.linked import RatedRecord
from seethrough.statistics.seeding import generator

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell

MOST = 500
"""How many claims a report holds for raters, at the most."""

NOTHING_TO_RATE: dict[str, Any] = {"claims": [], "passages": []}


def to_rate(cells: Sequence[Cell], seed: int) -> dict[str, Any]:
    """Return claims and passages that a judge has read, of targets and controls, drawn at random.

    Every pair of a claim and a passage is as likely as any other, whoever it is about and however
    often it was judged, so that what raters say of these pairs holds for all.

    Args:
        cells: The cells of an audit.
        seed: Which pairs are drawn.

    Returns:
        ``passages``, and ``claims``: for each its text, the index of its passage, and what kind of
        passage it is, in words.
    """
    pairs: dict[tuple[str, str], str | None] = {}
    for pair, kind in _pairs(cells):
        pairs.setdefault(pair, kind)
    order = generator(seed, "to rate").permutation(len(pairs))[:MOST].tolist()
    items = list(pairs.items())
    drawn = [items[i] for i in sorted(order)]
    places: dict[str, int] = {}
    claims = [
        [claim, places.setdefault(passage, len(places)), kind] for (claim, passage), kind in drawn
    ]
    return {"claims": claims, "passages": list(places)}


def _pairs(cells: Sequence[Cell]) -> Iterator[tuple[tuple[str, str], str | None]]:
    for cell in cells:
        for arm in (cell.targets, cell.control):
            for outcome in () if arm is None else arm.outcomes:
                seen = outcome.evidence
                if not isinstance(seen, RatedRecord) or not seen.passage.strip():
                    continue
                for claim in seen.claims:
                    if claim.grade is not None:
                        yield (claim.text, seen.passage), LABELS.get(outcome.passage)
