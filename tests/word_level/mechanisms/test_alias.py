import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from seethrough.word_level.mechanisms.alias import alias_tables, draw

weights = arrays.arrays(
    np.float64, st.tuples(st.integers(1, 5), st.integers(1, 7)), elements=st.floats(0, 9)
)


@given(weights)
def test_the_tables_hold_exactly_the_probabilities(table):
    chances = np.exp(-table)
    chances /= chances.sum(axis=1, keepdims=True)
    tables = alias_tables(chances)
    m, k = chances.shape
    assert ((tables.accept >= 0) & (tables.accept <= 1)).all()
    held = tables.accept / k
    for row in range(m):
        for column in range(k):
            held[row, tables.other[row, column]] += (1 - tables.accept[row, column]) / k
    np.testing.assert_allclose(held, chances, atol=1e-12)


def test_hand_worked():
    # Thirds of 1/2, 1/3, 1/6: the last column is half full and borrows from the first.
    tables = alias_tables(np.array([[1 / 2, 1 / 3, 1 / 6]]))
    np.testing.assert_allclose(tables.accept, [[1, 1, 1 / 2]])
    assert tables.other[0, 2] == 0
    uniforms = np.array([0.0, 0.34, 0.67, 0.9, 0.999])
    assert draw(tables, np.zeros(5, dtype=np.int64), uniforms).tolist() == [0, 1, 2, 0, 0]


def test_a_certain_outcome_always_comes_out():
    tables = alias_tables(np.array([[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    rows = np.repeat([0, 1], 1000)
    uniforms = np.random.default_rng(0).random(2000)
    assert draw(tables, rows, uniforms).tolist() == [1] * 1000 + [2] * 1000
