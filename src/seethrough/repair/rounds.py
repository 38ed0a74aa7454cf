"""The report of a round of repair: figures of risk and utility, for ``details``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.statistics.seeding import generator

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate, Interval
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.text import TextRelease


def beyond(risk: Sequence[Estimate]) -> float | None:
    """Return the leak rate beyond control and baseline, None if nothing could be counted."""
    excess = _leak(risk).excess
    return None if excess is None else excess.value


def _leak(risk: Sequence[Estimate]) -> Estimate:
    """Return the figure that a repair lowers."""
    return next(e for e in risk if e.name == "semantic.leak_rate")


def risk_of(risk: Sequence[Estimate]) -> dict[str, Any]:
    """Return an attack's figures by name, with control, excess and intervals.

    The one that a repair lowers stands under ``leak``, too.
    """
    made = {
        estimate.name: {
            **_ends(estimate),
            "control": None if estimate.control is None else _ends(estimate.control),
            "excess": None if estimate.excess is None else _ends(estimate.excess),
        }
        for estimate in risk
    }
    return {**made, "leak": made[_leak(risk).name]}


def utility_of(private: Corpus, release: TextRelease, seed: int) -> dict[str, Any]:
    """Return how much wording, length and numbers a release keeps, by figure.

    Removing text lowers any leak rate; these figures show the cost.
    """
    from seethrough.utilities.length_kept import LengthKept
    from seethrough.utilities.numbers_kept import NumbersKept
    from seethrough.utilities.rouge_kept import RougeKept

    rng = generator(seed, "utility")
    made = [
        estimate
        for utility in (RougeKept(), LengthKept(), NumbersKept())
        for estimate in utility.measure(private, release, rng)
    ]
    return {estimate.name: _ends(estimate) for estimate in made}


def stage(made: Mapping[str, Any], risk: Sequence[Estimate]) -> str:
    """Describe a round, its risk and utility briefly, to show while the next one runs."""
    rate, length = beyond(risk), made["utility"]["utility.length_kept"]["value"]
    parts = [
        f"{name} {x:.2f}" for name, x in (("leak rate", rate), ("length", length)) if x is not None
    ]
    return f"repair round {made['round']}: {', '.join(parts) or 'nothing to measure'}"


def _ends(of: Estimate | Interval) -> dict[str, Any]:
    return {
        name: None if value is None else round(value, 6)
        for name, value in (("value", of.value), ("low", of.low), ("high", of.high))
    } | {"n": of.n}
