import numpy as np

from seethrough.word_level.mechanisms.word_choice import chances


def test_words_like_those_used_are_likelier():
    rng = np.random.default_rng(0)
    matrix = rng.normal(size=(4000, 4)).astype(np.float32)
    likely = matrix[:, 0] > 1
    used = likely & (rng.random(4000) < 0.5)
    found = chances(matrix, used)
    unseen = ~used
    assert found[unseen & likely].mean() > 10 * found[unseen & ~likely].mean()
    assert abs(found.sum() / used.sum() - 1) < 0.1


def test_nothing_or_everything_used():
    matrix = np.ones((5, 2), dtype=np.float32)
    assert chances(matrix, np.zeros(5, dtype=bool)).tolist() == [0.5] * 5
    assert chances(matrix, np.ones(5, dtype=bool)).tolist() == [0.5] * 5
    one = chances(matrix, np.array([True, False, False, False, False]))
    assert np.isfinite(one).all()


def test_where_vectors_say_nothing_each_word_has_the_share_that_is_used():
    # So strong a ridge leaves the intercept alone, and nothing draws that to 0.
    used = np.arange(40) % 10 == 0
    found = chances(np.random.default_rng(0).normal(size=(40, 3)), used, ridge=1e9)
    assert np.abs(found - 0.1).max() < 1e-3
