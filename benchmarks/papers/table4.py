"""Table 4 of *A False Sense of Privacy*: how far raters agree, and each judge with them.

    python -m benchmarks.papers.table4 [RATINGS.jsonl] [--judge SPEC ...] [--claims N]
        [--model NAME]

Without --judge: `llm` with the model, by probability and by the mode of three answers, and the two
offline judges. Intervals are 95 %, all claims about a passage taken as one. The p-value is that of
Spearman's correlation with claims taken as independent, as in the paper; they are not, so believe
the interval. `gold_ratings.jsonl` of SEETHROUGH_DATA where no file is given.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import _data
from benchmarks.accuracy.llm_judge import some
from benchmarks.papers import _tables
from seethrough import spec
from seethrough.agreement.measuring import measure_agreement
from seethrough.agreement.ratings import RatedClaims, read_ratings
from seethrough.estimates.in_words import figure
from seethrough.report.terminal.tables import table

JUDGES = ["llm:method=probability", "llm:method=samples", "local", "rouge"]
HEADER = ("Metric/Model", "Measure", "Value", "P-value", "n")


def rows_of(judge: Any, rated: RatedClaims, seed: int = 0) -> list[tuple[str, ...]]:
    """Return a judge's rows."""
    by_name = {e.name: e for e in measure_agreement(judge, rated, seed).estimates}
    spearman, accuracy = by_name["agreement.spearman"], by_name["agreement.accuracy"]
    name = spec.to_string(judge)
    p = f"{p_value(judge, rated):.2e}"
    return [
        (name, "Spearman Correlation", figure(spearman), p, str(spearman.n)),
        (name, "Accuracy", figure(accuracy), "-", str(accuracy.n)),
    ]


def p_value(judge: Any, rated: RatedClaims) -> float:
    """Return the two-sided p-value of Spearman's correlation, claims taken as independent."""
    from scipy.stats import spearmanr

    given = judge.rate(rated.claims, rated.passages)
    finer = np.array([math.nan if r.grade is None else r.expected for r in given])
    judged = ~np.isnan(finer)
    return float(spearmanr(finer[judged], rated.modes[judged]).pvalue)


def raters(rated: RatedClaims, seed: int = 0) -> tuple[str, ...]:
    """Return the row of the raters among themselves; in the paper they are people."""
    from seethrough.judges.rouge import Rouge

    kappa = measure_agreement(Rouge(), rated, seed).estimates[3]
    return ("Raters' Agreement", "Fleiss' Kappa", figure(kappa), "-", str(kappa.n))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = _tables.parser(__doc__, data=False)
    parser.add_argument("ratings", nargs="?", type=Path)
    parser.add_argument("--judge", action="append", help="a judge; again for more")
    parser.add_argument("--claims", type=int, help="about so many claims, of whole passages")
    asked = parser.parse_args(arguments)
    file = asked.ratings or _data.FOLDER / "gold_ratings.jsonl"
    rated = read_ratings(file)
    if asked.claims is not None:
        rated = some(rated, asked.claims)
    with _tables.settings(asked):
        rows = [HEADER, raters(rated, asked.seed)]
        for name in asked.judge or JUDGES:
            rows += rows_of(spec.parse("judges", name), rated, asked.seed)
        print("\n".join(table(rows)))


if __name__ == "__main__":
    main()
