from dataclasses import dataclass

import numpy as np
import pytest

from seethrough.linkers import _ranking, hybrid
from seethrough.linkers._ranking import rank
from seethrough.linkers.hybrid import Hybrid


@dataclass(frozen=True)
class Fixed:
    """Gives each document the same score for every query."""

    scores: tuple[float, ...]

    def link(self, queries, documents, hidden, depth, rng):
        return rank([np.array([self.scores] * len(queries))], hidden, depth, rng)


def fuse(*scores, hidden=(), depth=4, constant=60.0):
    linker = Hybrid(linkers=tuple(Fixed(s) for s in scores), constant=constant)
    return linker.link(["q"], ["d"] * 4, [list(hidden)], depth, np.random.default_rng(0))


def test_a_worked_example():
    # ranks 1, 2, 3, 4 and 3, 1, 2, 4
    links = fuse((4.0, 3.0, 2.0, 1.0), (0.2, 0.9, 0.5, 0.1))
    assert links.indices[0].tolist() == [1, 0, 2, 3]
    expected = [1 / 62 + 1 / 61, 1 / 61 + 1 / 63, 1 / 63 + 1 / 62, 2 / 64]
    assert links.scores[0] == pytest.approx(expected)


def test_equal_scores_share_their_mean_rank():
    links = fuse((1.0, 0.0, 0.0, 0.0), constant=1.0)
    assert links.scores[0] == pytest.approx([1 / 2, 1 / 4, 1 / 4, 1 / 4])


def test_hidden_documents_take_no_rank():
    links = fuse((4.0, 3.0, 2.0, 1.0), hidden=[0], constant=0.0)
    assert links.indices[0].tolist() == [1, 2, 3, -1]
    assert links.scores[0, 0] == 1


def test_small_blocks_change_nothing(monkeypatch):
    queries, documents = ["fever", "cough", "x"], ["a fever", "a cough", "fever and cough"]
    run = lambda: Hybrid().link(queries, documents, [[], [1], []], 3, np.random.default_rng(0))  # noqa: E731
    whole = run()
    monkeypatch.setattr(_ranking, "CELLS", 1)
    assert np.array_equal(run().scores, whole.scores)
    monkeypatch.setattr(hybrid, "CELLS", 1)
    assert np.array_equal(run().scores, whole.scores)
