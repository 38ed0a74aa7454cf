"""The machine form of a report: ``report.json``."""

from __future__ import annotations

import dataclasses
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from seethrough import spec

if TYPE_CHECKING:
    from seethrough.audit import Audit

SCHEMA = 1

DETAILED_PEOPLE = 200
"""How many people are written out record by record; the rest with their counts only."""

LIBRARIES = ("numpy", "scipy", "spacy", "bm25s", "rapidfuzz", "onnxruntime", "presidio-analyzer")


def to_json(audit: Audit, text: bool) -> dict[str, Any]:
    """Return the report as JSON-able data; the same audit gives the same bytes.

    Args:
        audit: The result.
        text: Whether what was in the records may stand in it.
    """
    people = [
        person.to_json(text and rank < DETAILED_PEOPLE) for rank, person in enumerate(audit.people)
    ]
    if not text:
        for rank, person in enumerate(people, start=1):
            person["person"] = f"person {rank}"
    return {
        "schema": SCHEMA,
        "run": audit.run,
        "private": describe_corpus(audit.private),
        "release": describe_release(audit.release),
        "verdict": audit.verdict.word,
        "reasons": list(audit.verdict.reasons),
        "limit_crossed": audit.verdict.limit_crossed,
        "estimates": [e.to_json() for e in audit.estimates],
        "curves": [
            {"facts": k, "estimates": [e.to_json() for e in estimates]}
            for k, estimates in audit.curves.items()
        ],
        "findings": people,
        "coverage": dict(audit.coverage),
        "self_test": [t.to_json() for t in audit.self_tests],
        "judges": judges(audit),
        "versions": versions(),
        "seed": audit.seed,
    }


def describe_corpus(corpus: Any) -> dict[str, Any]:
    """Return a corpus's name, size and hash."""
    return {
        "name": corpus.name,
        "records": len(corpus),
        "people": len(set(corpus.persons)),
        "sha256": corpus.hash,
    }


def describe_release(release: Any) -> dict[str, Any]:
    """Return what a release is, who made it, and what it promises."""
    described: dict[str, Any] = {"kind": type(release).__name__}
    corpus = getattr(release, "corpus", None)
    if corpus is not None:
        described |= describe_corpus(corpus)
    guarantee = getattr(release, "guarantee", None)
    return described | {
        "sanitizer": release.sanitizer,
        "aligned": getattr(release, "aligned", False),
        "guarantee": None if guarantee is None else dataclasses.asdict(guarantee),
    }


def judges(audit: Audit) -> list[dict[str, Any]]:
    """Return how far each judge that was used agrees with people, where that was measured."""
    used = {}
    for cell in audit.cells:
        judge = getattr(cell.attack, "judge", None)
        if dataclasses.is_dataclass(judge):
            measured = getattr(judge, "agreement", None)
            used[spec.key(judge)] = {
                "component": spec.to_json(judge),
                "agreement": measured() if callable(measured) else None,
            }
    return list(used.values())


def versions() -> dict[str, str]:
    """Return the versions of this package and of the libraries that move its figures."""
    found = {}
    for name in ("seethrough", *LIBRARIES):
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found
