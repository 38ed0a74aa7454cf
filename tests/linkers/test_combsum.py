from dataclasses import dataclass

import numpy as np
import pytest

from seethrough.linkers import _ranking, combsum
from seethrough.linkers._ranking import rank
from seethrough.linkers.combsum import CombSum


@dataclass(frozen=True)
class Fixed:
    """Gives each document the same score for every query."""

    scores: tuple[float, ...]

    def link(self, queries, documents, hidden, depth, rng):
        return rank([np.array([self.scores] * len(queries))], hidden, depth, rng)


class Table:
    """Gives the scores of a table."""

    def __init__(self, scores):
        self.scores = scores

    def link(self, queries, documents, hidden, depth, rng):
        return rank([self.scores], hidden, depth, rng)


def fuse(*scores, hidden=(), depth=4):
    linker = CombSum(linkers=tuple(Fixed(s) for s in scores))
    return linker.link(
        ["q"], ["d"] * len(scores[0]), [list(hidden)], depth, np.random.default_rng(0)
    )


def test_a_worked_example():
    # mean 2, deviation 1; mean 0, deviation 2
    links = fuse((1.0, 3.0, 1.0, 3.0), (-2.0, -2.0, 2.0, 2.0))
    assert links.indices[0, 0] == 3
    assert links.indices[0, 3] == 0
    assert links.scores[0] == pytest.approx([2, 0, 0, -2])


def test_how_far_ahead_the_first_is_counts_not_only_that_it_is_first():
    sure, unsure = (9.0, 0.0, 0.1, 0.2), (0.3, 0.4, 0.2, 0.1)
    assert fuse(sure, unsure).indices[0, 0] == 0


def test_the_query_that_a_document_fits_better_has_the_higher_score():
    table = np.array([[5.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    links = CombSum(linkers=(Table(table),)).link(
        ["q"] * 2, ["d"] * 3, [[], []], 1, np.random.default_rng(0)
    )
    deviation = np.sqrt((table - table.mean(axis=1, keepdims=True)).var())
    assert links.scores[:, 0] == pytest.approx([10 / 3 / deviation, 2 / 3 / deviation])


def test_a_linker_that_cannot_tell_the_documents_apart_has_no_say():
    for alike in ((7.7, 7.7, 7.7), (0.1 + 0.2, 0.3, 0.3)):  # the latter but for rounding
        links = fuse(alike, (0.1, 0.3, 0.2), depth=3)
        assert links.indices[0].tolist() == [1, 2, 0]
        assert links.scores[0] == pytest.approx(fuse((0.1, 0.3, 0.2), depth=3).scores[0])


def test_hidden_documents_have_no_influence():
    shown = fuse((1.0, 3.0, 1.5), (0.5, 0.1, 0.2), depth=3)
    unseen = fuse((1.0, 3.0, 1.5, 1e6), (0.5, 0.1, 0.2, -1e6), hidden=[3])
    assert unseen.indices[0].tolist() == [*shown.indices[0].tolist(), -1]
    assert unseen.scores[0, :3] == pytest.approx(shown.scores[0])


def test_a_document_past_the_end_of_a_ranking_counts_like_its_last(monkeypatch):
    monkeypatch.setattr(combsum, "CELLS", 0)  # rankings no longer than the depth
    links = fuse((4.0, 2.0, 0.0), (0.0, 4.0, 2.0), depth=2)
    # first ranking: +1 and -1, nothing on the third; second: nothing on the first, +1 and -1
    assert links.indices[0, 0] in (0, 1)
    assert links.scores[0] == pytest.approx([0, 0])


def test_small_blocks_change_nothing(monkeypatch):
    queries, documents = ["fever", "cough", "x"], ["a fever", "a cough", "fever and cough"]
    run = lambda: CombSum().link(queries, documents, [[], [1], []], 3, np.random.default_rng(0))  # noqa: E731
    whole = run()
    monkeypatch.setattr(_ranking, "CELLS", 1)
    assert np.array_equal(run().scores, whole.scores)
