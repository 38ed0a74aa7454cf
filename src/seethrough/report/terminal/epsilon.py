"""What an experiment says about a claimed epsilon, for a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.report.terminal.tables import table

if TYPE_CHECKING:
    from seethrough.word_level.epsilon_audit import EpsilonBound
    from seethrough.word_level.seed_search import SeedFinding

_LONGEST = 24


def epsilon_lines(bounds: Sequence[EpsilonBound]) -> list[str]:
    """Return one row per pair and what follows from all of them.

    Args:
        bounds: At least one.
    """
    rows = [("pair", "claimed epsilon", "at least", "distinguished for certain", "fit, p")]
    for bound in bounds:
        claimed = f"{bound.claimed:.3f}" if math.isfinite(bound.claimed) else "none"
        fit = "" if math.isnan(bound.fit) else f"{bound.fit:.3f}"
        pair = f"{_short(bound.first)} | {_short(bound.second)}"
        rows.append((pair, claimed, f"{bound.low:.3f}", f"{bound.telltale:.1%}", fit))
    first = bounds[0]
    lines = table(rows)
    lines += [
        "",
        f"All lower bounds hold together with {first.confidence:.1%} confidence "
        f"({first.draws:,} draws of each text).",
    ]
    refuted = [b for b in bounds if b.broken]
    astray = [b for b in bounds if b.deviates]
    if refuted:
        lines.append(f"REFUTED: {len(refuted)} of {len(bounds)} pairs cost more than is claimed.")
    if astray:
        lines.append(
            f"WRONG PROBABILITIES: the results of {len(astray)} of {len(bounds)} pairs do not"
            " follow the claimed probabilities."
        )
    beyond = sum(not b.refutable for b in bounds)
    if beyond:
        lines.append(
            f"So many draws can show at most {max(b.most for b in bounds):.3f}: the lower bounds of"
            f" {beyond} of {len(bounds)} pairs could not have refuted the claim."
        )
    if not refuted and not astray:
        lines.append(_unrefuted(bounds, beyond))
    if any(b.telltale > 0 for b in bounds):
        lines.append(
            "The claim does not cover results that only one text of a pair can have; they "
            "distinguish the two at any epsilon."
        )
    return lines


def _unrefuted(bounds: Sequence[EpsilonBound], beyond: int) -> str:
    if not any(b.tested for b in bounds):
        return (
            "UNDECIDED: no results could have refuted the claim. Name words that are claimed to"
            " cost less (--pair), or take more draws (--draws)."
        )
    by = " by the fit, which alone could" if beyond == len(bounds) else ""
    return f"Not refuted{by}. That is no proof: other pairs may cost more."


def seed_lines(found: SeedFinding) -> list[str]:
    """Return what a search for the seed of a release found.

    Args:
        found: The result.
    """
    lines = [f"Claimed: {found.claimed}."]
    if found.seeded:
        lines.append("Its sidecar says that it was made with a seed.")
    elif found.seeded is None:
        lines.append("Its sidecar does not say that no seed was used.")
    if not found.belongs:
        lines.append("The released file is not the one that the sidecar was written for.")
    if found.tried and found.places:
        which = (
            f"Seed {found.found}, of 0 to {found.tried - 1}, explains"
            if found.found is not None
            else f"None of the seeds 0 to {found.tried - 1} fits; the best explains"
        )
        lines.append(
            f"{which} {found.explained:.1%} of {found.places:,} replaced words, where wrong draws"
            f" explain {found.chance:.1%}."
        )
    if found.found is not None:
        lines.append(
            f"It leaves one possible original of {found.single:.1%} of the words, among the likely"
            " ones: the release can be undone."
        )
    if found.word == "fail":
        lines.append("BROKEN: anyone with the seed knows every draw, so no epsilon holds.")
        lines[-1] += " Sanitize again without --seed."
    elif found.word == "inconclusive":
        lines.append(
            "UNDECIDED: a seed in this range could not have been distinguished from chance."
        )
        if not found.belongs:
            lines[-1] = "UNDECIDED: sanitize again, or find the file that belongs to the sidecar."
    else:
        lines.append("Not refuted. That is no proof: it may have been made with another seed.")
    return lines


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
