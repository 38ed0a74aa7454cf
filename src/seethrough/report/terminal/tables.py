"""Tables as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.text.visible import visible


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Return rows as lines, columns aligned: the first to the left, the others to the right."""
    rows = [[visible(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
