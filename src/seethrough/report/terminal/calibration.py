"""What a calibration of a judge says, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.report.labels.agreement import KINDS, ONE_COLLECTION
from seethrough.report.terminal.tables import table

if TYPE_CHECKING:
    from seethrough.judges.asked.calibrations import Calibration


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
        *([ONE_COLLECTION] if agreement["sets"] == 1 else []),
        "",
        f"Kept in {path}; used from now on where this version of the model is named.",
    ]


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
