"""The machine form of a report: ``report.json``."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from seethrough import components, spec
from seethrough.report import models
from seethrough.report.exhibits import exhibits
from seethrough.report.hiding import without_files
from seethrough.report.kinds import leaks_by_kind
from seethrough.report.labels.promises import composed, voided
from seethrough.report.questions import by_question
from seethrough.report.to_rate import NOTHING_TO_RATE, to_rate

if TYPE_CHECKING:
    from seethrough.engine.audit import Audit
    from seethrough.engine.runs.groups import AttackRun
    from seethrough.protocols import Judge
    from seethrough.records.release import Release

SCHEMA = 1

DETAILED_PEOPLE = 200
"""How many people are written out record by record; the rest with their counts only."""

LIBRARIES = ("numpy", "scipy", "spacy", "bm25s", "rapidfuzz", "onnxruntime", "presidio-analyzer")


def to_json(audit: Audit, text: bool = True) -> dict[str, Any]:
    """Return the report as JSON-able data; the same audit gives the same bytes.

    Args:
        audit: The result.
        text: Whether what was in the records, and the names of files, may stand in it.
    """
    people = [
        person.to_json(text and rank < DETAILED_PEOPLE) for rank, person in enumerate(audit.people)
    ]
    if not text:
        for rank, person in enumerate(people, start=1):
            person["person"] = f"person {rank}"
    report = {
        "schema": SCHEMA,
        # Either would let anybody who gets the report confirm a guess of the private text.
        "run": audit.run if text else None,
        "private": describe_corpus(audit.private) | ({} if text else {"sha256": None}),
        "release": describe_release(audit.release),
        "verdict": audit.verdict.word,
        "standard": audit.verdict.standard,
        "answers": [answer.to_json() for answer in audit.verdict.answers],
        "reasons": [reason.to_json(text) for reason in audit.verdict.reasons],
        "attacks": [
            describe_attack(cell) | {"overlap": models.overlap(cell.attack, audit)}
            for cell in audit.cells
        ],
        "figures": describe_figures(audit),
        "estimates": [e.to_json() for e in audit.estimates],
        "curves": [
            {"facts": k, "estimates": [e.to_json() for e in estimates]}
            for k, estimates in audit.curves.items()
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
    described: dict[str, Any] = {"kind": type(release).__name__}
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


def describe_attack(cell: AttackRun) -> dict[str, Any]:
    """Return what an attack does, with which parts, and what it was compared with.

    ``control`` is ``own_record_left_out`` (the same targets, blind to their own records),
    ``held_out`` (people who are not in the release) or None. ``by_question`` holds, for an attack
    that asks a service, what it had got after each question, figure by figure, where it got any.
    ``linkers`` says which linkers were tried, for how many targets each was chosen (on other
    people), and how many of all targets each picks out; empty where the linker was given.
    """
    control = "own_record_left_out" if cell.paired else "held_out"
    attack: Any = cell.attack
    parts = {
        field.name: {"component": spec.to_json(part), "summary": _summary(part)}
        for field in dataclasses.fields(attack)
        if dataclasses.is_dataclass(part := getattr(attack, field.name))
    }
    return {
        "component": spec.to_json(cell.attack),
        "summary": _summary(cell.attack),
        "parts": parts,
        "linkers": [use.to_json() for use in cell.linkers],
        "facts": cell.attack.facts_known(),
        "control": None if cell.control is None else control,
        "targets": len(cell.targets.knowledge),
        "by_question": by_question(cell),
        "error": cell.error,
    }


def describe_figures(audit: Audit) -> list[dict[str, Any]]:
    """Return what each figure means and what it does not, in the order of the estimates."""
    makers: list[Any] = [cell.attack for cell in audit.cells]
    makers += [
        components.component_class("utilities", estimate.component["name"])
        for estimate in audit.utilities
    ]
    figures = {figure.name: figure for maker in makers for figure in maker.figures}
    return [
        {
            "name": figure.name,
            "direction": figure.direction,
            "means": figure.means,
            "does_not_mean": figure.does_not_mean,
        }
        for figure in figures.values()
    ]


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
    have ``errors``, by kind of passage (``statistics.error_rates``), and ``ratings``: the file that
    it was measured with, its hash, who rated and how often.
    """
    measured = judge.agreement
    return measured if measured is not None and "accuracy" in measured else None


def versions() -> dict[str, str]:
    """Return the versions of this package and of the libraries that move its figures."""
    found = {}
    for name in ("seethrough", *LIBRARIES):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
