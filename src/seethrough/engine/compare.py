"""A grid of releases x attacks x utilities: the trade-off in one table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.audit import audit
from seethrough.engine.comparing import kept
from seethrough.engine.comparing.candidates import Candidate, candidate
from seethrough.engine.comparing.comparison import Comparison, LeftOut, Row
from seethrough.engine.findings import STEPS
from seethrough.engine.inputs import SCHEMA, default_attacks, fitting_attacks
from seethrough.engine.judging import pairs_judged_once
from seethrough.engine.result import Audit
from seethrough.engine.runs.kinds import check_attack_fits, check_utility_fits
from seethrough.engine.verdict.limits import (
    DEFAULT_TOLERANCES,
    Limit,
    Tolerances,
    check_limits,
    check_name,
    check_tolerances,
)
from seethrough.errors import InputError, OutputError, UsageError
from seethrough.fields import Names, names_in
from seethrough.model_releases.put_away import put_away
from seethrough.models.required import require_models
from seethrough.models.resolve import answers_kept
from seethrough.progress import Progress, silent
from seethrough.protocols import Attack, Utility
from seethrough.reasons import Question
from seethrough.records.given import corpora_of
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore, RunDirectory, Store, working_in

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

STAGE = "comparison"
"""The stage under which a comparison tells how much of it is done."""

_MAKING, _AUDITING = 2, 10
"""How much of a release's share of the work its making and its audit are taken to be."""


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
    run: Path | None = None,
    runs: Path | None = None,
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
        progress: Told how far each stage is, and under ``STAGE`` how far all of it.

    Raises:
        UsageError: A spec or limit is wrong.
        UnavailableError: A language model that an attack or a utility asks does not answer.
        SeethroughError: No release could be made and audited; what the first one said.
    """
    if seeds < 1:
        raise UsageError(f"seeds={seeds} must be at least 1")
    private, _, control = corpora_of(private, None, control)
    if len(private) == 0:
        raise InputError(f"{private.name}: no records")
    chosen, measures = _chosen(attacks, utilities, shadow)
    _check_names(chosen, measures, limits, tolerances, frontiers)
    candidates = [candidate(given) for given in releases]
    drawn = [seed + n for n in range(seeds)]
    run, store = _opened(_manifest(private, control, chosen, seed, targets), run, runs)
    grid = _Grid(
        private.keeping(store),
        None if control is None else control.keeping(store),
        chosen,
        measures,
        limits,
        tolerances,
        standard,
        targets,
        drawn,
        store,
        run,
        progress,
        _shares(candidates, drawn),
    )
    with working_in(store), answers_kept(run), pairs_judged_once():
        rows = grid.rows(candidates)
    if not any(row.audits for row in rows):
        raise next(row.error for row in rows if row.error is not None)
    progress(STAGE, grid.whole, grid.whole)
    return Comparison(rows, drawn, standard, run, frontiers)


def _chosen(
    attacks: Sequence[Attack[Any] | str] | None,
    utilities: Sequence[Utility[Any] | str],
    shadow: str | None,
) -> tuple[list[Attack[Any]], list[Utility[Any]]]:
    chosen = [spec.component("attacks", a) for a in attacks or ()]
    if shadow is not None:
        chosen = [_with_shadow(a, shadow) for a in chosen]
    return chosen, [spec.component("utilities", u) for u in utilities]


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
    manifest: dict[str, Any], run: Path | None, runs: Path | None
) -> tuple[Path | None, Store]:
    """Return the folder for finished work, or None, and the store in it, or in memory."""
    if run is None and runs is not None:
        encoded = json.dumps(manifest, sort_keys=True).encode()
        run = runs / f"comparison-{hashlib.sha256(encoded).hexdigest()[:12]}"
    return run, MemoryStore() if run is None else RunDirectory(run, manifest)


@dataclass(frozen=True)
class _Grid:
    """What all rows of a comparison share."""

    private: Corpus
    control: Corpus | None
    attacks: Sequence[Attack[Any]]
    utilities: Sequence[Utility[Any]]
    limits: Sequence[Limit]
    tolerances: Tolerances
    standard: Question
    targets: int | None
    seeds: Sequence[int]
    store: Store
    run: Path | None
    progress: Progress
    shares: Sequence[int]

    @property
    def whole(self) -> int:
        """How much work there is, in units of progress."""
        return sum(self.shares)

    def rows(self, candidates: Sequence[Candidate]) -> list[Row]:
        """Make and audit every release, once all models that attacks and utilities ask answer."""
        require_models(names_in([*self.attacks, *self.utilities], Names.MODEL))
        return [self.row(own, place) for place, own in enumerate(candidates)]

    def row(self, own: Candidate, place: int) -> Row:
        """Make and audit one release with every seed; a failure is a row, too."""
        left_out: list[LeftOut] = []
        audited: dict[str, Audit] = {}
        made: list[Audit] = []
        error: Exception | None = None
        before = sum(self.shares[:place])
        try:
            for n, seed in enumerate(self.seeds if own.drawn else self.seeds[:1]):
                start = before + n * (_MAKING + _AUDITING)
                self.progress(STAGE, start, self.whole)
                release = self._made(own, seed)
                if own.opened is not None:
                    release = own.opened(release, self.private)
                self.progress(STAGE, start + _MAKING, self.whole)
                if release.label not in audited:
                    left_out, found = self._audited(release, start + _MAKING)
                    audited[release.label] = replace(found, release=put_away(release))
                made.append(audited[release.label])
        except OutputError:
            raise
        except Exception as failure:
            error, made = failure, []
        return Row(
            own.name,
            own.made_by,
            made if len(audited) > 1 else made[:1],
            error,
            left_out,
            own.decides,
        )

    def _made(self, own: Candidate, seed: int) -> Any:
        """Return a release, made now or, where it is text, before."""
        if not own.drawn:
            return own.make(self.private, seed, None)
        name = f"releases/{own.key}-{seed}"
        there = self.store.get(name)
        if there is not None:
            return kept.decoded(there)
        folder = None if self.run is None else self.run / "work" / "made" / f"{own.key}-{seed}"
        release = own.make(self.private, seed, folder)
        content = kept.encoded(release)
        if content is not None:
            self.store.put(name, content)
        return release

    def _audited(self, release: Any, start: int) -> tuple[list[LeftOut], Audit]:
        attacks, left_out = _fitting(self.attacks, release, check_attack_fits)
        utilities, others = _fitting(self.utilities, release, check_utility_fits)
        left_out += others
        if self.attacks and not attacks:
            raise UsageError(
                f"no attack that was named attacks a {type(release).__name__}; name one that does,"
                f" such as {spec.name_of(default_attacks(type(release))[0])}"
            )
        able, unable = _able(attacks or default_attacks(type(release)), release)
        names = {figure.name for part in (*able, *utilities) for figure in part.figures}
        left_out += [
            *unable,
            *(
                LeftOut(None, f"the limit {limit}: not measured on it")
                for limit in self.limits
                if limit.name not in names
            ),
        ]
        leaks = {figure.name for attack in able for figure in attack.figures}
        foreign = [name for name in self.tolerances.named if name not in leaks]

        def tell(stage: str, done: int, total: int) -> None:
            if stage == STEPS:
                self.progress(STAGE, start + _AUDITING * done // max(1, total), self.whole)
            else:
                self.progress(stage, done, total)

        return left_out, audit(
            self.private,
            release,
            attacks=attacks or None,
            utilities=utilities,
            control=None if release.aligned else self.control,
            limits=[limit for limit in self.limits if limit.name in names],
            tolerances=self.tolerances.without(foreign),
            standard=self.standard,
            seed=self.seeds[0],
            targets=self.targets,
            progress=tell,
            within=self.store,
        )


def _able(attacks: Sequence[Attack[Any]], release: Any) -> tuple[list[Attack[Any]], list[LeftOut]]:
    """Return the attacks that a release's alignment allows, and why not the others."""
    able = fitting_attacks(attacks, release)
    return able, [
        LeftOut(
            spec.to_json(attack),
            f"{spec.name_of(attack)} needs records that stand for the private ones of that id",
        )
        for attack in attacks
        if attack not in able
    ]


def _shares(candidates: Sequence[Candidate], seeds: Sequence[int]) -> list[int]:
    return [(_MAKING + _AUDITING) * (len(seeds) if c.drawn else 1) for c in candidates]


def _fitting(
    components: Sequence[Any], release: Any, check: Any
) -> tuple[list[Any], list[LeftOut]]:
    """Return the components that fit a kind of release, and why the others don't."""
    fitting, left_out = [], []
    for component in components:
        try:
            check(component, release)
        except UsageError as error:
            left_out.append(LeftOut(spec.to_json(component), str(error)))
        else:
            fitting.append(component)
    return fitting, left_out


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
    for name in (name for pair in frontiers for name in pair):
        check_name(name, [figure.name for figure in figures], "frontier")


def _with_shadow(attack: Attack[Any], shadow: str) -> Attack[Any]:
    if not any(f.name == "shadow" for f in fields(attack)):  # type: ignore[arg-type]
        return attack
    return replace(attack, shadow=shadow)  # type: ignore[type-var]
