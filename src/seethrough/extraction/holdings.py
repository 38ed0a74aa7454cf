"""How much private texts hold: no count can exceed it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from seethrough.extraction.tokens import tokens
from seethrough.parallel.texts import spread_texts
from seethrough.personal_data.contact_data import KINDS, items
from seethrough.retrieval.chunking import split


@dataclass(frozen=True, slots=True)
class Holdings:
    """How many different records, chunks and items private texts hold.

    Attributes:
        records: Texts that are long enough to be repeated.
        chunks: Chunks that an answer can be nearest to.
        items: Different contact items of each kind.
        clumps: For each kind, and for all together under ``""``, how many items stand in one text:
            on average over the items, and over the texts that have any; both at least 1.
    """

    records: int
    chunks: int
    items: dict[str, int]
    clumps: dict[str, tuple[float, float]]


def holdings(texts: Sequence[str], least: int, region: str, chunk: int) -> Holdings:
    """Count what private texts hold.

    Args:
        texts: The private texts.
        least: The shortest excerpt that counts, in tokens.
        region: Where telephone numbers without a country code are dialled.
        chunk: The longest chunk, in characters.
    """
    found = list(spread_texts(partial(_held_in, region, chunk), texts))
    own = [one.items for one in found]
    different = set().union(*own)
    clumps = {"": _clump([len(i) for i in own])}
    for kind in KINDS:
        clumps[kind] = _clump([sum(k == kind for k, _ in i) for i in own])
    return Holdings(
        sum(one.tokens >= least for one in found),
        sum(one.chunks for one in found),
        dict(Counter(kind for kind, _ in different)),
        clumps,
    )


class _Held(NamedTuple):
    """What one text holds: its contact items, and how many tokens and chunks."""

    items: set[tuple[str, str]]
    tokens: int
    chunks: int


def _held_in(region: str, chunk: int, text: str) -> _Held:
    return _Held(items(text, region), len(tokens(text)), len(split(text, chunk)))


def _clump(sizes: Sequence[int]) -> tuple[float, float]:
    total, texts = max(sum(sizes), 1), max(sum(size > 0 for size in sizes), 1)
    return max(1.0, sum(size * size for size in sizes) / total), max(1.0, total / texts)
