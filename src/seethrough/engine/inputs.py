"""What an audit works on: components and records, checked before any work begins."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough import spec
from seethrough.engine.adversary import View, read_as_adversary
from seethrough.engine.asked import check_attack, components, folder
from seethrough.engine.content_key import content_key
from seethrough.engine.runs.attacks import Setting
from seethrough.engine.runs.failures import named
from seethrough.engine.runs.kinds import check_attack_fits, check_utility_fits
from seethrough.engine.runs.sampled import sampled
from seethrough.errors import InputError
from seethrough.progress import Progress, silent
from seethrough.protocols import Attack, Figure, Utility
from seethrough.records import overlong
from seethrough.records.id_alignment import near_miss
from seethrough.records.releases.release import Release
from seethrough.records.releases.text import TextRelease
from seethrough.storage.store import MemoryStore, RunDirectory, Store, run_name

if TYPE_CHECKING:
    from seethrough.agreement.ratings import RatedClaims
    from seethrough.records.corpus import Corpus

SCHEMA = 3
"""The form of what a run folder keeps; a folder of another form is not used."""


@dataclass(frozen=True)
class Inputs:
    """What an audit works on.

    Attributes:
        release: The release.
        view: How an adversary reads it; None for a release that is not read.
        asked: The attacks that were asked for.
        attacks: Those of them that fit the release.
        utilities: What is measured of its use.
        setting: What all runs share: the private records as they are read, the control, the seed,
            the store.
        given: The private records as they were given, for what measures the use of a release.
        label: Identifies the release in the store, as it was given.
        identity: The same inputs, components and seed give the same.
        run: The folder that finished work is kept in, or None.
        read: How many records were cut or freed from HTML before they were read, by entry of the
            ledger.
    """

    release: Release
    view: View | None
    asked: Sequence[Attack[Any]]
    attacks: Sequence[Attack[Any]]
    utilities: Sequence[Utility[Any]]
    setting: Setting
    given: Corpus
    label: str
    identity: str
    run: Path | None
    read: Mapping[str, int]

    @property
    def figures(self) -> list[Figure]:
        """The figures of the attacks."""
        return [figure for attack in self.attacks for figure in attack.figures]

    def read_by(self, attack: Attack[Any]) -> Release:
        """Return what an attack reads: the adversary's view, unless it counts tokens."""
        return self.release if self.view is None or attack.token_for_token else self.view.release


def inputs_of(
    private: Corpus,
    release: Release,
    *,
    attacks: Sequence[Attack[Any] | str] | None = None,
    utilities: Sequence[Utility[Any] | str] = (),
    control: Corpus | None = None,
    seed: int = 0,
    targets: int | None = None,
    run: str | Path | None = None,
    runs: str | Path | None = None,
    progress: Progress = silent,
    ratings: RatedClaims | None = None,
    within: Store | None = None,
) -> Inputs:
    """Check what an audit is given, and read it as an adversary does; as for ``audit``."""
    if len(private) == 0:
        raise InputError(f"{private.name}: no records")
    chosen, measures = _chosen(attacks, utilities, release)
    _check_records(chosen, release, private, control)
    label = release.label
    named = _named(private, label, control, chosen, measures)
    manifest = {**named, "seed": seed, "targets": targets}
    identity = run_name(manifest)
    run, runs = folder(run), folder(runs)
    run = runs / identity if run is None and runs is not None else run
    store: Store = within or (MemoryStore() if run is None else RunDirectory(run, manifest))
    given, private, control, release, counts = _as_read(private, control, release, chosen)
    setting = Setting(
        private=private.keeping(store),
        control=None if control is None else control.keeping(store),
        seed=seed,
        store=store,
        targets=targets,
        progress=progress,
        rated=ratings,
        sampled=sampled(private, targets, seed, store),
    )
    given = setting.private if given is private else given.keeping(store)
    view = None
    if release.readable:
        release = release.reading(release.corpus.keeping(store))
        view = read_as_adversary(release, setting.private)
        check_ids(given, view.release)
    fitting = fitting_attacks(chosen, release)
    return Inputs(
        release, view, chosen, fitting, measures, setting, given, label, identity, run, counts
    )


def _check_records(
    attacks: Sequence[Attack[Any]], release: Release, private: Corpus, control: Corpus | None
) -> None:
    """Refuse records by which an attack cannot attack the release."""
    for attack, records in itertools.product(attacks, (private, control)):
        if records is not None:
            with named(f"attack {spec.name_of(attack)}"):
                attack.check(release, records)


def _named(
    private: Corpus,
    release: str,
    control: Corpus | None,
    attacks: Sequence[Attack[Any]],
    utilities: Sequence[Utility[Any]],
) -> dict[str, Any]:
    """Return what a run's manifest says of its records and components."""
    return {
        "schema": SCHEMA,
        "private": private.hash,
        "release": release,
        "control": None if control is None else control.hash,
        "attacks": [content_key(a) for a in attacks],
        "utilities": [content_key(u) for u in utilities],
    }


def _chosen(
    attacks: Sequence[Attack[Any] | str] | None,
    utilities: Sequence[Utility[Any] | str],
    release: Any,
) -> tuple[list[Attack[Any]], list[Utility[Any]]]:
    """Return the components to run, each of which fits the release."""
    chosen = components("attacks", attacks)
    chosen = chosen or default_attacks(type(release))
    measures = components("utilities", utilities)
    for attack in chosen:
        check_attack_fits(attack, release)
        check_attack(attack)
    for utility in measures:
        check_utility_fits(utility, release)
    return chosen, measures


def default_attacks(kind: type[Release] = TextRelease) -> list[Attack[Any]]:
    """Return the attacks on a kind of release that run unless others are named."""
    return [spec.parse("attacks", name) for name in kind.default_attacks]


def needed_attacks(release: Release) -> list[Attack[Any]]:
    """Return the attacks without which, or others of the same figures, no question is answered."""
    return [spec.parse("attacks", name) for name in release.needed_attacks]


def fitting_attacks(attacks: Sequence[Attack[Any]], release: Release) -> list[Attack[Any]]:
    """Return the attacks that a release can be attacked with, alignment considered."""
    return [a for a in attacks if release.aligned or not a.needs_alignment]


def check_ids(private: Corpus, release: Release) -> None:
    """Raise InputError where records should align and none do, or ids are written differently."""
    if not release.aligned:
        return
    if len(release.corpus) == 0:
        raise InputError(f"{release.corpus.name}: no records")
    if not any(id_ in private.position for id_ in release.corpus.ids):
        raise InputError(
            f"no id of {release.corpus.name} is an id of {private.name}; name the id columns with"
            " --id and --release-id, give a record and its released version the same id, or say"
            " --unaligned if its records correspond to nobody"
            + near_miss(private.ids, release.corpus.ids)
        )
    own, released = set(private.ids), set(release.corpus.ids)
    if differing := near_miss(own - released, released - own):
        raise InputError(
            f"some ids of {release.corpus.name} stand in {private.name} in another way{differing};"
            " write them alike in both files"
        )


class _Read(NamedTuple):
    """Records as they are read.

    Attributes:
        given: The private records as they were given, overlong texts cut.
        private: The same as a browser shows them, without a letterhead in another language: what
            an adversary reads has neither.
        control: The control, read in the same way.
        release: The release, overlong texts cut.
        counts: How many records were cut or held HTML, by entry of the ledger.
    """

    given: Corpus
    private: Corpus
    control: Corpus | None
    release: Release
    counts: dict[str, int]


def _as_read(
    private: Corpus, control: Corpus | None, release: Release, attacks: Sequence[Attack[Any]]
) -> _Read:
    """Return records as they are read: as they are where an attack counts token for token."""
    from seethrough.deobfuscation.viewing import as_shown
    from seethrough.text.languages.letterhead import without_letterhead

    if any(attack.token_for_token for attack in attacks):
        return _Read(private, private, control, release, {})
    counts: dict[str, int] = {}
    given, counts["private_records_cut"] = overlong.cut_overlong(private)
    private = given
    if control is not None:
        control, _ = overlong.cut_overlong(control)
    if release.readable:
        corpus, counts["released_records_cut"] = overlong.cut_overlong(release.corpus)
        release = release if corpus is release.corpus else release.reading(corpus)
        private, counts["private_records_with_markup"] = as_shown(given)
        bare = [*without_letterhead(private.texts, private.persons)]
        private = private.rewritten(bare)
        counts["private_records_without_letterhead"] = len(bare) - bare.count(None)
        if control is not None:
            control, _ = as_shown(control)
            control = control.rewritten(without_letterhead(control.texts, control.persons))
    return _Read(given, private, control, release, {entry: n for entry, n in counts.items() if n})
