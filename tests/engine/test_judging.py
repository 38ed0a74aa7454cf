"""Equal pairs of claim and passage are judged once where audits share their work."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from seethrough.engine import judging
from seethrough.engine.judging import pairs_judged_once, rate
from seethrough.protocols import Judge, Rating


@dataclass(frozen=True)
class Counting(Judge):
    """Says 1 where the claim is in the passage, and remembers what it was asked."""

    name: str = "a"
    asked: list[tuple[str, str]] = field(default_factory=list, repr=False, compare=False)

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        pairs = list(zip(claims, passages, strict=True))
        self.asked.extend(pairs)
        return [Rating(1 if c in p else 3, 1.0 if c in p else 3.0) for c, p in pairs]


@pytest.fixture(autouse=True)
def _key_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging.spec, "key", lambda judge: judge.name)


def grades(judge: Counting, claims: str, passages: str) -> list[int | None]:
    return [rating.grade for rating in rate(judge, claims.split(), passages.split())]


def test_equal_pairs_are_judged_once_and_answers_keep_their_order() -> None:
    judge = Counting()
    with pairs_judged_once():
        assert grades(judge, "a b a", "a c a") == [1, 3, 1]
        assert grades(judge, "b d a", "c d a") == [3, 1, 1]
        assert rate(judge, [], []) == []
    assert judge.asked == [("a", "a"), ("b", "c"), ("d", "d")]


def test_outside_of_such_a_block_every_pair_is_asked() -> None:
    judge = Counting()
    with pairs_judged_once():
        grades(judge, "a", "a")
    assert grades(judge, "a a", "a a") == [1, 1]
    assert judge.asked == [("a", "a")] * 3


def test_a_block_within_a_block_shares_its_pairs_and_does_not_end_it() -> None:
    judge = Counting()
    with pairs_judged_once():
        grades(judge, "a", "a")
        with pairs_judged_once():
            grades(judge, "a b", "a b")
        grades(judge, "b", "b")
    assert judge.asked == [("a", "a"), ("b", "b")]


def test_judges_do_not_share_answers() -> None:
    one, other = Counting("a"), Counting("b")
    with pairs_judged_once():
        grades(one, "a", "a")
        grades(other, "a", "a")
    assert one.asked == other.asked == [("a", "a")]


def test_a_pair_that_got_no_rating_is_asked_again() -> None:
    class Faltering(Counting):
        def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
            before = len(self.asked)
            rated = super().rate(claims, passages)
            return rated if before else [Rating(None, math.nan, "no answer"), *rated[1:]]

    judge = Faltering()
    with pairs_judged_once():
        assert grades(judge, "a b", "a b") == [None, 1]
        assert grades(judge, "a b", "a b") == [1, 1]
        assert grades(judge, "a", "a") == [1]
    assert judge.asked == [("a", "a"), ("b", "b"), ("a", "a")]


def test_only_so_many_pairs_are_remembered_the_latest_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "KEPT", 2)
    judge = Counting()
    with pairs_judged_once():
        grades(judge, "a b c", "a b c")
        grades(judge, "b c", "b c")
        assert judge.asked == [("a", "a"), ("b", "b"), ("c", "c")]
        grades(judge, "a", "a")
    assert judge.asked[-1] == ("a", "a")
    assert len(judge.asked) == 4
