"""One cell of the grid: what an attack did to people in the release, a control and a baseline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from seethrough.engine.runs.equal_size import Sizes
from seethrough.engine.runs.linker_choice import LinkerUse
from seethrough.estimates.estimate import Estimate
from seethrough.evidence.evidence import Evidence
from seethrough.protocols import Attack, Knowledge, Outcome, Tally

E = TypeVar("E", bound=Evidence)


@dataclass(frozen=True)
class Arm:
    """The outcomes of an attack on one group of targets.

    Attributes:
        knowledge: What was known about each target.
        outcomes: One per target, in the same order.
        parts: The same guesses compared with random parts of the records that are as large as the
            other arm's, one sequence of outcomes a part; none where both are equally large.
        halves: The same with random halves of the records, which say how much the choice of
            records counts for; only in a control whose size counts.
    """

    knowledge: Sequence[Knowledge]
    outcomes: Sequence[Outcome]
    parts: Sequence[Sequence[Outcome]] = ()
    halves: Sequence[Sequence[Outcome]] = ()

    @property
    def people(self) -> list[str]:
        """The person of each target."""
        return [k.person for k in self.knowledge]

    @property
    def records(self) -> set[str]:
        """The records of the targets; several targets may be known from one."""
        return {k.record for k in self.knowledge}

    def tallies(self, figure: str) -> list[Tally]:
        """Return what each target adds to a figure."""
        return [o.tallies[figure] for o in self.outcomes]

    def evidence(self, kind: type[E]) -> Iterator[tuple[Knowledge, E]]:
        """Yield what was known about each target whose evidence is of a kind, and that evidence."""
        for known, outcome in zip(self.knowledge, self.outcomes, strict=True):
            if isinstance(outcome.evidence, kind):
                yield known, outcome.evidence

    def take(self, places: Sequence[int]) -> Arm:
        """Return the arm of some of its targets, by their places."""
        return Arm([self.knowledge[i] for i in places], [self.outcomes[i] for i in places])

    def ledger(self) -> Counter[str]:
        """Return what could not be scored, summed over targets."""
        total: Counter[str] = Counter()
        for outcome in self.outcomes:
            total.update(outcome.ledger)
        return total


@dataclass(frozen=True)
class Cell:
    """What one attack found on one release.

    Attributes:
        attack: The attack.
        targets: The arm on the people in the release.
        control: The arm on what an adversary guesses anyway; None where there is no control.
        baseline: The arm on a release that holds nothing.
        estimates: One per figure of the attack.
        paired: Whether the control has the same targets in the same order.
        error: Why the cell failed, or None.
        eligible: How many records could have been attacked before a sample was drawn.
        linkers: The linkers that were tried and what each was chosen for; none without a choice.
        sizes: How large private records and control are, where their size counts.
        alone: The control where each target is linked by itself; None where ``control`` is that.
    """

    attack: Attack[Any]
    targets: Arm
    control: Arm | None
    baseline: Arm
    estimates: Sequence[Estimate]
    paired: bool
    error: str | None = None
    eligible: int = 0
    linkers: Sequence[LinkerUse] = ()
    sizes: Sizes | None = None
    alone: Arm | None = None
