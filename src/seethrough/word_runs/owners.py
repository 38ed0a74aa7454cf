"""What one person alone holds (pure)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from seethrough.word_runs.flags import Flags


class Owners:
    """Which of some keys one person alone holds, told place by place.

    Args:
        count: How many keys there are; one that nobody holds has no owner.
    """

    def __init__(self, count: int) -> None:
        self._low = np.full(count, np.iinfo(np.int64).max)
        self._high = np.full(count, -1, dtype=np.int64)

    def see(self, keys: npt.NDArray[np.integer], persons: npt.NDArray[np.integer]) -> None:
        """Add places that hold keys.

        Args:
            keys: (n,) the key of each place.
            persons: (n,) whose each place is, at least 0.
        """
        np.minimum.at(self._low, keys, persons)
        np.maximum.at(self._high, keys, persons)

    @property
    def one(self) -> Flags:
        """Whether all places that hold a key are the same person's."""
        return np.asarray(self._low == self._high, dtype=np.bool_)
