"""Texts that many people's records share: what a hit among them is worth."""

from __future__ import annotations

import pytest

from seethrough.engine.runs.linking import _Crowds, _crowds, _worth
from seethrough.records.corpus import Corpus


@pytest.mark.parametrize(("people", "found"), [(10, {}), (11, {"Withheld.": 11})])
def test_more_than_ten_people_are_a_crowd(people: int, found: dict[str, int]) -> None:
    texts = ["Withheld."] * people + [f"Text {i}." for i in range(30 - people)]
    twice = Corpus.from_texts(2 * texts, persons=2 * [f"p{i}" for i in range(30)])
    assert _crowds(twice) == _Crowds(found, 30)


def test_hits_in_a_crowd_are_worth_what_guesses_from_all_are_by_hand() -> None:
    # Ten guesses among 30 people hold 12 * 10 / 30 = 4 of a crowd of 12, shared by eight records.
    crowds = _Crowds({"Withheld.": 12}, 30)
    assert _worth(["Withheld."] * 8 + ["Text 1."] * 2, crowds) == pytest.approx([0.5] * 8 + [1, 1])
    assert _worth(["Withheld."], crowds) == (1.0,)
