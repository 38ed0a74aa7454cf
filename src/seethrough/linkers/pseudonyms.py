"""Linking by names and codes, above all where most documents have one."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from seethrough.linkers._ranking import rank
from seethrough.protocols import Generator, Linker, Links

ANYWHERE = 0.1
"""What a name weighs that follows another word in both texts, or one before few names."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

_Docs = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Pseudonyms(Linker):
    """The document that has most of the query's names and codes, such as ``Participant K7``.

    A pseudonym stands once in a long text, beside words that other texts happen to share; but it
    follows the same word in most texts (``Participant``, ``Ms``, ``Case``), and differs from text
    to text. A name is a word with a digit, or one that no document has in lower case. A score is
    the sum, over the query's different names t that the document has, of
    ``log(1 + (N - df + 0.5) / (df + 0.5))``, weighted with 0.1 and, where it follows the same
    word in both, with the share of documents that have a name after that word. N, df and the share
    are those of the documents that the query may see. Scores are 0 or more, higher is a better
    match.

    Source: Fellegi and Sunter, "A theory for record linkage" (1969), where agreement on a rare
    value weighs more, and on a field that each record has more than on others; the weight is that
    of BM25 (``bm25``).
    """

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents by the names that they share with each query."""
        index = _Index(documents)
        rows = (
            index.scores(query, unseen)[None, :]
            for query, unseen in zip(queries, hidden, strict=True)
        )
        return rank(rows, hidden, depth, rng)


class _Index:
    """Which documents have which names, and which have any after a word.

    Args:
        documents: The documents.
    """

    def __init__(self, documents: Sequence[str]) -> None:
        self._number = len(documents)
        words = [_words(document) for document in documents]
        told = [[(b, w.lower()) for b, w in own if not _is_plain(w)] for own in words]
        self._lower = _places([{w for _, w in own if _is_plain(w)} for own in words])
        self._names = _places([{name for _, name in own} for own in told])
        self._before = _places([{before for before, _ in own} for own in told])
        self._pairs = _places([set(own) for own in told])

    def scores(self, query: str, unseen: Sequence[int]) -> npt.NDArray[np.float64]:
        """Return (documents,) how well each fits a query that must not see some."""
        scores, out = np.zeros(self._number), np.asarray(unseen, dtype=np.int64)
        rest = self._number - len(np.unique(out))
        pairs: dict[str, list[str]] = defaultdict(list)
        for before, word in dict.fromkeys(_words(query)):
            if not _is_plain(word) and not len(_seen(self._lower, word.lower(), out)):
                pairs[word.lower()].append(before)
        for name, befores in pairs.items():
            holders = _seen(self._names, name, out)
            weight = math.log(1 + (rest - len(holders) + 0.5) / (len(holders) + 0.5))
            scores[holders] += ANYWHERE * weight
            for before in befores:
                share = len(_seen(self._before, before, out)) / max(rest, 1)
                scores[_seen(self._pairs, (before, name), out)] += share * weight
        return scores


def _words(text: str) -> list[tuple[str, str]]:
    """Return the words of a text, each after the one before it in its line in lower case."""
    lines = map(_WORD.findall, text.splitlines())
    return [pair for words in lines for pair in _after(words)]


def _after(words: Sequence[str]) -> Iterable[tuple[str, str]]:
    return zip(["", *map(str.lower, words)], words, strict=False)


def _is_plain(word: str) -> bool:
    """Return whether a word is in lower case and has no digit."""
    return word.islower() and not any(map(str.isdigit, word))


def _places(terms: Sequence[Set[Hashable]]) -> dict[Hashable, _Docs]:
    """Return the documents of each term, in order."""
    found: dict[Hashable, list[int]] = defaultdict(list)
    for place, own in enumerate(terms):
        for term in own:
            found[term].append(place)
    return {term: np.array(places) for term, places in found.items()}


def _seen(places: Mapping[Hashable, _Docs], term: Hashable, unseen: _Docs) -> _Docs:
    """Return the documents of a term that a query may see."""
    found = places.get(term, np.empty(0, dtype=np.int64))
    return found[~np.isin(found, unseen)] if len(unseen) else found
