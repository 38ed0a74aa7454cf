"""Every run of some words of many records: where it stands in a release, and whose it is.

A million records of a hundred words have a hundred million runs, each of which takes 13 bytes. A
release is read a block at a time, and hashes are sorted a slice of their range at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import numpy.typing as npt

from seethrough.parallel.cores import cores
from seethrough.parallel.gathering import Gathered
from seethrough.word_runs.hashing import Hashes, Places, hashes
from seethrough.word_runs.membership import Membership
from seethrough.word_runs.word_hashes import Hashed, Stretch, within_texts

BLOCK = 1 << 24
"""About so many runs of a release are looked up at once."""

SLICE = 1 << 22
"""About so many hashes are sorted at once."""

ABSENT = -1
"""Stands for the place of a run that the release does not hold."""


MANY = 255
"""So many people and more are not told apart."""

FirstPlaces = npt.NDArray[np.signedinteger]
Holders = npt.NDArray[np.uint8]


class LongRuns:
    """The runs of records, and the first place of each in a release.

    Args:
        size: The length of a run, in words.
        records: The words of consecutive records.
        persons: (m,) whose each record is.
        places: How many places a release has.

    Attributes:
        bounds: (m + 1,) where each record's runs begin.
        first: (n,) the first place that holds each run, in order; `ABSENT` where there is none.
    """

    def __init__(self, size: int, records: Iterable[Hashed], persons: Places, places: int) -> None:
        self._size, self._persons = size, persons
        found, counts = Gathered(np.uint64), Gathered(np.int64)
        for words, lengths in records:
            found.add(hashes(words, size)[within_texts(lengths, size)])
            counts.add(np.maximum(lengths - size + 1, 0))
        self._runs: Hashes = found.array()
        self.bounds: Places = np.r_[0, counts.array().cumsum()]
        kind = np.int32 if places <= np.iinfo(np.int32).max else np.int64
        self.first: FirstPlaces = np.full(len(self._runs), ABSENT, dtype=kind)

    def read(self, column: Iterable[Stretch], offset: int) -> None:
        """Look the runs up in a column of a release.

        Args:
            column: Its texts; each part repeats one word less than a run has.
            offset: The place of the first text.
        """
        for released, rows in _runs_of(column, self._size):
            _slice_by_slice(partial(self._look_up, released, rows + offset), len(released))

    def _look_up(self, released: Hashes, places: FirstPlaces, same: int, part: int) -> None:
        """Look up the runs of one slice of the range of hashes."""
        theirs = np.concatenate([*_of_slice(released, same, part)])
        keys, first = np.unique(released[theirs], return_index=True)
        members = Membership(keys, same)
        for mine in _of_slice(self._runs, same, part):
            missing = mine[self.first[mine] == ABSENT]
            at, key = members.find(self._runs[missing])
            self.first[missing[at]] = places[theirs[first[key]]]

    def holders(self) -> Holders:
        """Return (n,) how many people's records hold a run, up to `MANY`; 0 if not released."""
        held = np.zeros(len(self._runs), dtype=np.uint8)
        people = int(self._persons.max(initial=0)) + 1

        def count(same: int, part: int) -> None:
            places = _of_slice(self._runs, same, part)
            mine = np.concatenate([at[self.first[at] != ABSENT] for at in places])
            keys, key = np.unique(self._runs[mine], return_inverse=True)
            whose = self._persons[np.searchsorted(self.bounds, mine, side="right") - 1]
            each = _each_once(key * people + whose) // people
            held[mine] = np.minimum(np.bincount(each, minlength=len(keys)), MANY)[key]

        _slice_by_slice(count, int(np.count_nonzero(self.first != ABSENT)))
        return held


def _each_once(numbers: Places) -> Places:
    """Return different numbers, sorted; of millions, in a tenth of the time of `numpy.unique`."""
    ordered = np.sort(numbers)
    new = np.ones(len(ordered), dtype=np.bool_)
    new[1:] = ordered[1:] != ordered[:-1]
    return ordered[new]


def _runs_of(column: Iterable[Stretch], size: int) -> Iterator[tuple[Hashes, Places]]:
    """Yield the runs of texts that are read without a break, and the text each begins in."""
    found, rows = Gathered(np.uint64), Gathered(np.int64)
    for stretch in column:
        found.add(hashes(stretch.words, size))
        rows.add(stretch.rows[: max(0, len(stretch.words) - size + 1)])
        if len(found) >= BLOCK:
            yield found.array(), rows.array()
    yield found.array(), rows.array()


def _slice_by_slice(work: Callable[[int, int], None], count: int) -> None:
    """Do work on each slice of the range of hashes, of so many in all, by all cores.

    Args:
        work: Gets how many leading bits the hashes of a slice share, and these bits as a number.
        count: How many hashes there are.
    """
    same = (count // SLICE).bit_length()
    with ThreadPoolExecutor(cores()) as threads:
        for done in [threads.submit(work, same, part) for part in range(1 << same)]:
            done.result()


def _of_slice(runs: Hashes, same: int, part: int) -> Iterator[Places]:
    """Yield where hashes of a slice stand, in order, not too many at once; at least once."""
    for start in range(0, max(1, len(runs)), SLICE):
        some = runs[start : start + SLICE]
        if same:
            yield np.flatnonzero(some >> np.uint64(64 - same) == np.uint64(part)) + start
        else:
            yield np.arange(start, start + len(some))
