"""Reporting the progress of long work, from anywhere inside it.

A component's methods have no argument for it, so the display of progress is set here instead. The
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


def _unheard(stage: str, words: str) -> None:
    """Show no details."""


_shown: ContextVar[Progress] = ContextVar("progress", default=silent)


_detailed: ContextVar[Callable[[str, str], None]] = ContextVar("details", default=_unheard)


@contextmanager
def told_to(progress: Progress, details: Callable[[str, str], None] = _unheard) -> Iterator[None]:
    """Run a block whose ``tell`` goes to ``progress``, except in threads that it starts.

    Args:
        progress: Called by ``tell``.
        details: Called by ``detail``.
    """
    token, other = _shown.set(progress), _detailed.set(details)
    try:
        yield
    finally:
        _shown.reset(token)
        _detailed.reset(other)


def detail(stage: str, words: str) -> None:
    """Report a detail of a stage, such as its speed.

    Args:
        stage: Its name.
        words: A few words; no record text.
    """
    _detailed.get()(stage, words)


def tell(stage: str, done: int, total: int) -> None:
    """Report the progress of a stage.

    Args:
        stage: Its name; no record text.
        done: How much of it is done, from 0.
        total: How much there is.
    """
    _shown.get()(stage, done, total)


def counted(stage: str, total: int) -> Callable[[], None]:
    """Return a function that reports one more done at each call; report none done at once."""
    done = 0
    tell(stage, 0, total)

    def one_more() -> None:
        nonlocal done
        done += 1
        tell(stage, done, total)

    return one_more
