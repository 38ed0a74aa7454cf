"""Epsilon against published vectors, dp-accounting, and where the accountant gives up."""

from __future__ import annotations

import math

import pytest

from seethrough.errors import UsageError
from seethrough.training import accounting
from seethrough.training.accounting import (
    default_delta,
    delta_for,
    noise_for,
    spent,
    spent_so_far,
)
from seethrough.word_level.mechanisms.gaussian import epsilon_of


def test_a_published_vector() -> None:
    # Noise 1.5, rate 0.04, 2,250 steps, delta 1e-5 (Opacus' own tests and documentation).
    assert spent_so_far(0.04, 1.5, 2250, 1e-5) == pytest.approx(7.32911, abs=1e-4)
    found = spent(0.04, 1.5, 2250, 1e-5)
    assert found.accountant == "prv"
    assert found.epsilon == pytest.approx(6.77740, rel=0.001)


def test_a_second_vector() -> None:
    assert spent_so_far(0.008, 1.0, 375, 1e-5) == pytest.approx(1.317, abs=1e-3)
    assert spent(0.008, 1.0, 375, 1e-5).epsilon == pytest.approx(0.936, abs=1e-3)


@pytest.mark.parametrize(("rate", "noise", "steps"), [(0.05, 0.8, 60), (0.2, 1.2, 100)])
def test_epsilon_is_within_two_percent_of_dp_accountings(
    rate: float, noise: float, steps: int
) -> None:
    import dp_accounting
    from dp_accounting.pld import PLDAccountant

    step = dp_accounting.PoissonSampledDpEvent(rate, dp_accounting.GaussianDpEvent(noise))
    theirs = PLDAccountant().compose(dp_accounting.SelfComposedDpEvent(step, steps))
    assert spent(rate, noise, steps, 1e-5).epsilon == pytest.approx(
        theirs.get_epsilon(1e-5), rel=0.02
    )


@pytest.mark.parametrize(
    ("noise", "steps", "delta"), [(2.0, 100, 1e-11), (2.0, 100, 1e-13), (5.0, 300, 1e-13)]
)
def test_no_delta_is_so_small_that_epsilon_is_understated(
    noise: float, steps: int, delta: float
) -> None:
    # Of everybody in each step the cost is known exactly.
    exact = epsilon_of(delta, noise, steps)
    assert exact <= spent(1.0, noise, steps, delta).epsilon <= 1.05 * exact


def test_no_steps_cost_nothing_where_prv_gives_nan() -> None:
    assert spent(0.1, 1.0, 0, 1e-5).epsilon == 0.0


@pytest.mark.parametrize("epsilon", [512.0, 1024.0])
def test_at_huge_epsilon_rdp_speaks(epsilon: float) -> None:
    found = noise_for(epsilon, 1e-4, 0.05, 40)
    assert found.spent.accountant == "rdp"
    assert 0.98 * epsilon <= found.spent.epsilon <= epsilon


def test_the_noise_for_a_budget_keeps_it_and_wastes_little() -> None:
    found = noise_for(8.0, 1e-4, 0.05, 40)
    assert found.spent == spent(0.05, found.multiplier, 40, 1e-4)
    assert found.spent.accountant == "prv"
    assert 7.9 <= found.spent.epsilon <= 8.0
    assert noise_for(3.0, 1e-4, 0.05, 40).multiplier > found.multiplier


@pytest.mark.parametrize(("rate", "steps"), [(0.05, 60), (1.0, 3)])
def test_below_what_rdp_can_show_prv_speaks(rate: float, steps: int) -> None:
    found = noise_for(0.1, 1e-5, rate, steps)
    assert found.spent == spent(rate, found.multiplier, steps, 1e-5)
    assert found.spent.accountant == "prv"
    assert 0.09 <= found.spent.epsilon <= 0.1


def test_a_budget_that_no_noise_keeps_is_refused() -> None:
    with pytest.raises(UsageError, match="less than can be shown for any noise up to 10,000"):
        noise_for(1e-9, 1e-12, 0.5, 10**6)


def test_a_delta_that_needs_no_noise_is_refused() -> None:
    # Two steps of 0.8 % draw somebody with a chance of 1 - 0.992 ** 2 = 0.015936.
    with pytest.raises(UsageError, match=r"delta=0\.016 guarantees nothing: .* chance of 0\.016"):
        noise_for(8.0, 0.016, 0.008, 2)
    assert noise_for(8.0, 0.0158, 0.008, 2).spent.epsilon >= 0
    with pytest.raises(UsageError, match="guarantees nothing"):
        noise_for(8.0, 0.05, 0.016, 2)
    assert spent(0.00013, 0.467, 650, 0.071).epsilon == 0.0


def test_a_delta_as_large_as_the_chance_to_be_drawn_is_refused() -> None:
    with pytest.raises(UsageError, match="guarantees nothing"):
        noise_for(8.0, 0.5, 0.5, 1)


def test_noise_of_which_no_accountant_says_the_cost_is_too_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def rdp(rate: float, noise: float, steps: int, delta: float) -> float:
        return math.nan if noise < 5 else 30 / noise

    monkeypatch.setattr(accounting, "_rdp", rdp)
    monkeypatch.setattr(accounting, "_prv", lambda *given: math.nan)
    found = noise_for(8.0, 1e-4, 0.0321, 17)
    assert found.multiplier >= 5
    assert found.spent == (30 / found.multiplier, 1e-4, "rdp")
    assert spent(0.0321, 10.0, 17, 1e-4) == (3.0, 1e-4, "rdp")
    with pytest.raises(UsageError, match="noise 4 is too little for any guarantee"):
        spent(0.0321, 4.0, 17, 1e-4)


def test_the_default_delta_falls_faster_than_the_people() -> None:
    assert default_delta(1000) == pytest.approx(1 / (1000 * math.log(1000)))
    assert default_delta(1) == 0.1


def test_a_delta_above_one_by_the_people_is_refused() -> None:
    assert delta_for(0, 1000) == default_delta(1000)
    assert delta_for(0.001, 1000) == 0.001
    with pytest.raises(UsageError, match=r"delta=0\.0011 is above 1 / 1,000"):
        delta_for(0.0011, 1000)
    assert all(delta_for(0, people) < 1 / people for people in range(1, 200))


def test_a_budget_for_many_steps_takes_much_noise() -> None:
    found = noise_for(1.0, 1e-5, 1.0, 1000)
    assert found.multiplier > 100
    assert 0.9 <= found.spent.epsilon <= 1
