"""What an attack says of itself, for a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from seethrough import spec
from seethrough.errors import ContractError
from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Attack, Step


class Told(NamedTuple):
    """What an attack says of itself, as its methods of these names do.

    Attributes:
        steps: How it goes; none for its summary.
        adversary: Who attacks how.
        facts: How many facts are known about each target (``facts_known``), or None.
        advice: What to do first about what it found.
    """

    steps: Sequence[Step]
    adversary: str
    facts: int | None
    advice: str


def told_by(attack: Attack[Any], found: Sequence[Estimate] = ()) -> Told:
    """Return what an attack says of itself.

    Args:
        attack: The attack.
        found: Its figures; without any it is asked for no advice.

    Raises:
        ContractError: It says what no report can show.
    """
    advice = attack.advice({e.name: e for e in found}) if found else ""
    told = Told(attack.steps(), attack.adversary(), attack.facts_known(), advice)
    problem = _problem(told)
    if problem:
        raise ContractError(f"attack {spec.name_of(attack)}: {problem}")
    return told


def _problem(told: Told) -> str:
    """Return what is wrong with what is told; nothing where nothing is."""
    steps, facts = told.steps, told.facts
    if not isinstance(steps, Sequence) or not all(isinstance(step, Step) for step in steps):
        return "its steps gave no list of Step"
    for method, text in (("adversary", told.adversary), ("advice", told.advice)):
        if not isinstance(text, str):
            return f"its {method} gave {type(text).__name__}; give a text, empty for nothing to say"
    if facts is not None and not (isinstance(facts, int) and facts >= 0):
        return "its facts_known gave no number; give a whole number of at least 0, or None"
    return ""
