"""A passage with the same claims is judged once where audits share their work."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from seethrough.contracts import ratings as contract
from seethrough.engine import judging
from seethrough.engine.judging import rate, sheets_judged_once
from seethrough.errors import ContractError
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


def test_the_same_claims_about_a_passage_are_judged_once_and_answers_keep_their_order() -> None:
    judge = Counting()
    with sheets_judged_once():
        assert grades(judge, "a b c", "a c a") == [1, 3, 3]
        assert grades(judge, "b a d c a", "c a d a a") == [3, 1, 1, 3, 1]
        assert rate(judge, [], []) == []
    assert judge.asked == [("a", "a"), ("c", "a"), ("b", "c"), ("d", "d")]


def test_a_passage_with_other_claims_is_asked_about_all_of_them_again() -> None:
    """A judge may read them in one prompt: who goes on after a stop must ask the same."""
    judge = Counting()
    with sheets_judged_once():
        for claims in ("a b", "a", "b a", "a b"):
            grades(judge, claims, " ".join("p" for _ in claims.split()))
    assert [claim for claim, _ in judge.asked] == ["a", "b", "a", "b", "a"]


def test_outside_of_such_a_block_every_pair_is_asked() -> None:
    judge = Counting()
    with sheets_judged_once():
        grades(judge, "a", "a")
    assert grades(judge, "a a", "a a") == [1, 1]
    assert judge.asked == [("a", "a")] * 3


def test_a_block_within_a_block_shares_its_sheets_and_does_not_end_it() -> None:
    judge = Counting()
    with sheets_judged_once():
        grades(judge, "a", "a")
        with sheets_judged_once():
            grades(judge, "a b", "a b")
        grades(judge, "b", "b")
    assert judge.asked == [("a", "a"), ("b", "b")]


def test_judges_do_not_share_answers() -> None:
    one, other = Counting("a"), Counting("b")
    with sheets_judged_once():
        grades(one, "a", "a")
        grades(other, "a", "a")
    assert one.asked == other.asked == [("a", "a")]


def test_a_passage_of_which_a_claim_got_no_rating_is_asked_about_again() -> None:
    class Faltering(Counting):
        def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
            before = len(self.asked)
            rated = super().rate(claims, passages)
            return rated if before else [Rating(None, math.nan, "no answer"), *rated[1:]]

    judge = Faltering()
    with sheets_judged_once():
        assert grades(judge, "a b b", "a a b") == [None, 3, 1]
        assert grades(judge, "a b b", "a a b") == [1, 3, 1]
        assert grades(judge, "a b", "a a") == [1, 3]
    assert judge.asked == [("a", "a"), ("b", "a"), ("b", "b"), ("a", "a"), ("b", "a")]


def test_only_the_latest_sheets_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "KEPT", 2)
    judge = Counting()
    with sheets_judged_once():
        grades(judge, "a b c", "a b c")
        grades(judge, "b c", "b c")
        assert judge.asked == [("a", "a"), ("b", "b"), ("c", "c")]
        grades(judge, "a", "a")
    assert judge.asked[-1] == ("a", "a")
    assert len(judge.asked) == 4


@dataclass(frozen=True)
class Odd(Judge):
    """Gives what is no rating."""

    ratings: tuple[Rating, ...] = ()
    name: str = "odd"

    def rate(self, claims: Sequence[str], passages: Sequence[str]) -> list[Rating]:
        return list(self.ratings)


@pytest.mark.parametrize("ratings", [(), (Rating(5, 5.0),), (Rating(0, 1.0),)])
def test_what_is_no_rating_counts_as_none(
    ratings: tuple[Rating, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contract.spec, "name_of", lambda judge: "odd")
    with pytest.raises(ContractError, match="judge odd: gave"):
        rate(Odd(ratings), ["c"], ["p"])
    with sheets_judged_once(), pytest.raises(ContractError, match="grade 1, 2 or 3"):
        rate(Odd(ratings), ["c"], ["p"])
    assert rate(Odd((Rating(None, math.nan, "unclear"),)), ["c"], ["p"])[0].grade is None


@pytest.mark.parametrize(
    ("ratings", "told"),
    [
        ((Rating(1, 1.0), Rating(1, 1.0), Rating(1, 1.0)), "3 ratings of 2 claims"),
        ((Rating(3, 3.0), Rating(4, 4.0)), "gave 4 with expected 4.0;"),
        ((Rating(3, 3.0), Rating(2, math.nan)), "gave 2 with expected nan;"),
        ((Rating(3, 3.0), Rating(1, 3.5)), "gave 1 with expected 3.5;"),
        ((Rating(3, 3.0), Rating(1, 0.0)), "gave 1 with expected 0.0;"),
    ],
)
def test_every_rating_is_looked_at(
    ratings: tuple[Rating, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contract.spec, "name_of", lambda judge: "odd")
    with pytest.raises(ContractError, match=told):
        rate(Odd(ratings), ["c", "d"], ["p", "p"])
