"""Fitting a judge's thresholds (cuts) to rated claims, and measuring its error rates."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from seethrough import spec
from seethrough.agreement.errors_by_kind import errors_by_kind
from seethrough.agreement.measuring import Agreement, agreement_of
from seethrough.agreement.rated_kinds import rated_kinds
from seethrough.agreement.ratings import RatedClaims
from seethrough.errors import InputError
from seethrough.judges.asked.calibrations import Calibration
from seethrough.judges.llm import CUTS, Llm
from seethrough.protocols import FloatArray, IntArray
from seethrough.statistics.fits.cuts import Cuts, fit_cuts
from seethrough.statistics.seeding import generator

FOLDS = 10
"""The number of folds of texts; each is judged with cuts fitted to the others."""

LEAST_TEXTS = 10
"""Ratings about fewer texts do not generalise to others."""


class Source(NamedTuple):
    """Where ratings come from.

    Attributes:
        sha256: The hash of their file.
        rated_by: Who rated, in words: ``a large language model``, ``two nurses``.
    """

    sha256: str
    rated_by: str


class Calibrated(NamedTuple):
    """A calibration and the figures behind it, both cross-validated.

    Attributes:
        calibration: What is kept.
        agreement: How well the judge agrees with the raters, text by text with cuts fitted to
            other texts.
    """

    calibration: Calibration
    agreement: Agreement


def calibrate(judge: Llm, rated: RatedClaims, source: Source, seed: int) -> Calibrated:
    """Fit a judge's cuts to ratings and measure how often it errs.

    The cuts are fitted to all ratings. The figures are those of cuts fitted to the ratings of other
    texts: the texts are dealt into ten folds. Grades that the model wrote itself stay as they are.

    Args:
        judge: The judge; asked once about every pair.
        rated: The ratings.
        source: Where they come from.
        seed: How texts are dealt into folds depends on it.

    Raises:
        InputError: The ratings are about too few texts, or lack two grades of claims to
            distinguish.
    """
    texts = sorted(set(rated.texts))
    if len(texts) < LEAST_TEXTS:
        raise InputError(
            f"{rated.name}: rates claims about {len(texts)} texts; a calibration needs at least"
            f" {LEAST_TEXTS}"
        )
    by_model = judge.with_probabilities(rated.claims, rated.passages)
    probabilities = np.array([r.probability for r in by_model])
    dealt = generator(seed, "calibration").permutation(len(texts)) % FOLDS
    fold_of = dict(zip(texts, dealt.tolist(), strict=True))
    folds = np.array([fold_of[text] for text in rated.texts])
    given = [r.rating for r in by_model]
    for fold in range(FOLDS):
        cuts = _fitted(probabilities[folds != fold], rated.modes[folds != fold])
        for i in np.flatnonzero((folds == fold) & ~np.isnan(probabilities)).tolist():
            given[i] = judge.cut(by_model[i].probability, cuts)._replace(
                note=by_model[i].rating.note
            )
    kinds = rated_kinds(rated.claims, rated.passages, rated.kinds, rated.texts, rated.records)
    grades = [rating.grade for rating in given]
    errors = errors_by_kind(rated.modes.tolist(), grades, kinds, rated.texts, rated.sets)
    if not errors:
        raise InputError(
            f"{rated.name}: a calibration needs claims rated 1 or 2 and claims rated 3 against"
            " passages of one kind, which the judge can rate"
        )
    fitted = _fitted(probabilities, rated.modes)
    final = replace(judge, same=fitted.same, similar=fitted.similar)
    found = agreement_of(spec.to_json(final), given, rated, seed)
    kept = _agreement(found, source, len(set(rated.sets)), not np.isnan(probabilities).all())
    kept |= {"parts": _parts(kinds, rated.modes, grades), "errors": _rounded(errors)}
    return Calibrated(Calibration(judge.identity, fitted, kept), found)


def _fitted(probabilities: FloatArray, grades: IntArray) -> Cuts:
    known = ~np.isnan(probabilities)
    return fit_cuts(probabilities[known], grades[known], CUTS)


def _agreement(found: Agreement, source: Source, sets: int, cut: bool) -> dict[str, Any]:
    """Return the form in which judges say how far they agree.

    Args:
        found: The figures.
        source: Where the ratings come from.
        sets: How many collections the texts are from.
        cut: Whether grades were cut from probabilities.
    """
    by_name = {e.name.partition(".")[2]: e for e in found.estimates}
    fewest, most = found.raters
    passes = str(fewest) if fewest == most else f"{fewest} to {most}"
    how = f"cross-validation by text, {FOLDS} folds; thresholds fitted to other texts"
    if not cut:
        how = "once; its grades were written by the model, so nothing was fitted"
    return {
        "data": f"{found.n} ratings of claims about {found.texts} texts of"
        f" {sets} {'collection' if sets == 1 else 'collections'}, by {source.rated_by}",
        "sets": sets,
        "how": how,
        "n": found.n,
        "spearman": _round(by_name["spearman"].value),
        "accuracy": _round(by_name["accuracy"].value),
        "intervals": {
            name: [_round(by_name[name].low), _round(by_name[name].high)]
            for name in ("spearman", "accuracy")
        },
        "confusion_rows": "the raters' modal grade 1, 2, 3; columns: the judge's grade, unjudged",
        "confusion": [list(row) for row in found.confusion],
        "ratings": {
            "file": found.ratings,
            "sha256": source.sha256,
            "rated_by": source.rated_by,
            "passes": passes,
        },
    }


def _parts(
    kinds: Sequence[str], modes: IntArray, grades: Sequence[int | None]
) -> dict[str, dict[str, float]]:
    """Return the accuracy for each kind of passage; unjudged is wrong."""
    right = np.array([g == mode for g, mode in zip(grades, modes.tolist(), strict=True)])
    labels = np.array(kinds, dtype=object)
    return {
        kind: {
            "n": int((labels == kind).sum()),
            "accuracy": round(float(right[labels == kind].mean()), 4),
        }
        for kind in sorted(set(kinds))
    }


def _round(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else round(value, 4)


def _rounded(errors: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    return {
        kind: {name: v if isinstance(v, int) else round(v, 4) for name, v in rates.items()}
        for kind, rates in errors.items()
    }
