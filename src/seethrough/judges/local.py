"""The offline judge: evidence first, a small cross-encoder where the evidence is not clear."""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from seethrough.judges import _scope
from seethrough.judges._evidence import NAMES, Evidence, Index, index, weigh
from seethrough.judges._lexicon import lexicon
from seethrough.judges._reading import Reading, read
from seethrough.judges.rouge import recall, words
from seethrough.protocols import Rating

_COLUMN = {name: place for place, name in enumerate(NAMES)}
_GRADES = np.array([1.0, 2.0, 3.0])


@dataclass(frozen=True)
class Local:
    """Rates claims on this machine, without a language model, in English.

    For each pair it gathers evidence (words, stems, synonyms and broader terms of a hand-written
    lexicon, similar words, numbers with their units, ages, sex, names, negation), and a logistic
    model turns it into the probabilities of the three grades. ``expected`` is the mean grade. Its
    measured confusion with people is in ``local.json`` beside this module; see `measured`.

    A rating depends on its own pair alone, never on the pairs beside it.
    """

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        """Return one rating per pair.

        Raises:
            ValueError: The two sequences differ in length.
        """
        pairs = list(zip(claims, passages, strict=True))
        unique = list(dict.fromkeys(pairs))
        texts = _Texts()
        ratings = {pair: _unjudged(*pair, texts) for pair in unique}
        open_pairs = [pair for pair in unique if ratings[pair] is None]
        found = [texts.evidence(*pair) for pair in open_pairs]
        for pair, evidence, chances in zip(
            open_pairs, found, _probabilities(found), strict=True
        ):
            ratings[pair] = _rating(evidence, chances, texts.caveat(pair[1]))
        return [rating for pair in pairs if (rating := ratings[pair]) is not None]


class _Texts:
    """Every text of one call, read once."""

    def __init__(self) -> None:
        self._claims: dict[str, Reading] = {}
        self._passages: dict[str, Index] = {}
        self._words: dict[str, list[str]] = {}

    def words(self, text: str) -> list[str]:
        if text not in self._words:
            self._words[text] = words(text)
        return self._words[text]

    def claim(self, text: str) -> Reading:
        if text not in self._claims:
            self._claims[text] = read(text)
        return self._claims[text]

    def passage(self, text: str) -> Index:
        if text not in self._passages:
            self._passages[text] = index(read(text))
        return self._passages[text]

    def evidence(self, claim: str, passage: str) -> Evidence:
        share = recall(self.words(claim), self.words(passage))
        return weigh(self.claim(claim), self.passage(passage), lexicon(), share)

    def caveat(self, passage: str) -> str:
        count = len(self.words(passage))
        return f"very long passage ({count} words)" if count > _scope.LONG else ""


def _unjudged(claim: str, passage: str, texts: _Texts) -> Rating | None:
    """Return the rating of a pair that needs no model or that no model here can judge."""
    said, there = texts.words(claim), texts.words(passage)
    if not said:
        return Rating(None, float("nan"), "the claim has no words")
    if not there:
        return Rating(3, 3.0)
    verbatim = f" {' '.join(said)} " in f" {' '.join(there)} "
    for what, text, found in (("claim", claim, said), ("passage", passage, there)):
        if _scope.foreign(text, found):
            if verbatim:
                return Rating(1, 1.0, f"the {what} is not English; rated by its words alone")
            return Rating(None, float("nan"), f"the {what} is not English")
    return None


def _rating(evidence: Evidence, chances: npt.NDArray[np.float64], note: str) -> Rating:
    if _verbatim(evidence):
        return Rating(1, 1.0, note)
    return Rating(int(chances.argmax()) + 1, float(chances @ _GRADES), note)


def _verbatim(evidence: Evidence) -> bool:
    """Return whether all that a claim says stands in one sentence, nothing denied or changed."""
    f = evidence.features
    return bool(
        f[_COLUMN["exact"]] > 0.999
        and f[_COLUMN["soft"]] > 0.999
        and not f[_COLUMN["polarity"]]
        and not f[_COLUMN["name_missing"]]
        and not f[_COLUMN["number_missing"]]
        and not f[_COLUMN["number_close"]]
        and not f[_COLUMN["number_conflict"]]
        and not f[_COLUMN["empty"]]
    )


class _Model(NamedTuple):
    mean: npt.NDArray[np.float64]
    scale: npt.NDArray[np.float64]
    weights: npt.NDArray[np.float64]
    bias: npt.NDArray[np.float64]


@functools.cache
def _model() -> _Model:
    stored = json.loads(Path(__file__).with_name("local_weights.json").read_text("utf-8"))
    assert tuple(stored["features"]) == NAMES, "local_weights.json is of another version"
    return _Model(*(np.array(stored[key]) for key in _Model._fields))


def _probabilities(found: Sequence[Evidence]) -> npt.NDArray[np.float64]:
    """Return the (n, 3) probabilities of the grades."""
    if not found:
        return np.zeros((0, 3))
    model = _model()
    table = (np.stack([e.features for e in found]) - model.mean) / model.scale
    # A sum row by row, not a matrix product: its rounding cannot depend on the other rows.
    logits = (table[:, None, :] * model.weights[None, :, :]).sum(axis=2) + model.bias
    logits -= logits.max(axis=1, keepdims=True)
    odds = np.exp(logits)
    chances: npt.NDArray[np.float64] = odds / odds.sum(axis=1, keepdims=True)
    return chances


def measured() -> dict[str, Any]:
    """Return how far this judge agreed with people: confusion, n and how it was measured."""
    stored: dict[str, Any] = json.loads(Path(__file__).with_name("local.json").read_text("utf-8"))
    return stored
