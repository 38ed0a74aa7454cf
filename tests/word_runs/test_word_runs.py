from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.word_runs import word_hashes
from seethrough.word_runs.flags import covered, longest
from seethrough.word_runs.hashing import hashes
from seethrough.word_runs.membership import Membership
from seethrough.word_runs.owners import Owners
from seethrough.word_runs.word_hashes import hashed, stretches, within_texts

FLAGS = st.lists(st.booleans(), max_size=30)


@given(st.lists(st.integers(0, 6), max_size=40), st.integers(1, 6))
def test_equal_runs_and_no_others_share_a_hash(codes: list[int], size: int) -> None:
    found = hashes(np.array(codes, dtype=np.uint64), size).tolist()
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


PLACES = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 3)), max_size=12)


@given(st.lists(PLACES, max_size=5), st.sets(st.integers(0, 8)))
def test_owners(parts: list[list[tuple[int, int]]], keys: set[int]) -> None:
    owners = Owners(np.array(sorted(keys), dtype=np.uint64))
    holders: dict[int, set[int]] = {key: set() for key in sorted(keys)}
    for part in parts:
        hashes, persons = np.array(part, dtype=np.int64).reshape(-1, 2).T
        owners.see(hashes.astype(np.uint64), persons)
        for key, person in part:
            holders.get(key, set()).add(person)
    assert owners.one.tolist() == [len(people) == 1 for people in holders.values()]


@pytest.mark.parametrize(("size", "expected"), [(1, 5 * [True]), (2, [True, False, False, True])])
def test_runs_within_a_text(size: int, expected: list[bool]) -> None:
    assert within_texts(np.array([2, 0, 1, 2]), size).tolist() == expected
    assert within_texts(np.array([1]), 3).tolist() == []
    assert within_texts(np.array([0]), 1).tolist() == []


def test_equal_words_have_equal_hashes_in_every_process() -> None:
    ((words, lengths),) = hashed(["One two,", "", "two ONE three"])
    assert lengths.tolist() == [2, 0, 3]
    assert len(set(words.tolist())) == 3
    assert words.tolist()[:2] == words.tolist()[3:1:-1]
    assert words[0] == 3815355558890182089  # BLAKE2b, eight bytes


def test_parts_repeat_the_last_words(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = ["a b", "", "c", "d e f", "g"]
    ((every, *_),) = stretches(texts, 2)
    monkeypatch.setattr(word_hashes, "PART", 3)
    parts = [*stretches(texts, 2)]
    number = {word: n for n, word in enumerate(every.tolist())}
    assert [[number[w] for w in part.words.tolist()] for part in parts] == [
        [0, 1],
        [0, 1, 2],
        [1, 2, 3, 4, 5],
        [4, 5, 6],
    ]


def test_membership() -> None:
    keys = np.unique(np.random.default_rng(0).integers(2**63, size=500).astype(np.uint64))
    wanted = np.concatenate([keys[::7], keys + np.uint64(1)])
    at, which = Membership(keys).find(wanted)
    assert (keys[which] == wanted[at]).all()
    assert len(at) == np.isin(wanted, keys).sum()
    at, which = Membership(keys[:0]).find(wanted)
    assert len(at) == len(which) == 0


def test_membership_among_hashes_that_begin_alike() -> None:
    keys = np.unique(np.random.default_rng(0).integers(2**60, size=500).astype(np.uint64))
    wanted = np.concatenate([keys[::7], keys + np.uint64(1)])
    for one, other in zip(
        Membership(keys).find(wanted), Membership(keys, same=4).find(wanted), strict=True
    ):
        assert one.tolist() == other.tolist()
