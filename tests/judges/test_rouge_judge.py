"""The word-overlap judge against hand-worked pairs."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.errors import UsageError
from seethrough.judges.rouge import Rouge, recall, words


@pytest.mark.parametrize(
    ("claim", "passage", "share"),
    [
        ("a b c d", "a x b y c z d", 1.0),
        ("a b c d", "d c b a", 0.25),
        ("a b c d", "a c", 0.5),
        ("a b", "", 0.0),
        ("", "a", 0.0),
    ],
)
def test_recall(claim: str, passage: str, share: float) -> None:
    assert recall(words(claim), words(passage)) == share


@given(st.lists(st.sampled_from("abc"), max_size=7), st.lists(st.sampled_from("abc"), max_size=9))
def test_recall_is_the_longest_common_subsequence(claim: list[str], passage: list[str]) -> None:
    table = [[0] * (len(passage) + 1) for _ in range(len(claim) + 1)]
    for i, a in enumerate(claim):
        for j, b in enumerate(passage):
            table[i + 1][j + 1] = (
                table[i][j] + 1 if a == b else max(table[i][j + 1], table[i + 1][j])
            )
    assert recall(claim, passage) == (table[-1][-1] / len(claim) if claim else 0)


def test_grades() -> None:
    judge = Rouge(same=0.8, similar=0.5)
    claim = "He has two red dogs"
    ratings = judge.rate([claim] * 3 + ["!?"], ["He has two red dogs.", "He has dogs", "No.", "x"])
    assert [r.grade for r in ratings] == [1, 2, 3, None]
    assert [r.expected for r in ratings[:3]] == pytest.approx([1, 1.8, 3])
    assert math.isnan(ratings[3].expected)
    assert ratings[3].note


def test_wrong_use() -> None:
    with pytest.raises(UsageError, match="thresholds"):
        Rouge(same=0.2, similar=0.5)
    with pytest.raises(ValueError, match="zip"):
        Rouge().rate(["a"], [])


def test_its_agreement_with_ratings_is_known_for_its_defaults_alone() -> None:
    agreement = Rouge().agreement
    assert agreement is not None
    assert agreement["n"] == 20630
    assert Rouge(same=0.9).agreement is None
