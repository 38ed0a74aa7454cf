"""Asking a judge, each pair of claim and passage once where audits share their work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import TYPE_CHECKING

from seethrough import spec

if TYPE_CHECKING:
    from seethrough.protocols import Judge, Rating

KEPT = 500_000
"""How many pairs stay at hand at the most, some 150 MiB beside their texts."""

_Pairs = dict[tuple[str, str, str], "Rating"]

_heard: ContextVar[_Pairs | None] = ContextVar("heard", default=None)


@contextmanager
def pairs_judged_once() -> Iterator[None]:
    """Run a block in which equal pairs of claim and passage are judged once.

    Releases of the same records share many: what they left as it was, and what the self-tests ask.
    A pair that got no rating is asked again. A block within such a block shares its pairs.
    """
    before = _heard.get()
    token = _heard.set({} if before is None else before)
    try:
        yield
    finally:
        _heard.reset(token)


def rate(judge: Judge, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
    """Return the judge's rating of each pair, in order.

    Args:
        judge: A judge, whose rating of a pair depends on that pair alone.
        claims: n claims.
        passages: n passages.

    Raises:
        ValueError: The two sequences differ in length.
    """
    heard = _heard.get()
    if heard is None:
        return judge.rate(claims, passages)
    key = spec.key(judge)
    asked = [(key, *pair) for pair in zip(claims, passages, strict=True)]
    new = [pair for pair in dict.fromkeys(asked) if pair not in heard]
    told = dict(zip(new, judge.rate([c for _, c, _ in new], [p for _, _, p in new]), strict=True))
    ratings = [heard[pair] if pair in heard else told[pair] for pair in asked]
    heard.update((pair, rating) for pair, rating in told.items() if rating.grade is not None)
    for pair in list(islice(heard, max(0, len(heard) - KEPT))):
        del heard[pair]
    return ratings
