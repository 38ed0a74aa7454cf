"""The one-run bound: its p-value, its coverage under randomized response, and what it takes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from seethrough.statistics.one_run import (
    LARGEST,
    _guesses,
    _right,
    canaries_needed,
    epsilon_bound,
    largest_bound,
    one_run,
    p_value,
)


def test_the_p_value_at_delta_0_is_the_tail_of_randomized_response() -> None:
    # 3 right of 3 guesses at epsilon ln 3: accuracy 3/4.
    assert p_value(10, 3, 3, math.log(3), 0.0) == pytest.approx(0.75**3)
    assert p_value(10, 3, 0, 1.0, 0.0) == pytest.approx(1.0)


def test_delta_adds_what_theorem_5_2_says() -> None:
    # v = 1: alpha = P[Binomial(r, q) = 0] / 1, times 2 m delta.
    q = 1 / (1 + math.exp(-1.0))
    expected = 1 - (1 - q) ** 2 + (1 - q) ** 2 * 0.01 * 2 * 5
    assert p_value(5, 2, 1, 1.0, 0.01) == pytest.approx(expected)


def test_delta_adds_the_likeliest_of_all_steps_down() -> None:
    from scipy.stats import binom

    accuracy = 1 / (1 + math.exp(-0.5))
    steps = [binom.pmf(range(40 - i, 40), 60, accuracy).sum() / i for i in range(1, 41)]
    expected = binom.sf(39, 60, accuracy) + max(steps) * 1e-3 * 2 * 100
    assert p_value(100, 60, 40, 0.5, 1e-3) == pytest.approx(expected)


@pytest.mark.parametrize(("guesses", "right"), [(11, 5), (3, 4), (3, -1)])
def test_no_more_can_be_right_than_guessed_nor_guessed_than_there_are(
    guesses: int, right: int
) -> None:
    with pytest.raises(ValueError, match="must hold"):
        p_value(10, guesses, right, 1.0, 0.0)


def test_the_bound_is_where_the_p_value_crosses_the_error() -> None:
    low = epsilon_bound(1000, 200, 190, 1e-5, 0.05)
    assert p_value(1000, 200, 190, low, 1e-5) == pytest.approx(0.05, rel=1e-4)
    small = epsilon_bound(1000, 1000, 530, 0.0, 0.05)
    assert 0 < small < 0.02
    assert p_value(1000, 1000, 530, small, 0.0) == pytest.approx(0.05, rel=1e-4)
    assert epsilon_bound(100, 100, 50, 0.0, 0.05) == 0.0


def test_the_papers_example_of_perfect_guesses() -> None:
    # All r guesses right bounds epsilon by about log(r / log(1 / error)) (section 6).
    low = epsilon_bound(1000, 1000, 1000, 0.0, 0.05)
    assert low == pytest.approx(math.log(1000 / math.log(20)), abs=0.01)


def test_randomized_response_at_epsilon_is_rarely_refuted() -> None:
    rng = np.random.default_rng(5)
    epsilon, wrong = 2.0, 0
    for _ in range(200):
        member = rng.random(200) < 0.5
        truthful = rng.random(200) < 1 / (1 + math.exp(-epsilon))
        said = np.where(truthful, member, ~member).astype(float) + rng.random(200) * 1e-3
        wrong += one_run(said[member], said[~member], 0.0).low > epsilon
    assert wrong <= 18  # 5 % of 200, and three standard errors


def test_scores_that_tell_everything_refute_and_noise_does_not() -> None:
    inside, outside = np.ones(60), np.zeros(60)
    assert one_run(inside, outside, 1e-5).low > 2.0
    rng = np.random.default_rng(1)
    assert one_run(rng.random(60), rng.random(60), 1e-5).low < 0.5
    assert one_run(np.ones(60), np.ones(60), 1e-5).low < 0.5  # all tied: nothing is known
    with pytest.raises(ValueError, match="not finite"):
        one_run([math.nan], [0.0], 0.0)


def test_scores_that_are_all_equal_refute_nothing_whatever_their_number() -> None:
    for inside in range(1, 120):
        for outside in {1, inside, 119 - inside} - {0}:
            found = one_run(np.zeros(inside), np.zeros(outside), 0.0)
            assert found.low == 0
            assert found.right == found.guesses // 2


def test_equal_scores_at_the_border_are_right_by_their_share() -> None:
    # Of the three equal scores two are in. Two guesses that somebody is in: the highest is, and
    # 2/3 of an equal one. The two lowest are both out: 3.67 right.
    scores, member = np.array([3.0, 2, 2, 2, 1, 1]), np.array([True, True, True, *[False] * 3])
    assert _right(scores, member, 2) == 3
    # With three on either side 1 + 4/3 and 2 + 1/3 are right, 4.67.
    assert _right(scores, member, 3) == 4
    found = one_run([3.0, *[2.0] * 8], [*[2.0] * 8, 1.0], 0.0)
    assert (found.guesses, found.right) == (10, 6)  # of four equal ones half, on either side


def test_the_interval_has_two_ends_however_many_are_right() -> None:
    every = one_run(np.ones(48), np.zeros(48), 1e-5)
    assert 0 < every.low < every.value < every.high == LARGEST
    none = one_run(np.zeros(48), np.ones(48), 1e-5)
    assert none.low == none.value == 0 < none.high
    some = one_run([*[1.0] * 44, *[0.0] * 4], [*[0.0] * 44, *[1.0] * 4], 1e-5)
    assert 0 < some.low < some.value < some.high < LARGEST


def test_the_upper_end_by_hand() -> None:
    # One right of two guesses: so few at accuracy a with chance 1 - a^2, here 0.05 / 4.
    accuracy = math.sqrt(1 - 0.05 / 4)
    found = one_run([1.0, 0.0], [], 0.0)  # the lower is guessed to be out
    assert (found.guesses, found.low) == (2, 0.0)
    assert found.high == pytest.approx(math.log(accuracy / (1 - accuracy)))


def test_randomized_response_lies_between_the_ends() -> None:
    rng = np.random.default_rng(6)
    epsilon, outside = 1.5, 0
    for _ in range(200):
        member = rng.random(200) < 0.5
        truthful = rng.random(200) < 1 / (1 + math.exp(-epsilon))
        said = np.where(truthful, member, ~member).astype(float) + rng.random(200) * 1e-3
        found = one_run(said[member], said[~member], 0.0)
        outside += not found.low <= epsilon <= found.high
    assert outside <= 30  # 10 % of 200, each end at 95 %, and three standard errors


def test_the_value_is_as_likely_too_large_as_too_small() -> None:
    # Two of two are right with the square of the accuracy, here one half.
    found = one_run([1.0], [0.0], 0.0)
    accuracy = math.sqrt(0.5)
    assert (found.guesses, found.right) == (2, 2)
    assert found.value == pytest.approx(math.log(accuracy / (1 - accuracy)))


def test_nearly_all_are_guessed_or_a_quarter_a_sixteenth_or_a_sixty_fourth() -> None:
    assert _guesses(1024) == [960, 256, 64, 16]
    assert _guesses(40) == [28, 10, 2]
    assert [_guesses(n) for n in (0, 1, 2)] == [[], [], [2]]
    assert largest_bound(1, 0, 0.0) == 0


@pytest.mark.parametrize("inside", [48, 38, 30, 5, 0])
def test_no_scores_show_more_than_the_largest_bound_of_what_the_coins_gave(inside: int) -> None:
    every = one_run(np.ones(inside), np.zeros(96 - inside), 1e-5).low
    assert largest_bound(inside, 96 - inside, 1e-5) == every


def test_uneven_coins_cost_hardly_any_of_the_bound() -> None:
    even, usual, rare = (largest_bound(n, 96 - n, 1e-5) for n in (48, 38, 30))
    assert even == usual > 2.8
    assert rare < 2


def test_of_the_ways_the_highest_bound_counts() -> None:
    # A quarter of the members stand out, the others score as strangers do.
    inside, outside = np.repeat([2.0, 1.0], [50, 150]), np.repeat([1.0, 0.0], [150, 50])
    found = one_run(inside, outside, 0.0)
    assert (found.guesses, found.right) == (100, 100)  # of 360 only 230 are right
    error = 0.05 / 4
    assert found.low == epsilon_bound(400, 100, 100, 0.0, error)
    assert found.low > epsilon_bound(400, 360, 230, 0.0, error)


def test_how_many_canaries_it_takes() -> None:
    count = canaries_needed(3.0, 1e-5)
    assert count is not None
    assert largest_bound(count // 2, count // 2, 1e-5) > 3
    assert largest_bound(count // 4, count // 4, 1e-5) <= 3
    least = canaries_needed(1.0, 1e-5)
    assert least is not None
    assert least < count


@pytest.mark.long
def test_96_canaries_cannot_refute_8_and_at_a_large_delta_none_can() -> None:
    assert 2.8 < largest_bound(48, 48, 1e-6) < 2.85
    assert canaries_needed(8.0, 1e-6) == 16_384
    assert largest_bound(8_192, 8_192, 1e-6) > 8 > largest_bound(4_096, 4_096, 1e-6)
    assert canaries_needed(8.0, 1e-5) is None
    assert max(largest_bound(2**n, 2**n, 1e-5) for n in range(20)) < 8


def test_many_guesses_by_chance_show_hardly_any_epsilon() -> None:
    found = one_run(np.zeros(2000), np.zeros(2000), 0.0)
    accuracy = 0.5 + 2.2414 * 0.5 / math.sqrt(found.guesses)  # so few right in 0.05 / 4 of cases
    assert found.high == pytest.approx(math.log(accuracy / (1 - accuracy)), rel=0.02)
