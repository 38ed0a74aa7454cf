"""From a language model's answers to grades, and from several grades to one: pure functions."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from seethrough.models.answers import json_values
from seethrough.protocols import Rating

FORM = 'Answer with JSON only: {"ratings": [{"claim": 1, "explanation": "...", "rating": 1}]}.'

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            "ratings": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "claim": {"type": "integer"},
                        "explanation": {"type": "string"},
                        "rating": {"type": "integer", "enum": [1, 2, 3]},
                    },
                    "required": ["claim", "explanation", "rating"],
                    "additionalProperties": False,
                },
            }
        },
        "required": ["ratings"],
        "additionalProperties": False,
    }
)

TOKENS_PER_CLAIM = 120
"""Room for the explanation and the rating of one claim."""


class ModelRating(NamedTuple):
    """A model's rating of a claim.

    Attributes:
        rating: The rating.
        probability: The probability that a reader learns the claim, in [0, 1]; nan if the rating
            was written, or needed no model.
    """

    rating: Rating
    probability: float = math.nan


_NEXT = r"^[^\w\n]*(?:claim\W*\d|\d+(?: ?[^\w\s,%/]+\s|\W{0,6}(?:rating|score|grade)\b))"
"""The number of another claim, not one that a line goes on with: *2 pills*."""
_LINES = re.compile(
    rf"^[^\w\n]*(?:claim\W*)?(\d+)\b((?:(?!{_NEXT}).)*)",
    re.IGNORECASE | re.DOTALL | re.MULTILINE,
)
"""A claim's number and what is said up to the number of the next."""
_GRADE = re.compile(r"\b(?:rating|score|grade)\W{0,6}([123])\b", re.IGNORECASE)
_ALONE = re.compile(r"\W*(?:(?:rating|score|grade)\W*)?([123])\W*", re.IGNORECASE)


def read_ratings(text: str) -> dict[int, int] | None:
    """Return the grade of each claim, by its index from 0, or None if there is none at all.

    JSON is looked for first, then lines such as ``Claim 2: ... Rating: 3``, then one bare digit.
    Claims are counted from 1, or from 0 where one has that number; one without a number has that
    of its place. A claim that is given two different grades has none.
    """
    rows: list[_Row] = []
    for value in json_values(text):
        rows += _rows(value)
    if not rows:
        lines = _LINES.findall(text)
        rows = [_Row(int(n), 0, int(g)) for n, said in lines for g in _GRADE.findall(said)]
    if not rows and (alone := _ALONE.fullmatch(text)):
        rows = [_Row(None, 0, int(alone.group(1)))]
    first = 0 if any(row.number == 0 for row in rows) else 1
    grades: dict[int, set[int]] = {}
    for row in rows:
        index = row.place if row.number is None else row.number - first
        grades.setdefault(index, set()).add(row.grade)
    return {i: g.pop() for i, g in grades.items() if i >= 0 and len(g) == 1} or None


def vote(grades: Sequence[int], asked: int, problem: str) -> Rating:
    """Return one rating from the grades of several samples.

    The mode counts; of several modes the one nearest to the mean, then the one with the larger
    leak. Where no more than half of the samples gave a grade, there is no rating.

    Args:
        grades: The grades that could be read.
        asked: How many samples were asked for, at least 1.
        problem: Why others could not.
    """
    if 2 * len(grades) <= asked:
        return Rating(None, math.nan, f"{problem or 'no answer'} ({len(grades)} of {asked} rated)")
    mean = sum(grades) / len(grades)
    count = Counter(grades)
    most = max(count.values())
    grade = min((g for g in count if count[g] == most), key=lambda g: (abs(g - mean), g))
    note = "" if len(grades) == asked else f"{asked - len(grades)} of {asked} samples: {problem}"
    return Rating(grade, mean, note)


def grade_of(yes: float, similar: float, same: float) -> Rating:
    """Return the rating for a probability that a reader learns the claim.

    The finer rating runs straight from 3 at 0 through 2.5 at ``similar`` and 1.5 at ``same`` to
    1 at 1, so it falls with the probability and agrees with the grade.

    Args:
        yes: The probability, or nan.
        similar: From here on the grade is 2 or better.
        same: From here on it is 1.
    """
    if math.isnan(yes):
        return Rating(None, math.nan, "the model gave neither answer")
    if yes >= same:
        return Rating(1, 1.5 - 0.5 * (yes - same) / (1.0 - same) if same < 1.0 else 1.0)
    if yes >= similar:
        return Rating(2, 2.5 - (yes - similar) / (same - similar))
    return Rating(3, 3.0 - 0.5 * yes / similar)


class _Row(NamedTuple):
    """A grade, the number that the model gave to its claim, if any, and its place from 0."""

    number: int | None
    place: int
    grade: int


def _rows(value: Any) -> list[_Row]:
    listed = value.get("ratings", [value]) if isinstance(value, dict) else value
    rows = []
    for place, row in enumerate(listed if isinstance(listed, list) else []):
        claim, grade = (row.get("claim"), row.get("rating")) if isinstance(row, dict) else ("", row)
        if isinstance(grade, int | str) and str(grade).strip() in ("1", "2", "3"):
            rows.append(_Row(_number(claim), place, int(grade)))
    return rows


def _number(claim: Any) -> int | None:
    """Return an integer that stands alone; the text of a claim may begin with one, too."""
    alone = re.fullmatch(r"\s*(\d{1,9})[.)]?\s*", str(claim))
    return int(alone.group(1)) if alone else None
