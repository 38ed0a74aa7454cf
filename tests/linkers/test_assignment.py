from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.linkers import assignment
from seethrough.linkers._ranking import rank
from seethrough.linkers.assignment import Assignment
from seethrough.linkers.bm25 import BM25

shapes = st.tuples(st.integers(0, 5), st.integers(0, 5), st.integers(0, 2**32 - 1))


class Table:
    """Gives the scores of a table."""

    def __init__(self, scores):
        self.scores = np.asarray(scores, dtype=float)

    def link(self, queries, documents, hidden, depth, rng):
        return rank([self.scores], hidden, depth, rng)


def assign(scores, hidden=None, depth=1, seed=0):
    rows, columns = np.shape(scores)
    hidden = hidden or [[] for _ in range(rows)]
    rng = np.random.default_rng(seed)
    return Assignment(linker=Table(scores)).link(["q"] * rows, ["d"] * columns, hidden, depth, rng)


def best_by_brute_force(scores, allowed):
    """The most pairs that can be made, and the highest sum of scores with that many."""
    rows, columns = scores.shape
    best = (0, 0.0)
    for chosen in permutations([*range(columns), *[None] * rows], rows):
        pairs = [(r, c) for r, c in enumerate(chosen) if c is not None]
        if all(allowed[r, c] for r, c in pairs):
            best = max(best, (len(pairs), float(sum(scores[r, c] for r, c in pairs))))
    return best


def test_a_query_yields_its_favourite_to_one_that_needs_it_more():
    links = assign([[5.0, 4.0], [5.0, 1.0]], depth=2)
    assert links.indices.tolist() == [[1, 0], [0, 1]]
    assert links.scores.tolist() == [[5.0, 5.0], [5.0, 1.0]]


@pytest.mark.parametrize("cells", [1 << 22, 0])
@settings(max_examples=40, deadline=None)
@given(shapes)
def test_the_assignment_is_the_best_of_all(cells, shape):
    rows, columns, seed = shape
    columns = min(columns, 4)
    rows = min(rows, 4)
    rng = np.random.default_rng(seed)
    scores = rng.integers(0, 6, (rows, columns)).astype(float)
    allowed = rng.random((rows, columns)) < 0.7
    hidden = [np.flatnonzero(~row).tolist() for row in allowed]
    base = Table(scores).link([""] * rows, [""] * columns, hidden, columns, rng)
    solve = assignment._solve_dense if cells else assignment._solve_sparse
    assigned = solve(base, columns, rng)
    pairs = [(r, c) for r, c in enumerate(assigned) if c >= 0]
    assert len({c for _, c in pairs}) == len(pairs)
    assert all(allowed[r, c] for r, c in pairs)
    found = (len(pairs), float(sum(scores[r, c] for r, c in pairs)))
    assert found == best_by_brute_force(scores, allowed)


@pytest.mark.parametrize("solve", [assignment._solve_dense, assignment._solve_sparse])
def test_as_many_queries_as_possible_get_a_document_of_their_own(solve):
    rng = np.random.default_rng(0)
    no_better = Table([[0.0, 0.0], [0.0, 0.0]]).link([""] * 2, [""] * 2, [[], []], 2, rng)
    assert sorted(solve(no_better, 2, rng)) == [0, 1]
    # Both want the first, and the one without a choice has the lower score there.
    far_below = [[-50.0, -60.0], [-59.0, -60.0]]
    one_choice = Table(far_below).link([""] * 2, [""] * 2, [[], [1]], 2, rng)
    assert solve(one_choice, 2, rng).tolist() == [1, 0]


def test_a_small_problem_takes_every_document_into_account():
    found = Assignment(linker=Table([[5.0, 4.0], [5.0, 1.0]]), candidates=1)
    links = found.link(["q"] * 2, ["d"] * 2, [[], []], 1, np.random.default_rng(0))
    assert links.indices.tolist() == [[1], [0]]


@pytest.mark.parametrize("small", [True, False])
def test_more_queries_than_documents(small, monkeypatch):
    if not small:
        monkeypatch.setattr(assignment, "CELLS", 0)
    links = assign([[3.0], [9.0], [1.0]], hidden=[[], [], [0]], depth=2)
    assert links.indices.tolist() == [[0, -1], [0, -1], [-1, -1]]  # the rest keep their ranking
    assert np.isneginf(links.scores[2]).all()


def test_ties_are_broken_at_random():
    firsts = {assign(np.ones((1, 3)), seed=seed).indices[0, 0] for seed in range(30)}
    assert firsts == {0, 1, 2}
    alike = {tuple(assign(np.ones((3, 3)), seed=s).indices[:, 0].tolist()) for s in range(80)}
    assert len(alike) == 6


def test_apart_it_is_the_linker_whose_scores_it_assigns() -> None:
    assert Assignment(linker=BM25(k1=2.0)).apart() == BM25(k1=2.0)
    assert BM25().apart() == BM25()
