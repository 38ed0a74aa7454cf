"""Cutting work into parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def parts_of(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the items, in order, in lists of ``size``; the last may be shorter, none is empty."""
    left = iter(items)
    while part := list(islice(left, size)):
        yield part
