import hashlib

import numpy as np
import pytest

from seethrough.word_level.mechanisms.keyed_draws import KEY_BYTES, uniforms


def key(n):
    return n.to_bytes(KEY_BYTES, "big")


def test_a_draw_is_eight_bytes_of_the_keyed_stream():
    words = hashlib.shake_128(key(5) + b"a").digest(24)
    expected = [int.from_bytes(words[i : i + 8], "little") / 2**64 for i in (0, 8, 16)]
    np.testing.assert_allclose(uniforms(key(5), ["a"], np.array([3]))[0], expected, atol=2**-53)


@pytest.mark.parametrize("streams", [1, 2])
def test_a_record_s_draws_depend_on_its_id_and_the_key_alone(streams):
    together = uniforms(key(7), ["a", "b", "ü\ud800"], np.array([3, 0, 4]), streams)
    alone = uniforms(key(7), ["ü\ud800"], np.array([4]), streams)
    assert together.shape == (streams, 7)
    np.testing.assert_array_equal(together[:, 3:], alone)
    assert not np.isin(uniforms(key(8), ["a"], np.array([3]), streams), together).any()
    np.testing.assert_array_equal(
        uniforms(key(7), ["a"], np.array([9]), streams)[:, :3], together[:, :3]
    )


@pytest.mark.parametrize("bit", [0, 63, 64, 128, 255])
def test_every_bit_of_the_key_counts(bit):
    plain, other = (uniforms(key(k), ["a"], np.array([50])) for k in (0, 1 << bit))
    assert not np.isin(plain, other).any()


@pytest.mark.parametrize("wrong", [b"", b"short", bytes(KEY_BYTES + 1)])
def test_a_key_of_another_length_is_refused(wrong):
    with pytest.raises(ValueError, match="bytes"):
        uniforms(wrong, ["a"], np.array([1]))


def test_draws_are_uniform_and_never_repeat():
    draws = uniforms(key(1), [str(i) for i in range(1000)], np.full(1000, 100), 2).reshape(-1)
    assert draws.min() >= 0
    assert draws.max() < 1
    assert len(np.unique(draws)) == len(draws)
    counts = np.histogram(draws, bins=100, range=(0, 1))[0]
    assert ((counts - 2000) ** 2 / 2000).sum() < 161  # chi-squared, 99 degrees, p = 1e-4


def test_the_streams_of_a_place_are_independent():
    first, second = uniforms(key(2), [str(i) for i in range(100)], np.full(100, 100), 2)
    assert abs(np.corrcoef(first, second)[0, 1]) < 0.04


def test_no_records_and_empty_records():
    assert uniforms(key(1), [], np.array([], dtype=int), 2).shape == (2, 0)
    assert uniforms(key(1), ["a"], np.array([0]), 1).shape == (1, 0)
