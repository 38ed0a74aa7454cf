# ruff: noqa: D103, T201
"""Fit the judge's networks, measure the judge by cross-validation, write its JSON files.

    python -m judge_training.fit --data ../shared/data [--write]

Needs ``opinions.npz`` (see ``opinions.py``). Texts that weights may be made from are graded by
networks fitted on the other folds, with the opinion of a reader that never saw them. The other sets
and the older ratings are graded by the shipped reader and networks: nothing was made from them.
``rouge`` is measured on the same ratings.
"""

from __future__ import annotations

import seethrough  # noqa: F401 # isort: skip (first: it keeps the telemetry of what follows off)

import argparse
import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from sklearn.exceptions import ConvergenceWarning
from sklearn.neural_network import MLPClassifier

from judge_training import opinions
from judge_training.classes import errors_by_class, rows_of
from judge_training.figures import Graded, measured, rounded_rates
from judge_training.making import CROSSED_WITH
from judge_training.pairs import HERE, Pair, read, records
from judge_training.sheets import FOLDS
from seethrough.agreement.passages import REWORDED
from seethrough.agreement.rated_kinds import rated_kinds
from seethrough.judges import local, rouge
from seethrough.judges.offline import grading
from seethrough.judges.offline.evidence.features import NAMES
from seethrough.statistics.arrays import numbered
from seethrough.statistics.judged.error_rates import share_elsewhere

UNITS, PENALTY, EPOCHS, BATCH, RATE = 24, 0.3, 25, 256, 2e-3
MADE = 0.2
"""The weight of a pair made by rule relative to a rated one, except for claims of strangers (1)."""
FALSE_FACTS = {"full": 4.0}
"""The weight of a rated claim that an altered passage makes false, by depth, where it is not 1.

The larger encoder tells such claims apart well enough to miss few others for it.
"""
NOT_DISCLOSED = 0.5
"""The chance of grade 3 from which a claim counts as not disclosed."""
FITTED = ("new", "near", "made")
TITLES = {
    "new": "ratings",
    "old": "older ratings",
    "near": "near misses",
    "cut": "passages that withhold facts and add nothing",
}
HOW = (
    "cross-validation over texts, 3 folds; sets that no weight may be made from were never trained "
    "on"
)
RATERS = "a large language model, one pass; no people"
DATA = (
    "20,630 ratings: claims of 333 texts of eleven and more kinds against anonymized, paraphrased, "
    "condensed, altered and other records"
)

Table = grading.Table


class Evidence:
    """What the judge reads out of pairs, and which pairs need no model.

    Attributes:
        tables: What the network of each depth reads, (n, features) and 3 more for each reader.
        ruled: (n,) the grade of a pair that needs no model, 0 where it does, -1 where none can say.
    """

    def __init__(self, pairs: list[Pair], usual: Table, deep: Table) -> None:
        alone = np.array([local._evidence(p.claim, p.passage) for p in pairs])
        self.tables = {
            "words": alone,
            "usual": grading.with_opinions(alone, usual),
            "full": grading.with_opinions(alone, usual, deep),
        }
        self.ruled = np.array([_ruled(p, found) for p, found in zip(pairs, alone, strict=True)])


def _ruled(pair: Pair, found: Table) -> int:
    rating = local._without_model(pair.claim, pair.passage)
    rating = rating or local._framed(pair.claim, pair.passage)
    rating = rating or local._verbatim(pair.claim, pair.passage, found)
    if rating is not None:
        return -1 if rating.grade is None else rating.grade
    return 0


def fit(x: Table, y: Table, weights: Table) -> grading.Network:
    """Return a network for the columns as they are; it was fitted on standardized ones."""
    mean, spread = x.mean(axis=0), x.std(axis=0)
    spread = np.where(spread > 0, spread, 1.0)
    found = MLPClassifier(
        (UNITS,), alpha=PENALTY, max_iter=EPOCHS, batch_size=BATCH, learning_rate_init=RATE,
        random_state=0,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)
        found.fit((x - mean) / spread, y, sample_weight=weights)
    hidden, out = found.coefs_
    hidden_bias, out_bias = found.intercepts_
    hidden = hidden / spread[:, None]
    return grading.Network(hidden, hidden_bias - mean @ hidden, out, out_bias)


def rounded(network: grading.Network) -> grading.Network:
    return grading.Network(*(part.round(5) for part in network))


class Fitted:
    """Networks fitted without each fold, the last one on all folds."""

    def __init__(self, pairs: list[Pair], evidence: Evidence, depth: str) -> None:
        self.x = evidence.tables[depth]
        self.ruled = evidence.ruled
        self.fold = np.array([p.fold for p in pairs])
        y = np.array([p.grade for p in pairs])
        weights = np.array([MADE if p.source == "made" else 1.0 for p in pairs])
        weights[of_strangers(pairs)] = 1.0
        weights[made_false(pairs)] *= FALSE_FACTS.get(depth, 1.0)
        use = np.array([p.source in FITTED for p in pairs]) & (self.fold < FOLDS)
        use &= self.ruled == 0
        self.networks = []
        for fold in range(FOLDS + 1):
            train = use & (self.fold != fold)
            self.networks.append(rounded(fit(self.x[train], y[train], weights[train])))

    def graded(self) -> Graded:
        """Return the chances and grades as the judge gives them; grade 0 where it gives none."""
        chances = np.zeros((len(self.x), 3))
        for fold, network in enumerate(self.networks):
            own = self.fold == fold
            chances[own] = grading.chances(self.x[own], network)
        grades = np.array([grading.grade(c, NOT_DISCLOSED) for c in chances])
        sure = self.ruled > 0
        chances[sure] = np.eye(3)[self.ruled[sure] - 1]
        grades[sure] = self.ruled[sure]
        grades[self.ruled < 0] = 0
        return Graded(chances, grades)


def by_depth(pairs: list[Pair], evidence: Evidence) -> dict[str, tuple[grading.Network, Graded]]:
    """Return the network of each depth, fitted on all folds, and what the judge says.

    The larger encoder is asked where the small one leaves it open whether a claim is disclosed.
    """
    fitted = {depth: Fitted(pairs, evidence, depth) for depth in evidence.tables}
    graded = {depth: networks.graded() for depth, networks in fitted.items()}
    usual, full = graded["usual"], graded["full"]
    asked = grading.is_open(usual.chances)
    graded["full"] = Graded(
        np.where(asked[:, None], full.chances, usual.chances),
        np.where(asked, full.grades, usual.grades),
    )
    print(f"the larger encoder is asked about {asked.mean():.2f} of the pairs")
    return {depth: (fitted[depth].networks[FOLDS], graded[depth]) for depth in fitted}


def by_rouge(pairs: list[Pair]) -> Graded:
    given = rouge.Rouge().rate([p.claim for p in pairs], [p.passage for p in pairs])
    expected = np.array([r.expected if r.grade else 2.0 for r in given])
    far = np.clip(expected - 1, 0, 2) / 2
    return Graded(
        np.stack([1 - far, 0 * far, far], axis=1), np.array([r.grade or 0 for r in given])
    )


def agreement(
    pairs: list[Pair], graded: Graded, records: dict[str, str], how: str
) -> dict[str, Any]:
    """Return what is shipped about a judge; prints it, too."""
    found = {}
    for source, title in TITLES.items():
        own = np.flatnonzero([p.source == source for p in pairs])
        found[source] = measured([pairs[i] for i in own], graded.take(own), records, title)
    rates = found["new"]["errors"]
    rates |= errors_of_rewritten(pairs, graded, records, rates["another"])
    rates["cut"] = found["cut"]["errors"]["cut"]
    by_class = errors_by_class(rows_of(pairs, graded.grades.tolist(), records), records)
    for kind, classes in by_class.items():
        rates[kind] |= {"classes": {said: rounded_rates(own) for said, own in classes.items()}}
    # As over all classes: found as in other people's records as they are, false as was measured.
    rewritten = rates["another_rewritten"]
    false = {key: rewritten[key] for key in ("false", "false_error", "other", "texts")}
    theirs = rates["another"].get("classes", {})
    rewritten["classes"] = {said: {**own, **false} for said, own in theirs.items()}
    beside = {"older_ratings": "old", "near_misses": "near", "withheld": "cut"}
    parts = {
        name: {key: value for key, value in found[source].items() if key != "errors"}
        for name, source in beside.items()
    }
    return {
        "data": DATA, "how": how, "raters": RATERS, **found["new"], **parts,
        "strangers": strangers(pairs, graded, "made"),
        "strangers_elsewhere": strangers(pairs, graded, "apart"),
    }  # fmt: skip


def made_false(pairs: list[Pair]) -> Table:
    """Return which pairs are rated claims that a passage of the kind ``altered`` does not hold."""
    return np.array([p.kind == "altered" and p.grade == 3 for p in pairs])


def of_strangers(pairs: list[Pair]) -> Table:
    """Return which pairs are claims of others against a passage that was written for a text.

    No such pair was rated. That the passage discloses the claim is rare, as it is in the ratings
    for other records, so nearly all answers that say so are wrong.
    """
    own = {(p.text, p.claim) for p in pairs if p.source in ("new", "near")}
    return np.array([
        p.kind.startswith(CROSSED_WITH) and (p.text, p.claim) not in own for p in pairs
    ])  # fmt: skip


def strangers(pairs: list[Pair], graded: Graded, source: str) -> dict[str, dict[str, float]]:
    """Return how many claims of others a judge calls disclosed, by the kind of passage.

    Args:
        pairs: All pairs.
        graded: What the judge says of them.
        source: ``made`` for texts that weights are made from, ``apart`` for others.
    """
    theirs = of_strangers(pairs) & np.array([p.source == source for p in pairs])
    kinds = np.array([p.kind for p in pairs])
    found = {}
    for kind in dict.fromkeys(kinds[theirs].tolist()):
        called = np.isin(graded.grades[theirs & (kinds == kind)], (1, 2))
        found[kind.removeprefix(CROSSED_WITH)] = {
            "n": len(called), "called_disclosed": round(float(called.mean()), 4)
        }  # fmt: skip
        print("strangers'", source, kind, f"{called.mean():.3f}", len(called))
    return found


def errors_of_rewritten(
    pairs: list[Pair], graded: Graded, records: dict[str, str], another: dict[str, float]
) -> dict[str, dict[str, float]]:
    """Return how often a judge errs on another person's record that was put into other words.

    Its sensitivity there was not rated: it is taken from other people's records as they are.
    """
    rated = [p for p in pairs if p.source in ("new", "near")]
    of_text = {p.text: p for p in rated}
    kinds = rated_kinds(
        [p.claim for p in rated], [p.passage for p in rated], [p.kind for p in rated],
        [p.text for p in rated], [records.get(p.text) for p in rated],
    )  # fmt: skip
    rewritten = {p.passage for p, kind in zip(rated, kinds, strict=True) if kind in REWORDED}
    rows = [
        i for i in np.flatnonzero(of_strangers(pairs)).tolist()
        if pairs[i].passage in rewritten and graded.grades[i] > 0
    ]  # fmt: skip
    texts = [pairs[i].text for i in rows]
    learned = np.array([of_text[t].fold < FOLDS for t in texts])
    sets = 2 * numbered(of_text[t].set for t in texts) + learned
    called = np.isin(graded.grades[rows], (1, 2)).astype(np.float64)
    false, error = share_elsewhere(called, numbered(texts), sets, learned)
    print(f"  another_rewritten    false {false:.2f} ± {error:.2f}")
    own = [text for text, known in zip(texts, learned, strict=True) if not known]
    counts = {"other": len(own), "texts": len(set(own))}
    rates = {"false": round(false, 4), "false_error": round(error, 4)}
    return {"another_rewritten": {**another, **rates, **counts}}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, default=HERE.parents[1] / "shared" / "data")
    parser.add_argument("--write", action="store_true")
    args = parser.parse_args()
    pairs, texts = read(args.data), records(args.data)
    evidence = Evidence(pairs, opinions.load(pairs), opinions.load(pairs, opinions.DEEP))
    networks, stored = {}, {}
    for depth, (network, graded) in by_depth(pairs, evidence).items():
        print("\n#", depth)
        networks[depth] = {k: v.tolist() for k, v in network._asdict().items()}
        stored[depth] = agreement(pairs, graded, texts, HOW)
    fitted_to = {"features": list(NAMES), "not_disclosed": NOT_DISCLOSED}
    print("\n# rouge")
    unlearned = [p._replace(fold=FOLDS) for p in pairs]
    how = "once; two thresholds chosen by hand"
    of_rouge = agreement(unlearned, by_rouge(pairs), texts, how)
    if args.write:
        folder = Path(rouge.__file__).parent
        for file, content in (
            ("offline/local_weights.json", fitted_to | {"networks": networks}),
            ("local.json", stored),
            ("rouge.json", of_rouge),
        ):
            (folder / file).write_text(json.dumps(content, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
