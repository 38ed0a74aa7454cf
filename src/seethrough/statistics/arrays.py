"""Types of arrays and of the source of randomness, and small functions of arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.floating[Any]]
IntArray = npt.NDArray[np.integer[Any]]
"""Of any width; the three below of one."""

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]
Generator = np.random.Generator


def numbered(labels: Iterable[str | None]) -> npt.NDArray[np.int64]:
    """Return (n,) a number for each label, from 0 in the order in which they first occur."""
    numbers: dict[str | None, int] = {}
    return np.array([numbers.setdefault(label, len(numbers)) for label in labels], dtype=np.int64)


def unit_rows(rows: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Return (n, d) rows at unit length; a row of zeros stays."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scaled = rows / np.where(lengths > 0, lengths, 1)
    return scaled.astype(np.float32, copy=False)


def evenly(count: int, most: int) -> list[int]:
    """Return so many of the places from 0 at the most, evenly spaced."""
    return [int(place) for place in np.linspace(0, count - 1, min(most, count))]
