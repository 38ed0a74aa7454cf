"""What a calibration of a judge says, for a terminal and for the report of an audit."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.estimates.in_words import percent
from seethrough.report.labels.wording import capital
from seethrough.report.terminal.tables import table

if TYPE_CHECKING:
    from seethrough.judges.asked.calibrations import Calibration

KINDS = {
    "cut": "own record, nothing added",
    "kept": "own record, most wording kept",
    "rewritten": "own record, in other words",
    "another": "somebody else's record",
    "another_rewritten": "somebody else's record, in other words",
}


def calibration_lines(calibration: Calibration, path: Path) -> list[str]:
    """Return what was fitted and measured, and where it is kept."""
    agreement, cuts = calibration.agreement, calibration.cuts
    source = agreement["ratings"]
    version = calibration.identity["version"] or "known by its name alone"
    return [
        f"Calibration of {calibration.identity['judge']} with {calibration.identity['model']}"
        f" (version {version}) on {source['file']} (SHA-256 {source['sha256'][:16]}), rated by"
        f" {source['rated_by']}.",
        f"The figures above and below: {agreement['how']}.",
        f"Same from a probability of {cuts.same:g} on, similar from {cuts.similar:g} on.",
        "",
        *errors_table(agreement),
        *([_ONE_COLLECTION] if agreement["sets"] == 1 else []),
        "",
        f"Kept in {path}; used from now on where this version of the model is named.",
    ]


_ONE_COLLECTION = (
    "All texts are of one collection: how much more it errs on another is in no interval."
)


def errors_table(agreement: Mapping[str, Any]) -> list[str]:
    """Return how often a judge calls claims disclosed, by kind of passage.

    Args:
        agreement: A judge's ``agreement``, with the number of collections, ``sets``.
    """
    where = "" if agreement["sets"] == 1 else " on another collection"
    what = f"share called disclosed (± 1.96 standard errors{where})"
    rows = [(what, "of the disclosed", "of the others", "n")]
    rows += [
        (
            KINDS.get(kind, kind),
            f"{rates['found']:.2f} (± {1.96 * rates['found_error']:.2f})",
            f"{rates['false']:.2f} (± {1.96 * rates['false_error']:.2f})",
            f"{rates['disclosed']:,} and {rates['other']:,}",
        )
        for kind, rates in agreement["errors"].items()
    ]
    return table(rows)


def errors_sentence(measured: Mapping[str, Any] | None) -> str:
    """Return in one sentence how often a judge errs on each kind of passage; "" if not measured."""
    measured = measured or {}
    errors = measured.get("errors") or {}
    told = [
        f"{KINDS.get(kind, kind)}: {percent(1 - rates['found'])} % missed,"
        f" {percent(rates['false'])} % false"
        for kind, rates in errors.items()
    ]
    if not told:
        return ""
    one = f" {_ONE_COLLECTION}" if measured.get("sets") == 1 else ""
    return (
        "Missed: disclosed claims that the judge does not find. False: claims that are not"
        f" disclosed and that it calls disclosed. {capital('; '.join(told))}.{one}"
    )


def raters_of(measured: Mapping[str, Any]) -> str:
    """Return whose ratings a judge was measured with, such as ``a large language model's``."""
    source = measured.get("ratings") or {}
    if not source:
        return "a large language model's ratings"
    each = "1 rating" if source["passes"] == "1" else f"{source['passes']} ratings"
    return (
        f"the ratings in {source['file']} (SHA-256 {source['sha256'][:16]}, by"
        f" {source['rated_by']}, {each} a claim)"
    )
