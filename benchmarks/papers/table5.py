"""Table 5 of *A False Sense of Privacy*: records, what was linked to them, and what it gave away.

    python -m benchmarks.papers.table5 [DATA ...] [--method ROW] [--examples N] [--records N]
                                [--model NAME] [--judge SPEC]

For each data set and method the N targets whose linked record gives most away. Record text is
printed. Under each table stands the leak rate over all targets with its 95 % interval.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import seethrough as st
from benchmarks.papers import _tables
from seethrough.engine.sanitize import sanitize
from seethrough.estimates.in_words import figure

HEADER = (
    "Original Record",
    "Our Method Match",
    "Claims Used for Matching",
    "Privacy Leaks Detected by Semantic Similarity",
)
WIDTH = 160


def examples(made: st.Audit, private: st.Corpus, most: int) -> list[tuple[str, str, str, str]]:
    """Return the rows of the targets that leak most, at most so many."""
    (cell,) = made.cells
    rows = []
    for known, outcome in zip(cell.targets.knowledge, cell.targets.outcomes, strict=True):
        told = [c.text for c in outcome.evidence.claims if c.grade in (1, 2)]
        right = outcome.evidence.linked == known.record
        rows.append((len(told), private.position[known.record], known, told, outcome, right))
    rows.sort(key=lambda row: (-row[0], row[1]))
    return [
        (
            private.texts[place],
            outcome.evidence.passage + ("" if right else "\n(the record of somebody else)"),
            " ".join(known.facts),
            "\n".join(f"{i}. {claim}" for i, claim in enumerate(told, 1)) or "none",
        )
        for _, place, known, told, outcome, right in rows[:most]
    ]


def show(rows: Sequence[Sequence[str]], title: str) -> None:
    """Print a table with wrapped cells."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    made: Any = Table(title=title, box=box.ASCII2, show_lines=True, title_justify="left")
    for name in HEADER:
        made.add_column(name, ratio=1)
    for row in rows:
        made.add_row(*(Text(cell) for cell in row))
    Console(width=WIDTH, file=sys.stdout).print(made)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = _tables.parser(__doc__)
    parser.add_argument("--judge", default="llm", help="the judge of claims")
    parser.add_argument("--examples", type=int, default=4, help="so many rows for each method")
    asked = parser.parse_args(arguments)
    asked.method = asked.method or ["Dou et al. (2024)"]
    with _tables.settings(asked):
        for data, private, conversation in _tables.corpora(asked):
            split = _tables.inner(_tables.atomizer(asked, conversation))
            attack = f"inference:judge={_tables.inner(asked.judge)},atomizer={split}"
            for name, spec in _tables.methods(asked, conversation).items():
                release = sanitize(private, spec, seed=asked.seed)
                made = st.audit(private, release, attacks=[attack], seed=asked.seed)
                show(examples(made, private, asked.examples), f"{data}, {name}")
                leak = made["semantic.leak_rate"]
                print(
                    f"Leak rate over {leak.n} records: {figure(leak)}; another record would tell"
                    f" {figure(leak.control)}\n"
                )


if __name__ == "__main__":
    main()
