"""Table 1 of *A False Sense of Privacy*: privacy against utility, by data set and method.

    python -m benchmarks.papers.table1 [DATA ...] [--records N] [--method ROW ...] [--model NAME]
                                [--judge SPEC] [--run FOLDER]

Every cell is a figure with its 95 % interval; n is the number of records. The task utility is the
accuracy of answers to the records' questions where there are any, else how near the tasks that are
asked for are to the original ones. The judge is `llm` with the model, three random claims are
known, BM25 links. Records of a seed are the same for every method.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

import seethrough as st
from benchmarks.papers import _tables
from seethrough import spec
from seethrough.engine.sanitize import sanitize
from seethrough.estimates.in_words import figure
from seethrough.report.terminal.tables import table
from seethrough.statistics.seeding import generator

HEADER = (
    "Dataset", "Method", "n", "Lexical Distance", "Semantic Distance", "Task Utility",
    "Text Coherence",
)  # fmt: skip
FIGURES = ("lexical.distance", "semantic.distance", "task", "utility.coherence")
NONE = "-"


def measure(
    private: st.Corpus, conversation: bool, rows: dict[str, str], asked: argparse.Namespace
) -> dict[str, dict[str, Any]]:
    """Return the four figures of each row by name, and its caveats; the erased release has one."""
    parts = f"atomizer={_tables.inner(_tables.atomizer(asked, conversation))}"
    judge = _tables.inner(asked.judge)
    task = task_utility(private)
    attacks = [f"inference:judge={judge},{parts}", f"lexical:{parts}"]
    coherence = "coherence:rubric=" + ("conversation" if conversation else "record")
    found: dict[str, dict[str, Any]] = {}
    for name, maker in rows.items():
        release = sanitize(private, maker, seed=asked.seed)
        if maker == "erase":
            (estimate,) = spec.parse("utilities", task).measure(
                private, release, generator(asked.seed, "utility")
            )
            found[name] = {"task": estimate}
            continue
        made = st.audit(
            private, release, attacks=attacks, utilities=[task, coherence], seed=asked.seed
        )
        found[name] = {e.name: e for e in made.estimates}
        found[name]["task"] = found[name][f"utility.{task}"]
    return found


def task_utility(private: st.Corpus) -> str:
    """Return which task the records are for."""
    first = next(iter(private), None)
    asks = first is not None and {"options", "answer_idx"} <= set(first.fields)
    return "mcq_accuracy" if asks else "label_distribution"


def lines(measured: dict[str, dict[str, dict[str, Any]]]) -> list[str]:
    """Return the table from the figures by data set, row and name."""
    rows: list[Sequence[str]] = [HEADER]
    for data, by_row in measured.items():
        for name, found in by_row.items():
            cells = [figure(found[f]) if f in found else NONE for f in FIGURES]
            n = max(e.n for e in found.values())
            rows.append((data, name, str(n), *cells))
    return table(rows)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = _tables.parser(__doc__)
    parser.add_argument("--judge", default="llm", help="the judge of claims")
    asked = parser.parse_args(arguments)
    measured = {}
    with _tables.settings(asked):
        for data, private, conversation in _tables.corpora(asked):
            rows = _tables.methods(asked, conversation)
            measured[data] = measure(private, conversation, rows, asked)
        print("\n".join(lines(measured)))


if __name__ == "__main__":
    main()
