"""What an audit could have seen, and how many more people it would take."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.statistics.intervals import wilson
from seethrough.statistics.power import people_to_fail, people_to_pass, smallest_visible


def test_enough_people_bring_the_upper_end_under_the_tolerance() -> None:
    # Nothing found among 40: the upper end is 0.088, and 73 would make it 0.04999.
    more = people_to_pass(0.0, wilson(0.0, 40)[1], 40, 0.05)
    assert more is not None
    assert wilson(0.0, 40 + more)[1] < 0.05 < wilson(0.0, 40 + 0.9 * more)[1]


def test_a_share_between_comes_closer_with_the_root() -> None:
    # Half the distance, four times the people.
    assert people_to_pass(0.4, 0.5, 100, 0.45) == pytest.approx(300, rel=0.1)
    assert people_to_fail(0.2, 0.02, 50, 0.05) == pytest.approx(50 * 0.44, rel=0.1)


def test_no_number_of_people_turns_an_estimate_round() -> None:
    assert people_to_pass(0.06, 0.2, 50, 0.05) is None
    assert people_to_fail(0.04, 0.01, 50, 0.05) is None
    assert people_to_pass(0.0, 0.5, 0, 0.05) is None


def test_more_than_ten_million_people_are_no_number() -> None:
    assert people_to_pass(0.0489, 0.5489, 287, 0.05) is None
    assert people_to_pass(0.0489, 0.5489, 287, 0.2) is not None


@given(st.integers(3, 500), st.floats(0.0, 0.045), st.floats(0.05, 0.5))
def test_more_people_are_needed_for_less_tolerance(n: int, value: float, width: float) -> None:
    strict = people_to_pass(value, value + width, n, 0.05)
    loose = people_to_pass(value, value + width, n, 0.2)
    assert strict is not None
    assert loose is not None
    assert loose <= strict


def test_a_leak_of_that_size_is_seen_in_four_of_five_audits() -> None:
    rng = np.random.default_rng(5)
    n, tolerance = 200, 0.05
    leak = smallest_visible(0.1, wilson(0.1, n)[0], tolerance)
    seen = np.mean([wilson(h / n, n)[0] > tolerance for h in rng.binomial(n, leak, 2000)])
    assert 0.7 < seen < 0.95
    assert not math.isnan(leak)


def test_at_the_tolerance_nothing_can_be_decided_and_one_person_can_be_enough_to_say_so() -> None:
    assert people_to_fail(0.05, 0.01, 50, 0.05) is None
    assert people_to_pass(0.05, 0.2, 50, 0.05) is None
    assert people_to_fail(0.2, 0.05, 0, 0.1) is None
    # The lower end is 0.15 below with one person; 0.1 below it is with 2.25.
    assert people_to_fail(0.2, 0.05, 1, 0.1) == 2
    assert people_to_pass(0.0, 0.5, 1, 0.4) is not None


def test_no_number_is_said_where_ten_million_people_are_not_enough() -> None:
    assert people_to_pass(0.0, 1.0, 3, 0.05) is None
    assert people_to_fail(0.0501, -0.9, 3, 0.05) is None
