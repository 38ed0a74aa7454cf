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
