"""What components are given cannot be changed by them: somebody else still reads it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


def fixed(values: Sequence[T]) -> Sequence[T]:
    """Return a list as a tuple; any other sequence as it is."""
    return tuple(values) if isinstance(values, list) else values
