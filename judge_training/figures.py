# ruff: noqa: T201
"""How far grades agree with ratings: by kind of passage, by set of texts, with intervals."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from scipy.stats import spearmanr

from judge_training.pairs import Pair
from judge_training.sheets import FOLDS
from seethrough.agreement.errors_by_kind import errors_by_kind
from seethrough.agreement.rated_kinds import rated_kinds

DRAWS = 500
GRADES = np.array([1, 2, 3])
NAMES = ("spearman", "accuracy", "missed", "false")

Table = np.ndarray[Any, Any]


class Graded(NamedTuple):
    """A judge's answers: (n, 3) chances of the grades and (n,) grades, 0 where it gives none."""

    chances: Table
    grades: Table

    def take(self, rows: Table) -> Graded:
        """Return the answers at ``rows``."""
        return Graded(self.chances[rows], self.grades[rows])


def figures(graded: Graded, y: Table) -> dict[str, float]:
    """Return n, Spearman, accuracy, and the shares of wrong answers.

    ``missed`` is the share of disclosed claims (1, 2) called 3, ``false`` that of the others called
    1 or 2. A claim that was not graded counts as expected grade 2, and as wrong.
    """
    chances, grades = graded
    expected = np.where(grades > 0, chances @ GRADES, 2.0)
    ranked = len(set(y.tolist())) > 1 and len(set(expected.tolist())) > 1
    disclosed, other = y < 3, y == 3
    return {
        "n": len(y),
        "spearman": float(spearmanr(expected, y)[0]) if ranked else float("nan"),
        "accuracy": float((grades == y).mean()),
        "missed": float((grades[disclosed] == 3).mean()) if disclosed.any() else float("nan"),
        "false": float(np.isin(grades[other], (1, 2)).mean()) if other.any() else float("nan"),
    }


def interval(graded: Graded, y: Table, texts: Table) -> dict[str, list[float]]:
    """Return 95 % intervals, percentile bootstrap over texts; the fits are not drawn again."""
    rng = np.random.default_rng(0)
    members = [np.flatnonzero(texts == t) for t in np.unique(texts)]
    drawn = []
    for _ in range(DRAWS):
        rows = np.concatenate([members[i] for i in rng.integers(len(members), size=len(members))])
        found = figures(graded.take(rows), y[rows])
        drawn.append([found[name] for name in NAMES])
    low, high = np.nanquantile(drawn, (0.025, 0.975), axis=0).round(3).tolist()
    return {name: [low[i], high[i]] for i, name in enumerate(NAMES)}


def measured(
    pairs: list[Pair], graded: Graded, records: dict[str, str], title: str
) -> dict[str, Any]:
    """Return what is shipped about one set of ratings, and print it."""
    y = np.array([p.grade for p in pairs])
    found = figures(graded, y)
    ends = interval(graded, y, np.array([p.text for p in pairs]))
    print(f"\n{title}\n{_line('all', found)}   {ends}")
    parts = {}
    for part in ("kind", "set"):
        values = np.array([getattr(p, part) for p in pairs])
        for value in sorted(set(values.tolist())):
            own = np.flatnonzero(values == value)
            here = figures(graded.take(own), y[own])
            parts[value] = _rounded(here)
            print(_line(value, here))
    table = np.zeros((3, 3), dtype=int)
    known = graded.grades > 0
    np.add.at(table, (y[known] - 1, graded.grades[known] - 1), 1)
    return {
        **_rounded(found),
        "unjudged": int((~known).sum()),
        "intervals": ends,
        "confusion_rows": "the raters' grade 1, 2, 3; columns: the judge's grade",
        "confusion": table.tolist(),
        "parts": parts,
        "errors": errors(pairs, graded, records),
    }


def errors(
    pairs: list[Pair], graded: Graded, records: dict[str, str]
) -> dict[str, dict[str, float]]:
    """Return how often a judge errs, by kind of passage as an audit distinguishes it.

    On collections that it learned nothing from, as a user's is.
    """
    kinds = rated_kinds(
        [p.claim for p in pairs], [p.passage for p in pairs], [p.kind for p in pairs],
        [p.text for p in pairs], [records.get(p.text) for p in pairs],
    )  # fmt: skip
    rates = errors_by_kind(
        [p.grade for p in pairs], [int(grade) or None for grade in graded.grades], kinds,
        [p.text for p in pairs], [p.set for p in pairs], [p.fold < FOLDS for p in pairs],
    )  # fmt: skip
    for kind, rate in rates.items():
        print(
            f"  {kind:20} found {rate['found']:.2f} ± {rate['found_error']:.2f}"
            f"  false {rate['false']:.2f} ± {rate['false_error']:.2f}"
        )
    return {kind: rounded_rates(rate) for kind, rate in rates.items()}


def rounded_rates(rates: dict[str, float]) -> dict[str, float]:
    """Return error rates as they are shipped."""
    return {k: round(v, 4) if isinstance(v, float) else v for k, v in rates.items()}


def _line(name: str, found: dict[str, float]) -> str:
    shown = "  ".join(
        f"{key} {'-' if np.isnan(found[key]) else format(found[key], '.2f')}" for key in NAMES
    )
    return f"  {name:20} n {found['n']:6}  {shown}"


def _rounded(found: dict[str, float]) -> dict[str, float | None]:
    return {k: v if k == "n" else None if np.isnan(v) else round(v, 3) for k, v in found.items()}
