"""A lower bound on a word-level sanitizer's epsilon, by experiment.

Two canary words (or texts) are sanitized many times each, through the sanitizer itself, as a user
would. One half of the results chooses an event that separates the two, the other half bounds the
event's probabilities with confidence; their ratio bounds epsilon from below. A bound above the
claim means that the code breaks its guarantee, whatever its documentation says.

Source: Jagielski et al., "Auditing differentially private machine learning: how private is private
SGD?" (2020), algorithm 1; Clopper and Pearson (1934).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from seethrough import spec
from seethrough.errors import UsageError
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.statistics.arrays import Ints
from seethrough.statistics.seeding import generator
from seethrough.word_level.mechanisms.mechanism import Mechanism, candidates
from seethrough.word_level.mechanisms.santext import SanTextMechanism
from seethrough.word_level.mechanisms.tokens import Tokenizer, Tokens
from seethrough.word_level.telling_apart import fit, largest_bound, log_ratio, lower_bound
from seethrough.word_level.word_vectors import WordVectors

_POOL = 4_000
_PAIRS = 8


class Auditable(Protocol):
    """A word-level sanitizer, as ``custext`` and ``santext`` are."""

    def sanitize(self, private: Corpus, rng: np.random.Generator) -> TextRelease:
        """Return the release."""

    def word_vectors(self) -> WordVectors:
        """Return the word vectors."""

    def mechanism(self) -> Mechanism:
        """Return the mechanism that the sanitizer claims to follow."""


@dataclass(frozen=True)
class EpsilonBound:
    """The result of an experiment on one pair of canaries.

    Attributes:
        first: One canary.
        second: The other.
        claimed: The epsilon that the mechanism claims for this pair, composed over its tokens;
            infinite if it claims nothing.
        low: The lower bound on epsilon; 0 if the experiment shows nothing.
        confidence: The confidence of the bound, before seeing which word of the pair it favours.
        draws: How often each canary was sanitized.
        fit: How likely words at least this far from the claimed probabilities are by chance
            (chi-squared, corrected for the number of pairs); nan for texts, and where so few
            draws would fit whatever they are. A code can break its guarantee without spending
            more than epsilon on any pair that was tried.
        telltale: The share of results that only one of the two can have, by the mechanism's
            own output sets; these are outside its claim and not part of ``low``.
        most: The largest lower bound that so many draws could have shown.
    """

    first: str
    second: str
    claimed: float
    low: float
    confidence: float
    draws: int
    fit: float
    telltale: float
    most: float

    @property
    def broken(self) -> bool:
        """Whether the experiment refutes the claim."""
        return self.low > self.claimed

    @property
    def deviates(self) -> bool:
        """Whether the results do not follow the claimed probabilities."""
        return self.fit < 1 - self.confidence

    @property
    def refutable(self) -> bool:
        """Whether the lower bound could have been above the claim."""
        return self.claimed < self.most

    @property
    def tested(self) -> bool:
        """Whether any results could have refuted the claim, by the bound or by the fit."""
        return self.refutable or (math.isfinite(self.claimed) and not math.isnan(self.fit))

    def to_json(self) -> dict[str, Any]:
        """Return the machine form; infinite or unknown values are null."""
        values = {
            k: None if isinstance(v, float) and not math.isfinite(v) else v
            for k, v in vars(self).items()
        }
        said = {"broken": self.broken, "deviates": self.deviates, "tested": self.tested}
        return {**values, **said}


def audit_epsilon(
    sanitizer: Auditable,
    pairs: Sequence[tuple[str, str]] = (),
    draws: int = 20_000,
    confidence: float = 0.95,
    seed: int = 0,
) -> list[EpsilonBound]:
    """Bound epsilon from below on pairs of canaries.

    Args:
        sanitizer: The sanitizer, unchanged.
        pairs: Words, or texts of equally many tokens; where none are given, eight pairs of words
            that the mechanism should distinguish best.
        draws: How often to sanitize each canary, at least 100.
        confidence: The chance that all bounds together hold, in (0, 1).
        seed: Which draws.

    Raises:
        UsageError: A canary has a word without a vector, or the two differ in length, or the
            sanitizer is not one that claims an epsilon per token.
    """
    _check_test(sanitizer, draws, confidence)
    mechanism, vectors = sanitizer.mechanism(), sanitizer.word_vectors()
    chosen = list(pairs) or canary_pairs(mechanism, vectors, seed)
    if not chosen:
        raise UsageError(
            "no two frequent words become the same word at this epsilon, or all do equally often;"
            " name words with --pair"
        )
    # Two directions for each pair share the allowed error probability.
    error = (1 - confidence) / (2 * max(1, len(chosen)))
    bounds = []
    for number, pair in enumerate(chosen):
        canaries = vectors.tokenizer.split(list(pair))
        _check(pair, canaries)
        x, other = np.split(canaries.ids, canaries.starts[1:2])
        y, z = (
            _released(sanitizer, vectors.tokenizer, text, draws, seed, f"{number} {side}")
            for side, text in enumerate(pair)
        )
        if any(len(ids) != draws * len(x) for ids in (y, z)):
            raise UsageError(f"the sanitizer changes the number of tokens of {pair}")
        y, z = y.reshape(draws, len(x)), z.reshape(draws, len(x))
        own, others = (log_ratio(mechanism, x, other, ids) for ids in (y, z))
        worse = np.fmin(fit(mechanism, x, y), fit(mechanism, other, z))
        bounds.append(
            EpsilonBound(
                *pair,
                claimed=claimed_epsilon(mechanism, x, other),
                low=max(
                    lower_bound(y, z, own, others, error), lower_bound(z, y, -others, -own, error)
                ),
                confidence=confidence,
                draws=draws,
                fit=float(np.minimum(1.0, 2 * len(chosen) * worse)),
                telltale=float(np.mean([np.isinf(own).mean(), np.isinf(others).mean()])),
                most=max(largest_bound(own, error), largest_bound(others, error)),
            )
        )
    return bounds


def _check_test(sanitizer: Any, draws: int, confidence: float) -> None:
    """Refuse what bounds no epsilon, or a test that could not."""
    if draws < 100 or not 0 < confidence < 1:
        raise UsageError(
            f"draws={draws} must be at least 100 and confidence={confidence} in (0, 1)"
        )
    if not hasattr(sanitizer, "mechanism"):
        raise UsageError(
            f"{spec.name_of(sanitizer)} by itself guarantees no epsilon per token; name custext or"
            " santext, also where it is the first step of a chain"
        )


def claimed_epsilon(mechanism: Mechanism, first: Ints, second: Ints) -> float:
    """Return the epsilon that a mechanism claims for two texts, composed over their tokens.

    Equal tokens cost nothing; CusText+ claims epsilon for each pair of unequal ones, SanText+
    epsilon times their distance. A kept token is distinguished for certain, and of words that it
    sanitizes now and then SanText+ claims nothing.
    """
    differ = first != second
    if (mechanism.kept[first[differ]] | mechanism.kept[second[differ]]).any():
        return math.inf
    if isinstance(mechanism, SanTextMechanism):
        if (np.minimum(first, second)[differ] < mechanism.common).any():
            return math.inf
        matrix = mechanism.vectors.matrix.astype(np.float64)
        apart = np.linalg.norm(matrix[first[differ]] - matrix[second[differ]], axis=1)
        return float(mechanism.epsilon * apart.sum())
    return float(mechanism.epsilon * differ.sum())


def canary_pairs(mechanism: Mechanism, vectors: WordVectors, seed: int) -> list[tuple[str, str]]:
    """Return pairs of words whose claimed probabilities of the first one differ most.

    Pairs that nearly use up the claim reveal a broken mechanism best. They are
    searched among the 4,000 most frequent words, which takes a second rather than a minute.

    Args:
        mechanism: The mechanism.
        vectors: The word vectors.
        seed: Which words.
    """
    rng = generator(seed, "canary pairs")
    open_words = mechanism.outputs[~mechanism.kept[mechanism.outputs]][:_POOL]
    chosen = open_words[rng.permutation(len(open_words))[: 8 * _PAIRS]]
    among = np.zeros(len(vectors))
    among[open_words] = 1.0
    found = candidates(mechanism, chosen, among)
    scored = []
    for i, word in enumerate(chosen.tolist()):
        row = slice(found.starts[i], found.starts[i + 1])
        others, chances = found.inputs[row], found.likelihood[row]
        some = (others != word) & (chances > 0)  # at a huge epsilon some are too small for a number
        others, chances = others[some], chances[some]
        if len(others):
            own = mechanism.likelihood(np.array([word]), np.array([word]))[0]
            gain = own * (math.log(own) - math.log(chances.min()))
            scored.append((gain, vectors.words[word], vectors.words[others[chances.argmin()]]))
    return [(word, other) for _, word, other in sorted(scored, reverse=True)[:_PAIRS]]


def _check(pair: tuple[str, str], canaries: Tokens) -> None:
    lengths = canaries.lengths
    if lengths[0] != lengths[1] or not lengths[0]:
        raise UsageError(
            f"the texts of a pair, {pair[0]!r:.100} and {pair[1]!r:.100}, must have equally many"
            " words, at least one"
        )
    if (canaries.ids < 0).any():
        word = canaries.surfaces[int(np.argmin(canaries.ids))]
        raise UsageError(f"the word {word!r:.100} of a pair has no vector; name another one")


def _released(
    sanitizer: Auditable, tokenizer: Tokenizer, text: str, draws: int, seed: int, side: str
) -> Ints:
    """Return the words of the sanitizer's outputs for many copies of a text, one record each."""
    copies = Corpus.from_texts([text] * draws, name="canaries")
    rng = generator(seed, "epsilon audit", side)
    return tokenizer.split(sanitizer.sanitize(copies, rng).corpus.texts).ids
