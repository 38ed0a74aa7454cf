"""How much privacy training costs, and how much noise a budget asks for.

Opacus' PRV accountant speaks where it can (Gopi, Lee and Wutschitz 2021). It overflows at very
large epsilon, rounds too much at very small delta, and gives NaN at no steps; then its RDP
accountant does (Mironov 2017), which never says less than is spent, either. Which one spoke is part
of the answer.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable
from functools import cache
from typing import Literal, NamedTuple

from seethrough.errors import UsageError

Accountant = Literal["prv", "rdp"]

LARGEST_PRV = 100.0
"""Above this epsilon the PRV accountant takes minutes, then overflows; RDP speaks alone."""

SMALLEST_DELTA = 1e-11
"""Below this delta its rounding may hide more than delta; RDP speaks alone."""


class Spent(NamedTuple):
    """What so many steps cost.

    Attributes:
        epsilon: The privacy budget that is spent.
        delta: The chance that it does not hold.
        accountant: Which accountant said so: ``prv`` or ``rdp``.
    """

    epsilon: float
    delta: float
    accountant: Accountant


class Noise(NamedTuple):
    """How much noise a budget asks for.

    Attributes:
        multiplier: The standard deviation of the noise over the clipping norm.
        spent: What all steps with that noise cost; at most the budget.
    """

    multiplier: float
    spent: Spent


def default_delta(people: int) -> float:
    """Return 1 / (N log N), at most 0.1.

    Source: Yue et al., "Synthetic text generation with differential privacy" (ACL 2023), section 4.
    """
    return 1 / max(10.0, people * math.log(max(people, 1)))


def delta_for(asked: float, people: int) -> float:
    """Return the delta of a guarantee.

    Args:
        asked: What the user asked for; 0 for the default.
        people: How many people there are.

    Raises:
        UsageError: It is above 1 / N. Whoever publishes one person in N, drawn at random, keeps it.
    """
    if asked * people > 1:
        raise UsageError(
            f"delta={asked:g} is above 1 / {people:,}, one by the number of people: a release that"
            " gives somebody away whole would keep it; lower delta"
        )
    return asked or default_delta(people)


@cache
def spent(rate: float, multiplier: float, steps: int, delta: float) -> Spent:
    """Return what steps of the Poisson-subsampled Gaussian mechanism cost.

    Args:
        rate: The chance that somebody is drawn for a step, in (0, 1].
        multiplier: The noise multiplier, above 0.
        steps: How many steps; 0 costs nothing.
        delta: In (0, 1).
    """
    if not steps:
        return Spent(0.0, delta, "rdp")
    bound = _rdp(rate, multiplier, steps, delta)
    if not math.isfinite(bound):
        raise UsageError(f"noise {multiplier:g} is too little for any guarantee; add noise")
    tighter = _prv(rate, multiplier, steps, delta) if bound <= LARGEST_PRV else math.nan
    if math.isfinite(tighter) and tighter <= bound:
        return Spent(tighter, delta, "prv")
    return Spent(bound, delta, "rdp")


def spent_so_far(rate: float, multiplier: float, steps: int, delta: float) -> float:
    """Return an upper bound on epsilon that takes milliseconds, by RDP; for a progress line."""
    return _rdp(rate, multiplier, steps, delta) if steps else 0.0


@cache
def noise_for(epsilon: float, delta: float, rate: float, steps: int) -> Noise:
    """Return the least noise, to a hundredth of epsilon, with which steps cost at most epsilon.

    Args:
        epsilon: The budget, above 0.
        delta: In (0, 1).
        rate: The chance that somebody is drawn for a step, in (0, 1].
        steps: How many steps, at least 1.

    Raises:
        UsageError: For no noise can it be shown that the budget is kept, or delta allows that
            everybody who is drawn is given away.
    """
    drawn = -math.expm1(steps * math.log1p(-rate)) if rate < 1 else 1.0
    if delta >= drawn:
        raise UsageError(
            f"delta={delta:g} guarantees nothing: people are drawn for this training with a chance"
            f" of {drawn:.2g}, so that no noise would keep it; lower delta or train longer"
        )

    def rdp(noise: float) -> float:
        return _rdp(rate, noise, steps, delta)

    def prv(noise: float) -> float:
        return _prv(rate, noise, steps, delta)

    enough = _enough(rdp, epsilon)
    if enough is None and epsilon > _COARSE:
        # RDP's orders end at 63: below some epsilon it shows nothing, however much noise there is.
        enough = _enough(prv, epsilon)
    if enough is None:
        raise UsageError(
            f"epsilon={epsilon:g} is less than can be shown for any noise up to"
            f" {_MOST_NOISE:,.0f}; raise epsilon or delta"
        )
    bounded = _least(rdp, epsilon, enough)
    if epsilon <= LARGEST_PRV:
        # PRV says at most what RDP says, so that RDP's noise is enough; how much less would be?
        tighter = _least(prv, epsilon, bounded)
        cost = prv(tighter)
        if cost <= epsilon:
            return Noise(tighter, Spent(cost, delta, "prv"))
    return Noise(bounded, Spent(rdp(bounded), delta, "rdp"))


_MOST_NOISE = 1e4
_COARSE = 0.01
"""PRV adds as much to each epsilon for its own error, so that it shows no less."""
_CLOSE = 0.01


def _enough(cost: Callable[[float], float], epsilon: float) -> float | None:
    """Return some noise whose cost is at most epsilon; None if there is none up to the most."""
    noise = 1.0
    while not cost(noise) <= epsilon:
        noise *= 4
        if noise > _MOST_NOISE:
            return None
    return noise


def _least(cost: Callable[[float], float], epsilon: float, enough: float) -> float:
    """Return the least noise whose cost is at most epsilon, to a hundredth of epsilon.

    Tiny noise takes an accountant minutes, so it is come near from above.

    Args:
        cost: What a noise multiplier costs; falls with it. NaN counts as too much.
        epsilon: The budget.
        enough: Enough noise.
    """
    low = 0.8 * enough
    while cost(low) <= epsilon:
        low, enough = 0.8 * low, low
    while enough - low > 1e-4 * enough:
        middle = math.sqrt(low * enough)
        spent = cost(middle)
        if spent <= epsilon:
            enough = middle
            if epsilon - spent <= _CLOSE * epsilon:
                break
        else:
            low = middle
    return enough


@cache
def _rdp(rate: float, multiplier: float, steps: int, delta: float) -> float:
    return _epsilon("rdp", rate, multiplier, steps, delta)


@cache
def _prv(rate: float, multiplier: float, steps: int, delta: float) -> float:
    return math.nan if delta < SMALLEST_DELTA else _epsilon("prv", rate, multiplier, steps, delta)


def _epsilon(
    accountant: Accountant, rate: float, multiplier: float, steps: int, delta: float
) -> float:
    """Return what one of Opacus' accountants says; NaN where it cannot."""
    from opacus.accountants import create_accountant

    made = create_accountant(mechanism=accountant)
    made.history = [(multiplier, rate, steps)]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # an order at the end of its list: the bound holds
            found = float(made.get_epsilon(delta=delta))
            return 0.0 if found < 0 else found  # a delta that is not needed
    except (ArithmeticError, ValueError, RuntimeError, MemoryError):
        return math.nan
