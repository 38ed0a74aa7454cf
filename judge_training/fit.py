# ruff: noqa: D103, T201
"""Fit the judge's logistic models, measure the judge by cross-validation, write its JSON files.

    python fit.py --data ../../shared/data --folds fold0.onnx fold1.onnx fold2.onnx [--write]

Texts that weights may be made from are rated by the reader of their fold, which never saw them, and
by logistic models fitted on the other folds. Texts of the other sets are rated by the shipped
reader (``local.onnx``) and by models fitted on all folds: no weight was made from them. The older
ratings (``gold_ratings.jsonl``) are rated likewise and reported apart. The readers' opinions are
kept in ``opinions.npz``, so that every figure can be computed again without the folds' readers.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import spearmanr
from sheets import fold_of
from sklearn.linear_model import LogisticRegression

from seethrough.judge_test.check import STRANGERS
from seethrough.judges import _grading, _reader, local, rouge
from seethrough.judges._evidence import NAMES
from seethrough.passages import kind_of
from seethrough.statistics.error_rates import error_rates

FOLDS, DRAWS = 3, 500
GRADES = np.array([1, 2, 3])
HERE = Path(__file__).parent
STRENGTH = 1.0
ANOTHER = ("other", "neighbour")
"""Passages that are somebody else's record."""
RATERS = "a large language model, one pass; no people"

Row = dict[str, Any]
Table = np.ndarray[Any, Any]


def rated(path: Path) -> Iterator[Row]:
    """Yield claim, passage, grade, text, set, kind of passage, weights; claims rated x left out."""
    with path.open(encoding="utf-8") as file:
        for line in file:
            row = json.loads(line)
            if "pair" in row:
                text = row["pair"].split("|")[0]
                yield {"claim": row["claim"], "passage": row["passage"], "grade": row["mode"],
                       "text": text, "set": text.split("-")[0], "kind": row["kind"],
                       "weights": False}  # fmt: skip
                continue
            for kind, grades in row["ratings"].items():
                for claim, grade in zip(row["claims"], grades, strict=True):
                    if grade != "x":
                        yield {"claim": claim, "passage": row["passages"][kind],
                               "grade": int(grade), "text": row["id"], "set": row["set"],
                               "kind": kind, "weights": row["weights"]}  # fmt: skip


def fingerprint(rows: list[Row]) -> str:
    text = "\n".join(f"{r['claim']}\t{r['passage']}\t{r['grade']}" for r in rows)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()


def opinions(rows: list[Row], readers: list[Path]) -> Table:
    """Return (n, 3) log-probabilities, each row from a reader that never saw its text."""
    out = np.zeros((len(rows), 3))
    model = np.array([fold_of(r["text"], FOLDS) if r["weights"] else FOLDS for r in rows])
    for number, path in enumerate([*readers, _reader.MODEL]):
        own = np.flatnonzero(model == number)
        if len(own):
            out[own] = _reader.scores(
                [rows[i]["claim"] for i in own], [rows[i]["passage"] for i in own], path
            )
    return out


class Rated:
    """Rated pairs, what the judge reads out of them, and which need no model."""

    def __init__(self, rows: list[Row], opinion: Table) -> None:
        self.rows = rows
        self.y = np.array([r["grade"] for r in rows])
        ruled = [local._without_model(r["claim"], r["passage"]) for r in rows]
        features = [local._evidence(r["claim"], r["passage"]) for r in rows]
        self.ruled = np.array([
            -1 if rule is not None and rule.grade is None
            else rule.grade if rule is not None
            else 1 if _grading.verbatim(found) else 0
            for rule, found in zip(ruled, features, strict=True)
        ])  # fmt: skip
        self.alone = np.array(features)
        self.both = _grading.with_opinion(self.alone, opinion)

    def column(self, name: str) -> Table:
        """Return (n,) a field of the rows."""
        return np.array([r[name] for r in self.rows])


def fit(x: Table, y: Table) -> LogisticRegression:
    return LogisticRegression(C=STRENGTH, max_iter=5000).fit(x, y)


def judged(pairs: Rated, encoder: bool) -> tuple[Table, Table]:
    """Return (n, 3) chances and (n,) grades as the judge gives them, 0 where it gives none."""
    x = pairs.both if encoder else pairs.alone
    use = pairs.column("weights") & (pairs.ruled == 0)
    fold = np.array([fold_of(r["text"], FOLDS) if r["weights"] else FOLDS for r in pairs.rows])
    chances = np.zeros((len(pairs.y), 3))
    for number in range(FOLDS + 1):
        own = fold == number
        if own.any():
            train = use & (fold != number)
            chances[own] = fit(x[train], pairs.y[train]).predict_proba(x[own])
    grades = np.array([_grading.grade(c) for c in chances])
    sure = pairs.ruled > 0
    chances[sure] = np.eye(3)[pairs.ruled[sure] - 1]
    grades[sure] = pairs.ruled[sure]
    grades[pairs.ruled < 0] = 0
    return chances, grades


def figures(chances: Table, grades: Table, y: Table) -> dict[str, float]:
    """Return Spearman, accuracy and both error rates; an unjudged claim counts as 2, and wrong."""
    expected = np.where(grades > 0, chances @ GRADES, 2.0)
    rank = spearmanr(expected, y)[0] if len(set(y.tolist())) > 1 else float("nan")
    disclosed, other = y < 3, y == 3
    return {
        "n": len(y),
        "spearman": float(rank),
        "accuracy": float((grades == y).mean()),
        "missed": float((grades[disclosed] == 3).mean()) if disclosed.any() else float("nan"),
        "false": float(np.isin(grades[other], (1, 2)).mean()) if other.any() else float("nan"),
    }


def interval(chances: Table, grades: Table, y: Table, texts: Table) -> dict[str, list[float]]:
    """Return 95 % intervals, percentile bootstrap over texts; the fits are not drawn again."""
    rng = np.random.default_rng(0)
    members = [np.flatnonzero(texts == t) for t in np.unique(texts)]
    drawn = []
    for _ in range(DRAWS):
        rows = np.concatenate([members[i] for i in rng.integers(len(members), size=len(members))])
        drawn.append(list(figures(chances[rows], grades[rows], y[rows]).values())[1:])
    low, high = np.nanquantile(drawn, (0.025, 0.975), axis=0).round(3).tolist()
    names = ("spearman", "accuracy", "missed", "false")
    return {name: [low[i], high[i]] for i, name in enumerate(names)}


def rounded(found: dict[str, float]) -> dict[str, float | None]:
    return {k: v if k == "n" else None if np.isnan(v) else round(v, 3) for k, v in found.items()}


def measured(pairs: Rated, chances: Table, grades: Table) -> dict[str, Any]:
    parts = {}
    for column in ("kind", "set"):
        values = pairs.column(column)
        for part in sorted(set(values.tolist())):
            own = values == part
            parts[part] = rounded(figures(chances[own], grades[own], pairs.y[own]))
    table = np.zeros((3, 3), dtype=int)
    known = grades > 0
    np.add.at(table, (pairs.y[known] - 1, grades[known] - 1), 1)
    return {
        **rounded(figures(chances, grades, pairs.y)),
        "unjudged": int((~known).sum()),
        "intervals": interval(chances, grades, pairs.y, pairs.column("text")),
        "confusion_rows": "the raters' grade 1, 2, 3; columns: the judge's grade",
        "confusion": table.tolist(),
        "parts": parts,
    }


def passage_kinds(pairs: Rated) -> list[str]:
    """Return the kind of each passage, as an audit tells it (see ``seethrough.passages``)."""
    claims: dict[tuple[str, str], list[str]] = {}
    for row in pairs.rows:
        claims.setdefault((row["text"], row["passage"]), []).append(row["claim"])
    kinds = {
        (text, passage): kind_of(said, passage, own=True)
        for (text, passage), said in claims.items()
    }
    return [
        "another" if r["kind"] in ANOTHER else kinds[r["text"], r["passage"]] for r in pairs.rows
    ]


def errors(pairs: Rated, grades: Table) -> dict[str, dict[str, float]]:
    """Return the error rates by kind of passage, over the sets on which the judge is reliable."""
    keep = np.flatnonzero(reliable(pairs, grades))
    kinds = passage_kinds(pairs)
    return error_rates(
        [int(pairs.y[i]) for i in keep],
        [int(grades[i]) or None for i in keep],
        [kinds[i] for i in keep],
        [pairs.rows[i]["text"] for i in keep],
        [pairs.rows[i]["set"] for i in keep],
    )


def reliable(pairs: Rated, grades: Table) -> Table:
    """Return which pairs are of sets on which the judge passes an audit's own self-test.

    An audit asks its judge whether the private claims are disclosed by strangers' records. Where it
    calls ``1 - STRANGERS`` of them disclosed, the audit is inconclusive and its figures are not
    used, so error rates of such sets correct nothing.
    """
    sets = pairs.column("set")
    another = np.isin(pairs.column("kind"), ANOTHER)
    out = np.ones(len(sets), dtype=bool)
    for name in set(sets.tolist()):
        own = sets == name
        called = np.isin(grades[own & another], (1, 2)).mean()
        if called > 1 - STRANGERS:
            print(f"{name}: {called:.2f} of strangers' claims called disclosed, not in the rates")
            out[own] = False
    return out


def show(title: str, found: dict[str, Any]) -> None:
    print(f"\n{title}")
    for name, part in {"all": found, **found["parts"]}.items():
        told = "  ".join(
            f"{k} {'-' if part[k] is None else format(part[k], '.2f')}"
            for k in ("spearman", "accuracy", "missed", "false")
        )
        print(f"  {name:20} n {part['n']:6}  {told}")
    print("  intervals", found["intervals"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=HERE.parents[1] / "shared" / "data")
    parser.add_argument("--folds", type=Path, nargs=FOLDS, help="readers; else opinions.npz")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    sources = {
        "new": [args.data / "judge_ratings.jsonl"],
        "own": [HERE / "ratings" / "near_misses.jsonl"],
        "old": [args.data / "gold_ratings.jsonl"],
    }
    rows = {name: [r for p in paths for r in rated(p)] for name, paths in sources.items()}
    everything = [r for part in rows.values() for r in part]
    kept = HERE / "opinions.npz"
    if args.folds:
        found = opinions(everything, args.folds).astype(np.float16)
        if args.write:
            np.savez_compressed(kept, opinions=found, ratings=np.array(fingerprint(everything)))
    else:
        with np.load(kept, allow_pickle=False) as stored:
            if str(stored["ratings"]) != fingerprint(everything):
                raise SystemExit(f"{kept.name} was made with other ratings; give --folds")
            found = stored["opinions"]
    pairs = Rated(everything, found.astype(np.float64))
    source = np.repeat(list(rows), [len(part) for part in rows.values()])
    fitted = {
        "data": "20,630 ratings by a large language model, one pass: claims of 333 texts of eleven "
        "and more kinds against anonymized, paraphrased, condensed, altered and other records",
        "how": "cross-validation over texts, 3 folds; sets that no weight may be made from were "
        "never trained on",
        "raters": RATERS,
    }
    stored_json: dict[str, Any] = {}
    for name, encoder in (("with_encoder", True), ("without_encoder", False)):
        chances, grades = judged(pairs, encoder)
        out: dict[str, Any] = {}
        for part in rows:
            own = source == part
            view = object.__new__(Rated)
            view.rows = [r for r, keep in zip(pairs.rows, own, strict=True) if keep]
            view.y, view.ruled = pairs.y[own], pairs.ruled[own]
            out[part] = measured(view, chances[own], grades[own])
            show(f"{name}, {part} ratings", out[part])
            if part == "new":
                out[part]["errors"] = errors(view, grades[own])
                print(json.dumps(out[part]["errors"], indent=1))
        stored_json[name] = {**fitted, **out["new"], "older_ratings": out["old"],
                             "near_misses": out["own"]}  # fmt: skip
    if args.write:
        write(pairs, stored_json, source == "new", fitted)


def write(pairs: Rated, stored: dict[str, Any], new: Table, fitted: dict[str, str]) -> None:
    folder = Path(rouge.__file__).parent
    use = pairs.column("weights") & (pairs.ruled == 0)
    model: dict[str, Any] = {"features": list(NAMES)}
    for key, x in (("evidence", pairs.alone), ("both", pairs.both)):
        final = fit(x[use], pairs.y[use])
        model[key] = {"weights": final.coef_.round(5).tolist(),
                      "bias": final.intercept_.round(5).tolist()}  # fmt: skip
    (folder / "local_weights.json").write_text(json.dumps(model, indent=1) + "\n", "utf-8")
    (folder / "local.json").write_text(json.dumps(stored, indent=1) + "\n", "utf-8")
    view = object.__new__(Rated)
    view.rows = [r for r, keep in zip(pairs.rows, new, strict=True) if keep]
    view.y = pairs.y[new]
    given = rouge.Rouge().rate([r["claim"] for r in view.rows], [r["passage"] for r in view.rows])
    grades = np.array([r.grade or 0 for r in given])
    expected = np.array([r.expected if r.grade else 2.0 for r in given])
    weight = np.clip(expected - 1, 0, 2) / 2
    chances = np.stack([1 - weight, 0 * weight, weight], axis=1)
    found = measured(view, chances, grades)
    found["errors"] = errors(view, grades)
    text = {**fitted, "how": "once; two thresholds chosen by hand", **found}
    (folder / "rouge.json").write_text(json.dumps(text, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
