import numpy as np

from seethrough.word_level.mechanisms import nearest_words as module
from seethrough.word_level.mechanisms.nearest_words import nearest_words


def test_they_are_words_among_those_given_whatever_the_blocks(vectors, monkeypatch):
    words, among = np.arange(5, 20), np.array([2, 3, 5, 8, 13, 21])
    whole = nearest_words(vectors, words, among, 3)
    monkeypatch.setattr(module, "BLOCK", 4)
    blocks = nearest_words(vectors, words, among, 3)
    matrix = vectors.matrix.astype(np.float64)
    apart = np.sqrt(((matrix[words, None] - matrix[None, among]) ** 2).sum(axis=2))
    for found, distances in (whole, blocks):
        np.testing.assert_array_equal(found, among[np.argsort(apart, axis=1)[:, :3]])
        np.testing.assert_allclose(distances, np.sort(apart, axis=1)[:, :3], atol=1e-6)


def test_no_word_has_no_neighbours(vectors):
    found, distances = nearest_words(vectors, np.arange(0), np.arange(4), 2)
    assert found.shape == distances.shape == (0, 2)
