"""Words that are a known word with one letter wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

SHORTEST = 5
"""The fewest letters of a word that can be told from others with one letter wrong."""


class Nearest:
    """Known words, of letters alone, by how they may be misspelt.

    A word is near a known one if one letter is missing, too many or another, or two neighbours have
    changed places. Words of fewer than ``SHORTEST`` letters are near themselves alone.
    """

    def __init__(self, known: Iterable[str]) -> None:
        self._by_part: dict[str, set[str]] = {}
        self._met: dict[str, tuple[str, ...]] = {}
        self._longest = 0
        for word in known:
            self._longest = max(self._longest, len(word))
            for part in _parts(word):
                self._by_part.setdefault(part, set()).add(word)

    def __getitem__(self, word: str) -> tuple[str, ...]:
        """Return the known words that a word of letters is or is near to, in alphabetical order."""
        if len(word) > self._longest + 1 or not word.isalpha():
            return ()
        found = self._met.get(word)
        if found is None:
            found = self._met[word] = tuple(sorted(self._near(word)))
        return found

    def _near(self, word: str) -> Iterator[str]:
        from rapidfuzz.distance import OSA

        held: set[str] = set().union(*(self._by_part.get(part, ()) for part in _parts(word)))
        for known in held:
            long = min(len(word), len(known)) >= SHORTEST
            if word == known or (long and OSA.distance(word, known, score_cutoff=1) == 1):
                yield known


def _parts(word: str) -> set[str]:
    """Return a word and what is left of it without each of its letters.

    Two words that are one edit apart have one of these in common (Garbe 2012, SymSpell).
    """
    if len(word) < SHORTEST:
        return {word}
    return {word, *(word[:i] + word[i + 1 :] for i in range(len(word)))}
