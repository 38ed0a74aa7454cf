"""How many processor cores this process may use."""

from __future__ import annotations

import os
from functools import cache


@cache
def cores() -> int:
    """Return how many threads may compute at once: 1 in a worker, else the cores of the process."""
    return 1 if _alone else available()


def available() -> int:
    """Return how many cores the operating system lets this process use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


_alone = False


def use_one_core() -> None:
    """Make this process a worker: it computes with one thread, since others run beside it."""
    global _alone
    _alone = True
    cores.cache_clear()
