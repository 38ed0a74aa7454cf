"""Notices: lines that a user should see although nothing failed."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class SeethroughWarning(UserWarning):
    """Something that the user should know."""


def _warn(line: str) -> None:
    warnings.warn(line, SeethroughWarning, stacklevel=3)


_shown: ContextVar[Callable[[str], None]] = ContextVar("notices", default=_warn)


@contextmanager
def noticed_by(show: Callable[[str], None]) -> Iterator[None]:
    """Run a block whose notices go to ``show``; except those of threads that it starts."""
    token = _shown.set(show)
    try:
        yield
    finally:
        _shown.reset(token)


@contextmanager
def reworded_by(change: Callable[[str], str]) -> Iterator[None]:
    """Run a block whose notices go where they went before, in the words that ``change`` makes."""
    show = _shown.get()
    with noticed_by(lambda line: show(change(line))):
        yield


def notice(line: str) -> None:
    """Show the user one line; as a Python warning unless a block shows notices.

    Args:
        line: What happened, where, and what follows; no record text.
    """
    _shown.get()(line)
