"""The machine form of a report: ``report.json``."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.contracts.told import told_by
from seethrough.engine.inputs import default_attacks
from seethrough.engine.runs.failures import named
from seethrough.evidence.evidence import Evidence
from seethrough.evidence.linked import RankedRecord
from seethrough.protocols import Step
from seethrough.report import models
from seethrough.report.asking import by_question
from seethrough.report.exhibits import exhibits
from seethrough.report.hiding import hidden, without_files
from seethrough.report.kinds import leaks_by_kind
from seethrough.report.labels.apart import Settings
from seethrough.report.labels.promises import composed, voided
from seethrough.report.numbering import IN_A_REPORT, ranked
from seethrough.report.schema import SCHEMA
from seethrough.report.to_rate import NOTHING_TO_RATE, to_rate
from seethrough.storage.seals import library_versions, package_version

if TYPE_CHECKING:
    from seethrough.engine.result import Audit
    from seethrough.engine.runs.cells import Cell
    from seethrough.protocols import Figure, Judge
    from seethrough.records.releases.release import Release

DETAILED_PEOPLE = 200
"""How many people are written out record by record; the rest with their counts only."""


def to_json(audit: Audit, text: bool = True) -> dict[str, Any]:
    """Return the report as JSON-able data; the same audit gives the same bytes.

    Args:
        audit: The result.
        text: Whether what was in the records, and the names of files, may stand in it; without it,
            people have their ranks for names, as in ``numbering``.
    """
    people = [
        person.to_json(text and rank < DETAILED_PEOPLE)
        for rank, person in enumerate(audit.people if text else ranked(audit))
    ]
    if not text:
        for rank, person in enumerate(people, start=1):
            person["person"] = f"{IN_A_REPORT} {rank}"
    report = {
        "schema": SCHEMA,
        # Each would let anybody who gets the report confirm a guess of the private text: a release
        # may hold it as it is, and the persons besides.
        "run": audit.run if text else None,
        "private": describe_corpus(audit.private) | ({} if text else {"sha256": None}),
        "release": describe_release(audit.release) | ({} if text else {"sha256": None}),
        "verdict": audit.verdict.word,
        "standard": audit.verdict.standard,
        "answers": [answer.to_json() for answer in audit.verdict.answers],
        "reasons": reasons(audit, text),
        "attacks": [
            describe_attack(cell, audit.release)
            | {"overlap": models.overlap(cell.targets.knowledge, audit.private)}
            for cell in audit.cells
        ],
        "figures": describe_figures(audit),
        "estimates": [e.to_json() for e in audit.estimates],
        "curves": [
            {"facts": k, "estimates": [e.to_json() for e in estimates]}
            for k, estimates in audit.curves.items()
        ],
        "curve_over": _curve_over(audit),
        "pools": [
            {"candidates": size, "estimates": [e.to_json() for e in estimates]}
            for size, estimates in audit.pools.items()
        ],
        "findings": people,
        "exhibits": exhibits(audit.cells, audit.private) if text else [],
        "to_rate": to_rate(audit.cells, audit.seed) if text else NOTHING_TO_RATE,
        "leaks_by_kind": leaks_by_kind(audit.people, audit.private),
        "coverage": dict(audit.coverage),
        "self_test": [t.to_json() for t in audit.self_tests],
        "judges": judges(audit),
        "caveats": models.caveats(audit),
        "versions": versions(),
        "seed": audit.seed,
    }
    return report if text else without_files(report)


def reasons(audit: Audit, text: bool) -> list[dict[str, Any]]:
    """Return why the verdict is as it is; of a figure with its title, unit and direction.

    Args:
        audit: The result.
        text: Whether what was in the records, and the names of files, may stand in it.
    """
    titles: dict[str | None, tuple[str, str]]
    titles = {t.figure: (t.title or t.figure, t.unit) for t in audit.self_tests}
    titles |= {e.name: (e.called, e.unit) for e in audit.estimates}
    directions = {e.name: e.direction for e in audit.estimates}
    settings = Settings(
        {"name": e.name, "component": _named(e.component, text)} for e in audit.estimates
    )
    listed = []
    for reason in audit.verdict.reasons:
        title, unit = titles.get(reason.figure, (reason.figure, "number"))
        of = None if reason.component is None else _named(reason.component, text)
        if title is not None and of is not None:
            title = settings.called(title, {"name": reason.figure, "component": of})
        about = {"component": of, "title": title, "unit": unit}
        about["direction"] = directions.get(reason.figure or "")
        listed.append(reason.to_json(text) | about)
    return listed


def _named(component: Mapping[str, Any], text: bool) -> Mapping[str, Any]:
    """Return a spec; without ``text``, without the names of files."""
    if text:
        return component
    without: dict[str, Any] = hidden(component)
    return without


def _curve_over(audit: Audit) -> list[str]:
    """Return what the curve runs over, one and several; nothing where there is no curve."""
    if not audit.curves:
        return []
    return next(list(c.attack.curve_over) for c in audit.cells if c.attack.curve())


def describe_corpus(corpus: Any) -> dict[str, Any]:
    """Return a corpus's name, size and hash."""
    return {
        "name": corpus.name,
        "records": len(corpus),
        "people": len(set(corpus.persons)),
        "sha256": corpus.hash,
    }


def describe_release(release: Release) -> dict[str, Any]:
    """Return what a release is, who made it, and what it promises."""
    described: dict[str, Any] = {"kind": type(release).__name__, "readable": release.readable}
    described["described"] = release.described._asdict()
    described |= describe_corpus(release.corpus)
    guarantee, asked = release.guarantee, release.details
    described |= {key: asked[key] for key in ("service", "retrieval") if key in asked}
    return described | {
        "sanitizer": release.sanitizer,
        "aligned": release.aligned,
        "guarantee": None if guarantee is None else dataclasses.asdict(guarantee),
        "guarantee_voided": voided(asked),
        "epsilon_per_text": composed(asked),
        "inferred": models.inferred(release),
    }


def describe_attack(cell: Cell, release: Release) -> dict[str, Any]:
    """Return what an attack does, with which parts, and what it was compared with.

    ``steps``, ``adversary`` and ``advice`` are what the attack says of itself (`Attack`); ``usual``
    is whether it runs unless others are named.

    ``control`` is ``own_record_left_out`` (the same targets, blind to their own records),
    ``held_out`` (people who are not in the release) or None. ``by_question`` holds, for an attack
    that asks a service, what it had got after each question, figure by figure, where it got any.
    ``linkers`` says which linkers were tried, for how many targets each was chosen (on other
    people), and how many of all targets each picks out; empty where the linker was given.
    """
    control = "own_record_left_out" if cell.paired else "held_out"
    attack: Any = cell.attack
    own = Step(spec.name_of(attack).capitalize(), _summary(attack).rstrip("."))
    with named(f"attack {spec.name_of(attack)}"):
        told = told_by(attack, cell.estimates)
    parts = {
        field.name: {"component": spec.to_json(part), "summary": _summary(part)}
        for field in dataclasses.fields(attack)
        if dataclasses.is_dataclass(part := getattr(attack, field.name))
    }
    return {
        "component": spec.to_json(cell.attack),
        "summary": _summary(cell.attack),
        "steps": [step._asdict() | {"parts": list(step.parts)} for step in told.steps or (own,)],
        "adversary": told.adversary,
        "advice": told.advice,
        "usual": spec.key(attack) in {spec.key(a) for a in default_attacks(type(release))},
        "token_for_token": attack.token_for_token,
        "parts": parts,
        "linkers": [use.to_json() for use in cell.linkers],
        "facts": told.facts,
        "control": None if cell.control is None else control,
        "targets": len(cell.targets.knowledge),
        "by_question": by_question(cell),
        "error": cell.error,
    }


def describe_figures(audit: Audit) -> list[dict[str, Any]]:
    """Return what each figure says and where a report shows it, in the order of the estimates.

    ``section`` is that of `Figure`, or ``use`` for what a utility measures. ``picks_records`` is
    whether the first guesses of its attack say who is re-identified in the findings.
    """
    found = [
        described_figure(f, f.section, issubclass(c.attack.evidence or Evidence, RankedRecord))
        for c in audit.cells
        for f in c.attack.figures
    ]
    found += [described_figure(f, "use") for run in audit.measured for f in run.utility.figures]
    return list({figure["name"]: figure for figure in found}.values())


def described_figure(figure: Figure, section: str, picks_records: bool = False) -> dict[str, Any]:
    """Return what a figure says, and in which section a report shows it."""
    return {
        "name": figure.name,
        "title": figure.called,
        "unit": figure.unit,
        "direction": figure.direction,
        "means": figure.means,
        "does_not_mean": figure.does_not_mean,
        "section": section,
        "picks_records": picks_records,
        "headline": figure.headline,
        "sentence": figure.sentence,
        "per_question": figure.per_question,
        "sensitivity": figure.sensitivity,
        "by_wording": figure.by_wording,
    }


def _summary(component: Any) -> str:
    return (inspect.getdoc(type(component)) or "").partition("\n")[0]


def judges(audit: Audit) -> list[dict[str, Any]]:
    """Return how far each judge that was used agrees with raters, where that was measured.

    ``uncalibrated`` says why a judge that takes a calibration uses none, and is empty for others.
    """
    used = {}
    for cell in audit.cells:
        asked = cell.attack.judged_by()
        if asked is not None:
            judge = asked[0]
            used[spec.key(judge)] = {
                "component": spec.to_json(judge),
                "agreement": measured_agreement(judge),
                "uncalibrated": judge.uncalibrated,
            }
    return list(used.values())


def measured_agreement(judge: Judge) -> Mapping[str, Any] | None:
    """Return how far a judge was measured to agree with raters, or None.

    A judge that was measured has an ``agreement``: ``n``, ``accuracy``, ``spearman``,
    ``confusion`` (rows: the raters' grade; columns: the judge's, then unjudged) and how; it may
    have ``errors``, by kind of passage (``agreement.errors_by_kind``) and there by class of
    fact, and ``ratings``: the file that it was measured with, its hash, who rated and how often.
    """
    measured = judge.agreement
    return measured if measured is not None and "accuracy" in measured else None


def versions() -> dict[str, str]:
    """Return the versions of this package and of the libraries that move its figures."""
    return {"seethrough": package_version(), **library_versions()}
