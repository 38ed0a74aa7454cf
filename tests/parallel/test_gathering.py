"""Arrays that come in parts."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from seethrough.parallel.gathering import Gathered


@given(st.lists(st.lists(st.integers(-(2**31), 2**31 - 1), max_size=9), max_size=9))
def test_parts_are_one_array(parts: list[list[int]]) -> None:
    gathered = Gathered(np.int32)
    for part in parts:
        gathered.add(np.array(part, dtype=np.int64))
    assert len(gathered) == sum(map(len, parts))
    whole = gathered.array()
    assert whole.dtype == np.int32
    assert whole.tolist() == [value for part in parts for value in part]
    assert len(gathered) == 0
    gathered.add(np.array([7]))
    assert gathered.array().tolist() == [7]


def test_what_was_gathered_can_be_changed() -> None:
    gathered = Gathered(np.uint64)
    gathered.add(np.arange(6)[::2])
    whole = gathered.array()
    whole[1] = 9
    assert whole.tolist() == [0, 9, 4]
