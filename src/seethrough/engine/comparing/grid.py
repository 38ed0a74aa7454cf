"""The rows of a comparison: every release is made and audited, or its failure kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.audit import audit
from seethrough.engine.comparing import kept
from seethrough.engine.comparing.candidates import Candidate
from seethrough.engine.comparing.comparison import LeftOut, Row
from seethrough.engine.findings import STEPS
from seethrough.engine.inputs import default_attacks, fitting_attacks
from seethrough.engine.result import Audit
from seethrough.engine.runs.failures import show
from seethrough.engine.runs.kinds import called, check_attack_fits, check_utility_fits
from seethrough.engine.verdict.limits import Limit, Tolerances
from seethrough.errors import OutputError, UsageError
from seethrough.fields import Names, names_in
from seethrough.model_releases.put_away import put_away
from seethrough.models.required import require_models
from seethrough.progress import Progress
from seethrough.protocols import Attack, Utility
from seethrough.reasons import Question
from seethrough.storage.store import Store

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

STAGE = "comparison"
"""The stage under which a comparison tells how much of it is done."""

_MAKING, _AUDITING = 2, 10
"""How much of a release's share of the work its making and its audit are taken to be."""


@dataclass(frozen=True)
class Grid:
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
        """Make and audit one release with every seed; a failure is a row, too.

        Draws before one that cannot be made or audited count where one of them fails.
        """
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
                    if len(self.seeds) > 1:
                        found = _of_several(found)
                    audited[release.label] = replace(found, release=put_away(release))
                made.append(audited[release.label])
        except OutputError:
            raise
        except Exception as failure:
            show(failure)
            error = failure
            made = made if any(audit.verdict.word == "fail" for audit in made) else []
        return Row(
            own.name,
            own.made_by,
            made if len(audited) > 1 else made[:1],
            error,
            left_out,
            own.decides,
            own.named,
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
                f"no attack that was named attacks a {called(type(release))}; name one that does,"
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


def _of_several(audit: Audit) -> Audit:
    """Return the audit of one draw of several, which does not say that there is one alone."""
    own = audit.verdict
    rest = tuple(reason for reason in own.reasons if reason.kind != "one_draw")
    return replace(audit, verdict=replace(own, reasons=rest))


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


def shares_of(candidates: Sequence[Candidate], seeds: Sequence[int]) -> list[int]:
    """Return how much work each release is, in units of progress."""
    return [(_MAKING + _AUDITING) * (len(seeds) if c.drawn else 1) for c in candidates]
