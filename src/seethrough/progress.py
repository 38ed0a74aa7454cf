"""Telling how far a long piece of work is, from anywhere inside it.

A component's methods have no argument for it, so what shows progress is known here instead. The
command line shows a bar for each stage.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

Progress = Callable[[str, int, int], None]
"""Called with a stage's name, how much of it is done, and how much there is."""


def silent(stage: str, done: int, total: int) -> None:
    """Show no progress."""


_shown: ContextVar[Progress] = ContextVar("progress", default=silent)


@contextmanager
def told_to(progress: Progress) -> Iterator[None]:
    """Run a block whose ``tell`` goes to ``progress``; not that of threads which it starts."""
    token = _shown.set(progress)
    try:
        yield
    finally:
        _shown.reset(token)


def tell(stage: str, done: int, total: int) -> None:
    """Tell whoever listens how far a stage is.

    Args:
        stage: Its name; no record text.
        done: How much of it is done, from 0.
        total: How much there is.
    """
    _shown.get()(stage, done, total)


def counted(stage: str, total: int) -> Callable[[], None]:
    """Return what tells at each call that one more is done; tells at once that none is yet."""
    done = 0
    tell(stage, 0, total)

    def one_more() -> None:
        nonlocal done
        done += 1
        tell(stage, done, total)

    return one_more
