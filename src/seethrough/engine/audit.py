"""The audit: attacks on a release, what they found, and whether to believe it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine import coverage, self_test
from seethrough.engine.adversary import View, read_as_adversary
from seethrough.engine.claims import claims_of
from seethrough.engine.floors import shared, strangers
from seethrough.engine.floors.checking import check
from seethrough.engine.judge_test.check import check_judge
from seethrough.engine.judge_test.wording import is_reworded
from seethrough.engine.runs import correcting, linker_choice
from seethrough.engine.runs.attacks import Context, attacked_release, run_attack
from seethrough.engine.runs.groups import AttackRun, Group
from seethrough.engine.self_test import SelfTest
from seethrough.engine.verdict import exposed_people as exposed
from seethrough.engine.verdict.decision import Verdict, decide, too_few_people
from seethrough.engine.verdict.exposure import contacts_standing, exposed_people, names_standing
from seethrough.engine.verdict.limits import (
    DEFAULT_TOLERANCES,
    Limit,
    Tolerances,
    check_limits,
    check_tolerances,
)
from seethrough.errors import InputError, SeethroughError, UsageError
from seethrough.estimates.estimate import Estimate
from seethrough.models.resolve import answers_kept
from seethrough.progress import Progress, silent
from seethrough.protocols import Attack, Utility
from seethrough.reasons import QUESTIONS, Question, Reason
from seethrough.records import overlong
from seethrough.records.release import RagRelease, TextRelease
from seethrough.statistics.seeding import generator
from seethrough.storage.store import MemoryStore, RunDirectory, Store, working_in

if TYPE_CHECKING:
    from seethrough.agreement.ratings import RatedClaims
    from seethrough.records.corpus import Corpus

CURVE_TARGETS = 200
"""How many targets the curve over the number of known facts uses at the most."""

SCHEMA = 3
"""The form of what a run folder keeps; a folder of another form is not used."""


@dataclass(frozen=True)
class Audit:
    """The result of attacking one release.

    Attributes:
        private: The private records.
        release: What was attacked.
        cells: What each attack found.
        utilities: What the release is still good for.
        curves: For each number of known facts, the figures of the linkage attack.
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
    cells: Sequence[AttackRun]
    utilities: Sequence[Estimate]
    curves: Mapping[int, Sequence[Estimate]]
    self_tests: Sequence[SelfTest]
    coverage: Mapping[str, int]
    people: Sequence[exposed.PersonFinding]
    verdict: Verdict
    seed: int
    run: str
    folder: Path | None

    @property
    def estimates(self) -> list[Estimate]:
        """Every figure: those of the attacks, then those of the utilities."""
        return [e for cell in self.cells for e in cell.estimates] + list(self.utilities)

    def __getitem__(self, name: str) -> Estimate:
        """Return the first figure of that name, such as ``audit["linkage.top1"]``."""
        for estimate in self.estimates:
            if estimate.name == name:
                return estimate
        raise KeyError(name)


def default_attacks(kind: type[Any] = TextRelease) -> list[Attack[Any]]:
    """Return the attacks on a kind of release that run unless others are named."""
    if issubclass(kind, RagRelease):
        return [spec.parse("attacks", n) for n in ("extraction", "extraction:aim=contacts")]
    found = needed_attacks(kind)
    return [*found[:2], spec.parse("attacks", "lexical"), *found[2:]]


def needed_attacks(kind: type[Any] = TextRelease) -> list[Attack[Any]]:
    """Return the attacks without which, or others of the same figures, no question is answered."""
    text = ("linkage", "inference", "identifiers")
    names = ("extraction",) if issubclass(kind, RagRelease) else text
    return [spec.parse("attacks", name) for name in names]


def audit(
    private: Corpus,
    release: Any,
    *,
    attacks: Sequence[Attack[Any] | str] | None = None,
    utilities: Sequence[Utility[Any] | str] = (),
    control: Corpus | None = None,
    limits: Sequence[Limit] = (),
    tolerances: Tolerances = DEFAULT_TOLERANCES,
    standard: Question = "anonymous",
    seed: int = 0,
    targets: int | None = None,
    run: Path | None = None,
    runs: Path | None = None,
    progress: Progress = silent,
    ratings: RatedClaims | None = None,
) -> Audit:
    """Attack a release and say what it gives away.

    Args:
        private: The private records that the release was made from.
        release: A release, or a corpus whose records stand for the private ones of the same id.
        attacks: Attacks or their specs; linkage, inference and the lexical baseline by default.
        utilities: Utilities or their specs.
        control: Records of people held out before the release was made; needed where the
            release's records do not align with the private ones.
        limits: Values that figures must not cross; they add to the decision.
        tolerances: How much leak is tolerated beyond what is guessed anyway.
        standard: The question whose answer is the verdict.
        seed: The same seed gives the same report.
        targets: Attack at most so many records, drawn at random.
        run: A folder to keep finished work in; a killed run goes on from there.
        runs: Instead of ``run``, a folder of runs; this one gets a folder named after its inputs.
        progress: Told how far each stage is.
        ratings: What people said of claims of this run, drawn at random (``annotate`` does so);
            they correct the judge in place of its measured errors.

    Raises:
        InputError: Private and released records don't meet, or there are none.
        UsageError: A component or limit is wrong.
    """
    from seethrough.records.corpus import Corpus

    if isinstance(release, Corpus):
        release = TextRelease(release)
    chosen = [spec.parse("attacks", a) if isinstance(a, str) else a for a in attacks or ()]
    chosen = chosen or default_attacks(type(release))
    measures = [spec.parse("utilities", u) if isinstance(u, str) else u for u in utilities]
    if len(private) == 0:
        raise InputError(f"{private.name}: no records")
    label = release_label(release)
    manifest = {
        "schema": SCHEMA,
        "private": private.hash,
        "release": label,
        "control": None if control is None else control.hash,
        "attacks": [spec.key(a) for a in chosen],
        "utilities": [spec.key(u) for u in measures],
        "seed": seed,
        "targets": targets,
    }
    identity = hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()[:12]
    if run is None and runs is not None:
        run = runs / identity
    store: Store = MemoryStore() if run is None else RunDirectory(run, manifest)
    private, control, release, cut = _of_bearable_length(private, control, release, chosen)
    setting = Context(
        private.keeping(store),
        None if control is None else control.keeping(store),
        seed,
        store,
        targets,
        progress,
        None if ratings is None else ratings.by_pair,
    )
    view = None
    if isinstance(release, TextRelease):
        release = replace(release, corpus=release.corpus.keeping(store))
        view = read_as_adversary(release, setting.private)
        check_ids(private, view.release)
    fitting = fitting_attacks(chosen, release)
    leaks = [figure for a in fitting for figure in a.figures]
    check_limits(limits, [*leaks, *(figure for u in measures for figure in u.figures)])
    check_tolerances(tolerances, leaks)
    with working_in(store), answers_kept(run):
        cells = [
            _cell_or_failure(a, _as_read_by(a, release, view), label, setting) for a in fitting
        ]
        tests, why = _self_tests(cells, release, view, setting)
        measured = [
            e for u in measures for e in u.measure(private, release, generator(seed, "utility"))
        ]
        curves = _curves(cells, release if view is None else view.release, label, setting)
    ledger = {**coverage.ledger(private, release, cells), **(view.ledger if view else {}), **cut}
    attacked = [e for cell in cells for e in cell.estimates]
    found = [
        *_floors(setting, release, view, cells, attacked),
        *exposed_people(cells),
        *contacts_standing(cells),
        *names_standing(cells),
        *too_few_people(coverage.people_at_stake(private, cells)),
        *coverage.shortfalls(ledger),
        *overlong.reasons(ledger),
        *coverage.unexamined(fitting, fitting_attacks(needed_attacks(type(release)), release)),
        *why,
        *(_failed(c) for c in cells if c.error),
        *(view.reasons if view else ()),
        *release.doubts,
        *coverage.remarks(ledger),
        *correcting.reasons(cells, ratings is not None),
        *_one_draw(release),
    ]
    decision = decide(
        attacked,
        utilities=measured,
        limits=limits,
        tolerances=tolerances,
        standard=standard,
        found=found,
    )
    return Audit(
        setting.private,
        release,
        cells,
        measured,
        curves,
        tests,
        ledger,
        exposed.people(cells),
        decision,
        seed,
        identity,
        run,
    )


def _of_bearable_length(
    private: Corpus, control: Corpus | None, release: Any, attacks: Sequence[Attack[Any]]
) -> tuple[Corpus, Corpus | None, Any, dict[str, int]]:
    """Return the records with overlong texts cut, and how many were.

    Where an attack counts token for token, nothing is cut: both sides would no longer fit.
    """
    if any(attack.token_for_token for attack in attacks):
        return private, control, release, {}
    private, own = overlong.cut_overlong(private)
    counts = {"private_records_cut": own}
    if control is not None:
        control, _ = overlong.cut_overlong(control)
    if isinstance(release, TextRelease):
        corpus, counts["released_records_cut"] = overlong.cut_overlong(release.corpus)
        release = release if corpus is release.corpus else replace(release, corpus=corpus)
    return private, control, release, {entry: n for entry, n in counts.items() if n}


def fitting_attacks(attacks: Sequence[Attack[Any]], release: Any) -> list[Attack[Any]]:
    """Return the attacks that a release can be attacked with, alignment considered.

    Raises:
        UsageError: An attack is one on another kind of release.
    """
    for attack in attacks:
        kind = attacked_release(attack)
        if not issubclass(type(release), kind):
            raise UsageError(
                f"{spec.name_of(attack)} attacks a {kind.__name__},"
                f" and this is a {type(release).__name__}"
            )
    if isinstance(release, TextRelease) and not release.aligned:
        return [a for a in attacks if not a.needs_alignment]
    return list(attacks)


def _as_read_by(attack: Attack[Any], release: Any, view: View | None) -> Any:
    """Return what an attack reads: the adversary's view, unless it counts a release's tokens."""
    if view is None or attack.token_for_token:
        return release
    return view.release


def _self_tests(
    cells: Sequence[AttackRun], release: Any, view: View | None, setting: Context
) -> tuple[list[SelfTest], list[Reason]]:
    """Run every attack and judge where the answer is known; return what that says."""
    tests: list[SelfTest] = []
    reasons: list[Reason] = []
    for cell in cells:
        if cell.error is not None or not isinstance(release, TextRelease | RagRelease):
            continue
        if not cell.eligible and all(figure.optional for figure in cell.attack.figures):
            continue  # the private records hold nothing that the attack looks for
        own = self_test.check_attack(
            cell.attack, cell, _as_read_by(cell.attack, release, view), setting
        )
        unseen = self_test.strangers(
            cell.attack, cell, _as_read_by(cell.attack, release, view), setting
        )
        reasons += strangers.reasons(cell, unseen)
        questions = {q for figure in cell.attack.figures for q in figure.questions}
        reasons += self_test.reasons(own, [q for q in QUESTIONS if q in questions])
        tests += own
    judges = _judge_tests(cells, setting, _aligned(view))
    reworded = view is not None and is_reworded(setting.private, view.release)
    return [*tests, *judges], [*reasons, *self_test.reasons(judges, reworded=reworded)]


def _aligned(view: View | None) -> Corpus | None:
    """Return the released records where they stand for the private ones of the same id."""
    return view.release.corpus if view is not None and view.release.aligned else None


def _floors(
    setting: Context,
    release: Any,
    view: View | None,
    cells: Sequence[AttackRun],
    attacked: Sequence[Estimate],
) -> list[Reason]:
    """Return what bars a pass whatever the figures say."""
    figures = {figure.name: figure for cell in cells for figure in cell.attack.figures}
    found = shared.reasons(attacked, figures)
    if view is None:
        return found
    readings = [release.corpus] if view.plain is release.corpus else [release.corpus, view.plain]
    return [*check(setting.private, readings, release.aligned, setting.control), *found]


def release_label(release: Any) -> str:
    """Return what identifies a release's content in a store."""
    if isinstance(release, TextRelease):
        return f"text-{release.corpus.hash[:16]}-{'aligned' if release.aligned else 'free'}"
    return f"{type(release).__name__}-{release.hash[:16]}"


def check_ids(private: Corpus, release: TextRelease) -> None:
    """Raise InputError where records should align and none do."""
    if not release.aligned:
        return
    if len(release.corpus) == 0:
        raise InputError(f"{release.corpus.name}: no records")
    if not any(id_ in private.position for id_ in release.corpus.ids):
        raise InputError(
            f"no id of {release.corpus.name} is an id of {private.name}; name the id columns with"
            " --id and --release-id, or say --unaligned if its records stand for nobody"
        )


def _cell_or_failure(attack: Attack[Any], release: Any, label: str, setting: Context) -> AttackRun:
    """Run a cell; a failure of the attack's own code is a result, never a silent gap."""
    try:
        return run_attack(attack, release, label, setting)
    except SeethroughError:
        raise
    except Exception as error:
        nobody = Group((), ())
        where = error.__traceback__
        while where is not None and where.tb_next is not None:
            where = where.tb_next
        place = f" in {Path(where.tb_frame.f_code.co_filename).name}" if where else ""
        return AttackRun(attack, nobody, None, nobody, (), False, f"{type(error).__name__}{place}")


def _judge_tests(
    cells: Sequence[AttackRun], setting: Context, released: Corpus | None
) -> list[SelfTest]:
    """Test every judge once, on the private claims that it rates."""
    tests: dict[str, list[SelfTest]] = {}
    for cell in cells:
        asked = cell.attack.judged_by()
        if asked is None or spec.key(asked[0]) in tests:
            continue
        judge, atomizer = asked
        claims = claims_of(atomizer, setting.private)
        rng = generator(setting.seed, "judge", spec.key(judge))
        tests[spec.key(judge)] = check_judge(judge, claims, setting.private, rng, released)
    return [test for found in tests.values() for test in found]


def _one_draw(release: Any) -> list[Reason]:
    """Return that the figures are those of one draw, where a release is known to be random."""
    random = release.guarantee is not None or "guarantee_voided" in release.details
    return [Reason("one_draw", "pass")] if random else []


def _failed(cell: AttackRun) -> Reason:
    facts = {"attack": spec.name_of(cell.attack), "private": {"error": cell.error}}
    return Reason("attack_failed", "inconclusive", facts=facts)


def _curves(
    cells: Sequence[AttackRun], release: Any, label: str, setting: Context
) -> dict[int, Sequence[Estimate]]:
    """Return the figures of the first attack that has a curve, by how much its adversary knows.

    All with the linker that was chosen most often for the figure itself.
    """
    few = replace(setting, targets=min(CURVE_TARGETS, setting.targets or CURVE_TARGETS))
    for cell in cells:
        attack = linker_choice.with_one_linker(cell.attack, cell.linkers)
        along = {} if cell.error is not None else attack.curve()
        if along:
            return {
                k: run_attack(knowing, release, f"{label}-curve", few).estimates
                for k, knowing in along.items()
            }
    return {}
