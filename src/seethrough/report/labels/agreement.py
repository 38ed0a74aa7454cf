"""How far a judge agrees with its raters, and where it errs, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.estimates.in_words import percent
from seethrough.report.labels.wording import capital

KINDS: Mapping[str, str] = {
    "cut": "own record, nothing added",
    "kept": "own record, most wording kept",
    "rewritten": "own record, in other words",
    "another": "somebody else's record",
    "another_rewritten": "somebody else's record, in other words",
}
"""The kinds of passage that a judge reads, as one is called."""

PASSAGES: Mapping[str, str] = {
    "cut": "people's own records with nothing added",
    "kept": "people's own records with their wording",
    "rewritten": "people's own records in other words",
    "another": "records of somebody else",
    "another_rewritten": "records of somebody else, in other words",
}
"""The same, as many are."""

ONE_COLLECTION = (
    "All texts are of one collection: how much more it errs on another is in no interval."
)


def errors_sentence(measured: Mapping[str, Any] | None) -> str:
    """Return in one sentence how often a judge errs on each kind of passage; "" if not measured."""
    measured = measured or {}
    errors = measured.get("errors") or {}
    told = [
        f"{KINDS.get(kind, kind)}: {percent(1 - rates['found'])}\u00a0% missed,"
        f" {percent(rates['false'])}\u00a0% false"
        for kind, rates in errors.items()
    ]
    if not told:
        return ""
    one = f" {ONE_COLLECTION}" if measured.get("sets") == 1 else ""
    return (
        "Missed: disclosed claims that the judge does not find. False: claims that are not"
        f" disclosed and that it calls disclosed. {capital('; '.join(told))}.{one}"
    )


def whose_ratings(measured: Mapping[str, Any]) -> str:
    """Return whose ratings a judge was measured with, such as ``a large language model's``."""
    source = measured.get("ratings") or {}
    if not source:
        return "a large language model's ratings"
    each = "1 rating" if source["passes"] == "1" else f"{source['passes']} ratings"
    return (
        f"the ratings in {source['file']} (SHA-256 {source['sha256'][:16]}, by"
        f" {source['rated_by']}, {each} a claim)"
    )
