"""An n-gram model of released text, which can leave records out, and what it says of others."""

from __future__ import annotations

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

    def log_ratio(self, row: Words, left_out: Ngrams | None = None, start: int = 0) -> float:
        """Return the mean log-likelihood of words over that of the same words one by one.

        Above 0 where words come in the text's order, not only where its words are common.

        Args:
            row: The words that are asked about.
            left_out: What the model must not have seen: a model of a part of its texts.
            start: The first word that counts; those before it are its context.
        """
        gains = [
            math.log(self._chance(row, i, self.size, left_out))
            - math.log(self._chance(row, i, 1, left_out))
            for i in range(start, len(row))
        ]
        return sum(gains) / len(gains) if gains else 0.0

    def _chance(self, row: Words, i: int, size: int, left_out: Ngrams | None) -> float:
        word = row[i]
        chance = 1.0 / (1 + len(self._followers.get((), ())))
        for length in range(min(size - 1, i) + 1):
            context = tuple(row[i - length : i])
            own = self._followers.get(context)
            if own is None:
                break
            gone = left_out._followers.get(context) if left_out is not None else None
            count, total, kinds = own[word], self._totals[context], len(own)
            if gone is not None and left_out is not None:
                count, total = count - gone[word], total - left_out._totals[context]
                kinds -= sum(own[w] <= n for w, n in gone.items())
            if total:
                chance = (count + kinds * chance) / (total + kinds)
        return chance
