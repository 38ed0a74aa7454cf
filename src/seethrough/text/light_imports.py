"""Imports spaCy and Presidio without PyTorch, which is not needed here.

Wherever PyTorch and transformers are installed, both load them. That takes seconds and hundreds of
megabytes, looks up the user's name, and leaves a folder in the temporary folder.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from threading import get_ident
from types import ModuleType

LEFT_OUT = ("torch", "transformers")
"""The packages that are not loaded; a module that imports them in a ``try`` continues without."""


class _Absent(MetaPathFinder):
    """Finds no package of ``LEFT_OUT`` for the thread that made it; other threads find them."""

    def __init__(self) -> None:
        self._thread = get_ident()

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname in LEFT_OUT and get_ident() == self._thread:
            raise ModuleNotFoundError(f"{fullname} is left out here", name=fullname)
        return None


@contextmanager
def light_imports() -> Iterator[None]:
    """Import in this block what would load PyTorch but does not need it.

    What is loaded already stays. A program that wants Presidio's own transformers recognisers
    imports Presidio before this package does.
    """
    absent = _Absent()
    sys.meta_path.insert(0, absent)
    try:
        yield
    finally:
        sys.meta_path.remove(absent)
