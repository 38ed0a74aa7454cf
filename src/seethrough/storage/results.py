"""Standard output for results alone, which a pipeline reads."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import TextIO

_kept: list[TextIO | None] = []
"""Standard output, while standard error stands in its place; the last one counts."""


@contextmanager
def results_alone() -> Iterator[None]:
    """Run a block in which what a component or a library prints goes to standard error."""
    _kept.append(sys.stdout)
    try:
        with redirect_stdout(sys.stderr):
            yield
    finally:
        _kept.pop()


def results() -> TextIO | None:
    """Return where results are written: standard output, None where it is closed."""
    return _kept[-1] if _kept else sys.stdout
