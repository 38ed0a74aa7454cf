"""Shared by utilities: private texts paired with released ones, controls and baselines."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from seethrough import spec
from seethrough.estimates.estimate import Estimate, Interval, assemble
from seethrough.protocols import Figure, Generator, Tally

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.text import TextRelease

UNALIGNED = "not measured: the release's records are not aligned with the private ones"

Score = Callable[[Sequence[str], Sequence[str]], Sequence[Sequence[Tally]]]
"""Private texts and as many others -> for each figure, one tally per pair."""


@dataclass(frozen=True)
class Pairs:
    """Each private record paired with the released text of the same id.

    Attributes:
        persons: The person of each private record.
        private: The private texts.
        released: The released text of each; empty if the record was left out.
        others: For each, the released text of another person, drawn at random: the control. None
            where there is only one person.
    """

    persons: Sequence[str]
    private: Sequence[str]
    released: Sequence[str]
    others: Sequence[str] | None


def paired(private: Corpus, release: TextRelease, rng: Generator) -> Pairs:
    """Pair every private record with the released one.

    Args:
        private: The private records.
        release: A release that is aligned with the private records.
        rng: Draws the records of other people.
    """
    texts, position = release.corpus.texts, release.corpus.position
    released = [texts[position[id_]] if id_ in position else "" for id_ in private.ids]
    order = someone_else(private.persons, rng)
    others = None if order is None else [released[i] for i in order]
    return Pairs(private.persons, private.texts, released, others)


def someone_else(persons: Sequence[str], rng: Generator) -> list[int] | None:
    """Return for each record the index of a record of another person, or None.

    People are put in a random order and each gets the next one's records, so that every person
    is as likely as any other and none is used much more often.

    Args:
        persons: The person of each record.
        rng: Gives the order.

    Returns:
        One index per record; None if there are not two people.
    """
    records: dict[str, list[int]] = {}
    for i, person in enumerate(persons):
        records.setdefault(person, []).append(i)
    if len(records) < 2:
        return None
    people = list(records)
    order = rng.permutation(len(people)).tolist()
    chosen = [0] * len(persons)
    for place, who in enumerate(order):
        theirs = records[people[order[(place + 1) % len(order)]]]
        for k, i in enumerate(records[people[who]]):
            chosen[i] = theirs[k % len(theirs)]
    return chosen


def estimate_pairs(
    component: Any, private: Corpus, release: TextRelease, rng: Generator, score: Score
) -> list[Estimate]:
    """Return one estimate per figure of a utility that compares texts pair by pair.

    The control is the released text of another person, the baseline an empty text.

    Args:
        component: The utility.
        private: The private records.
        release: The release.
        rng: Draws the control.
        score: Compares texts.
    """
    if not release.aligned:
        return [unmeasured(component, figure, UNALIGNED) for figure in component.figures]
    pairs = paired(private, release, rng)
    own = score(pairs.private, pairs.released)
    control = None if pairs.others is None else score(pairs.private, pairs.others)
    baseline = score(pairs.private, [""] * len(pairs.private))
    return [
        estimated(
            component,
            figure,
            own[i],
            pairs.persons,
            control=None if control is None else control[i],
            baseline=baseline[i],
        )
        for i, figure in enumerate(component.figures)
    ]


def estimated(
    component: Any,
    figure: Figure,
    tallies: Sequence[Tally],
    persons: Sequence[str],
    *,
    note: str = "",
    unanswered: int = 0,
    **compared: Any,
) -> Estimate:
    """Return a utility's estimate: like an attack's, but an excess over the control is no leak.

    Args:
        component: The utility.
        figure: The figure to report.
        tallies: One per record.
        persons: The person of each record.
        note: What could not be measured; appended to the method.
        unanswered: How many answers of a model are missing.
        compared: ``control`` and ``baseline`` as for ``estimates.assemble``.
    """
    made = assemble(figure, spec.to_json(component), tallies, persons, **compared)
    method = f"{made.method}; {note}" if note else made.method
    return replace(made.as_utility(), method=method, unanswered=unanswered)


def unmeasured(component: Any, figure: Figure, why: str, unanswered: int = 0) -> Estimate:
    """Return the estimate of a figure that has no meaning for a release."""
    made = assemble(figure, spec.to_json(component), (), ())
    return replace(made.as_utility(), method=why, unanswered=unanswered)


T = TypeVar("T", Estimate, Interval)


def rescaled(made: Estimate, scale: Callable[[float], float]) -> Estimate:
    """Return an estimate on another scale, with its control and its baseline.

    Args:
        made: The estimate.
        scale: What a value becomes; a larger one stays larger.
    """
    control = None if made.control is None else _rescaled(made.control, scale)
    baseline = None if made.baseline is None else _rescaled(made.baseline, scale)
    return replace(_rescaled(made, scale), control=control, baseline=baseline)


def _rescaled(of: T, scale: Callable[[float], float]) -> T:
    value, low, high = (None if v is None else scale(v) for v in (of.value, of.low, of.high))
    return replace(of, value=value, low=low, high=high)


def counted(problems: Mapping[str, int], of: int) -> str:
    """Return what could not be measured as a note: ``3 of 90 not answered (refused 2, ...)``."""
    total = sum(problems.values())
    if not total:
        return ""
    reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(problems.items()))
    return f"{total} of {of} not answered ({reasons})"
