"""Arrays that come in parts, put together as they come."""

from __future__ import annotations

from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

N = TypeVar("N", bound=np.generic)


class Gathered(Generic[N]):
    """One array of parts; memory never holds them and the whole.

    Args:
        kind: What the array consists of, such as ``np.int32``.
    """

    def __init__(self, kind: type[N]) -> None:
        self._kind = kind
        self._bytes = bytearray()

    def add(self, part: npt.NDArray[np.generic]) -> None:
        """Add values at the end; they are converted as ``astype`` does."""
        self._bytes += np.ascontiguousarray(part, dtype=self._kind).data.cast("B")

    def __len__(self) -> int:
        return len(self._bytes) // np.dtype(self._kind).itemsize

    def array(self) -> npt.NDArray[N]:
        """Return all values and begin anew."""
        values: npt.NDArray[N] = np.frombuffer(self._bytes, dtype=self._kind)
        self._bytes = bytearray()
        return values
