"""What a self-test found, and why one that failed does not carry a verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from seethrough.estimates.estimate import Interval
from seethrough.protocols import Figure, Unit
from seethrough.reasons import QUESTIONS, Question, Reason


@dataclass(frozen=True)
class SelfTest:
    """One figure where the answer is known.

    Attributes:
        figure: The figure's name.
        release: ``identity`` or ``erase``; for a judge, what it was asked, such as ``own record``.
        measured: What was scored; ``n=0`` where the data do not allow the test.
        expected: What must be reached, or may be scored at the most.
        bound: How that is meant: ``at least``, ``at most``, ``about``, ``beyond control`` (of the
            excess over the control) or ``apart by more than`` (of the difference between what is
            told and what is not).
        passed: Whether it did; False where nothing could be tested.
        binds: When a failure makes a verdict inconclusive: ``always``; ``reworded``, where the
            release says things in other words, which a judge then misses; ``never``, where a judge
            that fails it can only overstate what leaks.
        title: What the figure is called.
        unit: Whether it reads as a percentage or as a plain number.
        tests: What was put to the test.
        tells_apart: Whether it fails, too, where people have the same facts, or one person is taken
            for several.
    """

    figure: str
    release: str
    measured: Interval
    expected: float
    bound: str
    passed: bool
    binds: Literal["always", "reworded", "never"] = "always"
    title: str = ""
    unit: Unit = "share"
    tests: Literal["attack", "judge"] = "attack"
    tells_apart: bool = False

    @classmethod
    def of(
        cls,
        figure: Figure,
        release: str,
        measured: Interval,
        expected: float,
        bound: str,
        passed: bool,
    ) -> SelfTest:
        """Return the test of a figure; as the attributes say."""
        made = cls(figure.name, release, measured, expected, bound, passed)
        apart = release == "identity" and (bound == "beyond control" or figure.section == "found")
        return replace(made, title=figure.called, unit=figure.unit, tells_apart=apart)

    @property
    def tested(self) -> bool:
        """Whether there was anything to test."""
        return self.measured.n > 0

    def to_json(self) -> dict[str, Any]:
        """Return the machine form."""
        return {
            "name": self.figure,
            "title": self.title or self.figure,
            "unit": self.unit,
            "tests": self.tests,
            "release": self.release,
            "expected": round(self.expected, 6),
            "bound": self.bound,
            "binds": self.binds,
            "passed": self.passed,
            "tested": self.tested,
            **self.measured.to_json(),
        }


def reasons(
    tests: Sequence[SelfTest],
    questions: Sequence[Question] = QUESTIONS,
    reworded: bool = False,
) -> list[Reason]:
    """Return why the self-tests do not carry a verdict; none where they do.

    A test that failed, or that the data did not allow, makes the answers inconclusive if it binds.
    A failure that doesn't bind is a ``blind_spot``: a reason for no other answer, to be said.

    Args:
        tests: The self-tests.
        questions: The questions that rest on the tested attacks or judge.
        reworded: Whether the release puts the records into other words.
    """

    def binding(test: SelfTest) -> bool:
        return test.binds == "always" or (test.binds == "reworded" and reworded)

    return [
        Reason(
            "self_test" if binding(test) else "blind_spot",
            "inconclusive" if binding(test) else "pass",
            tuple(questions),
            test.figure,
            {**test.to_json(), "tells_apart": test.tells_apart},
        )
        for test in tests
        if not test.passed
    ]
