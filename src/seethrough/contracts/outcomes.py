"""What an attack gives back."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.contracts.given import fixed
from seethrough.errors import ContractError
from seethrough.protocols import Attack, Figure, Guess, Outcome, Tally

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def outcomes_of(
    attack: Attack[Any], guesses: Sequence[Guess], private: Corpus
) -> Sequence[Outcome]:
    """Return how guesses compare with the truth, as ``Attack.score`` does.

    Raises:
        ContractError: It did not give one outcome per guess, or what one adds to a figure is no
            share of something, or a count of its ledger no number of things, or its evidence none
            of the attack's.
    """
    outcomes = attack.score(fixed(guesses), private)
    problem = _problem(outcomes, len(guesses), attack)
    if problem:
        raise ContractError(f"attack {spec.name_of(attack)}: its score gave {problem}")
    return outcomes


def _problem(outcomes: Any, guesses: int, attack: Attack[Any]) -> str:
    """Return what is wrong with outcomes; nothing where nothing is."""
    if not isinstance(outcomes, Sequence):
        return f"{type(outcomes).__name__}; give a list with an Outcome for each guess"
    if len(outcomes) != guesses:
        return f"{len(outcomes):,} outcomes of {guesses:,} guesses"
    for outcome in outcomes:
        if not isinstance(outcome, Outcome):
            return f"{type(outcome).__name__} for a guess; give an Outcome"
        for figure in attack.figures:
            tally = outcome.tallies.get(figure.name)
            if tally is None:
                return f"an outcome without {figure.name}"
            if not _is_tally(tally, figure):
                return f"what is no tally of {figure.name}; {_wanted(figure)}"
        if not all(isinstance(count, int) and count >= 0 for count in outcome.ledger.values()):
            return "a ledger with what is no count; give whole numbers of at least 0"
        if not all(isinstance(name, str) for name in outcome.ledger):
            return "a ledger with what is no text to name a count"
        if outcome.evidence is not None and not _is_of(outcome.evidence, attack):
            return f"{type(outcome.evidence).__name__} as evidence; {_evidence(attack)}"
    return ""


def _is_of(evidence: Any, attack: Attack[Any]) -> bool:
    return attack.evidence is not None and isinstance(evidence, attack.evidence)


def _evidence(attack: Attack[Any]) -> str:
    """Return what the evidence of an attack is, in a few words."""
    if attack.evidence is None:
        return "name its class, as in evidence: ClassVar[type[Answer]] = Answer"
    return f"give {attack.evidence.__name__}"


def _is_tally(tally: Any, figure: Figure) -> bool:
    if not (isinstance(tally, Tally) and all(map(_is_finite, tally)) and tally.of >= 0):
        return False
    most = math.inf if figure.most is None else figure.most * tally.of
    return figure.contrast is not None or 0 <= tally.value <= most + 1e-9


def _is_finite(number: Any) -> bool:
    return isinstance(number, int | float) and math.isfinite(number)


def _wanted(figure: Figure) -> str:
    """Return what a tally of a figure is, in a few words."""
    if figure.contrast is not None:
        return "give Tally(score) with a plain finite number, such as float(score)"
    least = "at least 0" if figure.most is None else f"from 0 to {figure.most:g} times of"
    return (
        "give Tally(value, of) with plain finite numbers, such as float(value), of at least 0, and"
        f" value {least}"
    )
