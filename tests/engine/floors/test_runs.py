from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.engine.floors.runs import Membership, covered, hashes, longest, one_owner, within

FLAGS = st.lists(st.booleans(), max_size=30)


@given(st.lists(st.integers(-2, 4), max_size=40), st.integers(1, 6))
def test_equal_runs_and_no_others_share_a_hash(codes: list[int], size: int) -> None:
    found = hashes(np.array(codes, dtype=np.int32), size).tolist()
    runs = [tuple(codes[i : i + size]) for i in range(len(codes) - size + 1)]
    assert len(found) == len(runs)
    assert len(set(found)) == len(set(runs)) == len(set(zip(found, runs, strict=True)))


@given(FLAGS)
def test_the_longest_stretch(flags: list[bool]) -> None:
    begin, length = longest(np.array(flags, dtype=np.bool_))
    assert all(flags[begin : begin + length])
    stretches = "".join("x" if flag else " " for flag in flags).split()
    assert length == max(map(len, stretches), default=0)


@given(FLAGS, st.integers(1, 9))
def test_covered_words(flags: list[bool], size: int) -> None:
    expected = {i + k for i, flag in enumerate(flags) if flag for k in range(size)}
    assert covered(np.array(flags, dtype=np.bool_), size) == len(expected)


def test_owners() -> None:
    found = one_owner(np.array([0, 0, 1, 1, 3]), np.array([5, 5, 5, 6, 0]), 5)
    assert found.tolist() == [True, False, False, True, False]


@pytest.mark.parametrize(("size", "expected"), [(1, 5 * [True]), (2, [True, False, False, True])])
def test_runs_within_a_record(size: int, expected: list[bool]) -> None:
    assert within(np.array([0, 0, 1, 2, 2]), size).tolist() == expected
    assert within(np.array([0]), 3).tolist() == []


def test_membership() -> None:
    keys = np.unique(np.random.default_rng(0).integers(2**63, size=500).astype(np.uint64))
    wanted = np.concatenate([keys[::7], keys + np.uint64(1)])
    at, which = Membership(keys).find(wanted)
    assert (keys[which] == wanted[at]).all()
    assert len(at) == np.isin(wanted, keys).sum()
    at, which = Membership(keys[:0]).find(wanted)
    assert len(at) == len(which) == 0
