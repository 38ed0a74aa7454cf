"""How many people a verdict rests on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough.engine.coverage.deciding import deciding
from seethrough.protocols import Attack

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell
    from seethrough.records.corpus import Corpus


class Stake(NamedTuple):
    """How many people a verdict rests on.

    Attributes:
        people: The fewest that any part of it rests on.
        title: The title of the figure that counts so few; "" where it is the records themselves.
    """

    people: int
    title: str = ""


def people_at_stake(
    private: Corpus, cells: Sequence[Cell], needed: Sequence[Attack[Any]] = ()
) -> Stake:
    """Return how many people a verdict rests on: the fewest that any part of it rests on.

    Those with text, of a sample those drawn, and of each figure that no question is answered
    without those that count in it.

    Args:
        private: The private records.
        cells: What was found.
        needed: The attacks of which each asks something that the others do not.
    """
    told = {p for p, text in zip(private.persons, private.texts, strict=True) if text.strip()}
    known = [c for c in cells if not c.attack.asks and c.targets.knowledge]
    drawn = [len(set(c.targets.people)) for c in known if c.eligible > len(c.targets.records)]
    counted = [
        Stake(
            max(_people_in(figure, cell) for cell in measuring),
            next(f.title for f in measuring[0].attack.figures if f.name == figure),
        )
        for figure, measuring in deciding(known, needed)
    ]
    return min([Stake(min([len(told), *drawn])), *counted], key=lambda stake: stake.people)


def _people_in(figure: str, cell: Cell) -> int:
    """Return how many people count in a figure of an attack."""
    tallies = zip(cell.targets.people, cell.targets.tallies(figure), strict=True)
    return len({person for person, tally in tallies if tally.of})
