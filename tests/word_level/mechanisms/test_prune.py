from itertools import pairwise

import numpy as np
import pytest

from seethrough.word_level.mechanisms.mechanism import prune

STARTS = np.array([0, 4, 6])
INPUTS = np.array([3, 2, 1, 0, 1, 3])
LIKELIHOOD = np.array([0.4, 0.1, 0.2, 0.5, 0.3, 0.6])
PRIOR = np.array([0.4, 0.5, 0.0, 0.1])
# Prior times likelihood. First row: word 0 has 0.20, 1 has 0.10, 3 has 0.04, and 2 none; so their
# shares are 10, 5 and 2 of 17. Second row: word 1 has 0.15 and 3 has 0.06, 5 and 2 of 7.


@pytest.mark.parametrize(
    ("mass", "limit", "rows", "left_out"),
    [
        (1.0, None, [[0, 1, 3], [1, 3]], [0, 0]),
        (1.0, 3, [[0, 1, 3], [1, 3]], [0, 0]),
        (1.0, 1, [[0], [1]], [7 / 17, 2 / 7]),
        (0.8, None, [[0, 1], [1, 3]], [2 / 17, 0]),  # 2 / 17 is less than 0.2, and 2 / 7 is more
        (0.5, None, [[0], [1]], [7 / 17, 2 / 7]),
        (0.01, None, [[0], [1]], [7 / 17, 2 / 7]),  # the likeliest is never cut off
        (0.8, 1, [[0], [1]], [7 / 17, 2 / 7]),
    ],
)
def test_what_is_cut_off_counted_by_hand(mass, limit, rows, left_out):
    found = prune(STARTS, INPUTS, LIKELIHOOD, PRIOR, mass, limit)
    bounds = found.starts.tolist()
    assert [found.inputs[a:b].tolist() for a, b in pairwise(bounds)] == rows
    assert found.left_out == pytest.approx(left_out)
    known = {0: 0.5, 1: 0.2, 3: 0.4}
    assert found.likelihood[: bounds[1]].tolist() == [known[i] for i in rows[0]]


def test_no_rows_and_a_row_of_nothing():
    nothing = np.zeros(0)
    empty = prune(np.array([0]), nothing.astype(int), nothing, PRIOR, 0.5, 2)
    assert (empty.starts.tolist(), len(empty.inputs)) == ([0], 0)
    impossible = prune(np.array([0, 1]), np.array([2]), np.array([0.3]), PRIOR, 0.5, None)
    assert (impossible.starts.tolist(), impossible.left_out.tolist()) == ([0, 0], [0.0])
