"""Which people or answers are listed, in which order: filters, orders and pages over counts."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough.viewing.form import FOUND, LEAKED_OF
from seethrough.viewing.reading import as_numpy
from seethrough.viewing.wish import Wish

if TYPE_CHECKING:
    import pyarrow as pa

    from seethrough.statistics.arrays import IntArray
    from seethrough.viewing.reading import Columns, Findings

ON_A_PAGE = 50
"""How many people or answers are listed at once."""

KEPT = 16
"""How many lists are kept, so that their next page is there at once."""

_COLUMNS = {
    "facts": "leaked",
    **{s: s for s in ("standing", "answers", "guessed", "back", "fitting")},
}


class Page(NamedTuple):
    """One page of a list.

    Attributes:
        rows: The places of what is listed, in order.
        first: The number of the first of them, from 1.
        total: How many there are on all pages.
        page: Which page this is, the last one where fewer were asked for.
        pages: How many pages there are, at least 1.
    """

    rows: IntArray
    first: int
    total: int
    page: int
    pages: int


class Chooser:
    """Lists people and answers; keeps the last few lists.

    Args:
        findings: What there is.
    """

    def __init__(self, findings: Findings) -> None:
        self._findings = findings
        self._lists: OrderedDict[tuple[str, Wish], IntArray] = OrderedDict()

    def people(self, wish: Wish) -> Page:
        """Return a page of people: rows of ``Findings.of(wish.release)``."""
        return cut(self._people(wish), wish.page)

    def answers(self, wish: Wish) -> Page:
        """Return a page of answers."""
        return cut(self._answers(wish), wish.page)

    def person(self, wish: Wish, number: int) -> int | None:
        """Return the place of the person at a number, from 1, of a list; None for nobody."""
        rows = self._people(wish)
        if not 1 <= number <= len(rows):
            return None
        return int(self._findings.of(wish.release)["person"][rows[number - 1]])

    def answer(self, wish: Wish, number: int) -> int | None:
        """Return the place of the answer at a number, from 1, of a list; None for none."""
        rows = self._answers(wish)
        return int(rows[number - 1]) if 1 <= number <= len(rows) else None

    def _people(self, wish: Wish) -> IntArray:
        found = self._findings
        return self._kept(
            "people",
            wish,
            lambda w: chosen(w, found.of(w.release), found.names_lower, found.order(w.release)),
        )

    def _answers(self, wish: Wish) -> IntArray:
        found = self._findings
        return self._kept(
            "answers", wish, lambda w: chosen_answers(w, found.asked, found.questions_lower)
        )

    def _kept(self, of: str, wish: Wish, choose: Callable[[Wish], IntArray]) -> IntArray:
        whole = of, replace(wish, page=1, part=1)
        if whole not in self._lists:
            self._lists[whole] = choose(whole[1])
            if len(self._lists) > KEPT:
                self._lists.popitem(last=False)
        self._lists.move_to_end(whole)
        return self._lists[whole]


def chosen(
    wish: Wish, found: Columns, names: pa.ChunkedArray, order: IntArray | None = None
) -> IntArray:
    """Return the rows that a wish asks for, in its order.

    Of several releases, all findings are filtered, and then each person has one row: the one with
    most of what is sorted by, else the most exposed. Of whom nothing comes out, nothing comes out
    of any release.

    Args:
        wish: What is asked; its page does not count.
        found: The findings in one release, the most exposed first, or those in several.
        names: The name of each person in lower case, in their natural order.
        order: Which row has each rank, where there are several releases; those lie one by one.

    Returns:
        (n,) rows of ``found``. Where two are equal in what is sorted by, the more exposed is first.
    """
    import numpy as np

    keep = np.ones(len(found["person"]), bool)
    if wish.sensitivity:
        keep &= found[LEAKED_OF[wish.sensitivity]] > 0
    if wish.given == "found":
        keep &= found["found"] == FOUND
    elif wish.given == "something":
        keep &= something(found)
    elif wish.given:
        told = np.zeros(len(names), bool)
        told[found["person"][something(found)]] = True
        keep &= ~told[found["person"]]
    if wish.search:
        keep &= _holding(names, wish.search)[found["person"]]
    rows: IntArray = np.flatnonzero(keep)
    of_class = wish.sort == "facts" and wish.sensitivity
    column = LEAKED_OF[wish.sensitivity] if of_class else _COLUMNS.get(wish.sort)
    if order is not None:
        rows = _best(rows, found, column, len(names), order)
    if wish.sort == "name":
        of = np.full(len(names), -1)
        of[found["person"][rows]] = rows
        return of[of >= 0]
    return rows if column is None else rows[_most_first(found[column][rows])]


_LAST = 2**31 - 1
"""The last rank that there can be."""


def _best(
    rows: IntArray, found: Columns, column: str | None, size: int, order: IntArray
) -> IntArray:
    """Return one row of each person, the most exposed first.

    Args:
        rows: Which rows there are to choose from, release by release.
        found: The findings.
        column: Of what the row has most; of those with as much, and without one, it is the one of
            the first rank.
        size: How many people there are.
        order: Which row has each rank.
    """
    import numpy as np

    best = np.full(size, -1)
    ends = np.searchsorted(found["release"][rows], np.arange(found["release"].max(initial=0)) + 1)
    for own in np.split(rows, ends):  # a release has each person once
        key = _LAST - found["rank"][own].astype(np.int64)
        if column is not None:
            key |= found[column][own].astype(np.int64) << 31
        people = found["person"][own]
        best[people] = np.maximum(best[people], key)
    listed = np.zeros(len(order), bool)
    listed[_LAST - (best[best >= 0] & _LAST)] = True
    return order[np.flatnonzero(listed)]


def something(found: Columns) -> IntArray:
    """Return whether anything at all was found about each person, (n,) bool."""
    told: IntArray = found["found"] == FOUND
    for name in _COLUMNS.values():
        told = told | (found[name] > 0)
    return told


def chosen_answers(wish: Wish, asked: Columns, questions: pa.ChunkedArray) -> IntArray:
    """Return the answers that a wish asks for, those that give most away first.

    Args:
        wish: What is asked; release, ``something`` or ``nothing``, and search count.
        asked: ``release`` and ``told`` of each answer, (n,).
        questions: What was asked, in lower case, (n,).
    """
    import numpy as np

    keep = np.ones(len(asked["told"]), bool)
    if wish.release is not None:
        keep &= asked["release"] == wish.release
    if wish.given:
        keep &= (asked["told"] > 0) == (wish.given == "something")
    if wish.search:
        keep &= _holding(questions, wish.search)
    rows = np.flatnonzero(keep)
    return rows[_most_first(asked["told"][rows])]


def _most_first(counts: IntArray) -> IntArray:
    """Return the order of counts, the largest first; equal ones stay as they are."""
    import numpy as np

    few = len(counts) > 0 and counts.max() < 2**15
    # A stable sort of 16-bit numbers looks at each one twice, whatever their number.
    return np.argsort(-(counts.astype(np.int16) if few else counts), kind="stable")


def _holding(texts: pa.ChunkedArray, part: str) -> Any:
    """Return which texts, in lower case, hold a part, whatever its case, (n,) bool."""
    import pyarrow as pa
    import pyarrow.compute as pc

    plain = part.isascii()  # and then there is one way to write it in lower case, and a fast search
    found = pc.match_substring(texts, part.lower() if plain else part, ignore_case=not plain)
    return as_numpy(found.cast(pa.uint8())).astype(bool)


def cut(rows: IntArray, page: int) -> Page:
    """Return one page of a list."""
    pages = max(1, -(-len(rows) // ON_A_PAGE))
    page = min(page, pages)
    start = (page - 1) * ON_A_PAGE
    return Page(rows[start : start + ON_A_PAGE], start + 1, len(rows), page, pages)
