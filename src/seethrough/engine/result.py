"""What an audit of one release found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seethrough.engine.notebook import figures_table
from seethrough.engine.runs.cells import Cell
from seethrough.engine.runs.utilities import UtilityRun
from seethrough.engine.self_test.result import SelfTest
from seethrough.engine.verdict.decision import Verdict
from seethrough.engine.verdict.exposed_people import PersonFinding
from seethrough.estimates.estimate import Estimate
from seethrough.records.corpus import Corpus


@dataclass(frozen=True, repr=False)
class Audit:
    """The result of attacking one release.

    Attributes:
        private: The private records.
        release: What was attacked.
        cells: What each attack found.
        measured: What each utility measured.
        curves: For each number of known facts, the figures of the first attack that has a curve.
        pools: For each size of the candidate pool, the figures that follow from places.
        self_tests: The attacks where the answer is known.
        coverage: The ledger.
        people: What was found about each person, the most exposed first.
        verdict: Pass, fail or inconclusive, and why.
        seed: The user's seed.
        run: What identifies the run: the same inputs, components and seed give the same.
        folder: Where finished work is kept, or None.
    """

    private: Corpus
    release: Any
    cells: Sequence[Cell]
    measured: Sequence[UtilityRun]
    curves: Mapping[int, Sequence[Estimate]]
    pools: Mapping[int, Sequence[Estimate]]
    self_tests: Sequence[SelfTest]
    coverage: Mapping[str, int]
    people: Sequence[PersonFinding]
    verdict: Verdict
    seed: int
    run: str
    folder: Path | None

    @property
    def estimates(self) -> list[Estimate]:
        """Every figure: those of the attacks, then those of the utilities."""
        return [e for cell in self.cells for e in cell.estimates] + self.utilities

    @property
    def utilities(self) -> list[Estimate]:
        """What the release is still good for."""
        return [e for run in self.measured for e in run.estimates]

    def __getitem__(self, name: str) -> Estimate:
        """Return the first figure of that name, such as ``audit["linkage.top1"]``."""
        for estimate in self.estimates:
            if estimate.name == name:
                return estimate
        raise KeyError(name)

    def __repr__(self) -> str:
        """Return it in a few words, without record text; ``summarize`` says more."""
        figures = f"{len(self.estimates)} figures"
        return f"Audit({self.release.corpus.name!r}, {self.verdict.word}, {figures})"

    def _repr_html_(self) -> str:
        """Return a table for a notebook: every figure, no record text."""
        return figures_table([(self.release.corpus.name, self.verdict.word, self.estimates)])
