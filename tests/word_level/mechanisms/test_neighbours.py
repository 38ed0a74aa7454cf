import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from seethrough.word_level.mechanisms import neighbours
from seethrough.word_level.mechanisms.neighbours import nearest


def brute_force(queries, outputs, k):
    apart = queries[:, None, :].astype(float) - outputs[None, :, :]
    distances = np.sqrt((apart**2).sum(axis=2))
    order = np.lexsort((np.broadcast_to(np.arange(len(outputs)), distances.shape), distances))
    return order[:, :k], np.take_along_axis(distances, order[:, :k], axis=1)


@settings(deadline=None, max_examples=50)
@given(st.integers(0, 2**32 - 1), st.integers(1, 40), st.integers(1, 8), st.data())
def test_agrees_with_brute_force(seed, n, m, data):
    rng = np.random.default_rng(seed)
    # Vectors on a small grid, so that many distances tie.
    outputs = rng.integers(-2, 3, size=(n, 3)).astype(np.float32)
    queries = rng.integers(-2, 3, size=(m, 3)).astype(np.float32)
    k = data.draw(st.integers(1, n))
    indices, distances = nearest(queries, outputs, k)
    expected = brute_force(queries, outputs, k)
    np.testing.assert_allclose(distances, expected[1], atol=1e-12)
    np.testing.assert_array_equal(indices, expected[0])


@pytest.mark.parametrize("k", [1, 20])
def test_many_outputs_in_small_blocks(monkeypatch, k):
    monkeypatch.setattr(neighbours, "_BLOCK_ENTRIES", 1 << 14)
    matrix = np.random.default_rng(0).normal(size=(6000, 10)).astype(np.float32)
    indices, distances = nearest(matrix[:50], matrix, k)
    expected = brute_force(matrix[:50], matrix, k)
    np.testing.assert_array_equal(indices, expected[0])
    np.testing.assert_allclose(distances, expected[1], atol=1e-6)
    assert indices[:, 0].tolist() == list(range(50))


def test_equal_vectors_are_all_found():
    outputs = np.zeros((5000, 4), dtype=np.float32)
    indices, distances = nearest(outputs[:2], outputs, 3)
    assert distances.max() == 0
    assert all(len(set(row)) == 3 for row in indices.tolist())
