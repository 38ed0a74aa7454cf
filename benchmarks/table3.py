"""Table 3 of *A False Sense of Privacy*: correct linkage with other auxiliary information.

    python -m benchmarks.table3 [medqa|wildchat ...]

The paper's figures stand in brackets. Ours are measured on half of MedQA's test set and on PUPA's
WildChat requests, whose direct identifiers were already replaced upstream; the paper scrubs with
Azure AI Language, we with Presidio.
"""

from __future__ import annotations

import sys
from typing import Any

import seethrough as st
from benchmarks import _data
from seethrough.report.terminal import number, table

PAPER = {
    ("medqa", "identity"): (0.99, 0.99, 0.99),
    ("medqa", "scrub:style=star"): (0.81, 0.91, 0.94),
    ("wildchat", "identity"): (0.98, 0.98, 0.98),
    ("wildchat", "scrub:style=star"): (0.89, 0.88, 0.82),
}
SOURCES = ("first", "random", "last")


def measure(
    private: st.Corpus, sanitizers: list[str], targets: int | None = None
) -> dict[tuple[str, str], Any]:
    """Return ``linkage.top1`` by sanitizer and source of knowledge."""
    attacks = [f"linkage:knowledge={source}" for source in SOURCES]
    compared = st.compare(private, sanitizers, attacks=attacks, targets=targets)
    return {
        (sanitizer, source): audit.estimates[2 * i]
        for sanitizer, audit in zip(sanitizers, compared.audits, strict=True)
        for i, source in enumerate(SOURCES)
    }


def main() -> None:
    rows = [("data set, method", "n", "first three", "random three", "last three")]
    for name in sys.argv[1:] or ["medqa", "wildchat"]:
        private = {"medqa": _data.medqa, "wildchat": _data.wildchat}[name]()
        found = measure(private, ["identity", "scrub:style=star"])
        for (data, sanitizer), paper in PAPER.items():
            if data == name:
                cells = [
                    f"{number(found[sanitizer, source])} [{theirs:.2f}]"
                    for source, theirs in zip(SOURCES, paper, strict=True)
                ]
                n = str(found[sanitizer, "random"].n)
                rows.append((f"{data}, {sanitizer}", n, *cells))
    print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
