"""A grid of releases x attacks x utilities: the trade-off in one table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.engine.asked import check_asked, components, folder, listed
from seethrough.engine.comparing.candidates import Candidate, candidate
from seethrough.engine.comparing.comparison import Comparison
from seethrough.engine.comparing.grid import STAGE, Grid, shares_of
from seethrough.engine.inputs import SCHEMA, default_attacks
from seethrough.engine.judging import sheets_judged_once
from seethrough.engine.verdict.limits import (
    DEFAULT_TOLERANCES,
    Limit,
    Tolerances,
    check_limits,
    check_name,
    check_tolerances,
)
from seethrough.errors import InputError, UsageError
from seethrough.models.resolve import answers_kept
from seethrough.progress import Progress, silent
from seethrough.protocols import Attack, Utility
from seethrough.reasons import Question
from seethrough.records.given import corpora_of
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore, RunDirectory, Store, run_name, working_in

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def compare(
    private: Corpus | Any,
    releases: Sequence[Any],
    *,
    attacks: Sequence[Attack[Any] | str] | None = None,
    utilities: Sequence[Utility[Any] | str] = (),
    control: Corpus | Any | None = None,
    shadow: str | None = None,
    limits: Sequence[Limit] = (),
    tolerances: Tolerances = DEFAULT_TOLERANCES,
    standard: Question = "anonymous",
    frontiers: Sequence[tuple[str, str]] = (),
    seed: int = 0,
    seeds: int = 1,
    targets: int | None = None,
    run: str | Path | None = None,
    runs: str | Path | None = None,
    apart: str = "",
    progress: Progress = silent,
) -> Comparison:
    """Make each release, audit it, and set the figures side by side.

    What depends on the private records alone is done once for all releases. A cell that cannot
    exist, such as an attack on another kind of release, is left out and named; a cell that fails,
    and a release that cannot be made, are shown as failed, and the rest goes on.

    Args:
        private: The private records: a corpus or a table in memory, as for ``audit``.
        releases: Sanitizers or their specs, finetuners, and releases or corpora that are there
            already (a table by ``seethrough.read``).
        attacks: Attacks or their specs; the default ones of each kind of release where none are
            named.
        utilities: Utilities or their specs.
        control: Records of people held out before the releases are made.
        shadow: A file of public text of the same kind, for attacks that learn from one.
        limits: Values that figures must not cross; of each release those on what it is measured by.
        tolerances: How much leak is tolerated beyond what is guessed anyway.
        standard: The question whose answer is each verdict.
        frontiers: The names of every two figures of which to say which releases no other one
            dominates, such as ``("memorization.prefix", "utility.rouge1")``.
        seed: The same seed gives the same figures. They are conditional on one draw of each
            release; a release made with a seed carries no formal guarantee.
        seeds: Make each release so many times, with ``seed``, ``seed + 1`` and so on, and audit
            all of them; a release that the seed does not change is audited once.
        targets: Attack at most so many records, drawn at random.
        run: A folder to keep finished work in; a killed run goes on from there, also with other
            releases, attacks or utilities.
        runs: Instead of ``run``, a folder of runs; this one gets a folder named after its inputs.
        apart: What tells that folder apart from those of other comparisons of the same records,
            such as the plan's name: each writes its own reports.
        progress: Told how far each stage is, and under ``STAGE`` how far all of it.

    Raises:
        InputError: There are no private records.
        UsageError: A spec or limit is wrong, or there are no releases.
        UnavailableError: A language model that an attack or a utility asks does not answer.
        SeethroughError: No release could be made and audited; what the first one said.
    """
    check_asked(standard, targets, seed, limits, tolerances, progress, seeds)
    private, control = _read(private, control)
    chosen, measures = _chosen(attacks, utilities, shadow)
    _check_names(chosen, measures, limits, tolerances, frontiers)
    candidates = _candidates(releases)
    drawn = [seed + n for n in range(seeds)]
    manifest = _manifest(private, control, chosen, seed, targets)
    run, store = _opened(manifest, folder(run), folder(runs), apart)
    grid = Grid(
        private=private.keeping(store),
        control=None if control is None else control.keeping(store),
        attacks=chosen,
        utilities=measures,
        limits=limits,
        tolerances=tolerances,
        standard=standard,
        targets=targets,
        seeds=drawn,
        store=store,
        run=run,
        progress=progress,
        shares=shares_of(candidates, drawn),
    )
    with working_in(store), answers_kept(run), sheets_judged_once():
        rows = grid.rows(candidates)
    if not any(row.audits for row in rows):
        raise next(row.error for row in rows if row.error is not None)
    progress(STAGE, grid.whole, grid.whole)
    return Comparison(rows, _made_with(drawn, candidates), standard, run, frontiers)


def _made_with(seeds: Sequence[int], candidates: Sequence[Candidate]) -> Sequence[int]:
    return seeds if any(own.drawn for own in candidates) else []


def _read(private: Corpus | Any, control: Corpus | Any | None) -> tuple[Corpus, Corpus | None]:
    private, _, control = corpora_of(private, None, control)
    if len(private) == 0:
        raise InputError(f"{private.name}: no records")
    return private, control


def _candidates(releases: Sequence[Any]) -> list[Candidate]:
    if not listed("releases", releases):
        raise UsageError("nothing to compare: name a release, or what makes one")
    return [candidate(given) for given in releases]


def _chosen(
    attacks: Sequence[Attack[Any] | str] | None,
    utilities: Sequence[Utility[Any] | str],
    shadow: str | None,
) -> tuple[list[Attack[Any]], list[Utility[Any]]]:
    chosen = components("attacks", attacks)
    if shadow is not None:
        chosen = [_with_shadow(a, shadow) for a in chosen]
    return chosen, components("utilities", utilities)


def _manifest(
    private: Corpus,
    control: Corpus | None,
    attacks: Sequence[Attack[Any]],
    seed: int,
    targets: int | None,
) -> dict[str, Any]:
    """Return what all work in a comparison's store has in common."""
    return {
        "schema": SCHEMA,
        "comparison": private.hash,
        "control": None if control is None else control.hash,
        "seed": seed,
        "targets": targets,
        # Overlong texts are cut, but not for attacks that count token for token.
        "whole": any(attack.token_for_token for attack in attacks),
    }


def _opened(
    manifest: dict[str, Any], run: Path | None, runs: Path | None, apart: str
) -> tuple[Path | None, Store]:
    """Return the folder for finished work, or None, and the store in it, or in memory."""
    if run is None and runs is not None:
        run = runs / f"comparison-{run_name([manifest, apart])}"
    return run, MemoryStore() if run is None else RunDirectory(run, manifest)


def _check_names(
    attacks: Sequence[Attack[Any]],
    utilities: Sequence[Utility[Any]],
    limits: Sequence[Limit],
    tolerances: Tolerances,
    frontiers: Sequence[tuple[str, str]],
) -> None:
    """Refuse limits, tolerances and frontiers of figures that no release could have."""
    kinds = (TextRelease, RagRelease, ModelRelease)
    meant = attacks or [attack for kind in kinds for attack in default_attacks(kind)]
    figures = [figure for attack in meant for figure in attack.figures]
    check_tolerances(tolerances, figures)
    figures += [figure for utility in utilities for figure in utility.figures]
    check_limits(limits, figures)
    for name in (
        name for pair in listed("frontiers", frontiers) for name in listed("frontiers", pair)
    ):
        check_name(name, [figure.name for figure in figures], "frontier")


def _with_shadow(attack: Attack[Any], shadow: str) -> Attack[Any]:
    if not any(f.name == "shadow" for f in fields(attack)):  # type: ignore[arg-type]
        return attack
    return replace(attack, shadow=shadow)  # type: ignore[type-var]
