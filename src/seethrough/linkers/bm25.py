"""Linking by shared rare words: BM25 as Lucene computes it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Annotated, Any

import numpy as np

from seethrough.fields import Between
from seethrough.linkers._postings import Counted, Postings, counted
from seethrough.linkers._ranking import Shortlist, drawn, rank, rank_shortlists
from seethrough.parallel.cores import cores
from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.protocols import Generator, Linker, Links

STOP_WORDS = frozenset({
    "a", "an", "and", "are", "as", "at", "be", "but", "by", "for", "if", "in", "into", "is", "it",
    "no", "not", "of", "on", "or", "such", "that", "the", "their", "then", "there", "these",
    "they", "this", "to", "was", "will", "with",
})  # fmt: skip
"""The 33 words that Lucene's EnglishAnalyzer leaves out."""

PART = 2_000
"""How many documents are counted at once."""

SPARSE = 20
"""Of so many times as many documents as are wanted, not all are scored."""

MANY = 100_000
"""In so many documents several queries are looked for at once."""

LONG = 100_000
"""Where the terms of a query have so many entries, not all documents are scored."""

LONGEST_KNOWN = 40
"""The terms of pieces of text of at most so many characters are kept."""

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
        b: How much long documents are penalized; 0 to 1.
    """

    k1: Annotated[float, Between(0, 1000)] = 0.9
    b: Annotated[float, Between(0, 1)] = 0.4

    def link(
        self,
        queries: Sequence[str],
        documents: Sequence[str],
        hidden: Sequence[Sequence[int]],
        depth: int,
        rng: Generator,
    ) -> Links:
        """Rank the documents by BM25 score for each query."""
        if not any(documents):
            # Released texts that are all empty must not cost the others their index.
            if len(documents) >= MANY:
                return drawn(len(documents), hidden, depth, rng)
            return rank(np.zeros((len(queries), 1, len(documents))), hidden, depth, rng)
        postings = _postings(documents if isinstance(documents, Hashable) else tuple(documents))
        answer = partial(self._shortlist, postings, depth)
        if len(postings) < MANY:
            return rank_shortlists(map(answer, queries, hidden), hidden, depth, rng)
        with ThreadPoolExecutor(cores()) as pool:
            return rank_shortlists(pool.map(answer, queries, hidden), hidden, depth, rng)

    def _shortlist(
        self, postings: Postings, depth: int, query: str, unseen: Sequence[int]
    ) -> Shortlist:
        """Return all documents that can be among the best, with their scores."""
        terms = postings.numbers(analyze(query))
        if SPARSE * depth <= len(postings) and postings.size(terms) > LONG:
            best = postings.best(terms, unseen, depth, self.k1, self.b)
            if best is not None:
                return best
        scores = postings.scores(terms, unseen, self.k1, self.b)
        return Shortlist(np.arange(len(scores)), scores)


def analyze(text: str) -> list[str]:
    """Return the index terms of a text, in order."""
    # No word goes over white space, and what stands between it mostly recurs.
    pieces = text.split()
    return [term for p in pieces for term in (_known(p) if len(p) <= LONGEST_KNOWN else _terms(p))]


@lru_cache(maxsize=1 << 18)
def _known(piece: str) -> Sequence[str]:
    return _terms(piece)


def _terms(piece: str) -> Sequence[str]:
    """Return the index terms of a piece of text, in order."""
    return tuple(term for word in _pattern().findall(piece) if (term := _term(word)))


def _term(word: str) -> str:
    """Return the index term of a word, nothing for a stop word."""
    word = _POSSESSIVE.sub("", word).lower()
    if word in STOP_WORDS or not word.strip("_"):
        return ""
    stem: str = _stemmer().stemWord(word) if len(word) > 2 else word
    return stem


@lru_cache(maxsize=1)  # an audit links to the same release again and again
def _postings(documents: Sequence[str]) -> Postings:
    return Postings(spread(_counted, parts_of(documents, PART)))


def _counted(documents: Sequence[str]) -> Counted:
    return counted(documents, analyze)


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
