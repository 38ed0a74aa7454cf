"""All evidence for and against a claim in a passage, as features in [0, 1]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from seethrough.judges.offline.evidence.particulars import (
    SEX_WORDS,
    age_met,
    grown,
    names_missing,
    numbers_met,
    sex_met,
)
from seethrough.judges.offline.evidence.passage import Index
from seethrough.judges.offline.evidence.units import Unit
from seethrough.judges.offline.evidence.words import BROADER, Met, words_met
from seethrough.judges.offline.lexicon import Lexicon
from seethrough.judges.offline.reading import Reading

NAMES = (
    "exact", "concept", "soft", "whole", "weakest", "missing", "broader", "polarity", "negated",
    "number_missing", "number_close", "number_conflict", "number_exact", "age_exact", "age_rough",
    "age_silent", "age_conflict", "sex_same", "sex_silent", "sex_conflict", "name_missing",
    "rouge", "length", "spread", "empty",
)  # fmt: skip
"""The features, in the order of the columns. All lie in [0, 1]."""

_BESIDE = 0.3
"""How well another word must match next to a number for the number to count."""
_SAME_AGE_CLASS = {True: 1.0, False: 0.6}
"""How far the right sex meets a claim such as "is a girl", by whether both are of an age."""


def weigh(
    claim: Reading, said: Sequence[Unit], passage: Index, known: Lexicon, rouge: float
) -> npt.NDArray[np.float64]:
    """Return the features of a claim and a passage, in the order of ``NAMES``.

    Args:
        claim: The claim.
        said: Its units.
        passage: The passage.
        known: The lexicon that both were read with.
        rouge: ROUGE-L recall of the claim in the passage.
    """
    about_age = age_met(claim, passage.reading)
    about_sex = sex_met(claim, said, passage.reading)
    met = words_met(claim, said, passage, known)
    _meet_ages_and_sexes(met, claim, said, passage.reading, about_age, about_sex)
    best, covered = _covered(met, said) if said else ((0,), {})
    features = dict.fromkeys(NAMES, 0.0) | covered
    features["rouge"] = rouge
    features["empty"] = float(not said)
    features["length"] = min(1.0, len(said) / 12)
    features["negated"] = float(any(claim.negated))
    features |= numbers_met(claim, passage.reading, best, _spoken(met.scores, claim, said))
    features |= about_age | about_sex
    features["name_missing"] = names_missing(claim, passage)
    return np.array([features[name] for name in NAMES])


def _meet_ages_and_sexes(
    met: Met,
    claim: Reading,
    said: Sequence[Unit],
    passage: Reading,
    about_age: Mapping[str, float],
    about_sex: Mapping[str, float],
) -> None:
    """Let ages and sexes be met by what the whole passage says of them."""
    same_age = about_age.get("age_exact", 0.0)
    for row, unit in enumerate(said):
        if unit.kind == "age":
            met.scores[row] = max(same_age, BROADER * about_age.get("age_rough", 0))
            met.exact[row] = same_age
        elif about_sex.get("sex_same") and claim.stems[unit.first] in SEX_WORDS:
            alike = _SAME_AGE_CLASS[grown(claim) == grown(passage)]
            met.scores[row] = np.maximum(met.scores[row], alike)
            met.exact[row] = met.scores[row] == 1


def _covered(met: Met, said: Sequence[Unit]) -> tuple[tuple[int, ...], dict[str, float]]:
    """Return the sentence that meets most, with one that adds to it, and how much they meet."""
    scores = met.scores
    weights = np.array([unit.weight for unit in said])
    weights /= weights.sum()
    near = _with_neighbours(scores)
    first = int((weights @ scores + 0.5 * (weights @ near)).argmax())
    gain = weights @ np.maximum(scores, scores[:, [first]])
    second = int(gain.argmax())
    best = (first,) if second == first or gain[second] <= gain[first] else (first, second)
    here, hit = near[:, first], scores[:, first] >= 0.9
    both = np.maximum(here, scores[:, second])
    strong = weights >= 0.5 * weights.max()
    by_broader = (both <= BROADER + 0.05) & (met.general[:, [first, second]].max(axis=1) > 0)
    opposed = float(weights @ (met.opposed[:, first] * hit))
    return best, {
        "exact": float(weights @ _with_neighbours(met.exact)[:, first]),
        "concept": float(weights @ (here >= 0.8)),
        "soft": float(weights @ here),
        "whole": float(weights @ both),
        "weakest": float(here[strong].min()),
        "missing": float((weights * (1 - here)).max()),
        "broader": float(weights @ by_broader),
        "polarity": opposed / max(1e-9, float(weights @ hit)),
        "spread": float(weights @ both) - float(weights @ scores[:, first]),
    }


def _spoken(
    scores: npt.NDArray[np.float64], claim: Reading, said: Sequence[Unit]
) -> npt.NDArray[np.bool_]:
    """Return (sentences,) whether one holds a word of the claim that is no number."""
    counted = {number.position for number in claim.numbers}
    words = [row for row, unit in enumerate(said) if unit.first not in counted]
    if not words:
        return np.ones(scores.shape[1], dtype=np.bool_)
    return np.asarray((scores[words] >= _BESIDE).any(axis=0), dtype=np.bool_)


def _with_neighbours(scores: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return scores where a sentence may borrow from its neighbours, at nine tenths."""
    out = scores.copy()
    out[:, 1:] = np.maximum(out[:, 1:], 0.9 * scores[:, :-1])
    out[:, :-1] = np.maximum(out[:, :-1], 0.9 * scores[:, 1:])
    return out
