# ruff: noqa: D103, T201
"""Fit the judge's logistic models, measure them by cross-validation and write its JSON files.

Usage: python fit.py PREPARED.jsonl RATINGS.jsonl [--write]

The models are fitted on generated pairs that the cross-encoder never saw, and on the development
ratings, which count ``SHARE`` of the whole. For the figures the ratings of a text (all its
passages) are left out of the fit that rates them: seven folds, grouped by text, five times.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from finetune import hash_of
from prepare import evidence_of
from scipy.stats import spearmanr
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GroupKFold

from seethrough.judges import _crossencoder, _grading, _lexicon, rouge
from seethrough.judges._evidence import NAMES

GENERATED = 4000
REPEATS, FOLDS = 5, 7
GRADES = np.array([1, 2, 3])


def table(rows: list[dict[str, Any]]) -> tuple[np.ndarray, np.ndarray]:  # type: ignore[type-arg]
    """Return features alone, and with the cross-encoder's opinion."""
    features = np.array([row["features"] for row in rows])
    if not _crossencoder.MODEL.exists():
        return features, np.hstack([features, np.zeros((len(rows), 3))])
    opinion = _crossencoder.scores([r["claim"] for r in rows], [r["window"] for r in rows])
    return features, _grading.with_opinion(features, opinion)


class Fit:
    """Two logistic models and the judge's way to combine them."""

    def __init__(self, strength: float, share: float, sure: tuple[float, float]) -> None:
        self.strength, self.share, self.sure = strength, share, sure

    def fit(self, made, y_made, real, y_real):  # type: ignore[no-untyped-def]
        """Fit on (features, both) of generated and of rated pairs."""
        self.models = []
        for column in (0, 1):
            x = np.vstack([made[column], real[column]])
            y = np.concatenate([y_made, y_real])
            total = 400.0
            weight = np.concatenate([
                np.full(len(y_made), (1 - self.share) * total / max(1, len(y_made))),
                np.full(len(y_real), self.share * total / max(1, len(y_real))),
            ])  # fmt: skip
            keep = weight > 0
            self.models.append(
                LogisticRegression(C=self.strength, max_iter=5000).fit(
                    x[keep], y[keep], sample_weight=weight[keep]
                )
            )
        return self

    def predict(self, real, verbatim, encoder=True):  # type: ignore[no-untyped-def]
        """Return (n, 3) chances as the judge gives them."""
        out = self.models[0].predict_proba(real[0])
        expected = out @ GRADES
        if encoder:
            ask = (expected > self.sure[0]) & (expected < self.sure[1])
            out = np.where(ask[:, None], self.models[1].predict_proba(real[1]), out)
            self.asked = float((ask & ~verbatim).mean())
        out[verbatim] = (1.0, 0.0, 0.0)
        return out


def cross_validated(fit, made, y_made, real, y, groups, verbatim, encoder=True):  # type: ignore[no-untyped-def]
    """Return (REPEATS, n, 3) chances, each from fits that never saw the text."""
    out = []
    for repeat in range(REPEATS):
        chances = np.zeros((len(y), 3))
        folds = GroupKFold(FOLDS, shuffle=True, random_state=repeat)
        for train, test in folds.split(y, y, groups):
            fit.fit(made, y_made, tuple(r[train] for r in real), y[train])
            chances[test] = fit.predict(tuple(r[test] for r in real), verbatim[test], encoder)
        out.append(chances)
    return np.array(out)


def figures(chances, y, where=None):  # type: ignore[no-untyped-def]
    """Return mean Spearman, accuracy and the summed confusion over the repeats."""
    where = np.ones(len(y), bool) if where is None else where
    rank = [spearmanr((c @ GRADES)[where], y[where])[0] for c in chances]
    right = [((c.argmax(1) + 1) == y)[where].mean() for c in chances]
    table = np.zeros((3, 3))
    for c in chances:
        np.add.at(table, (y[where] - 1, c[where].argmax(1)), 1 / len(chances))
    return float(np.mean(rank)), float(np.mean(right)), table.round(1).tolist()


def intervals(chances, y, passages):  # type: ignore[no-untyped-def]
    """Return 95 % intervals of Spearman and accuracy, mean over the repeats, clustered by passage.

    Percentile bootstrap of 500 draws; the fits themselves are not drawn again.
    """
    rng = np.random.default_rng(0)
    members = [np.flatnonzero(passages == p) for p in np.unique(passages)]
    drawn = []
    for _ in range(500):
        rows = np.concatenate([members[i] for i in rng.integers(len(members), size=len(members))])
        drawn.append(figures(chances[:, rows], y[rows])[:2])
    low, high = np.quantile(drawn, (0.025, 0.975), axis=0).round(3).tolist()
    return {"spearman": [low[0], high[0]], "accuracy": [low[1], high[1]]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("ratings", type=Path)
    parser.add_argument("--strength", type=float, default=1.0)
    parser.add_argument("--share", type=float, default=0.7)
    parser.add_argument("--sure", type=float, nargs=2, default=(1.2, 2.7))
    parser.add_argument("--try", dest="attempt", action="store_true")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()

    with args.prepared.open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    rows = [r for r in rows if hash_of(r["group"]) % 40 == 0 and not r["verbatim"]]
    rows = rows[:GENERATED]
    made, y_made = table(rows), np.array([r["grade"] for r in rows])
    with args.ratings.open(encoding="utf-8") as file:
        rated = [json.loads(line) for line in file]
    read = list(evidence_of(rated, _lexicon.lexicon()))
    verbatim = np.array([_grading.verbatim(found) for _, found, _ in read])
    real = table([
        {"claim": r["claim"], "window": text, "features": found.features.tolist()}
        for r, found, text in read
    ])  # fmt: skip
    y = np.array([r["mode"] for r in rated])
    groups = np.array([r["pair"].split("|")[0] for r in rated])
    kinds = np.array([r["kind"] for r in rated])
    passages = np.array([r["passage"] for r in rated])
    sets = np.array([g.split("-")[0] for g in groups])
    print(len(rows), "generated,", len(y), "rated, verbatim", verbatim.sum(),
          "of which not 1:", (y[verbatim] > 1).sum())  # fmt: skip
    opinion = np.exp(real[1][:, -3:]) @ GRADES
    print("cross-encoder alone: ratings", round(spearmanr(opinion, y)[0], 3), "generated",
          round(spearmanr(np.exp(made[1][:, -3:]) @ GRADES, y_made)[0], 3))  # fmt: skip

    def run(strength: float, share: float, sure: tuple[float, float], encoder: bool = True):  # type: ignore[no-untyped-def]
        fit = Fit(strength, share, sure)
        chances = cross_validated(fit, made, y_made, real, y, groups, verbatim, encoder)
        return chances, fit

    if args.attempt:
        for sure in ((1.0, 3.0), (1.1, 2.9), (1.2, 2.8)):
            for share in (0.0, 0.2, 0.5, 0.8, 1.0):
                for strength in (0.1, 0.3, 1.0, 3.0):
                    for encoder in (True, False):
                        if not encoder and sure[0] != 1.0:
                            continue
                        chances, fit = run(strength, share, sure, encoder)
                        rank, right, _ = figures(chances, y)
                        asked = getattr(fit, "asked", 0)
                        print(sure, share, strength, encoder, f"{rank:.3f} {right:.3f} asked "
                              f"{asked:.2f}", flush=True)  # fmt: skip
        return
    stored: dict[str, Any] = {}
    for name, encoder in (("with_encoder", True), ("without_encoder", False)):
        chances, _ = run(args.strength, args.share, tuple(args.sure), encoder)
        rank, right, confusion = figures(chances, y)
        parts = {}
        for column in (kinds, sets):
            for part in sorted(set(column)):
                a, b, _ = figures(chances, y, column == part)
                count = int((column == part).sum())
                parts[str(part)] = {"n": count, "spearman": round(a, 3), "accuracy": round(b, 3)}
        stored[name] = {
            "data": "275 development ratings by a large language model in three passes: atomic "
            "claims about 14 MedQA vignettes and 7 user requests, against anonymized, paraphrased "
            "and other records",
            "how": f"cross-validation grouped by text, {FOLDS} folds, mean of {REPEATS} repeats",
            "n": len(y), "spearman": round(rank, 3), "accuracy": round(right, 3),
            "intervals": intervals(chances, y, passages),
            "confusion_rows": "the raters' modal grade 1, 2, 3; columns: the judge's grade",
            "confusion": confusion, "parts": parts,
        }  # fmt: skip
        print(name, json.dumps(stored[name], indent=1))
    if args.write:
        fit = Fit(args.strength, args.share, tuple(args.sure)).fit(made, y_made, real, y)
        folder = Path(rouge.__file__).parent
        model = {"features": list(NAMES), "sure": list(args.sure)}
        for key, fitted in zip(("evidence", "both"), fit.models, strict=True):
            model[key] = {"weights": fitted.coef_.round(5).tolist(),
                          "bias": fitted.intercept_.round(5).tolist()}  # fmt: skip
        (folder / "local_weights.json").write_text(json.dumps(model, indent=1) + "\n", "utf-8")
        (folder / "local.json").write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
        grades = rouge.Rouge().rate([r["claim"] for r in rated], [r["passage"] for r in rated])
        chances = np.zeros((1, len(y), 3))
        for row, rating in enumerate(grades):
            chances[0, row, (rating.grade or 3) - 1] = 1
        _, right, confusion = figures(chances, y)
        rank = spearmanr([r.expected for r in grades], y)[0]
        text = {**stored["with_encoder"], "how": "once; two thresholds chosen by hand",
                "spearman": round(float(rank), 3), "accuracy": round(right, 3),
                "confusion": confusion}  # fmt: skip
        text.pop("parts")
        text.pop("intervals")
        (folder / "rouge.json").write_text(json.dumps(text, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
