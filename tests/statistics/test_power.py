"""What an audit could have seen, and how many more people it would take."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.statistics.intervals import paired_difference, paired_variance, wilson
from seethrough.statistics.power import (
    Precision,
    people_for,
    people_to_fail,
    people_to_pass,
    people_unseen,
    precision,
    smallest_visible,
)


def test_enough_people_bring_the_upper_end_under_the_tolerance() -> None:
    # Nothing found among 40: the upper end is 0.088, and 73 would make it 0.04999.
    high = wilson(0.0, 40)[1]
    precise = precision((0.0, 0.0, high), (0.0, -high, high), None)
    more = people_to_pass((0.0, -high, high), 40, 0.05, precise)
    assert more is not None
    assert wilson(0.0, 40 + more)[1] < 0.05 < wilson(0.0, 40 + 0.9 * more)[1]


def test_a_share_between_comes_closer_with_the_root() -> None:
    # Half the distance, four times the people.
    assert people_to_pass((0.4, 0.0, 0.5), 100, 0.45) == pytest.approx(300, rel=0.1)
    assert people_to_fail((0.2, 0.02, 1.0), 50, 0.05) == pytest.approx(50 * 0.44, rel=0.1)


def test_no_number_of_people_turns_an_estimate_round() -> None:
    assert people_to_pass((0.06, 0.0, 0.2), 50, 0.05) is None
    assert people_to_fail((0.04, 0.01, 1.0), 50, 0.05) is None
    assert people_to_pass((0.0, 0.0, 0.5), 0, 0.05) is None


def test_more_than_ten_million_people_are_no_number() -> None:
    assert people_to_pass((0.0489, 0.0, 0.5489), 287, 0.05) is None
    assert people_to_pass((0.0489, 0.0, 0.5489), 287, 0.2) is not None


@given(st.integers(3, 500), st.floats(0.0, 0.045), st.floats(0.05, 0.5))
def test_more_people_are_needed_for_less_tolerance(n: int, value: float, width: float) -> None:
    strict = people_to_pass((value, 0.0, value + width), n, 0.05)
    loose = people_to_pass((value, 0.0, value + width), n, 0.2)
    if strict is not None:
        assert loose is None or loose <= strict


def pairs(gained: float, lost: float, n: int) -> tuple[tuple[float, float, float], Precision]:
    """Return the leak of so many pairs, and how precise it is, from the two intervals alone."""
    over = (gained - lost, *paired_difference(gained, lost, n))
    made = precision((gained, *wilson(gained, n)), over, None)
    assert made is not None
    return over, made


@pytest.mark.parametrize(
    ("gained", "lost", "n"), [(0.25, 0.23, 100), (0.2, 0.18, 200), (0.05, 0.05, 60), (0, 0, 60)]
)
def test_so_many_more_pairs_decide_where_both_sides_gain_and_lose(
    gained: float, lost: float, n: int
) -> None:
    over, precise = pairs(gained, lost, n)
    more = people_to_pass(over, n, 0.05, precise)
    assert more is not None
    assert paired_difference(gained, lost, n + int(1.05 * more) + 1)[1] < 0.05
    assert paired_difference(gained, lost, n + int(0.9 * more))[1] > 0.05


def test_what_people_of_a_control_leave_open_no_target_closes() -> None:
    over, precise = (0.0, -0.1, 0.1), Precision(40, 0.0, 0.0)
    alone = people_to_pass(over, 40, 0.05, precise)
    beside = people_to_pass(over, 40, 0.05, precise, 0.04)
    assert alone == 33  # 1.96 ** 2 * 0.05 * 0.95 / 0.05 ** 2 is 72.99
    assert beside == 85  # 0.03 ** 2 + 0.04 ** 2 is 0.05 ** 2, and wilson(0, 125) ends at 0.0298
    assert people_to_pass(over, 40, 0.05, precise, 0.05) is None


@pytest.mark.parametrize(
    ("gained", "lost", "n"),
    [(0.0, 0.0, 60), (0.04, 0.0, 150), (10 / 300, 0, 300), (0.3, 0.25, 100)],
)
def test_a_leak_of_that_size_is_seen_in_four_of_five_audits(
    gained: float, lost: float, n: int
) -> None:
    rng, tolerance = np.random.default_rng(5), 0.05
    over, precise = pairs(gained, lost, n)
    leak = smallest_visible(*over[:2], tolerance, precise)
    draws = rng.multinomial(n, [lost + leak, lost, 1 - 2 * lost - leak], 400)
    seen = [paired_difference(g / n, b / n, n)[0] > tolerance for g, b, _ in draws]
    assert 0.7 < np.mean(seen) < 0.9
    assert smallest_visible(*over[:2], tolerance) < leak  # the width at the estimate says less


def test_a_leak_beside_few_others_must_be_larger() -> None:
    # Of 1,000 some 9 % are found, of 20 others one: those may be 24 %.
    precise = Precision(1000, 0.05, 0.0)
    leak = smallest_visible(0.04, -0.15, 0.05, precise, 0.186)
    bar = 0.05 + 0.186  # nearly: the control carries the width
    assert bar + 0.84 * 0.186 / 1.96 < leak < bar + 0.84 * 0.186 / 1.96 + 0.02


def test_a_leak_is_no_smaller_than_what_the_lower_end_lies_below() -> None:
    precise = Precision(1000, 0.05, 0.0)
    plain = smallest_visible(0.04, 0.0, 0.05, precise)
    assert smallest_visible(0.04, 0.0, 0.05, precise, least=0.001) == plain
    leak = smallest_visible(0.04, 0.0, 0.05, precise, least=0.2)
    assert leak == pytest.approx(0.25 + 0.84 * math.sqrt(precise.true(leak)))
    assert smallest_visible(0.04, 0.0, 0.05, least=0.2) == pytest.approx(
        0.25 + 0.04 * 0.84 / 1.96, abs=1e-4
    )


def test_an_interval_without_width_says_nothing_on_its_precision() -> None:
    assert precision((0.5, 0.5, 0.5), (0.1, 0.0, 0.2), 0.4) is None
    assert precision((0.5, 0.4, 0.6), (0.1, 0.1, 0.1), 0.4) is None
    assert precision((1.0, 0.9, 1.0), (0.5, 0.4, 0.6), 0.5) is not None


def test_at_the_tolerance_nothing_can_be_decided_and_one_person_can_be_enough_to_say_so() -> None:
    assert people_to_fail((0.05, 0.01, 1.0), 50, 0.05) is None
    assert people_to_pass((0.05, 0.0, 0.2), 50, 0.05) is None
    assert people_to_fail((0.2, 0.05, 1.0), 0, 0.1) is None
    # The lower end is 0.15 below with one person; 0.1 below it is with 2.25.
    assert people_to_fail((0.2, 0.05, 1.0), 1, 0.1) == 2
    assert people_to_pass((0.0, 0.0, 0.5), 1, 0.4) is not None


def test_no_number_is_said_where_ten_million_people_are_not_enough() -> None:
    assert people_to_pass((0.0499, 0.0, 1.0), 3, 0.05) is None
    assert people_to_fail((0.0501, -0.9, 1.0), 3, 0.05) is None


def test_the_variance_of_pairs_is_that_of_what_they_gain_and_lose() -> None:
    precise = Precision(50, None, 0.1)  # 0.1 lose; where the leak is 0.2, 0.3 gain
    assert precise.true(0.2) == pytest.approx((0.3 + 0.1 - 0.2**2) / 50)
    # Where the measured leak is -0.2, no fewer than 0.2 lose.
    assert precise.supposed(0.05, -0.2) == pytest.approx(paired_variance(0.05, 0.0, 0.2) / 50)


@pytest.mark.parametrize("lost", [0.02, 0.2])
def test_a_leak_of_pairs_is_called_where_its_score_interval_clears_the_tolerance(
    lost: float,
) -> None:
    precise = Precision(120, None, lost)
    visible = smallest_visible(0.0, -0.1, 0.05, precise)
    called = visible - 0.84 * precise.true(visible) ** 0.5  # four estimates of five lie above
    low, _ = paired_difference(called + lost, lost, 120)
    assert low == pytest.approx(0.05, abs=1e-5)


@pytest.mark.parametrize("lost", [0.02, 0.2])
def test_a_leak_beside_others_is_called_where_both_distances_together_clear_the_tolerance(
    lost: float,
) -> None:
    precise = Precision(120, None, lost)
    visible = smallest_visible(0.0, -0.1, 0.05, precise, fixed=0.08)
    error = math.hypot(precise.true(visible) ** 0.5, 0.08 / 1.959964)
    called = visible - 0.84 * error
    low, _ = paired_difference(called + lost, lost, 120)
    assert called - math.hypot(called - low, 0.08) == pytest.approx(0.05, abs=1e-5)


@pytest.mark.parametrize("share", [0.0, 0.02, 0.3, 0.9, 1.0])
def test_a_share_beside_a_known_rate_is_worth_as_many_trials_as_it_has(share: float) -> None:
    own = (share, *wilson(share, 50))
    over = (share - 0.3, own[1] - 0.3, own[2] - 0.3)
    made = precision(own, over, 0.3)
    assert made is not None
    assert made.size == pytest.approx(50)
    assert made.rate == 0.3
    assert made.extra == pytest.approx(0, abs=1e-9)


def test_what_an_interval_is_wider_by_does_not_depend_on_the_leak() -> None:
    made = precision((0.2, *wilson(0.2, 100)), (0.1, -0.05, 0.25), 0.1)
    assert made is not None
    assert made.extra == pytest.approx(100 * (0.15 / 1.959964) ** 2 - 0.35 * 0.65)
    assert made.true(0.25) == pytest.approx((0.15 / 1.959964) ** 2)


@pytest.mark.parametrize(("gained", "lost"), [(0.5, 0.5), (0.2, 0.1), (0.0, 0.1)])
def test_how_many_pairs_lose_is_told_by_the_two_intervals(gained: float, lost: float) -> None:
    _, made = pairs(gained, lost, 60)
    # The size is that of the gains alone, which says the same of a leak.
    assert made.true(0.1) == pytest.approx((2 * lost + 0.1 - 0.1**2) / 60, rel=0.01)


def test_the_variance_of_a_share_is_that_of_the_rate_and_the_leak() -> None:
    assert Precision(50, 0.2, 0.1).true(0.1) == pytest.approx((0.3 * 0.7 + 0.1) / 50)
    assert Precision(50, 0.2, 0.1).supposed(0.1, 0.4) == Precision(50, 0.2, 0.1).true(0.1)


def test_ten_million_people_are_the_most_and_one_is_the_least() -> None:
    # The people grow with the square of the distance over the room: 100 times 99,000 and 102,000.
    assert people_to_pass((0.0, 0.0, 0.001 * 99_000**0.5), 100, 0.001) == 9_900_000
    assert people_to_pass((0.0, 0.0, 0.001 * 102_000**0.5), 100, 0.001) is None
    assert people_to_pass((0.0, 0.0, 0.0501), 100, 0.05) == 1


def test_a_leak_that_no_audit_of_so_few_can_show_is_far_above_1() -> None:
    assert smallest_visible(0.0, -1.0, 0.05, Precision(1e-6, 0.0, 0.0)) == 10


def test_without_more_the_width_below_stands_for_that_of_every_leak() -> None:
    assert smallest_visible(0.1, 0.0, 0.05) == pytest.approx(0.05 + 0.1 * 2.8 / 1.96, abs=1e-4)


@pytest.mark.parametrize("value", [0.0, 0.02, -0.1])
def test_so_many_people_leave_no_room_for_one_who_is_not_among_them(value: float) -> None:
    def end(people: int) -> float:
        return value + (1 - value) * wilson(0, people)[1]

    more = people_unseen(value, 20, 0.05)
    assert end(20 + more) < 0.05
    assert end(20 + math.ceil(0.85 * more)) >= 0.05 or more < 10
    assert people_unseen(value, 20 + more, 0.05) == 0
    assert people_unseen(0.05, 20, 0.05) == 0
    assert people_unseen(0.0, 72, 0.05) == 1


@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize(("share", "part"), [(0.0, 0.1), (0.0, 0.9), (0.1, 0.5), (0.6, 0.3)])
def test_so_many_people_bring_an_end_so_near(share: float, part: float, upper: bool) -> None:
    def distance(people: float) -> float:
        return wilson(share, people)[1] - share if upper else share - wilson(share, people)[0]

    if distance(60) == 0:
        return  # below nothing there is nothing
    more = people_for((share, *wilson(share, 60)), 60, part, upper=upper)
    assert more is not None
    assert distance(60 + more) <= part * distance(60) < distance(60 + 0.85 * more - 1)


def test_no_number_is_said_where_ten_million_people_would_not_do() -> None:
    assert people_for((0.5, *wilson(0.5, 60)), 60, 1e-4, upper=True) is None
    assert people_for((0.5, *wilson(0.5, 60)), 60, 1.0, upper=True) == 1
