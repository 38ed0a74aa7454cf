"""ROUGE, figure for figure as the ``rouge_score`` package computes it with stemming.

Texts are compared as bags of n-grams (ROUGE-1, ROUGE-2) or by their longest common subsequence
(ROUGE-L), which is computed bit-parallel on sequences of characters that stand for stems.

Source: C.-Y. Lin, "ROUGE: a package for automatic evaluation of summaries" (2004).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

import numpy as np
import numpy.typing as npt

from seethrough.text.stemmer import stem

_WORD = re.compile(r"[a-z0-9]+")
_SURROGATES = range(0xD800, 0xE000)
_CELLS = 1 << 22
"""Pairs whose shares are held at once."""

_BLOCKS = 8
"""Size of the blocks of pairs for which the documents are encoded once."""

_THREADS = 2
_DISTINCT = 1 << 20
"""Distinct stems that one set of characters can stand for."""


def tokenize(text: str) -> list[str]:
    """Return the stems of a text's words; only words of more than three characters are stemmed."""
    return list(map(_stem, _WORD.findall(text.lower())))


def rouge_l(references: Sequence[str], candidates: Sequence[str]) -> npt.NDArray[np.float64]:
    """Return ROUGE-L of n pairs.

    Args:
        references: n texts.
        candidates: n texts, compared with the reference of the same position.

    Returns:
        An (n, 3) array in [0, 1], higher is more alike: recall (of the reference), precision (of
        the candidate), F1. All zero where either text holds no word.
    """
    from rapidfuzz.distance import LCSseq
    from rapidfuzz.process import cpdist

    tokens = _tokens([*references, *candidates])
    wanted = [tokens[reference] for reference in references]
    common = np.zeros(len(references), dtype=np.uint32)
    for rows in _runs(wanted):
        letters = _Letters(tokens[reference] for reference in dict.fromkeys(references[rows]))
        texts = {*references[rows], *candidates[rows]}
        spelled = {text: letters.spell(tokens[text]) for text in texts}
        common[rows] = cpdist(
            [spelled[reference] for reference in references[rows]],
            [spelled[candidate] for candidate in candidates[rows]],
            scorer=LCSseq.similarity,
            dtype=np.uint32,
            workers=_THREADS,
        )
    return _shares(common, list(map(len, wanted)), [len(tokens[c]) for c in candidates])


def rouge_l_recall(queries: Sequence[str], documents: Sequence[str]) -> npt.NDArray[np.float64]:
    """Return the ROUGE-L recall of every query in every document.

    Args:
        queries: n texts, the references.
        documents: m texts, the candidates.

    Returns:
        An (n, m) array in [0, 1]: the share of the query's words that stand in the document in
        the same order. Zero for a query or document without a word.
    """
    blocks = list(rouge_l_recall_blocks(queries, documents, _THREADS))
    return np.concatenate(blocks) if blocks else np.zeros((0, len(documents)))


def rouge_l_recall_blocks(
    queries: Sequence[str], documents: Sequence[str], threads: int
) -> Iterator[npt.NDArray[np.float64]]:
    """Yield the rows of ``rouge_l_recall`` in blocks of at most some four million pairs.

    The number of threads does not change the result.
    """
    from rapidfuzz.distance import LCSseq
    from rapidfuzz.process import cdist

    tokens = _tokens([*queries, *documents])
    wanted = [tokens[query] for query in queries]
    block = max(1, _CELLS // max(1, len(documents)))
    for rows in _runs(wanted, most=_BLOCKS * block):
        lengths = list(map(len, wanted[rows]))
        letters = _Letters(wanted[rows])
        common = cdist(
            [letters.spell(query) for query in wanted[rows]],
            [letters.spell(tokens[document]) for document in documents],
            scorer=LCSseq.similarity,
            dtype=np.uint16 if max(lengths) <= np.iinfo(np.uint16).max else np.uint32,
            workers=threads,
        )
        totals = np.maximum(1, lengths)[:, None]
        for start in range(0, len(common), block):
            yield common[start : start + block] / totals[start : start + block]


def rouge_n(
    references: Sequence[str], candidates: Sequence[str], n: int = 1
) -> npt.NDArray[np.float64]:
    """Return ROUGE-n of pairs of texts, as ``rouge_l`` does for ROUGE-L.

    Args:
        references: Texts.
        candidates: As many texts.
        n: Words in an n-gram, at least 1.

    Returns:
        An (n, 3) array in [0, 1]: recall, precision, F1 of the n-grams, each counted as often as
        it occurs in both.
    """
    grams = {text: _grams(words, n) for text, words in _tokens([*references, *candidates]).items()}
    pairs = list(zip((grams[r] for r in references), (grams[c] for c in candidates), strict=True))
    common = np.array([(r & c).total() for r, c in pairs], dtype=np.int64)
    return _shares(common, [r.total() for r, _ in pairs], [c.total() for _, c in pairs])


class _Letters(dict[str, str]):
    """Characters that stand for stems: those of the references, and nothing for any other.

    A stem that is in no reference adds nothing to a common subsequence. The commonest stems get the
    first characters, which are looked up fastest.
    """

    def __init__(self, references: Iterable[list[str]]) -> None:
        counts = Counter(chain.from_iterable(references))
        for rank, (token, _) in enumerate(counts.most_common()):
            self[token] = chr(rank if rank < _SURROGATES.start else rank + len(_SURROGATES))

    def __missing__(self, token: str) -> str:
        return ""

    def spell(self, tokens: list[str]) -> str:
        return "".join(map(self.__getitem__, tokens))


@lru_cache(maxsize=1 << 18)
def _stem(word: str) -> str:
    return stem(word) if len(word) > 3 else word


def _tokens(texts: Sequence[str]) -> dict[str, list[str]]:
    return {text: tokenize(text) for text in dict.fromkeys(texts)}


def _grams(words: list[str], n: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(words[start:] for start in range(n)), strict=False))


def _runs(texts: Sequence[list[str]], most: int = _CELLS) -> Iterator[slice]:
    """Yield runs of at most ``most`` texts whose distinct stems have a character each."""
    start = 0
    read: set[int] = set()
    stems: set[str] = set()
    for row, tokens in enumerate(texts):
        if id(tokens) not in read:
            read.add(id(tokens))
            stems.update(tokens)
        if row > start and (row - start == most or len(stems) > _DISTINCT):
            yield slice(start, row)
            start, read, stems = row, {id(tokens)}, set(tokens)
    if texts:
        yield slice(start, len(texts))


def _shares(
    common: npt.NDArray[np.integer], references: list[int], candidates: list[int]
) -> npt.NDArray[np.float64]:
    """Return (n, 3) recall, precision and F1 from (n,) counts."""
    recall = common / np.maximum(1, references)
    precision = common / np.maximum(1, candidates)
    both = recall + precision
    f1 = np.divide(2 * precision * recall, both, out=np.zeros_like(both), where=both > 0)
    return np.stack([recall, precision, f1], axis=1)
