"""Spreads parts of work over the workers of the executor that a block runs with.

A component with much to do cuts it into parts and calls ``spread``. What a part gives must depend
on that part alone: then the result is the same whoever does it, in whatever order. Outside of
``spread_over``, and in a worker, the parts are done here, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

from seethrough.parallel.workers import Workers

P = TypeVar("P")
R = TypeVar("R")

_workers: ContextVar[Workers | None] = ContextVar("workers", default=None)


@contextmanager
def spread_over(workers: Workers) -> Iterator[None]:
    """Run a block whose parts of work these workers do."""
    token = _workers.set(workers)
    try:
        yield
    finally:
        _workers.reset(token)


def at_work() -> bool:
    """Return whether a block with workers is running."""
    return _workers.get() is not None


def spread(function: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
    """Yield what a function gives for each part, in the order of the parts.

    Args:
        function: Of a module, or a ``functools.partial`` of one, so that a worker can find it. It
            reads nothing but its part and what is installed, and asks no language model.
        parts: Each some tenths of a second of work, and small enough to be sent.

    Raises:
        UnavailableError: Workers died again and again.
    """
    workers = _workers.get()
    return map(function, parts) if workers is None else workers.map(function, parts)
