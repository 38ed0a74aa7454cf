"""What a release guarantees, in plain words: epsilon by unit, and composed over a text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, Context
from typing import Any

from seethrough.records.releases.release import BY_DISTANCE, PER_TEXT, VOIDED
from seethrough.report.labels.wording import capital


def composed(details: Mapping[str, Any]) -> dict[str, float] | None:
    """Return what the epsilons of a text's replaced words add up to (``mean``, ``max``), or None.

    Args:
        details: A release's details; word-level sanitizers write it there.
    """
    found = details.get(PER_TEXT)
    return None if found is None else {key: float(found[key]) for key in ("mean", "max")}


def voided(details: Mapping[str, Any]) -> str:
    """Return in one sentence which guarantee a seed has voided; empty where none was.

    Args:
        details: A release's details.
    """
    terms = details.get(VOIDED)
    if terms is None:
        return ""
    return f"It was made with a seed, so it guarantees nothing: {terms} is void."


def promised(guarantee: Mapping[str, Any], per_text: Mapping[str, float] | None) -> list[str]:
    """Return the guarantee in sentences.

    Args:
        guarantee: ``epsilon``, ``delta``, ``unit`` and ``note``, and under ``claimed_by`` the file
            that claims it, empty where the sanitizer was run here.
        per_text: What ``composed`` gave.
    """
    source, note = guarantee.get("claimed_by", ""), guarantee["note"].rstrip(".")
    terms = f"epsilon {guarantee['epsilon']:g}, delta {guarantee['delta']:g}, for each"
    lines = [f"It guarantees differential privacy: {terms} {guarantee['unit']}."]
    if source:
        lines = [
            f"Differential privacy is claimed by {source}, not verified: {terms}"
            f" {guarantee['unit']}."
        ]
    if note:
        lines.append(f"It says: “{note}.”" if source else f"{capital(note)}.")
    by_distance = guarantee["unit"] == BY_DISTANCE
    if per_text is not None:
        sums = "is said to add up" if source else "adds up"
        lines.append(
            f"Over the replaced words of a text the guarantee {sums} to epsilon"
            f" {per_text['mean']:.4g} on average and {per_text['max']:.4g} at the most"
            f"{', for each unit of distance' if by_distance else ''}."
        )
    if guarantee["unit"] == "token" or by_distance:
        lines.append(
            'The command "seethrough epsilon" tests by experiment whether it is kept; give it the'
            " step that makes the guarantee, where there are several."
        )
    return lines


def _rounded_up(number: float) -> str:
    """Return a number with three digits, never a smaller one."""
    return f"{float(Context(prec=3, rounding=ROUND_CEILING).create_decimal(repr(number))):g}"


REASONS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "promise_refuted": lambda f: (
        f"The release guarantees epsilon {f['promised']:g}, and the planted canaries show that it"
        f" is at least {f['least']:.2f} ({f['how']}): the guarantee is broken."
    ),
    "promise_at_another_delta": lambda f: (
        f"The guarantee of epsilon {f['promised']:g} was not tested: it holds at delta"
        f" {f['delta']:.2g}, and the canaries were tried at {f['tried']:.2g}; use"
        f" {f['attack']}:delta={_rounded_up(f['delta'])}."
    ),
    "promise_untested": lambda f: (
        f"The guarantee of epsilon {f['promised']:g} was not tested: "
        + (f["why"] or f"{f['canaries']:,} canaries can refute at most {f['most']:.2f}")
        + f". At delta {f['tried']:.2g}, "
        + (f"{f['needed']:,}" if f["needed"] else "no number of")
        + " canaries could refute it."
    ),
    "promise_of_nothing": lambda f: (
        f"The guarantee's delta, {f['delta']:.2g}, is above 1 / {f['units']:,}, one by the number"
        f" of {'records' if f['unit'] == 'record' else 'people'}: a release that gives somebody"
        " away whole would keep it, so it guarantees nothing."
    ),
    "promise_adds_up": lambda f: (
        f"The guarantee of epsilon {f['promised']:g} is for each record. For somebody who has"
        f" {f['records']:,} records, as here, it adds up to epsilon {f['sum']:g}."
    ),
    "promise_for_records": lambda f: (
        f"The guarantee of epsilon {f['promised']:g} for each record was not tested: some canaries"
        " have several records; plant them with --times 1."
    ),
}
"""Reasons of a verdict that are about a guarantee."""
