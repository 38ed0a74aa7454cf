"""Linking by shared rare words: BM25 as Lucene computes it."""

from __future__ import annotations

import logging
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from seethrough.linkers._ranking import rank
from seethrough.protocols import Generator, Linker, Links

STOP_WORDS = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it",
    "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these",
    "they", "this", "to", "was", "will", "with",
})  # fmt: skip
"""The 33 words that Lucene's EnglishAnalyzer leaves out."""

_POSSESSIVE = re.compile("['’＇][sS]$")
_IDEOGRAPH = "\u3040-\u309f\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"


@dataclass(frozen=True)
class BM25(Linker):
    """The document that shares most of the query's rare words.

    A query's score for a document is, over the query's words t (each as often as it occurs),
    the sum of ``log(1 + (N - df + 0.5) / (df + 0.5)) * tf / (tf + k1 * (1 - b + b * dl / avgdl))``.
    N, df and avgdl are those of the documents that the query may see, so that a hidden document
    has no influence at all. Scores are 0 or more, higher is a better match.

    Words are those of Lucene's EnglishAnalyzer: split at Unicode word boundaries, without
    possessive 's, lower case, without its stop words, stemmed by Porter's stemmer.

    Sources: Robertson and Zaragoza, "The Probabilistic Relevance Framework" (2009); Kamphuis et
    al., "Which BM25 do you mean?" (2020), variant "Lucene (accurate)".

    Attributes:
        k1: How soon further occurrences of a word stop counting; 0 or more.
        b: How much long documents are penalised; 0 to 1.
    """

    k1: float = 0.9
    b: float = 0.4

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents by BM25 score for each query."""
        return rank(self._rows(queries, documents, hidden), hidden, depth, rng)

    def _rows(
        self, queries: Sequence[str], documents: Sequence[str], hidden: Sequence[Sequence[int]]
    ) -> Iterator[npt.NDArray[np.float64]]:
        if not any(
            documents
        ):  # a release whose records are empty must not cost the other its index
            yield from np.zeros((len(queries), 1, len(documents)))
            return
        collection = _collection(tuple(documents))
        for query, unseen in zip(queries, hidden, strict=True):
            terms = collection.terms(query)
            if not terms:
                scores = np.zeros(len(documents))
            elif unseen:
                scores = collection.postings.scores_without(unseen, terms, self.k1, self.b)
            else:
                scores = collection.index(self.k1, self.b).get_scores_from_ids(terms)
            yield scores[None, :]


def analyze(text: str) -> list[str]:
    """Return the index terms of a text, in order."""
    return [term for word in _pattern().findall(text) if (term := _term(word))]


@lru_cache(maxsize=1 << 18)
def _term(word: str) -> str:
    """Return the index term of a word, nothing for a stop word."""
    word = _POSSESSIVE.sub("", word).lower()
    if word in STOP_WORDS or not word.strip("_"):
        return ""
    stem: str = _stemmer().stemWord(word) if len(word) > 2 else word
    return stem


class _Collection:
    """Documents as index terms, counted when first asked for."""

    def __init__(self, documents: Sequence[str]) -> None:
        self._vocabulary: dict[str, int] = {}
        self._texts = [
            [self._vocabulary.setdefault(term, len(self._vocabulary)) for term in analyze(document)]
            for document in documents
        ]
        self._indexes: dict[tuple[float, float], Any] = {}

    def terms(self, query: str) -> list[int]:
        """Return those of the query's terms that are in any document."""
        return [self._vocabulary[term] for term in analyze(query) if term in self._vocabulary]

    @cached_property
    def postings(self) -> _Postings:
        """Where each term is."""
        return _Postings(self._texts)

    def index(self, k1: float, b: float) -> Any:
        """Return the index of ``bm25s``, which holds every document's score for every term."""
        if (k1, b) not in self._indexes:
            import bm25s

            logging.getLogger("bm25s").setLevel(logging.WARNING)  # asks for all of them on import
            index = bm25s.BM25(k1=k1, b=b, method="lucene", dtype="float64")
            index.index((self._texts, self._vocabulary), show_progress=False)
            self._indexes[k1, b] = index
        return self._indexes[k1, b]


@lru_cache(maxsize=1)  # an audit links to the same release again and again
def _collection(documents: tuple[str, ...]) -> _Collection:
    return _Collection(documents)


class _Postings:
    """Which documents hold a term and how often, to score without some of the documents."""

    def __init__(self, texts: list[list[int]]) -> None:
        self._texts = texts
        self._lengths = np.array([len(text) for text in texts], dtype=np.int64)
        terms = np.fromiter(chain.from_iterable(texts), np.int64, int(self._lengths.sum()))
        places = np.repeat(np.arange(len(texts)), self._lengths)
        keys, counts = np.unique(terms * len(texts) + places, return_counts=True)
        self._counts = counts.astype(np.float64)
        self._documents = keys % len(texts)
        self._starts = np.searchsorted(keys, np.arange(terms.max() + 2) * len(texts))

    def scores_without(
        self, hidden: Sequence[int], terms: list[int], k1: float, b: float
    ) -> npt.NDArray[np.float64]:
        """Return the (m,) scores in a collection that never held the hidden documents.

        The scores of the hidden documents themselves mean nothing.
        """
        missing = set(hidden)
        total = len(self._texts) - len(missing)
        length = self._lengths.sum() - sum(len(self._texts[document]) for document in missing)
        norms = k1 * (1 - b + b * self._lengths / max(length / max(1, total), 1e-9))
        gone = Counter(chain.from_iterable(set(self._texts[document]) for document in missing))
        scores = np.zeros(len(self._texts))
        for term, occurrences in zip(*np.unique(terms, return_counts=True), strict=True):
            span = slice(self._starts[term], self._starts[term + 1])
            found = self._documents[span]
            tf = self._counts[span]
            df = len(found) - gone[term]
            idf = np.log1p((total - df + 0.5) / (df + 0.5))
            scores[found] += occurrences * idf * tf / (tf + norms[found])
        return scores


@cache
def _stemmer() -> Any:
    import Stemmer

    return Stemmer.Stemmer("porter")


@cache
def _pattern() -> re.Pattern[str]:
    """Return a pattern that matches one word: the rules of Unicode annex 29 that concern words."""
    marks = "".join(
        chr(code) for code in range(0x300, 0x10000) if unicodedata.category(chr(code))[0] == "M"
    )
    letter = rf"(?:[^\W\d_{_IDEOGRAPH}]|[{marks}])"
    part = rf"(?:[^\W{_IDEOGRAPH}]|[{marks}])+"
    between_letters = rf"(?<={letter})[:·.'‘’․﹒＇](?={letter})"
    between_digits = r"(?<=\d)[,;.'‘’﹒＇](?=\d)"
    return re.compile(
        rf"{part}(?:(?:{between_letters}|{between_digits}){part})*|[{_IDEOGRAPH}][{marks}]*"
    )
