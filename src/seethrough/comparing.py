"""A grid of releases x attacks x utilities: the trade-off in one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.audit import Audit, audit
from seethrough.models.resolve import answers_kept
from seethrough.progress import Progress, silent
from seethrough.protocols import Attack, Utility
from seethrough.sanitizing import sanitize

if TYPE_CHECKING:
    from seethrough.data import Corpus


@dataclass(frozen=True)
class Comparison:
    """The audits of several releases of the same private records.

    Attributes:
        sanitizers: The specs of what made each release.
        audits: One per release, in the same order.
    """

    sanitizers: Sequence[dict[str, Any]]
    audits: Sequence[Audit]

    def to_json(self) -> dict[str, Any]:
        """Return the machine form: one cell per release and component."""
        cells = []
        for maker, result in zip(self.sanitizers, self.audits, strict=True):
            for cell in result.cells:
                entry: dict[str, Any] = {
                    "release": maker,
                    "component": spec.to_json(cell.attack),
                    "estimates": [e.to_json() for e in cell.estimates],
                }
                if cell.error is not None:
                    entry["error"] = cell.error
                cells.append(entry)
            for estimate in result.utilities:
                cells.append(
                    {
                        "release": maker,
                        "component": dict(estimate.component),
                        "estimates": [estimate.to_json()],
                    }
                )
        return {"schema": 1, "cells": cells}


def compare(
    private: Corpus,
    sanitizers: Sequence[Any],
    *,
    attacks: Sequence[Attack[Any] | str] | None = None,
    utilities: Sequence[Utility[Any] | str] = (),
    control: Corpus | None = None,
    shadow: str | None = None,
    seed: int = 0,
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
        seed: The same seed gives the same figures.
        targets: Attack at most so many records, drawn at random.
        run: A folder to keep finished work in; a killed run goes on from there.
        progress: Told how far each stage is.
    """
    makers = [spec.parse("sanitizers", s) if isinstance(s, str) else s for s in sanitizers]
    chosen = [spec.parse("attacks", a) if isinstance(a, str) else a for a in attacks or ()]
    if shadow is not None:
        chosen = [_with_shadow(a, shadow) for a in chosen]
    results = []
    with answers_kept(run):
        for maker in makers:
            own = None if run is None else run / spec.key(maker)
            making = None if run is None else run / f"{spec.key(maker)}-release"
            release = sanitize(private, maker, seed=seed, run=making)
            results.append(
                audit(
                    private,
                    release,
                    attacks=chosen or None,
                    utilities=utilities,
                    control=control,
                    seed=seed,
                    targets=targets,
                    run=own,
                    progress=progress,
                )
            )
    return Comparison([spec.to_json(m) for m in makers], results)


def _with_shadow(attack: Attack[Any], shadow: str) -> Attack[Any]:
    if not any(f.name == "shadow" for f in fields(attack)):  # type: ignore[arg-type]
        return attack
    return replace(attack, shadow=shadow)  # type: ignore[type-var]
