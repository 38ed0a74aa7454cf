import numpy as np
import pytest

from seethrough.mechanisms.philox import philox, uniforms


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ((0, 0, 0, 0), 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        (
            (0xFFFFFFFF,) * 4,
            0xFFFFFFFFFFFFFFFF,
            (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD),
        ),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            0x299F31D0_A4093822,
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_known_answers_of_the_published_generator(counter, key, expected):
    out = philox(tuple(np.array([c], dtype=np.uint64) for c in counter), key)
    assert tuple(int(x[0]) for x in out) == expected


@pytest.mark.parametrize("streams", [1, 2])
def test_a_record_s_draws_depend_on_its_id_and_the_key_alone(streams):
    together = uniforms(7, ["a", "b", "ü\ud800"], np.array([3, 0, 4]), streams)
    alone = uniforms(7, ["ü\ud800"], np.array([4]), streams)
    assert together.shape == (streams, 7)
    np.testing.assert_array_equal(together[:, 3:], alone)
    assert not np.isin(uniforms(8, ["a"], np.array([3]), streams), together).any()
    np.testing.assert_array_equal(
        uniforms(7, ["a"], np.array([9]), streams)[:, :3], together[:, :3]
    )


def test_draws_are_uniform_and_never_repeat():
    draws = uniforms(1, [str(i) for i in range(1000)], np.full(1000, 100), 2).reshape(-1)
    assert draws.min() >= 0
    assert draws.max() < 1
    assert len(np.unique(draws)) == len(draws)
    counts = np.histogram(draws, bins=100, range=(0, 1))[0]
    assert ((counts - 2000) ** 2 / 2000).sum() < 161  # chi-squared, 99 degrees, p = 1e-4


def test_no_records_and_empty_records():
    assert uniforms(1, [], np.array([], dtype=int), 2).shape == (2, 0)
    assert uniforms(1, ["a"], np.array([0]), 1).shape == (1, 0)
