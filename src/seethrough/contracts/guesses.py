"""What an attack guesses."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from seethrough import spec
from seethrough.contracts.given import fixed
from seethrough.errors import ContractError
from seethrough.protocols import Attack, Generator, Guess, Knowledge
from seethrough.records.releases.text import TextRelease


def guesses_of(
    attack: Attack[Any], release: Any, knowledge: Sequence[Knowledge], rng: Generator
) -> Sequence[Guess]:
    """Return an attack's guess of each target, as ``Attack.guess`` does.

    Raises:
        ContractError: It did not give one guess for each target, in order, or one names a record
            that a text release does not have, or that this adversary must not see. A figure, or
            its control, would be of something else.
    """
    guesses = attack.guess(release, fixed(knowledge), rng)
    problem = _problem(guesses, release, knowledge)
    if problem:
        raise ContractError(f"attack {spec.name_of(attack)}: {problem}")
    return guesses


def _problem(guesses: Any, release: Any, knowledge: Sequence[Knowledge]) -> str:
    """Return what is wrong with guesses; nothing where nothing is."""
    if not isinstance(guesses, Sequence) or not all(isinstance(g, Guess) for g in guesses):
        return "its guess gave no list of Guess; give one for each target"
    if [guess.knowledge for guess in guesses] != [*knowledge]:
        return (
            "its guesses are not one for each target, in the order of the targets; each would count"
            " for somebody else"
        )
    if not isinstance(release, TextRelease):
        return ""
    there = release.corpus.position
    for guess in guesses:
        if any(record not in there for record in guess.records):
            return "a guess names a record that the release does not have"
        if not guess.knowledge.unseen.isdisjoint(guess.records):
            return "a guess names a record that this adversary must not see (unseen)"
    return ""
