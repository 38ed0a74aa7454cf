"""Table 3 of *A False Sense of Privacy*: correct linkage with other auxiliary information.

    python -m benchmarks.papers.table3 [DATA ...] [--records N] [--method ROW ...] [--model NAME]

Without --method it prints the rows that need no language model. The paper's figures stand in
brackets. Ours are measured on half of MedQA's test set and on PUPA's WildChat requests, whose
direct identifiers were already replaced upstream; the paper scrubs with Azure AI Language, we with
Presidio.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import seethrough as st
from benchmarks.papers import _tables
from seethrough.estimates.in_words import figure
from seethrough.presets.false_sense import TABLE_3
from seethrough.report.terminal.tables import table

DATA = dict(zip(("MedQA", "WildChat"), TABLE_3.settings, strict=True))
PAPER = {
    (data, row.name): TABLE_3.published(row.name, setting)
    for data, setting in DATA.items()
    for row in TABLE_3.rows
}
SOURCES = ("first", "random", "last")
OFFLINE = ["No Sanitization", "Scrubbing", "Dou et al. (2024)"]


def measure(
    private: st.Corpus, sanitizers: Sequence[str], atomizer: str = "clause", seed: int = 0
) -> dict[tuple[str, str], Any]:
    """Return ``linkage.top1`` by sanitizer and source of knowledge."""
    parts = f"atomizer={_tables.inner(atomizer)}"
    attacks = [f"linkage:knowledge={source},{parts}" for source in SOURCES]
    compared = st.compare(private, sanitizers, attacks=attacks, seed=seed)
    return {
        (sanitizer, source): audit.estimates[2 * i]
        for sanitizer, audit in zip(sanitizers, compared.audits, strict=True)
        for i, source in enumerate(SOURCES)
    }


def main(arguments: Sequence[str] | None = None) -> None:
    parser = _tables.parser(__doc__)
    asked = parser.parse_args(arguments)
    asked.method = asked.method or OFFLINE
    rows = [
        ("Dataset", "Method", "n", "First Three Claims", "Random Three Claims", "Last Three Claims")
    ]
    with _tables.settings(asked):
        for data, private, conversation in _tables.corpora(asked):
            methods = _tables.methods(asked, conversation)
            # The paper summarizes conversations first; without a model they are split as they are.
            offline = conversation and not asked.model and not asked.atomizer
            atomizer = "clause" if offline else _tables.atomizer(asked, conversation)
            found = measure(private, list(methods.values()), atomizer, asked.seed)
            for name, spec in methods.items():
                paper = PAPER.get((data, name))
                cells = [
                    figure(found[spec, source]) + (f" [{paper[i]:.2f}]" if paper else "")
                    for i, source in enumerate(SOURCES)
                ]
                rows.append((data, name, str(found[spec, "random"].n), *cells))
        print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
