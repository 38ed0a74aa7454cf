"""The ratings that the offline judge is trained on are whole."""

from __future__ import annotations

import json
from typing import Any

import pytest
from judge_training.pairs import HERE
from judge_training.sheets import Sheet, fold_of, outside

from seethrough.agreement.passages import adds_nothing


def rows(name: str) -> list[dict[str, Any]]:
    lines = (HERE / "ratings" / name).read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", ["contrasts.jsonl", "invented.jsonl", "near_misses.jsonl"])
def test_every_claim_has_one_rating_against_every_passage(name: str) -> None:
    found = rows(name)
    assert len({row["id"] for row in found}) == len(found) > 100
    for row in found:
        assert row["claims"]
        assert row["weights"] is True
        assert row["passages"].keys() == row["ratings"].keys()
        for kind, grades in row["ratings"].items():
            assert row["passages"][kind].strip()
            assert len(grades) == len(row["claims"])
            assert set(grades) <= set("123x")


def test_a_claim_is_seldom_rated_alike_against_both_of_two_contrasting_passages() -> None:
    """So neither a claim alone nor the manner of a passage tells its rating."""
    told_twice = [row for row in rows("contrasts.jsonl") if row["id"][-1].isdigit()]
    both = [pair for row in told_twice for pair in zip(*row["ratings"].values(), strict=True)]
    assert len(told_twice) == 480
    assert sum(first == second for first, second in both) / len(both) < 0.25


def test_texts_of_the_fold_that_is_left_out_are_not_trained_on() -> None:
    sheets = [Sheet(f"text {n}", "A dog.", ["A dog."], [1]) for n in range(30)]
    kept = outside(sheets, 1, 3)
    assert 0 < len(kept) < len(sheets)
    assert kept == [sheet for sheet in sheets if fold_of(sheet.text, 3) in (0, 2)]
    assert outside(sheets, 0, 0) == sheets


def test_passages_that_withhold_facts_add_nothing() -> None:
    found = rows("withheld.jsonl")
    assert len({row["id"] for row in found}) == len(found) == 140
    for row in found:
        ((kind, passage),) = row["passages"].items()
        assert kind in ("withheld", "masked")
        assert row["weights"] is False
        assert adds_nothing(passage, row["text"])
        assert len(row["ratings"][kind]) == len(row["claims"])
        assert set(row["ratings"][kind]) <= set("123x")
