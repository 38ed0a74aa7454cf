import numpy as np

from seethrough.statistics.arrays import evenly, unit_rows


def test_rows_have_unit_length_and_one_of_zeros_stays() -> None:
    rows = unit_rows(np.array([[3.0, 4.0], [0.0, 0.0]], dtype=np.float32))
    assert np.allclose(rows, [[0.6, 0.8], [0.0, 0.0]])
    assert rows.dtype == np.float32


def test_places_are_spread_evenly_from_the_first_to_the_last() -> None:
    assert evenly(5, 3) == [0, 2, 4]
    assert evenly(2, 3) == [0, 1]
    assert evenly(0, 3) == []
