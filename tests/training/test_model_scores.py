"""Membership of a released model: by hand on a model of two rows, then on models that learned."""

from __future__ import annotations

import math
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import torch
from tests.training._tiny import people

from seethrough.engine.sanitize import sanitize
from seethrough.errors import InputError
from seethrough.records.corpus import Corpus
from seethrough.statistics import ranking
from seethrough.training import bases
from seethrough.training.examples import Examples, encode
from seethrough.training.model_scores import MemberScores, member_scores, read
from seethrough.training.trained import trained

SECRET = bytes(range(32))


class Rows(torch.nn.Module):
    """A model in which a token gives the chances of the next."""

    def __init__(self, rows: list[list[float]]) -> None:
        super().__init__()
        self.rows = torch.nn.Parameter(torch.log(torch.tensor(rows)))

    def forward(self, input_ids: Any, **others: Any) -> Any:
        return SimpleNamespace(logits=self.rows[input_ids])


RELEASED = Rows([[0.8, 0.2], [0.5, 0.5]])
REFERENCE = Rows([[0.5, 0.5], [0.5, 0.5]])


def texts(*rows: list[int]) -> Examples:
    """Return texts behind the token 0."""
    return Examples([[0]] * len(rows), list(rows), [[i] for i in range(len(rows))], {})


def test_what_a_model_makes_of_texts_by_hand() -> None:
    found = read(RELEASED, texts([0, 1], [1, 0, 0]), together=2)
    assert np.exp(found.tokens[0]) == pytest.approx([0.8, 0.2])
    assert np.exp(found.tokens[1]) == pytest.approx([0.2, 0.5, 0.8])
    # Behind 0 the scores of 0 and 1 are 1/2 and -2 standard deviations; behind 1 nothing stands
    # out, and the token counts 0. The lowest fifth of the tokens is one.
    assert found.min_k == pytest.approx([-2.0, -2.0])


def test_the_scores_by_hand() -> None:
    found = member_scores(RELEASED, REFERENCE, texts([0], [1]), texts([0, 1], [1, 1]))
    assert np.exp(found.loss) == pytest.approx([0.8, 0.2])
    assert found.calibrated == pytest.approx([math.log(1.6), math.log(0.4)])
    assert found.min_k == pytest.approx([0.5, -2.0])
    # The strangers' ratios, per token: 2 * sqrt(0.8 * 0.2) = 0.8 and 2 * sqrt(0.2 * 0.5) = 0.63.
    assert found.rmia.tolist() == [1.0, 0.0]


def test_how_many_are_read_at_once_changes_nothing(make: Any) -> None:
    model = make("llama")()
    rows = texts([1, 2, 3], [4], [5, 6], [7, 8, 9, 10])
    one, all_ = read(model, rows, together=1), read(model, rows, together=4)
    for a, b in zip(one.tokens, all_.tokens, strict=True):
        assert a == pytest.approx(b, abs=1e-5)
    assert one.min_k == pytest.approx(all_.min_k, abs=1e-4)


def areas(scores: MemberScores, others: MemberScores) -> dict[str, ranking.Measured]:
    return {
        name: ranking.area(getattr(scores, name), getattr(others, name)) for name in scores._fields
    }


def parts(count: int) -> tuple[Corpus, Corpus, Corpus]:
    """Return people who are in, people who are not, and strangers: all of one kind."""
    everybody = people(3 * count)
    order = np.random.default_rng(1).permutation(3 * count)
    inside, outside, strangers = (everybody.take(sorted(part)) for part in np.split(order, 3))
    return inside, outside, strangers


@pytest.mark.parametrize(
    ("fields", "found"),
    [("epsilon=inf", True), pytest.param("epsilon=8", False, marks=pytest.mark.slow)],
)
def test_a_model_that_learned_by_heart_gives_its_people_away_and_a_private_one_does_not(
    tiny: Path, tmp_path: Path, fields: str, found: bool
) -> None:
    inside, outside, strangers = parts(24)
    how = "rank=0,epochs=120,batch=12,micro=12,length=48,learning_rate=0.01,records=1"
    sanitize(inside, f"synthesize:base={tiny},{how},{fields}", seed=3, run=tmp_path / "run")
    released = trained(tmp_path / "run" / "training", str(tiny), rank=0)
    reference = bases.load(str(tiny)).model
    rows = [
        encode(part, released.tokenizer, (), 48, 1, SECRET) for part in (inside, outside, strangers)
    ]
    mine = member_scores(released.model, reference, rows[0], rows[2])
    theirs = member_scores(released.model, reference, rows[1], rows[2])
    told = {name: area for name, area in areas(mine, theirs).items() if area.low > 0.5}
    if found:
        assert told.keys() == areas(mine, theirs).keys()
    else:  # of five intervals of 95 %, one may lie beyond by chance
        assert len(told) <= 1, told


def test_what_is_no_checkpoint_is_one_line(tiny: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no whole checkpoint"):
        trained(tmp_path, str(tiny))
    how = "rank=2,epochs=1,batch=4,micro=4,length=48,records=1"
    sanitize(people(8), f"synthesize:base={tiny},{how}", run=tmp_path / "run")
    folder = tmp_path / "run" / "training"
    assert trained(folder, str(tiny), rank=2).tokenizer is not None
    with pytest.raises(InputError, match="of other weights"):
        trained(folder, str(tiny), rank=4)
    file = next(folder.glob("step-*.safetensors"))
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(InputError, match="no whole checkpoint"):
        trained(folder, str(tiny), rank=2)
