"""Targets, found as the modules of a folder."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fuzzing import targets

SMALL_PART = 100
"""A slow target gets one in so many of all inputs."""


@dataclass(frozen=True)
class Target:
    """What is tried.

    Attributes:
        name: What it is called: its module.
        about: One line of what it is.
        check: Takes one input and raises what must never be seen.
        seeds: Good examples.
        words: Pieces that inputs of this kind are made of.
        slow: Whether one input takes milliseconds.
        longest: The most bytes of an input.
        guided: Whether an input can reach lines that another does not.
    """

    name: str
    about: str
    check: Callable[[bytes], None]
    seeds: Sequence[bytes]
    words: Sequence[bytes] = ()
    slow: bool = False
    longest: int = 4096
    guided: bool = True


def names() -> list[str]:
    """Return the names of all targets."""
    return sorted(found.name for found in pkgutil.iter_modules(targets.__path__))


def load(name: str) -> Target:
    """Return a target by its name."""
    module = importlib.import_module(f"{targets.__name__}.{name}")
    return Target(
        name,
        (module.__doc__ or "").strip().partition("\n")[0],
        module.check,
        tuple(module.SEEDS),
        tuple(getattr(module, "WORDS", ())),
        getattr(module, "SLOW", False),
        getattr(module, "LONGEST", 4096),
        getattr(module, "GUIDED", True),
    )


def shares(chosen: Sequence[str], inputs: int) -> dict[str, int]:
    """Return how many of all inputs each target gets: a slow one a hundredth of them.

    Args:
        chosen: The names of the targets.
        inputs: How many there are in all.
    """
    slow = {name for name in chosen if load(name).slow}
    fast = len(chosen) - len(slow)
    few = -(-inputs // (SMALL_PART if fast else len(chosen)))
    most = -(-(inputs - few * len(slow)) // max(fast, 1))
    return {name: few if name in slow else max(most, few) for name in chosen}
