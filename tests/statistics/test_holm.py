"""Holm's rule, by hand."""

import pytest

from seethrough.statistics.holm import holm


def test_p_values_are_adjusted_for_how_many_there_are() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.6, 0.9]).tolist() == [1.0, 1.0]
    assert holm([]).tolist() == []


def test_the_first_that_is_kept_keeps_all_larger_ones() -> None:
    # 0.01 <= 0.05 / 4, 0.012 <= 0.05 / 3, 0.03 > 0.05 / 2: it stops there.
    assert (holm([0.03, 0.01, 0.04, 0.012]) <= 0.05).tolist() == [False, True, False, True]
    assert (holm([0.05, 0.0251]) <= 0.05).tolist() == [False, False]


def test_a_p_value_at_the_bound_is_a_finding() -> None:
    assert (holm([0.05, 0.025]) <= 0.05).tolist() == [True, True]
    assert holm([0.0, 0.0]).tolist() == [0.0, 0.0]
