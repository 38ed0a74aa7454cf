"""Asking a judge, about a passage and the same claims once where audits share their work."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from itertools import islice
from typing import TYPE_CHECKING

from seethrough import spec
from seethrough.contracts.ratings import ratings_of

if TYPE_CHECKING:
    from seethrough.protocols import Judge, Rating

KEPT = 40_000
"""How many sheets stay at hand at the most, some 150 MiB beside their texts."""

_Sheet = tuple[str, str, tuple[str, ...]]
"""A judge's key, a passage and the different claims that were rated against it together."""

_heard: ContextVar[dict[_Sheet, list[Rating]] | None] = ContextVar("heard", default=None)


@contextmanager
def sheets_judged_once() -> Iterator[None]:
    """Run a block in which a passage with the same claims is judged once.

    Releases of the same records share many: what they left as it was, and what the self-tests ask.
    A judge may read all claims about a passage in one prompt, so a rating counts again only where
    the passage comes with the same claims in the same order: a run that was stopped and goes on
    asks as it would have asked. A sheet on which a claim got no rating is asked again. A block
    within such a block shares its sheets.
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
        judge: A judge, whose rating of a pair depends on nothing but the passage and the claims
            that are rated against it in the same call.
        claims: n claims.
        passages: n passages.

    Raises:
        ValueError: The two sequences differ in length.
        ContractError: The judge broke its contract (``seethrough.contracts.ratings``).
    """
    heard = _heard.get()
    if heard is None:
        return ratings_of(judge, claims, passages)
    key = spec.key(judge)
    said: dict[str, dict[str, None]] = {}
    for claim, passage in zip(claims, passages, strict=True):
        said.setdefault(passage, {})[claim] = None
    sheets = {passage: (key, passage, tuple(about)) for passage, about in said.items()}
    new = [(c, p) for p, sheet in sheets.items() if sheet not in heard for c in sheet[2]]
    told = dict(zip(new, ratings_of(judge, [c for c, _ in new], [p for _, p in new]), strict=True))
    ratings: dict[tuple[str, str], Rating] = {}
    for passage, sheet in sheets.items():
        pairs = [(claim, passage) for claim in sheet[2]]
        answers = heard.get(sheet) or [told[pair] for pair in pairs]
        ratings.update(zip(pairs, answers, strict=True))
        if all(answer.grade is not None for answer in answers):
            heard[sheet] = answers
    for sheet in list(islice(heard, max(0, len(heard) - KEPT))):
        del heard[sheet]
    return [ratings[pair] for pair in zip(claims, passages, strict=True)]
