"""The figures that no question is answered without, and what measures them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.protocols import Attack

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell


def deciding(
    cells: Sequence[Cell], needed: Sequence[Attack[Any]]
) -> Iterator[tuple[str, list[Cell]]]:
    """Yield each figure that no question is answered without, and the cells that measure it.

    Optional figures are left out: ordinary data may hold nothing that they count.
    """
    wanted = {f.name for attack in needed for f in attack.figures if f.questions and not f.optional}
    for name in sorted(wanted):
        measuring = [c for c in cells if any(f.name == name for f in c.attack.figures)]
        if measuring:
            yield name, measuring
