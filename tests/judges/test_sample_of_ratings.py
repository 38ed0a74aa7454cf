"""The sample of the ratings that a slow judge is asked about."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from judge_training import asked, beside, sample
from judge_training.figures import Graded
from judge_training.pairs import Pair

from seethrough.agreement.ratings import read_ratings


def text(name: str, claims: int) -> dict[str, Any]:
    marks = "".join("123x"[i % 4] for i in range(claims))
    return {
        "id": name, "set": "notes", "weights": True, "text": f"The text of {name}.",
        "claims": [f"{name} says {i}." for i in range(claims)],
        "passages": {"kept": f"{name} is kept.", "other": f"Not {name}."},
        "ratings": {"kept": marks, "other": "3" * claims},
    }  # fmt: skip


ROWS = [text(f"t{n}", 9) for n in range(12)]


def test_each_text_has_a_few_claims_that_could_be_rated_against_all_its_passages(
    tmp_path: Path,
) -> None:
    found = sample.drawn(ROWS, 5, 4, 0)
    assert len({row["id"] for row in found}) == 5
    for row in found:
        (whole,) = (r for r in ROWS if r["id"] == row["id"])
        places = [whole["claims"].index(claim) for claim in row["claims"]]
        assert places == sorted(set(places))
        assert len(places) == 4
        for kind, marks in row["ratings"].items():
            assert marks == "".join(whole["ratings"][kind][i] for i in places)
            assert "x" not in marks
    file = tmp_path / "sample.jsonl"
    file.write_text("".join(json.dumps(row) + "\n" for row in found))
    assert len(read_ratings(file)) == 5 * 4 * 2


def test_the_draw_depends_on_ids_and_the_seed_alone() -> None:
    found = sample.drawn(ROWS, 5, 4, 0)
    assert sample.drawn(ROWS[::-1], 5, 4, 0) == found
    assert sample.drawn(ROWS, 12, 4, 0)[:5] == found
    assert sample.drawn(ROWS, 5, 4, 1) != found
    assert len(sample.drawn(ROWS, 99, 99, 0)) == 12


def pair(claim: str, passage: str) -> Pair:
    return Pair(claim, passage, 1, "t", "s", "kept", 0, "new")


def test_what_the_model_said_is_found_by_claim_and_passage(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(asked, "KEPT", tmp_path / "asked.npz")
    keys = np.array([asked.key("a", "p"), asked.key("b", "p")])
    np.savez_compressed(asked.KEPT, keys=keys, yes=np.array([0.25, 0.5]))
    found = asked.load([pair("b", "p"), pair("a", "q"), pair("a", "p")])
    assert found[[0, 2]].tolist() == [0.5, 0.25]
    assert np.isnan(found[1])


def test_no_text_is_graded_by_cuts_that_were_fitted_to_it() -> None:
    y = np.array([1, 3] * 20)
    groups = np.repeat(np.arange(10), 4)
    yes = np.where(y == 1, 0.9, 0.1)
    found = beside.by_cuts(yes, y, groups)
    assert (found.grades == y).all()
    upside_down = np.where(groups == 0, 1 - yes, yes)
    assert (beside.by_cuts(upside_down, y, groups).grades[groups == 0] != y[groups == 0]).all()


def test_both_together_learn_from_texts_of_which_weights_may_be_made() -> None:
    rng = np.random.default_rng(0)
    y = rng.integers(1, 4, 600)
    groups, may = np.repeat(np.arange(10), 60), np.repeat(np.arange(10), 60) < 8
    alone = Graded(np.full((600, 3), 1 / 3), np.ones(600, dtype=int))
    yes = np.clip(0.95 - 0.45 * (y - 1) + rng.normal(0, 0.02, 600), 0.01, 0.99)
    x = beside.columns(alone.chances, yes)
    ruled = np.arange(600) < 10
    found = beside.by_both(x, y, groups, may, alone, ruled)
    assert (found.grades[:10] == 1).all()
    assert (found.grades[10:] == y[10:]).mean() > 0.95
    wrong = beside.by_both(x, np.where(may, y, 4 - y), groups, may, alone, ruled)
    assert (wrong.grades[~may] == y[~may]).mean() > 0.95
