"""Strangers' claims among a passage's own, as the reader learns from them."""

from __future__ import annotations

import random
from typing import Any

from judge_training.mixing import mixed
from judge_training.sheets import FOLDS, fold_of


def _row(name: str, words: str) -> dict[str, Any]:
    claims = [f"{words} {words[::-1]} {words}{i} {i}{name}" for i in range(4)]
    passages = {"altered": f"Of the {words} nothing is told.", "neighbour": "Somebody else."}
    ratings = {"altered": "12x3", "neighbour": "3333"}
    return {"id": name, "set": "mail", "text": " ".join(claims), "claims": claims,
            "passages": passages, "ratings": ratings}  # fmt: skip


def test_strangers_claims_count_as_not_disclosed_and_own_ones_as_rated() -> None:
    names = [f"t{i}" for i in range(60) if fold_of(f"t{i}", FOLDS) == 0][:6]
    words = ["red house", "old pear tree", "brown dog", "tax form", "steel boat", "long road"]
    rows = [_row(name, said) for name, said in zip(names, words, strict=True)]
    own = {row["id"]: dict(zip(row["claims"], "12x3", strict=True)) for row in rows}
    sheets = list(mixed(rows, random.Random(0)))
    strange = 0
    for sheet in sheets:
        beside = sheet.passage != "Somebody else."
        for claim, grade in zip(sheet.claims, sheet.grades, strict=True):
            if claim in own[sheet.text]:
                assert grade == (int(own[sheet.text][claim]) if beside else 3)
            else:
                assert beside
                assert grade == 3
                strange += 1
    assert len(sheets) == 12
    assert strange


def test_a_stranger_s_claim_whose_words_stand_there_is_not_taken() -> None:
    names = [f"t{i}" for i in range(60) if fold_of(f"t{i}", FOLDS) == 0][:2]
    first, second = (_row(name, said) for name, said in zip(names, ("a b", "c d"), strict=True))
    first["passages"]["altered"] = " ".join(second["claims"])
    sheet = next(iter(mixed([first, second], random.Random(0))))
    assert not set(sheet.claims) & set(second["claims"])
