# ruff: noqa: D103, T201
"""The judges ``local``, ``local:depth=full`` and ``llm`` on the same pairs of the ratings.

    python -m judge_training.beside --data ../shared/data

First the two depths on all ratings, then ``local``, ``llm`` and both together on a sample.
Needs ``asked.npz`` (see ``asked.py``), ``opinions.npz`` and ``opinions_deep.npz``. No text is
graded by anything that was fitted to it: ``local`` as in ``fit.py``; the cuts of ``llm`` and the
logistic models over both are fitted to nine tenths of the texts, the models only to texts that
weights may be made from. Both are measured on whole sets left out, too. A logistic model misses as
many disclosed claims of the texts that it was fitted to as ``local`` does there, so ``false`` can
be compared.

``apart`` is the share of pairs of a disclosed claim and another one that a judge has in the right
order (the area under the ROC curve): it depends on no threshold.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
from pathlib import Path

import numpy as np
from scipy.special import logit
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

from judge_training import asked, opinions
from judge_training.figures import DRAWS, NAMES, Graded, Table, figures
from judge_training.fit import Evidence, by_depth
from judge_training.pairs import HERE, Pair, read
from judge_training.sheets import FOLDS
from seethrough.agreement.calibrating import FOLDS as TENTHS
from seethrough.judges.asked.sampled_ratings import grade_of
from seethrough.judges.llm import CUTS
from seethrough.judges.offline import grading
from seethrough.statistics.fits.cuts import fit_cuts
from seethrough.statistics.seeding import generator

SHOWN = (*NAMES, "apart")
LEAST, MOST = 1e-3, 1 - 1e-3
"""Probabilities nearer to 0 or 1 make no difference to the logistic model."""


def columns(chances: Table, yes: Table) -> Table:
    """Return (n, 3): the log-odds of ``local`` for grades 1 and 2 against 3, and those of "Yes"."""
    logs = np.log(np.clip(chances, LEAST, MOST))
    return np.column_stack([logs[:, :2] - logs[:, 2:], logit(np.clip(yes, LEAST, MOST))])


def by_cuts(yes: Table, y: Table, groups: Table) -> Graded:
    """Return what ``llm`` says with cuts fitted to the other groups of texts."""
    chances, grades = np.zeros((len(y), 3)), np.zeros(len(y), dtype=int)
    for group in np.unique(groups):
        own = groups == group
        cuts = fit_cuts(yes[~own], y[~own], CUTS)
        for row in np.flatnonzero(own):
            rating = grade_of(yes[row], cuts.similar, cuts.same)
            assert rating.grade is not None
            far = (rating.expected - 1) / 2
            chances[row], grades[row] = (1 - far, 0, far), rating.grade
    return Graded(chances, grades)


def by_both(x: Table, y: Table, groups: Table, may: Table, alone: Graded, ruled: Table) -> Graded:
    """Return what logistic models say, each fitted to the other groups of texts.

    Args:
        x: (n, columns).
        y: (n,) the ratings.
        groups: (n,) which texts are left out together.
        may: (n,) whether weights may be made from the text.
        alone: What ``local`` says; it stays where a rule grades.
        ruled: (n,) whether a rule grades.
    """
    chances, grades = alone.chances.copy(), alone.grades.copy()
    for group in np.unique(groups):
        own, train = (groups == group) & ~ruled, (groups != group) & may & ~ruled
        if not own.any():
            continue
        model = LogisticRegression(C=1.0, max_iter=1000).fit(x[train], y[train])
        disclosed = train & (y < 3)
        missed = float((alone.grades[disclosed] == 3).mean())
        most = np.quantile(model.predict_proba(x[disclosed])[:, 2], 1 - missed)
        chances[own] = model.predict_proba(x[own])
        grades[own] = [grading.grade(c, float(most)) for c in chances[own]]
    return Graded(chances, grades)


def tenths(texts: Table) -> Table:
    """Return (n,) the fold of each pair's text."""
    names = np.unique(texts)
    dealt = generator(0, "calibration").permutation(len(names)) % TENTHS
    return dealt[np.searchsorted(names, texts)]


def measured(graded: Graded, y: Table) -> list[float]:
    """Return the figures named in ``SHOWN``, nan where there is nothing to compare."""
    found = figures(graded, y)
    both = len(set((y == 3).tolist())) > 1
    apart = float(roc_auc_score(y == 3, graded.chances[:, 2])) if both else float("nan")
    return [*(found[name] for name in NAMES), apart]


def shown(title: str, ways: tuple[Graded, ...], y: Table, texts: Table) -> None:
    """Print figures, or how far those of one way lie above another's.

    The intervals are 95 %, percentile bootstrap over texts, with the same draws for both ways.
    """

    def figured(rows: Table) -> Table:
        found = [np.array(measured(way.take(rows), y[rows])) for way in ways]
        return found[0] if len(found) == 1 else found[0] - found[1]

    rng = np.random.default_rng(0)
    members = [np.flatnonzero(texts == t) for t in np.unique(texts)]
    drawn = np.array([
        figured(np.concatenate([members[i] for i in rng.integers(len(members), size=len(members))]))
        for _ in range(DRAWS)
    ])  # fmt: skip
    parts = []
    for name, value, draws in zip(SHOWN, figured(np.arange(len(y))), drawn.T, strict=True):
        if not np.isnan(value):
            low, high = np.nanquantile(draws, (0.025, 0.975))
            sign = "+" if len(ways) > 1 else ""
            parts.append(f"{name} {value:{sign}.2f} [{low:{sign}.2f}, {high:{sign}.2f}]")
    print(f"  {title:32} n {len(y):5}  {'  '.join(parts)}")


def compared(pairs: list[Pair], local: Graded, ruled: Table, yes: Table) -> None:
    """Print the figures of all ways on the same pairs, and by kind of passage."""
    y, texts = np.array([p.grade for p in pairs]), np.array([p.text for p in pairs])
    sets, kinds = np.array([p.set for p in pairs]), np.array([p.kind for p in pairs])
    may = np.array([p.fold < FOLDS for p in pairs])
    x, folds = columns(local.chances, yes), tenths(texts)
    ways = {
        "local": local,
        "llm": by_cuts(yes, y, folds),
        "llm, whole sets left out": by_cuts(yes, y, sets),
        "local, refitted": by_both(x[:, :2], y, folds, may, local, ruled),
        "both": by_both(x, y, folds, may, local, ruled),
        "both, whole sets left out": by_both(x, y, sets, may, local, ruled),
    }
    for part in ("all", *sorted(set(kinds.tolist()))):
        rows = np.flatnonzero((kinds == part) | (part == "all"))
        print(f"\n{part}: {len(set(texts[rows].tolist()))} texts")
        for name, graded in ways.items():
            shown(name, (graded.take(rows),), y[rows], texts[rows])
        for name in list(ways)[1:]:
            own = ways[name].take(rows), local.take(rows)
            shown(f"{name}, less local", own, y[rows], texts[rows])


def depths(pairs: list[Pair], usual: Graded, full: Graded) -> None:
    """Print the figures of both depths and the difference, by kind of passage, too."""
    y, texts = np.array([p.grade for p in pairs]), np.array([p.text for p in pairs])
    kinds = np.array([p.kind for p in pairs])
    parts = {"all": np.ones(len(pairs), dtype=bool)}
    parts |= {kind: kinds == kind for kind in sorted(set(kinds.tolist()))}
    parts["texts never trained on"] = np.array([p.fold == FOLDS for p in pairs])
    for part, where in parts.items():
        rows = np.flatnonzero(where)
        print(f"\n{part}: {len(set(texts[rows].tolist()))} texts")
        own = {"local": (usual,), "local:depth=full": (full,), "the latter, less": (full, usual)}
        for title, ways in own.items():
            shown(title, tuple(way.take(rows) for way in ways), y[rows], texts[rows])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=HERE.parents[1] / "shared" / "data")
    pairs = read(parser.parse_args().data)
    evidence = Evidence(pairs, opinions.load(pairs), opinions.load(pairs, opinions.DEEP))
    of_depth = by_depth(pairs, evidence)
    graded, full = of_depth["usual"][1], of_depth["full"][1]
    new = np.array([p.source == "new" for p in pairs])
    rows = np.flatnonzero(new)
    depths([pairs[i] for i in rows], graded.take(rows), full.take(rows))
    yes = asked.load(pairs)
    rows = np.flatnonzero(~np.isnan(yes) & new)
    print("\nlocal and llm, a sample of the ratings")
    compared([pairs[i] for i in rows], graded.take(rows), evidence.ruled[rows] > 0, yes[rows])


if __name__ == "__main__":
    main()
