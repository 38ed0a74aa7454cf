"""Spreads parts of work over the workers of the executor that a block runs with.

A component with much to do cuts it into parts and calls ``spread``. What a part gives must depend
on that part alone: then the result is the same whoever does it, in whatever order. Outside of
``working_with``, and in a worker, the parts are done here, one after the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, TypeVar

from seethrough import spec

if TYPE_CHECKING:
    from seethrough.protocols import Executor, Workers

P = TypeVar("P")
R = TypeVar("R")

_workers: ContextVar[Workers | None] = ContextVar("workers", default=None)


@contextmanager
def working_with(executor: Executor | str) -> Iterator[None]:
    """Run a block whose parts of work are done by an executor's workers.

    A block within such a block keeps the workers of the outer one.

    Args:
        executor: An executor or its spec, such as ``"local:processes=4"``.

    Raises:
        UsageError: The spec is wrong.
    """
    maker: Executor = spec.parse("executors", executor) if isinstance(executor, str) else executor
    if _workers.get() is not None:
        yield
        return
    with maker.workers() as workers:
        token = _workers.set(workers)
        try:
            yield
        finally:
            _workers.reset(token)


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
