"""Exposed people: what chance explains, and what it does not."""

import numpy as np
import pytest

from seethrough.statistics.exposure import beta_binomial, exposure_p_values, raised
from seethrough.statistics.holm import holm


def test_the_fit_finds_rate_and_dependence() -> None:
    rng = np.random.default_rng(1)
    asked = rng.integers(5, 20, 4000)
    for rate, spread in ((0.1, 0.1), (0.4, 0.3), (0.05, 0.5)):
        scale = (1 - spread) / spread
        hits = rng.binomial(asked, rng.beta(rate * scale, (1 - rate) * scale, len(asked)))
        assert beta_binomial(hits, asked) == pytest.approx((rate, spread), rel=0.12)


def test_a_control_that_says_nothing_still_leaves_room() -> None:
    nothing, asked = np.zeros(200, dtype=int), np.full(200, 12)
    p_values = exposure_p_values(np.array([0, 1, 12]), np.array([12, 12, 12]), nothing, asked)
    assert p_values[0] == 1
    assert p_values[1] > 1e-4
    assert p_values[2] < 1e-5
    assert exposure_p_values(np.array([0]), np.array([0]), nothing, asked).tolist() == [1]
    with pytest.raises(ValueError, match="no claim"):
        beta_binomial(np.array([0]), np.array([0]))


@pytest.mark.parametrize("spread", [0.05, 0.2, 0.5])
def test_nobody_is_called_exposed_without_a_leak(spread: float) -> None:
    rng = np.random.default_rng(2)
    scale = (1 - spread) / spread
    wrong = 0
    for _ in range(400):
        asked = rng.integers(3, 20, 200)
        own, guessed = (
            rng.binomial(asked, rng.beta(0.08 * scale, 0.92 * scale, 200)) for _ in range(2)
        )
        wrong += (holm(exposure_p_values(own, asked, guessed, asked)) <= 0.01).any()
    assert wrong / 400 < 0.04


def test_two_of_two_hundred_stand_out() -> None:
    rng = np.random.default_rng(3)
    asked = np.full(200, 12)
    guessed = rng.binomial(asked, rng.beta(0.3, 5, 200))
    own = rng.binomial(asked, rng.beta(0.3, 5, 200))
    own[[7, 90]] = 12
    assert np.flatnonzero(holm(exposure_p_values(own, asked, guessed, asked)) <= 0.01).tolist() == [
        7,
        90,
    ]


def test_few_people_of_the_control_leave_more_room() -> None:
    disclosed, asked = np.array([1, 0, 0]), np.array([6, 6, 6])
    plain, careful = beta_binomial(disclosed, asked), raised(disclosed, asked)
    assert plain == pytest.approx((1.5 / 19, 0.05))
    inflation = 1 + 5 * careful[1]
    error = (plain[0] * (1 - plain[0]) * inflation / 18) ** 0.5
    assert careful[0] == pytest.approx(plain[0] + 0.5 * error)
    # The correlation is at its least, 0.05; its error is 0.95 (1 + 5 * 0.05) sqrt(2 / (6 * 5 * 2)).
    assert careful[1] == pytest.approx(0.05 + 0.7 * 0.95 * 1.25 * (1 / 30) ** 0.5)
    many = raised(np.tile(disclosed, 1000), np.tile(asked, 1000))
    assert many == pytest.approx(beta_binomial(np.tile(disclosed, 1000), np.tile(asked, 1000)),
                                 abs=0.01)  # fmt: skip
    assert raised(np.array([1]), np.array([1]))[1] == pytest.approx(0.05 + 0.7)
    assert raised(np.array([1, 0, 0]), np.array([1, 1, 1]))[1] == pytest.approx(0.05 + 0.7)
    assert raised(np.array([60]), np.array([60]))[0] == 0.99


@pytest.mark.parametrize("people", [3, 10, 30])
def test_nobody_is_called_exposed_by_few_people_of_a_control(people: int) -> None:
    rng = np.random.default_rng(people)
    wrong = 0
    for _ in range(800):
        rate, spread = rng.beta(1, 9), rng.uniform(0.02, 0.3)
        scale = 1 / spread - 1
        asked = rng.integers(2, 12, people)
        own, guessed = (
            rng.binomial(asked, rng.beta(rate * scale, (1 - rate) * scale, people))
            for _ in range(2)
        )
        wrong += (holm(exposure_p_values(own, asked, guessed, asked)) <= 0.01).any()
    assert wrong / 800 < 0.021  # 1 %, and three standard errors


def test_the_limit_where_chance_gives_away_much_of_few_people() -> None:
    rng, wrong, found = np.random.default_rng(7), {20: 0, 200: 0}, 0
    for people in wrong:
        for _ in range(150):
            asked = rng.integers(5, 20, people)
            rates = np.where(rng.random((2, people)) < 0.05, 0.7, 0.01)
            own, guessed = rng.binomial(asked, rates)
            wrong[people] += (holm(exposure_p_values(own, asked, guessed, asked)) <= 0.01).any()
    assert 0.1 < wrong[20] / 150 < 0.3  # a control of 20 often has no such person
    assert wrong[200] / 150 < 0.03
    for _ in range(50):  # a real leak is seen where the control shows that chance gives little
        asked = rng.integers(8, 20, 60)
        own, guessed = rng.binomial(asked, rng.beta(1, 49, (2, 60)))
        own[5] = asked[5]
        found += (holm(exposure_p_values(own, asked, guessed, asked)) <= 0.01)[5]
    assert found >= 48


@pytest.mark.parametrize("rate", [0.05, 0.4])
def test_the_probabilities_are_those_of_a_beta_binomial(rate: float) -> None:
    from scipy.stats import betabinom

    rng = np.random.default_rng(1)
    asked = rng.integers(1, 12, 300)
    control = rng.binomial(asked, rng.beta(2 * rate, 2 * (1 - rate), 300))
    mean, spread = raised(control, asked)
    scale = 1 / spread - 1
    disclosed, of = np.array([0, 1, 3, 5, 5, 0, 9]), np.array([4, 1, 7, 5, 9, 0, 9])
    found = exposure_p_values(disclosed, of, control, asked)
    theirs = betabinom.sf(disclosed - 1, of, mean * scale, (1 - mean) * scale)
    assert found == pytest.approx(theirs, abs=1e-9)
    assert found[0] == found[5] == 1


def test_people_of_whom_one_claim_was_asked_count_too() -> None:
    rate, _ = beta_binomial(np.array([1, 0, 1, 2]), np.array([1, 1, 1, 2]))
    assert rate == pytest.approx(4.5 / 6)
