"""CusText+: every word has its own small output set.

Pr(y|x) is proportional to exp(epsilon * u(x, y) / 2) over the K words nearest to x, with u their
Euclidean distance scaled to [-1, 0] row by row, self at 0. Stop words and numbers are kept.

Two words that share an output differ in the probability of that output by a factor of at most
exp(epsilon). Each word has its own set (the paper's aggressive mapping), so an output that only
one of two words can become distinguishes them for certain: the bound says nothing about such pairs.

Source: Chen et al., "A customized text sanitization mechanism with differential privacy" (ACL
2023 Findings), sections 4.1 to 4.4. Differs from the released code: the output set of a word
outside the output vocabulary is made of its nearest words inside, and the word itself cannot
come out.
"""

from __future__ import annotations

import functools
import threading
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from seethrough.statistics.arrays import Bools, Floats, Ints
from seethrough.text.stop_words import STOP_WORDS, is_number
from seethrough.word_level.mechanisms.alias import AliasTables, alias_tables, draw
from seethrough.word_level.mechanisms.exponential import probabilities, unit_scores
from seethrough.word_level.mechanisms.mechanism import Candidates, prune
from seethrough.word_level.mechanisms.nearest_words import nearest_words
from seethrough.word_level.mechanisms.ragged import flat_ranges, starts_of
from seethrough.word_level.word_vectors import WordVectors


class OutputSets:
    """The K nearest output words of every word, computed when first asked for.

    Args:
        vectors: The word vectors.
        size: The output vocabulary is the first ``size`` words.
        k: How many words each output set holds.
    """

    def __init__(self, vectors: WordVectors, size: int, k: int) -> None:
        self.vectors = vectors
        self.size = min(size, len(vectors))
        self.k = min(k, self.size)
        self._row = np.full(len(vectors), -1, dtype=np.int64)
        self._outputs = np.empty((0, self.k), dtype=np.int64)
        self._distances = np.empty((0, self.k))
        self._lock = threading.Lock()

    def rows(self, ids: Ints) -> tuple[Ints, Floats]:
        """Return the (n, K) output words of n words, nearest first, and their distances."""
        missing = np.unique(ids[self._row[ids] < 0])
        if len(missing):
            with self._lock:
                missing = missing[self._row[missing] < 0]
                found = nearest_words(self.vectors, missing, np.arange(self.size), self.k)
                outputs = np.concatenate([self._outputs, found[0]])
                distances = np.concatenate([self._distances, found[1]])
                first = len(self._outputs)
                self._outputs, self._distances = outputs, distances
                self._row[missing] = np.arange(first, first + len(missing))
        at = self._row[ids]
        return self._outputs[at], self._distances[at]


@functools.lru_cache(maxsize=4)
def output_sets(vectors: WordVectors, size: int, k: int) -> OutputSets:
    """Return the output sets, shared by every epsilon."""
    return OutputSets(vectors, size, k)


@functools.lru_cache(maxsize=4)
def kept_words(vectors: WordVectors, stop_words: bool) -> Bools:
    """Return (words,) which words CusText+ keeps: stop words and numbers, or none."""
    return np.fromiter(
        (stop_words and (w.lower() in STOP_WORDS or is_number(w)) for w in vectors.words),
        dtype=bool,
        count=len(vectors),
    )


class CusTextMechanism:
    """The mechanism at one epsilon.

    Args:
        sets: The output sets.
        kept: (words,) which words are released unchanged.
        epsilon: The privacy parameter, above 0.
    """

    unit: ClassVar[str] = "token"
    streams = 1

    def __init__(self, sets: OutputSets, kept: Bools, epsilon: float) -> None:
        self.sets = sets
        self.kept = kept
        self.epsilon = epsilon
        # One more, so that -1, a token without a vector, is kept too.
        self._stays = np.append(kept, True)
        self._place = np.full(len(kept), -1, dtype=np.int64)
        self._drawn: tuple[Ints, AliasTables] | None = None

    @cached_property
    def outputs(self) -> Ints:
        """The words that a replaced word may become, rising."""
        return np.arange(self.sets.size)

    def table(self, ids: Ints) -> tuple[Ints, Floats]:
        """Return the (n, K) outputs of n words and their probabilities."""
        outputs, distances = self.sets.rows(ids)
        return outputs, probabilities(unit_scores(distances), self.epsilon)

    def sample(self, ids: Ints, uniforms: Floats) -> tuple[Ints, Bools]:
        """Return what each of n words is released as, and which were replaced: all but kept ones.

        Args:
            ids: (n,) words; -1 stays.
            uniforms: (1, n) draws from [0, 1).
        """
        replaced = ~self._stays[ids]
        changed = np.flatnonzero(replaced)
        words = ids[changed]
        place, outputs, tables = self._prepared(words)
        rows = place[words]
        chosen = draw(tables, rows, uniforms[0, changed])
        released = ids.copy()
        released[changed] = outputs.reshape(-1)[rows * outputs.shape[1] + chosen]
        return released, replaced

    def _prepared(self, words: Ints) -> tuple[Ints, Ints, AliasTables]:
        """Return the place of each word's row, the outputs and the tables of the rows."""
        if self._drawn is None or (self._place[words] < 0).any():
            unique = np.union1d(words, np.flatnonzero(self._place >= 0))
            outputs, chances = self.table(unique)
            self._drawn = outputs, alias_tables(chances)
            self._place[unique] = np.arange(len(unique))
        return self._place, *self._drawn

    def likelihood(self, inputs: Ints, outputs: Ints) -> Floats:
        """Return (n,) f(outputs[i] | inputs[i]): the place of y in x's own output set."""
        sets, chances = self.table(inputs)
        at_place: Floats = np.where(sets == outputs[:, None], chances, 0.0).sum(axis=1)
        return np.where(self.kept[inputs], (inputs == outputs).astype(np.float64), at_place)

    def reversed(self, released: Ints, words: Ints) -> ReversedCusText:
        """Return the words that become each released word, with f(y|x)."""
        starts, inputs, likelihood = self._inverse(words)
        released = np.asarray(released, dtype=np.int64)
        lengths = starts[released + 1] - starts[released]
        flat = flat_ranges(starts[released], lengths)
        places = np.searchsorted(words, inputs[flat])
        return ReversedCusText(starts_of(lengths), places, likelihood[flat])

    def _inverse(self, words: Ints) -> tuple[Ints, Ints, Floats]:
        """Return, for every output word, the inputs that become it, with their probabilities."""
        key = hash(words.tobytes())
        if getattr(self, "_inverse_key", None) != key:
            changed = words[~self.kept[words]]
            same = words[self.kept[words]]
            outputs, chances = self.table(changed)
            emitted = np.concatenate([outputs.reshape(-1), same])
            emitters = np.concatenate([np.repeat(changed, self.sets.k), same])
            weights = np.concatenate([chances.reshape(-1), np.ones(len(same))])
            order = np.argsort(emitted, kind="stable")
            counts = np.bincount(emitted, minlength=len(self.kept))
            self._inverse_key = key
            self._inverse_rows = starts_of(counts), emitters[order], weights[order]
        return self._inverse_rows


@dataclass(frozen=True, eq=False)
class ReversedCusText:
    """The inputs of some released words.

    Attributes:
        starts: (u + 1,) where each released word's inputs start.
        inputs: (m,) their places among the words that may be originals.
        likelihood: (m,) f(y|x).
    """

    starts: Ints
    inputs: Ints
    likelihood: Floats

    def candidates(
        self,
        prior: Floats,
        mass: float = 1.0,
        limit: int | None = None,
        alike: Bools | None = None,
    ) -> Candidates:
        """Return the possible originals of each of the released words."""
        return prune(self.starts, self.inputs, self.likelihood, prior, mass, limit, alike)
