"""Lines that a user should see although nothing failed, from anywhere inside long work."""

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
    """Run a block whose notices go to ``show``; not those of threads which it starts."""
    token = _shown.set(show)
    try:
        yield
    finally:
        _shown.reset(token)


def notice(line: str) -> None:
    """Tell the user one line; a Python warning unless somebody listens.

    Args:
        line: What is so, where, and what follows; no record text.
    """
    _shown.get()(line)
