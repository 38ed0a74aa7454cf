"""The Gaussian mechanism's exact curve: by hand, round trips, and against dp-accounting."""

from __future__ import annotations

import math

import pytest

from seethrough.word_level.mechanisms.gaussian import delta_of, epsilon_of, noise_for


def test_at_epsilon_0_delta_is_the_distance_of_two_normals() -> None:
    assert delta_of(0.0, 2.0) == pytest.approx(math.erf(0.25 / math.sqrt(2)))
    assert delta_of(0.0, 2.0 * math.sqrt(5), rounds=5) == pytest.approx(delta_of(0.0, 2.0))


@pytest.mark.parametrize(("epsilon", "delta", "rounds"), [(1.0, 1e-5, 1), (8.0, 1e-4, 10)])
def test_the_noise_for_a_budget_costs_that_budget(
    epsilon: float, delta: float, rounds: int
) -> None:
    sigma = noise_for(epsilon, delta, rounds)
    assert epsilon_of(delta, sigma, rounds) == pytest.approx(epsilon, rel=1e-9)
    assert delta_of(epsilon, sigma, rounds) == pytest.approx(delta, rel=1e-9)


@pytest.mark.parametrize(("epsilon", "delta"), [(1.0, 1e-5), (0.3, 1e-9), (8.0, 1e-4)])
@pytest.mark.parametrize("rounds", [1, 3, 10])
def test_what_is_returned_is_enough_to_the_last_digit(
    epsilon: float, delta: float, rounds: int
) -> None:
    sigma = noise_for(epsilon, delta, rounds)
    assert delta_of(epsilon, sigma, rounds) <= delta
    assert delta_of(epsilon_of(delta, sigma, rounds), sigma, rounds) <= delta


def test_much_noise_costs_nothing() -> None:
    assert epsilon_of(0.1, 1000.0) == 0.0


def test_many_rounds_cost_something_where_one_costs_nothing() -> None:
    assert epsilon_of(0.1, 5.0) == 0.0
    assert epsilon_of(0.1, 5.0, rounds=25) == pytest.approx(epsilon_of(0.1, 1.0))
    assert epsilon_of(0.1, 1.0) > 1


@pytest.mark.parametrize(("sigma", "rounds"), [(1.0, 1), (4.0, 10), (2.0, 30)])
def test_it_agrees_with_dp_accounting(sigma: float, rounds: int) -> None:
    import dp_accounting
    from dp_accounting.pld import PLDAccountant

    event = dp_accounting.SelfComposedDpEvent(dp_accounting.GaussianDpEvent(sigma), rounds)
    theirs = PLDAccountant().compose(event).get_epsilon(1e-5)
    assert epsilon_of(1e-5, sigma, rounds) == pytest.approx(theirs, rel=0.005)
