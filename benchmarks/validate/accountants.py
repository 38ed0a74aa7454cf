"""Epsilon of DP-SGD, beside published vectors and Google's ``dp-accounting``."""

from __future__ import annotations

import dp_accounting
from dp_accounting.pld import PLDAccountant

from benchmarks.validate.comparison import Comparison
from seethrough.training.accounting import spent, spent_so_far

NEEDS: tuple[str, ...] = ()
SETTINGS = ((0.04, 1.5, 2250), (0.008, 1.0, 375), (0.05, 0.8, 60), (0.2, 1.2, 100))
"""Sampling rate, noise multiplier and steps, each at delta 1e-5."""


def compare() -> list[Comparison]:
    """Return the two published vectors, and each setting within 2 % of ``dp-accounting``."""
    found = [
        Comparison(
            "epsilon, rate 0.04, noise 1.5, 2,250 steps, RDP", "Opacus", 7.32911,
            spent_so_far(0.04, 1.5, 2250, 1e-5), "within", 1e-4,
        ),
        Comparison(
            "epsilon, the same, PRV", "Opacus", 6.77740,
            spent(0.04, 1.5, 2250, 1e-5).epsilon, "within", 0.007,
        ),
    ]  # fmt: skip
    for rate, noise, steps in SETTINGS:
        step = dp_accounting.PoissonSampledDpEvent(rate, dp_accounting.GaussianDpEvent(noise))
        accountant = PLDAccountant().compose(dp_accounting.SelfComposedDpEvent(step, steps))
        theirs = float(accountant.get_epsilon(1e-5))
        name = f"epsilon, rate {rate:g}, noise {noise:g}, {steps:,} steps"
        ours = spent(rate, noise, steps, 1e-5).epsilon
        found.append(Comparison(name, "dp-accounting", theirs, ours, "within", 0.02 * theirs))
    return found
