"""What a caller in Python asks for, checked in one line before any work begins."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.contracts.agreements import agreement_of
from seethrough.contracts.told import told_by
from seethrough.engine.runs.failures import named
from seethrough.engine.runs.judged_arm import judge_of
from seethrough.engine.verdict.limits import Limit, Tolerances
from seethrough.errors import UsageError
from seethrough.progress import Progress
from seethrough.protocols import Attack
from seethrough.reasons import QUESTIONS

if TYPE_CHECKING:
    from seethrough.agreement.ratings import RatedClaims


def check_asked(
    standard: str,
    targets: int | None,
    seed: int,
    limits: Sequence[Limit],
    tolerances: Tolerances,
    progress: Progress,
    seeds: int = 1,
) -> None:
    """Raise UsageError where there is no such question, number, limit or tolerance."""
    if not callable(progress):
        raise UsageError(
            f"progress={progress!r:.50}: expected a function of a stage's name, how much of it is"
            " done, and how much there is; leave it out for none"
        )
    check_number("seed", seed, 0)
    check_number("seeds", seeds, 1)
    if targets is not None:
        check_number("targets", targets, 1)
    if standard not in QUESTIONS:
        raise UsageError(f"standard={standard!r:.50}: expected one of {', '.join(QUESTIONS)}")
    if not all(isinstance(limit, Limit) for limit in listed("limits", limits)):
        raise UsageError(f"limits={limits!r:.50}: expected a list such as [Limit(FIGURE, 0.1)]")
    if not isinstance(tolerances, Tolerances):
        raise UsageError(
            f"tolerances={tolerances!r:.50}: expected Tolerances(0.1), or"
            " Tolerances(named={FIGURE: 0.1})"
        )


def check_number(name: str, number: int, least: int) -> None:
    """Raise UsageError where an argument is no whole number, or smaller than it may be."""
    if type(number) is not int or number < least:
        raise UsageError(f"{name}={number!r:.20}: expected a whole number of at least {least}")


def check_ratings(ratings: RatedClaims | None) -> None:
    """Raise UsageError where what is given is no ratings."""
    if ratings is not None and not hasattr(ratings, "by_pair"):
        raise UsageError(
            f"ratings={ratings!r:.50}: expected what"
            " seethrough.agreement.ratings.read_ratings(FILE) returns"
        )


def components(kind: str, given: Sequence[Any] | None) -> list[Any]:
    """Return the components of a kind that were given or described; none for None.

    Raises:
        UsageError: One is wrong, or it is no list of them.
    """
    return [spec.component(kind, one) for one in listed(kind, given or ())]


def check_attack(attack: Attack[Any]) -> None:
    """Check what an attack says of itself, and that its judge, where it has one, is all there.

    Raises:
        ContractError: What either says of itself is malformed, or its own code fails.
        UnavailableError: A package that the judge needs is not installed.
    """
    with named(f"attack {spec.name_of(attack)}"):
        told_by(attack)
        judge = judge_of(attack)
    if judge is not None:
        with named(f"judge {spec.name_of(judge)}"):
            agreement_of(judge)
            judge.require()


def listed(name: str, given: Sequence[Any]) -> Sequence[Any]:
    """Return a list that was given; raise UsageError where it is something else, or a text."""
    if isinstance(given, str) or not isinstance(given, Sequence):
        raise UsageError(f"{name}={given!r:.50}: expected a list; write [...] also for one")
    return given


def folder(given: str | os.PathLike[str] | None) -> Path | None:
    """Return the folder of a run, or of runs, that was named; None for none.

    Raises:
        UsageError: It is no path.
    """
    if given is None:
        return None
    if not isinstance(given, str | os.PathLike):
        raise UsageError(f"run={given!r:.50}: expected the path of a folder")
    return Path(given)
