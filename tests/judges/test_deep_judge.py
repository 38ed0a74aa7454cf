"""The slower offline judge with its real encoder, from the packages."""

from __future__ import annotations

import pytest

from seethrough.engine.judge_test.known import probes, unrelated
from seethrough.judges.local import Local

pytestmark = pytest.mark.slow

NOTE = (
    "In spring he lost the house to the bank; his brother took him in. His wife has stopped wearing"
    " her band, and he works nights on the line."
)


def called_disclosed(judge: Local, passages: list[str]) -> int:
    ratings = judge.rate([probe.claim for probe in probes()], passages)
    return sum(rating.grade in (1, 2) for rating in ratings)


def test_it_hears_more_in_other_words_and_takes_less_for_told() -> None:
    """What ``docs/judge.md`` says of the sixty probes."""
    full, usual = Local("full"), Local()
    rebuilt, altered = [p.rebuilt for p in probes()], [p.altered for p in probes()]
    assert called_disclosed(full, rebuilt) >= 53
    assert called_disclosed(usual, rebuilt) >= 50
    assert called_disclosed(full, altered) <= 20 < called_disclosed(usual, altered) <= 39
    assert max(called_disclosed(judge, unrelated()) for judge in (full, usual)) <= 1


def test_a_grade_does_not_depend_on_what_else_is_asked() -> None:
    claims = [f"The man has worked there for {n} years." for n in range(30)]
    together = Local("full").rate(claims, [NOTE] * len(claims))
    for claim, rating in list(zip(claims, together, strict=True))[::10]:
        (alone,) = Local("full").rate([claim], [NOTE])
        assert alone.grade == rating.grade
        assert alone.expected == pytest.approx(rating.expected, abs=1e-4)
