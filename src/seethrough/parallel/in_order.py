"""Keeps a bounded number of parts under way, and gives their results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

P = TypeVar("P")
J = TypeVar("J")
R = TypeVar("R")


def in_order(
    parts: Iterable[P], ahead: int, submit: Callable[[P], J], result: Callable[[J], R]
) -> Iterator[R]:
    """Yield the result of each part, in the order of the parts.

    Args:
        parts: Taken one by one, no sooner than needed.
        ahead: At most so many are submitted and not yet yielded.
        submit: Starts a part and does not wait.
        result: Waits for what was started.
    """
    left = iter(parts)
    jobs: deque[J] = deque()
    while True:
        jobs.extend(submit(part) for part in islice(left, ahead - len(jobs)))
        if not jobs:
            return
        yield result(jobs.popleft())
