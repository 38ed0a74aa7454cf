"""How much a language model that was released seems to have read a text: four scores.

Pure functions of what the model gives to the text's tokens; nothing here runs a model. A higher
score is surer that the text was used. Scores mean something only beside those of texts that were
not used (``ranking.area``, ``ranking.rate_at``).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from seethrough.statistics.arrays import FloatArray


class Read(NamedTuple):
    """What a model makes of texts.

    Attributes:
        tokens: (n,) for each text the log-probabilities of its tokens, each behind those before it.
        min_k: (n,) Min-K%++ of each text.
    """

    tokens: Sequence[FloatArray]
    min_k: FloatArray

    @property
    def losses(self) -> FloatArray:
        """(n,) ``loss`` of each text."""
        return np.array([loss(tokens) for tokens in self.tokens])


def loss(tokens: FloatArray) -> float:
    """Return the mean log-probability of a text's tokens, which is minus the model's loss.

    Args:
        tokens: (t,) natural log-probabilities of the tokens, each behind those before it, t at
            least 1, at most 0.

    Raises:
        ValueError: There is no token.

    References:
        Yeom et al. (2018), Privacy risk in machine learning.
    """
    if not len(tokens):
        raise ValueError("a text without tokens has no score")
    return float(np.mean(tokens))


def calibrated_loss(tokens: FloatArray, reference: FloatArray) -> float:
    """Return how much higher the mean log-probability is than a reference model's.

    What is likely under any model, such as a common phrase, counts for nothing.

    Args:
        tokens: (t,) log-probabilities by the released model, as for ``loss``.
        reference: (t,) those of the same tokens by a model that has not read the private records,
            best the one that training started from.

    Raises:
        ValueError: There is no token, or the two rows differ in length.

    References:
        Watson et al. (2022), On the importance of difficulty calibration in membership inference
        attacks.
    """
    if len(tokens) != len(reference):
        raise ValueError(f"{len(tokens)} tokens, but {len(reference)} by the reference model")
    return loss(tokens) - loss(reference)


def calibrated(own: Read, reference: Read) -> FloatArray:
    """Return (n,) ``calibrated_loss`` of each text.

    Args:
        own: What the released model makes of the texts.
        reference: What the reference model makes of the same texts.
    """
    pairs = zip(own.tokens, reference.tokens, strict=True)
    return np.array([calibrated_loss(mine, theirs) for mine, theirs in pairs])


def min_k_plus_plus(tokens: FloatArray, vocabulary: FloatArray, share: float = 0.2) -> float:
    """Return the mean standardised log-probability of the least likely tokens (Min-K%++).

    Each token's log-probability is set beside those of all tokens that could stand there: their
    mean is taken off, and it is divided by their standard deviation, both under the model's own
    distribution. Where all are equally likely nothing stands out, and the token counts 0.

    Args:
        tokens: (t,) log-probabilities of the tokens, as for ``loss``.
        vocabulary: (t, v) log-probabilities of the whole vocabulary at each place; minus infinity
            for what cannot stand there.
        share: How many of the tokens count, the lowest first, in (0, 1]; at least one does.

    Raises:
        ValueError: There is no token, the rows differ in length, or ``share`` is out of range.

    References:
        Zhang et al. (2025), Min-K%++: improved baseline for detecting pre-training data from large
        language models, equation 3.
    """
    if not 0 < share <= 1:
        raise ValueError(f"share={share:g} must be above 0 and at most 1")
    if len(tokens) != len(vocabulary):
        raise ValueError(f"{len(tokens)} tokens, but {len(vocabulary)} distributions")
    chance = np.exp(vocabulary)
    logs = np.where(chance > 0, vocabulary, 0.0)
    mean = (chance * logs).sum(1)
    spread = np.sqrt((chance * (logs - mean[:, None]) ** 2).sum(1))
    flat = spread < 1e-6  # rounding alone
    scores = np.where(flat, 0.0, (tokens - mean) / np.where(flat, 1.0, spread))
    return loss(np.sort(scores)[: max(1, int(share * len(scores)))])


def rmia(
    texts: FloatArray,
    references: FloatArray,
    strangers: FloatArray,
    strangers_references: FloatArray,
    gamma: float = 1.0,
) -> FloatArray:
    """Return, for each text, the share of strangers' texts that it beats by a likelihood ratio.

    A text's ratio is its probability by the released model over its mean probability by reference
    models. A text beats a stranger's where its ratio is at least ``gamma`` times theirs. This is
    the offline attack with its constant a at 1: no reference model has read any of the texts, and
    their probabilities are too small for the correction by 1 - a.

    Args:
        texts: (n,) log-probability of each text by the released model: summed over its tokens, or
            their mean where texts differ much in length. The same for all arguments.
        references: (r, n) those by each of r reference models, r at least 1.
        strangers: (z,) those of texts of people who are known not to be in the data, z at least 1.
        strangers_references: (r, z) those by each reference model.
        gamma: Above 0; 1 for no margin.

    Returns:
        (n,) shares in [0, 1].

    Raises:
        ValueError: Shapes do not fit, there is no stranger or no reference model, or ``gamma`` is
            not above 0.

    References:
        Zarifzadeh, Liu and Shokri (2024), Low-cost high-power membership inference attacks,
        equations 2 and 3.
    """
    if not gamma > 0:
        raise ValueError(f"gamma={gamma:g} must be above 0")
    models = len(references)
    if not models or not len(strangers):
        raise ValueError("at least one reference model and one stranger's text are needed")
    if references.shape != (models, len(texts)):
        raise ValueError(f"references are {references.shape}, not {(models, len(texts))}")
    if strangers_references.shape != (models, len(strangers)):
        raise ValueError(
            f"strangers' references are {strangers_references.shape},"
            f" not {(models, len(strangers))}"
        )
    own = texts - _mean_probability(references)
    theirs = np.sort(strangers - _mean_probability(strangers_references))
    beaten = np.searchsorted(theirs, own - math.log(gamma), "right")
    return np.asarray(beaten / len(strangers))


def _mean_probability(logs: FloatArray) -> FloatArray:
    """Return (n,) the log of the mean over models of probabilities; (r, n) logs of them."""
    return np.asarray(np.logaddexp.reduce(logs, axis=0) - math.log(len(logs)))
