"""The result of a comparison: a row per release, how they differ, which is safest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.comparing.differences import Difference, differences
from seethrough.engine.comparing.duels import Draw
from seethrough.engine.comparing.frontier import Frontier, frontier
from seethrough.engine.comparing.safest import Choice, choose
from seethrough.engine.notebook import figures_table
from seethrough.engine.runs.failures import said
from seethrough.errors import SeethroughError
from seethrough.estimates.estimate import Estimate
from seethrough.reasons import SEVERITY, Question, Word

if TYPE_CHECKING:
    from seethrough.engine.result import Audit


@dataclass(frozen=True)
class LeftOut:
    """A cell that cannot exist, such as an attack on another kind of release.

    Attributes:
        component: The spec of the attack or utility; None for a limit.
        why: Why not, in one line without record text.
    """

    component: Mapping[str, Any] | None
    why: str


@dataclass(frozen=True)
class Row:
    """One release of a comparison.

    Attributes:
        name: What it is called.
        made_by: The spec of the sanitizer; None for a release that was there.
        audits: One for each seed, the first seed first; one alone where the seed changes nothing,
            none where there is no release or no audit of it. Where a draw cannot be made or
            audited, those before it if one of them fails, else none.
        error: Why there is none, or not one for each seed.
        left_out: The cells that cannot exist.
        decides: Whether its verdict counts for the exit status.
        named: Whether the user chose what it is called.
    """

    name: str
    made_by: Mapping[str, Any] | None
    audits: Sequence[Audit]
    error: Exception | None = None
    left_out: Sequence[LeftOut] = ()
    decides: bool = True
    named: bool = False

    @property
    def described(self) -> dict[str, Any]:
        """What made it, as far as that is known: of a release that was there, what it claims.

        ``sanitizer`` is the spec of the sanitizer or finetuner, ``service`` that of the service
        before it, ``trained_steps`` how many steps it was trained for; None where unknown.
        """
        release = self.audits[0].release if self.audits else None
        details: Mapping[str, Any] = {} if release is None else release.details
        claimed = None if release is None else release.sanitizer
        training = details.get("training")
        steps = training.get("steps") if isinstance(training, Mapping) else None
        return {
            "sanitizer": self.made_by or claimed,
            "service": details.get("service"),
            "trained_steps": steps if isinstance(steps, int) else None,
        }

    @property
    def deciding(self) -> Audit:
        """The audit with the worst verdict, the first of these: any draw may be the one released.

        Raises:
            ValueError: There is no audit.
        """
        return max(self.audits, key=lambda audit: SEVERITY[audit.verdict.word])

    @property
    def words(self) -> list[Word]:
        """The verdict of each draw."""
        return [audit.verdict.word for audit in self.audits]

    def failure(self, text: bool = True) -> str | None:
        """Return why an audit is missing, in one line; None where none is.

        Args:
            text: Whether files may be named.
        """
        if self.error is None:
            return None
        if text and isinstance(self.error, SeethroughError):
            return " ".join(str(self.error).split())
        return said(self.error)


@dataclass(frozen=True, repr=False)
class Comparison:
    """The audits of several releases of the same private records.

    Attributes:
        rows: One per release, in the order in which they were named. The figures of a row are those
            of the release made with the first seed, and conditional on that one draw.
        seeds: With which seeds each release was made; none where all were there.
        standard: The question whose answer is each verdict.
        folder: Where finished work is kept, or None.
        weighed: The names of every two figures of which the frontier was asked for.
    """

    rows: Sequence[Row]
    seeds: Sequence[int] = (0,)
    standard: Question = "anonymous"
    folder: Path | None = None
    weighed: Sequence[tuple[str, str]] = ()

    def __repr__(self) -> str:
        """Return it in a few words, without record text; ``summarize`` of its audits says more."""
        words = [row.deciding.verdict.word if row.audits else "failed" for row in self.rows]
        return f"Comparison({', '.join(map(': '.join, zip(self.names, words, strict=True)))})"

    @property
    def audits(self) -> list[Audit]:
        """The audit of each release, of its first seed, where there is one."""
        return [row.audits[0] for row in self.rows if row.audits]

    @property
    def names(self) -> list[str]:
        """What the releases are called, no two alike."""
        return distinct([row.name for row in self.rows])

    @cached_property
    def differences(self) -> list[Difference]:
        """How the figures of every two releases differ, paired where they can be."""
        return differences(self._audits)

    @cached_property
    def safest(self) -> Choice:
        """Which release is the safest for this use in every draw, or undecided."""
        missing = [place for place, row in enumerate(self.rows) if row.error or not row.audits]
        first = Draw(self._audits, self.differences)
        others = [self._drawn(number) for number in range(1, self._draws)]
        more = [Draw(a, differences(a)) for a in others]
        return choose([first, *more], missing, self.standard)

    @cached_property
    def frontiers(self) -> list[Frontier]:
        """Which releases no other one dominates, by every two figures that were asked for."""
        untold = {place for place, (why, _) in self.safest.out.items() if why == "untold"}
        return [frontier(self._audits, self.differences, names, untold) for names in self.weighed]

    @property
    def failed_cells(self) -> list[tuple[int, str, str]]:
        """The place of the release, the component and why, for each cell that failed."""
        return [
            (place, spec.name_of(component), error)
            for place, audit in self._audits.items()
            for component, error in (
                *((run.attack, run.error) for run in audit.cells),
                *((run.utility, run.error) for run in audit.measured),
            )
            if error is not None
        ]

    @property
    def exit_status(self) -> int:
        """The worst verdict of the releases that decide: 1 failed, 2 inconclusive, 0 all passed.

        Of a release that was made several times the worst draw counts. A release that could not be
        made or audited is inconclusive, and so are releases none of which decides.
        """
        own = [r.deciding.verdict.exit_status if r.audits else 2 for r in self.rows if r.decides]
        return next((status for status in (1, 2) if status in own), 0 if own else 2)

    @property
    def _audits(self) -> dict[int, Audit]:
        return self._drawn(0)

    @property
    def _draws(self) -> int:
        return max((len(row.audits) for row in self.rows), default=0)

    def _drawn(self, number: int) -> dict[int, Audit]:
        """Return the audits of one draw, of a release that is drawn once always the same."""
        made = {place: row.audits for place, row in enumerate(self.rows) if row.audits}
        return {place: audits[number % len(audits)] for place, audits in made.items()}

    def over_seeds(self, place: int, estimate: Estimate) -> list[Estimate]:
        """Return one figure of every draw of a release; none where all of them are the same.

        Args:
            place: Which row.
            estimate: The figure, one of the row's first audit.
        """
        made = self.rows[place].audits
        if len(made) == 1:
            return []
        return [e for audit in made for e in audit.estimates if e.key == estimate.key]

    def to_json(self, text: bool = True, names: Sequence[str] | None = None) -> dict[str, Any]:
        """Return the machine form: one cell per release and component, then the differences.

        An estimate of a release that was made several times has ``per_seed``: the value and
        interval of each, in the order of ``seeds``.

        Args:
            text: Whether an error may name files.
            names: What to call the releases; their own names by default.
        """
        called = list(names or self.names)
        cells = [
            cell
            for place, row in enumerate(self.rows)
            if row.audits
            for cell in self._cells(place, row, called[place])
        ]
        releases = [
            {
                "name": name,
                **row.described,
                "verdict": row.deciding.verdict.word if row.audits else None,
                **({"verdicts": row.words} if len(row.audits) > 1 else {}),
                "error": row.failure(text),
                "left_out": [{"component": c.component, "why": c.why} for c in row.left_out],
                "decides": row.decides,
            }
            for name, row in zip(called, self.rows, strict=True)
        ]
        return {
            "schema": 1,
            "standard": self.standard,
            "seeds": list(self.seeds),
            "releases": releases,
            "cells": cells,
            "differences": [d.to_json(called) for d in self.differences],
            "safest": self.safest.to_json(called),
            "frontiers": [one.to_json(called) for one in self.frontiers],
        }

    def _cells(self, place: int, row: Row, name: str) -> list[dict[str, Any]]:
        result = row.audits[0]
        cells = []
        measured: list[tuple[Any, Any]] = [(run.attack, run) for run in result.cells]
        measured += [(run.utility, run) for run in result.measured]
        for component, run in measured:
            cell: dict[str, Any] = {
                "release": row.made_by,
                "release_name": name,
                "component": spec.to_json(component),
                "estimates": [self._estimate(place, e) for e in run.estimates],
            }
            if run.error is not None:
                cell["error"] = run.error
            cells.append(cell)
        return cells

    def _estimate(self, place: int, estimate: Estimate) -> dict[str, Any]:
        drawn = [e.to_json() for e in self.over_seeds(place, estimate)]
        own = [{end: e[end] for end in ("value", "low", "high")} for e in drawn]
        return estimate.to_json() | ({"per_seed": own} if own else {})

    def _repr_html_(self) -> str:
        """Return a table for a notebook: every figure of every release, no record text."""
        return figures_table(
            (name, row.deciding.verdict.word, row.audits[0].estimates)
            for name, row in zip(self.names, self.rows, strict=True)
            if row.audits
        )


def distinct(names: Sequence[str]) -> list[str]:
    """Return names of which no two are alike: those that are get their place behind them."""
    told = list(names)
    while len(set(told)) < len(told):  # a name may be what another one becomes by its place
        twice = Counter(told)
        told = [f"{n} ({place})" if twice[n] > 1 else n for place, n in enumerate(told, 1)]
    return told
