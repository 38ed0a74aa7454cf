"""An n-gram model of released text, which can leave records out, and what it says of others."""

from __future__ import annotations

import copy
import math
from collections import Counter, defaultdict
from collections.abc import Sequence

Words = Sequence[str]


class Ngrams:
    """Witten-Bell interpolated n-grams.

    Args:
        rows: The texts, as words.
        size: The longest run.

    References:
        Witten and Bell (1991); Meeus et al. (2025), The canary's echo, for its use on synthetic
        text.
    """

    def __init__(self, rows: Sequence[Words], size: int = 3) -> None:
        self.size = size
        self._followers: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for row in rows:
            for i, word in enumerate(row):
                for length in range(size):
                    if i >= length:
                        self._followers[tuple(row[i - length : i])][word] += 1
        self._totals = {context: own.total() for context, own in self._followers.items()}
        self._kinds = len(self._followers.get((), ()))
        self._left: dict[tuple[str, ...], Counter[str]] = {}

    def without(self, rows: Sequence[Words]) -> Ngrams:
        """Return the model as if it had not seen some of its texts, except for their vocabulary.

        Args:
            rows: Some of the texts that it was made of.
        """
        model = copy.copy(self)
        seen = Ngrams(rows, self.size)._followers
        model._left = {context: self._followers[context] - own for context, own in seen.items()}
        return model

    def log_ratio(self, row: Words, start: int = 0) -> float:
        """Return the mean log-likelihood of words over that of the same words one by one.

        Above 0 where words come in the text's order, not only where its words are common.

        Args:
            row: The words that are asked about.
            start: The first word that counts; those before it are its context.
        """
        gains = [
            math.log(in_order) - math.log(alone)
            for alone, in_order in (self._chances(row, i) for i in range(start, len(row)))
        ]
        return sum(gains) / len(gains) if gains else 0.0

    def _chances(self, row: Words, i: int) -> tuple[float, float]:
        """Return the chance of a word alone, and behind those before it."""
        word = row[i]
        alone = chance = 1.0 / (1 + self._kinds)
        for length in range(min(self.size - 1, i) + 1):
            context = tuple(row[i - length : i])
            own = self._left.get(context)
            if own is not None:
                total = own.total()
            elif (own := self._followers.get(context)) is not None:
                total = self._totals[context]
            else:
                break
            if total:
                chance = (own.get(word, 0) + len(own) * chance) / (total + len(own))
            if not length:
                alone = chance
        return alone, chance
