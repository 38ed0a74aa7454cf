import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from seethrough.word_level.mechanisms.exponential import probabilities, unit_scores

tables = arrays.arrays(
    np.float64, st.tuples(st.integers(1, 5), st.integers(1, 6)), elements=st.floats(0, 100)
)


@given(tables, st.floats(0.01, 50))
def test_probabilities_follow_the_definition(distances, epsilon):
    scores = unit_scores(distances)
    assert scores.max() == 0
    assert scores.min() >= -1
    chances = probabilities(scores, epsilon)
    np.testing.assert_allclose(chances.sum(axis=1), 1)
    weights = np.exp(epsilon * scores / 2)
    np.testing.assert_allclose(chances, weights / weights.sum(axis=1, keepdims=True))
    # Scores differ by at most 1, so two rows' chances of anything differ by at most exp(epsilon).
    logs = np.log(chances)
    assert logs.max() - logs.min() <= epsilon + 1e-9


def test_hand_worked():
    # Distances 0, 1, 2: scores 0, -1/2, -1; epsilon = 2 ln 4: weights 1, 1/2, 1/4.
    chances = probabilities(unit_scores(np.array([[0.0, 1.0, 2.0]])), 2 * np.log(4))
    np.testing.assert_allclose(chances, [[4 / 7, 2 / 7, 1 / 7]])


def test_extreme_epsilons_stay_finite():
    scores = np.array([[0.0, -0.5, -1.0]])
    assert probabilities(scores, 1e6).tolist() == [[1, 0, 0]]
    np.testing.assert_allclose(probabilities(scores, 1e-9), 1 / 3)
