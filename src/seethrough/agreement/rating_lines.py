"""Two forms of a line of ratings: one claim against one passage, or one text against several."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from seethrough.errors import InputError

GRADES = (1, 2, 3)
"""1 the passage gives the same information, 2 similar information, 3 does not support the claim."""

_MARKS = {"1": 1, "2": 2, "3": 3, "x": None}
"""Ratings of a text are one character a claim; x is a claim that cannot be rated."""


class RatedClaim(NamedTuple):
    """One claim against one passage.

    Attributes:
        claim: A statement that reads alone.
        passage: The text that it was rated against.
        ratings: The grades, from 1 to 3, of raters whom the line does not name; none, and no
            ``raters``, for a claim that was shown and skipped.
        kind: What kind of passage it is, or None.
        text: Which private text the claim was cut from; the passage where the line does not say.
        set: Which collection that text is from, or None.
        record: The private text itself, or None where the line does not have it.
        raters: The grades by rater, where the line names them; else there are ``ratings``.
        same: What two lines about the same claim, passage and text have in common.
        known: The right grade of a claim that was rated only to check the raters, else None.
    """

    claim: str
    passage: str
    ratings: tuple[int, ...]
    kind: str | None
    text: str
    set: str | None
    record: str | None
    raters: Mapping[str, int]
    same: tuple[str | None, ...]
    known: int | None = None


def rated_claims(row: Mapping[str, Any], place: str, line: int) -> list[RatedClaim]:
    """Return the rated claims of one line.

    A line with ``claims`` holds one text: ``passages`` and ``ratings`` map each kind of passage to
    the passage and to one character for each claim, and ``id`` says which text it is. Any other
    line holds one ``claim``, its ``passage`` and ``ratings``, a list of grades; it may have
    ``kind``, ``id`` (or ``pair``, an id with more behind a ``|``) and ``raters``, a grade by name,
    which are the ``ratings`` in any order; both are empty for a claim that was shown and that
    nobody rated. ``known`` is the right grade of a claim that only checks the raters. Either may
    have ``set``, and ``text``, the private text.

    Args:
        row: The line's fields.
        place: The file, for messages.
        line: The line's number.

    Raises:
        InputError: A field is missing or wrong; never quotes it.
    """

    def fail(problem: str) -> InputError:
        return InputError.at(place, line, problem)

    many = "claims" in row
    for field in ("claims", "passages", "ratings") if many else ("claim", "passage", "ratings"):
        if field not in row:
            there = ", ".join(sorted(row)[:8]) or "none"
            raise fail(f"has no field '{field}'; its fields: {there}")
    for field in ("kind", "id", "pair", "set", "text"):
        if row.get(field) is not None and not isinstance(row[field], str):
            raise fail(f"'{field}' must be text")
    return _of_text(row, line, fail) if many else [_of_pair(row, fail)]


def _of_pair(row: Mapping[str, Any], fail: Callable[[str], InputError]) -> RatedClaim:
    claim, passage, ratings = row["claim"], row["passage"], row["ratings"]
    if not isinstance(claim, str) or not claim.strip():
        raise fail("'claim' must be text that is not blank")
    if not isinstance(passage, str):
        raise fail("'passage' must be text")
    if not isinstance(ratings, list) or (not ratings and row.get("raters") != {}):
        raise fail("'ratings' must be a list of grades such as [1, 1, 2]")
    for rating in ratings:
        if isinstance(rating, bool) or rating not in GRADES:
            raise fail("'ratings' must hold only 1 (same), 2 (similar), 3 (unsupported)")
    text = row.get("id") or (row.get("pair") or "").partition("|")[0] or None
    named = row.get("raters")
    raters = grades_by_rater(named, ratings, fail) if isinstance(named, dict) and named else {}
    grades = () if raters else tuple(int(r) for r in ratings)
    kind, of = row.get("kind"), row.get("set")
    same = (claim, passage, text)
    record, known = row.get("text"), row.get("known")
    if known is not None and (isinstance(known, bool) or known not in GRADES):
        raise fail("'known' must be the right grade, 1, 2 or 3")
    return RatedClaim(
        claim, passage, grades, kind, text or passage, of, record, raters, same, known
    )


def grades_by_rater(
    named: Mapping[str, Any], ratings: Any, fail: Callable[[str], InputError]
) -> dict[str, int]:
    """Return the grades that a line gives by the rater's name.

    Args:
        named: What stands under ``raters``.
        ratings: What stands under ``ratings``; None where there is no such field.
        fail: Makes the error for a problem.

    Raises:
        InputError: One is no grade, or ``ratings`` holds others.
    """
    grades = [*named.values()]
    if any(isinstance(grade, bool) or grade not in GRADES for grade in grades):
        raise fail("'raters' must map each rater's name to 1, 2 or 3")
    if ratings is not None and (
        not isinstance(ratings, list)
        or any(ratings.count(g) != grades.count(g) for g in GRADES)
        or len(ratings) != len(grades)
    ):
        raise fail("'ratings' must hold the grades under 'raters'; correct one, or remove 'raters'")
    return {str(rater): int(grade) for rater, grade in named.items()}


def _of_text(
    row: Mapping[str, Any], line: int, fail: Callable[[str], InputError]
) -> list[RatedClaim]:
    claims, passages, ratings = row["claims"], row["passages"], row["ratings"]
    if not isinstance(claims, list) or not all(isinstance(c, str) and c.strip() for c in claims):
        raise fail("'claims' must be a list of texts that are not blank")
    if not isinstance(passages, dict) or not all(isinstance(p, str) for p in passages.values()):
        raise fail("'passages' must map each kind of passage to its text")
    if not isinstance(ratings, dict) or set(ratings) - set(passages):
        raise fail("'ratings' must map kinds of passage that 'passages' has to their ratings")
    found = []
    for kind, marks in ratings.items():
        if not isinstance(marks, str) or len(marks) != len(claims) or set(marks) - set(_MARKS):
            raise fail("'ratings' must hold one character a claim: 1, 2, 3, or x for no rating")
        text = row.get("id") or f"line {line}"
        for claim, mark in zip(claims, marks, strict=True):
            grade = _MARKS[mark]
            grades = () if grade is None else (grade,)
            passage, of = passages[kind], row.get("set")
            same = (claim, passage, row.get("id"), kind)
            record = row.get("text")
            found.append(RatedClaim(claim, passage, grades, kind, text, of, record, {}, same))
    return found
