"""Claims that were rated against passages, read from a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import dropwhile
from pathlib import Path

import numpy as np

from seethrough.agreement.merging import Merged
from seethrough.agreement.rater_checks import Answers, answers
from seethrough.agreement.rating_lines import GRADES, RatedClaim, rated_claims
from seethrough.errors import InputError
from seethrough.evidence.grade import leaked
from seethrough.protocols import IntArray
from seethrough.statistics.agreement import Agreed, agreed

__all__ = ["GRADES", "RatedClaims", "mode", "read_ratings"]


@dataclass(frozen=True)
class RatedClaims:
    """Claims, each with a passage and its ratings.

    Attributes:
        name: What to call them in a report, usually the file's name.
        claims: n statements that read alone.
        passages: The text that each was rated against.
        ratings: At least one grade for each, from 1 to 3; the numbers of raters may differ.
        kinds: What kind of passage each is, or None if the file does not say.
        texts: Which private text each claim was cut from: the clusters of all intervals. Each
            passage counts as a text of its own where none are given.
        sets: Which collection each text is from, or None.
        raters: The raters' names, where the file has them.
        records: The private text that each claim was cut from, or None.
        skipped: Claims and passages that were shown to raters, and that nobody rated.
        blind: The answers of raters who do not read, by their names; their ratings are left out.
        unchecked: How many of the ratings are by raters who were not checked.
    """

    name: str
    claims: tuple[str, ...]
    passages: tuple[str, ...]
    ratings: tuple[tuple[int, ...], ...]
    kinds: tuple[str | None, ...]
    texts: tuple[str, ...] = ()
    sets: tuple[str | None, ...] = ()
    raters: tuple[str, ...] = ()
    records: tuple[str | None, ...] = ()
    skipped: frozenset[tuple[str, str]] = frozenset()
    blind: Mapping[str, Answers] = field(default_factory=dict)
    unchecked: int = 0

    def __post_init__(self) -> None:
        if not self.texts:
            object.__setattr__(self, "texts", self.passages)
        if not self.sets:
            object.__setattr__(self, "sets", (None,) * len(self.claims))
        if not self.records:
            object.__setattr__(self, "records", (None,) * len(self.claims))

    def __len__(self) -> int:
        return len(self.claims)

    @cached_property
    def modes(self) -> IntArray:
        """(n,) the grade that most raters gave.

        Where grades tie, the median of all ratings of the claim; a median between two grades
        gives the middle grade, 2.
        """
        return np.array([mode(r) for r in self.ratings], dtype=np.int64)

    @cached_property
    def by_pair(self) -> dict[tuple[str, str], int]:
        """The grade that most raters gave, by claim and passage, whichever text it was cut from."""
        found: dict[tuple[str, str], list[int]] = {}
        for claim, passage, own in zip(self.claims, self.passages, self.ratings, strict=True):
            found.setdefault((claim, passage), []).extend(own)
        return {pair: mode(ratings) for pair, ratings in found.items()}

    @cached_property
    def table(self) -> IntArray:
        """(n, 3) how many raters gave each grade."""
        return np.array([[r.count(g) for g in GRADES] for r in self.ratings], dtype=np.int64)

    @cached_property
    def agreed(self) -> Agreed | None:
        """How far raters agree on whether a claim is disclosed; None where none has two raters."""
        disclosed = np.array([leaked(grade) for grade in GRADES])
        return agreed(
            np.stack([self.table[:, disclosed].sum(1), self.table[:, ~disclosed].sum(1)], 1)
        )

    def take(self, indices: Sequence[int]) -> RatedClaims:
        """Return the claims at ``indices``, in that order."""
        return replace(
            self,
            claims=tuple(self.claims[i] for i in indices),
            passages=tuple(self.passages[i] for i in indices),
            ratings=tuple(self.ratings[i] for i in indices),
            kinds=tuple(self.kinds[i] for i in indices),
            texts=tuple(self.texts[i] for i in indices),
            sets=tuple(self.sets[i] for i in indices),
            records=tuple(self.records[i] for i in indices),
        )


def mode(ratings: Sequence[int]) -> int:
    """Return the most frequent grade; of ties, the median of all, halves to the middle grade.

    Args:
        ratings: At least one grade from 1 to 3.
    """
    counts = [ratings.count(grade) for grade in GRADES]
    if counts.count(max(counts)) == 1:
        return GRADES[counts.index(max(counts))]
    median = float(np.median(ratings))
    return int(median) if median.is_integer() else 2


def read_ratings(path: str | Path) -> RatedClaims:
    """Read rated claims from a JSON Lines file.

    A line is one claim against one passage, or one text with its claims against several passages
    (``rating_lines.rated_claims``). Other fields are ignored: the mode is always computed anew.

    Lines about the same claim, passage and text are one claim with the ratings of all of them, as
    in the joined files of two raters; so are, without an id of the text, those about the same claim
    and passage. Kind, collection and private text are those of the first line that has them.

    Claims whose answer is known check the raters and are not among those returned. The ratings of a
    rater who answers them as somebody would who does not read are left out (``rater_checks``).

    Args:
        path: The file, gzipped or not, or ``-`` for standard input.

    Raises:
        InputError: The file cannot be read, holds no rated claim, a line is wrong, a rater gave two
            grades for the same, or no rater reads; names file and line and never quotes them.
    """
    from seethrough.records.formats.json_lines import read_rows
    from seethrough.records.formats.opening import opened, place_of

    place = place_of(str(path))
    rows: dict[tuple[str | None, ...], RatedClaim] = {}
    given: dict[tuple[str | None, ...], Merged] = {}
    with opened(str(path)) as stream:
        for line, row in read_rows(stream, place):
            for new in rated_claims(row, place, line):
                old = rows.setdefault(new.same, new)
                if None in (old.kind, old.set, old.record, old.known):
                    kind, of = old.kind or new.kind, old.set or new.set
                    record, known = old.record or new.record, old.known or new.known
                    rows[new.same] = old._replace(kind=kind, set=of, record=record, known=known)
                given.setdefault(new.same, Merged()).add(new.raters, new.ratings, place, line)
    name = place if str(path) == "-" else Path(path).name
    return _rated(name, place, [(row, given[same]) for same, row in rows.items()])


def _rated(name: str, place: str, rows: Sequence[tuple[RatedClaim, Merged]]) -> RatedClaims:
    """Return what raters who read say of claims whose answer is not known."""
    told = answers((row.known, merged.named) for row, merged in rows if row.known is not None)
    rows = [(row, merged) for row, merged in rows if row.known is None]
    skipped = _without_rating(rows)
    if len(skipped) == len({(row.claim, row.passage) for row, _ in rows}):
        raise InputError(f"{place}: holds no rated claim")
    blind = {rater: own for rater, own in sorted(told.items()) if own.blind}
    for _, merged in rows:
        merged.leave_out(blind.keys())
    kept = [(row, merged) for row, merged in rows if merged.ratings]
    if not kept:
        who = ", ".join(f"{rater}: {own.right} of {own.asked}" for rater, own in blind.items())
        raise InputError(
            f"{place}: no rating counts, for claims with a known answer were rated no better than"
            f" by chance ({who} right); let somebody rate who reads the passages"
        )
    # what the others passed over before they stopped
    skipped |= _without_rating(dropwhile(lambda pair: not pair[1].ratings, reversed(rows)))
    checked = {rater for rater, own in told.items() if own.enough}
    claims, passages, _, kinds, texts, sets, records, *_ = zip(*(r for r, _ in kept), strict=True)
    return RatedClaims(
        name,
        claims,
        passages,
        tuple(merged.ratings for _, merged in kept),
        kinds,
        texts,
        sets,
        tuple(sorted({rater for _, merged in kept for rater in merged.named})),
        records,
        skipped,
        blind,
        sum(len(m.ratings) - len(checked & m.named.keys()) for _, m in kept),
    )


def _without_rating(rows: Iterable[tuple[RatedClaim, Merged]]) -> frozenset[tuple[str, str]]:
    """Return the claims and passages that nobody rated."""
    found: dict[tuple[str, str], bool] = {}
    for row, merged in rows:
        pair = (row.claim, row.passage)
        found[pair] = found.get(pair, False) or bool(merged.ratings)
    return frozenset(pair for pair, rated in found.items() if not rated)
