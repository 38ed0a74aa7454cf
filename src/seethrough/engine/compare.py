"""A grid of releases x attacks x utilities: the trade-off in one table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.audit import Audit, audit
from seethrough.engine.sanitize import sanitize
from seethrough.engine.verdict.limits import DEFAULT_TOLERANCES, Tolerances
from seethrough.errors import UsageError
from seethrough.estimates.estimate import Estimate
from seethrough.models.resolve import answers_kept
from seethrough.progress import Progress, silent
from seethrough.protocols import Attack, Sanitizer, Utility
from seethrough.reasons import Question

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.records.release import TextRelease


@dataclass(frozen=True)
class Comparison:
    """The audits of several releases of the same private records.

    Attributes:
        sanitizers: The specs of what made each release.
        audits: One per release, in the same order: of the release made with the first seed. Its
            figures are conditional on that one draw.
        repeats: For each sanitizer the audits of its release made with every seed, the first one
            of ``audits`` first; one alone where the seed changes nothing.
        seeds: With which seeds each release was made.
    """

    sanitizers: Sequence[dict[str, Any]]
    audits: Sequence[Audit]
    repeats: Sequence[Sequence[Audit]] = ()
    seeds: Sequence[int] = (0,)

    def over_seeds(self, index: int, estimate: Estimate) -> list[Estimate]:
        """Return one figure of every release of a sanitizer; none where all of them are the same.

        Args:
            index: Which sanitizer.
            estimate: The figure, one of ``audits[index]``.
        """
        made = self.repeats[index] if self.repeats else ()
        wanted = (estimate.name, estimate.component)
        return [
            e
            for audit in made
            for e in audit.estimates
            if len(made) > 1 and (e.name, e.component) == wanted
        ]

    def to_json(self) -> dict[str, Any]:
        """Return the machine form: one cell per release and component.

        An estimate of a release that was made several times has ``per_seed``: the value and
        interval of each, in the order of ``seeds``.
        """
        cells = []
        for index, (maker, result) in enumerate(zip(self.sanitizers, self.audits, strict=True)):
            for cell in result.cells:
                entry: dict[str, Any] = {
                    "release": maker,
                    "component": spec.to_json(cell.attack),
                    "estimates": [self._estimate(index, e) for e in cell.estimates],
                }
                if cell.error is not None:
                    entry["error"] = cell.error
                cells.append(entry)
            for estimate in result.utilities:
                cells.append(
                    {
                        "release": maker,
                        "component": dict(estimate.component),
                        "estimates": [self._estimate(index, estimate)],
                    }
                )
        return {"schema": 1, "seeds": list(self.seeds), "cells": cells}

    def _estimate(self, index: int, estimate: Estimate) -> dict[str, Any]:
        drawn = self.over_seeds(index, estimate)
        own = [{"value": e.value, "low": e.low, "high": e.high} for e in drawn]
        return estimate.to_json() | ({"per_seed": own} if own else {})


def compare(
    private: Corpus,
    sanitizers: Sequence[Any],
    *,
    attacks: Sequence[Attack[Any] | str] | None = None,
    utilities: Sequence[Utility[Any] | str] = (),
    control: Corpus | None = None,
    shadow: str | None = None,
    tolerances: Tolerances = DEFAULT_TOLERANCES,
    standard: Question = "anonymous",
    seed: int = 0,
    seeds: int = 1,
    targets: int | None = None,
    run: Path | None = None,
    progress: Progress = silent,
) -> Comparison:
    """Make each release, audit it, and set the figures side by side.

    Args:
        private: The private records.
        sanitizers: Sanitizers or their specs.
        attacks: Attacks or their specs; the default ones where none are named.
        utilities: Utilities or their specs.
        control: Records of people held out before the releases are made.
        shadow: A file of public text of the same kind, for attacks that learn from one.
        tolerances: How much leak is tolerated beyond what is guessed anyway.
        standard: The question whose answer is each verdict.
        seed: The same seed gives the same figures. They are conditional on one draw of each
            release; a release made with a seed carries no formal guarantee.
        seeds: Make each release so many times, with ``seed``, ``seed + 1`` and so on, and audit
            all of them; a release that the seed does not change is audited once.
        targets: Attack at most so many records, drawn at random.
        run: A folder to keep finished work in; a killed run goes on from there.
        progress: Told how far each stage is.
    """
    makers = [spec.parse("sanitizers", s) if isinstance(s, str) else s for s in sanitizers]
    chosen = [spec.parse("attacks", a) if isinstance(a, str) else a for a in attacks or ()]
    if shadow is not None:
        chosen = [_with_shadow(a, shadow) for a in chosen]
    if seeds < 1:
        raise UsageError(f"seeds={seeds} must be at least 1")
    drawn = [seed + n for n in range(seeds)]

    def audited(release: TextRelease, folder: Path | None) -> Audit:
        return audit(
            private,
            release,
            attacks=chosen or None,
            utilities=utilities,
            control=control,
            tolerances=tolerances,
            standard=standard,
            seed=seed,
            targets=targets,
            run=folder,
            progress=progress,
        )

    with answers_kept(run):
        results = [_each_seed(private, maker, drawn, run, audited) for maker in makers]
    firsts = [made[0] for made in results]
    return Comparison([spec.to_json(m) for m in makers], firsts, results, drawn)


def _each_seed(
    private: Corpus,
    maker: Sanitizer[Any],
    seeds: Sequence[int],
    run: Path | None,
    audited: Callable[[TextRelease, Path | None], Audit],
) -> list[Audit]:
    """Return the audit of a release for every seed; one where the seed changes nothing."""
    made: list[Audit] = []
    different: dict[str, Audit] = {}
    for own in seeds:
        # The first keeps its place, so that a run with one seed can go on with more.
        name = spec.key(maker) if own == seeds[0] else f"{spec.key(maker)}-{own}"
        folder = None if run is None else run / f"{name}-release"
        release = sanitize(private, maker, seed=own, run=folder)
        content = release.corpus.hash
        if content not in different:
            different[content] = audited(release, None if run is None else run / name)
        made.append(different[content])
    return made if len(different) > 1 else made[:1]


def _with_shadow(attack: Attack[Any], shadow: str) -> Attack[Any]:
    if not any(f.name == "shadow" for f in fields(attack)):  # type: ignore[arg-type]
        return attack
    return replace(attack, shadow=shadow)  # type: ignore[type-var]
