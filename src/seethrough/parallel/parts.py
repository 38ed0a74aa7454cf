"""Cutting work into parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def parts_of(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the items, in order, in lists of ``size``; the last may be shorter, none is empty."""
    left = iter(items)
    while part := list(islice(left, size)):
        yield part


def parts_by_length(items: Iterable[T], most: int, length: Callable[[T], int]) -> Iterator[list[T]]:
    """Yield the items, in order, in lists that end as soon as they reach a length together.

    Args:
        items: What is cut into parts.
        most: The length at which a part ends; none is empty.
        length: The length of an item.
    """
    part, reached = list[T](), 0
    for item in items:
        part.append(item)
        reached += length(item)
        if reached >= most:
            yield part
            part, reached = [], 0
    if part:
        yield part
