"""What workers promise."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

P = TypeVar("P")
R = TypeVar("R")


class Workers(Protocol):
    """Do parts of work for as long as the block of their executor lasts."""

    def map(self, function: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
        """Yield what a function gives for each part, in the order of the parts.

        Not all parts are in memory at once. What the function raises is raised here.

        Args:
            function: Can be pickled, and gives the same for the same part wherever it runs.
            parts: Can be pickled.

        Raises:
            UnavailableError: Workers died again and again.
        """
