"""What a judge said before its errors were taken out of a figure, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.estimates.in_words import percentage
from seethrough.report.labels.wording import count, inline, persons

Estimate = Mapping[str, Any]

A_MODEL = "a large language model"
"""Who rated what the shipped judges were measured on."""


def raters_of(report: Mapping[str, Any], estimate: Estimate) -> str:
    """Return who rated the claims that the errors of a figure's judge were measured on.

    Args:
        report: The machine form.
        estimate: As it holds it.
    """
    judge = estimate["component"].get("judge")
    own = [j["agreement"] for j in report["judges"] if j["component"] == judge and j["agreement"]]
    source = own[0].get("ratings") if own else None
    return inline(source["rated_by"]) if source else A_MODEL


def correction_sentence(estimate: Estimate, raters: str = A_MODEL) -> str:
    """Return what the judge itself said and how that was corrected, or that it was not.

    Args:
        estimate: As ``report.json`` holds it.
        raters: Who rated the claims that the judge's errors were measured on.

    Returns:
        A sentence or two; "" where no judge's errors enter the figure.
    """
    if any(arm["how"] == "unmeasured" for arm in _arms(estimate)):
        return (
            "The judge's own errors are not in this figure and its interval: how often it errs was"
            " not measured."
        )
    raw = estimate.get("raw")
    if raw is None or raw["value"] is None:
        return ""
    if any(arm["how"] == "allowed" for arm in _arms(estimate)):
        return "This is what the judge says; the interval allows for its errors."
    said = f"The judge itself said {percentage(raw['value'])}"
    if estimate["raw_control"] is not None and estimate["raw_control"]["value"] is not None:
        said += f", and {percentage(estimate['raw_control']['value'])} for the control"
    if estimate["value"] is None:
        return f"{said}, but it can hardly distinguish what is given away from what is not."
    said += f"; {_how(estimate, raters)}.{_moved(estimate['value'] - raw['value'], estimate)}"
    if any(arm["how"] != "unread" for arm in _arms(estimate)):
        said += " The interval includes that uncertainty."
    if any(arm["how"] == "errors" for arm in _arms(estimate)):
        said += (
            " The rates by class are the judge's own; their intervals allow for the same errors."
        )
    return said


def raw_note(estimate: Estimate) -> str:
    """Return what the judge said as a note beside the corrected figure; "" where nothing was."""
    raw = estimate.get("raw")
    if raw is None or raw["value"] is None or raw["value"] == estimate["value"]:
        return ""
    return f"the judge said {percentage(raw['value'])}"


def _arms(estimate: Estimate) -> list[Mapping[str, Any]]:
    return [arm for k in ("corrected", "corrected_control") if (arm := estimate.get(k)) is not None]


def _moved(by: float, estimate: Estimate) -> str:
    """Return why a figure that is corrected by measured errors is not what the judge said."""
    if estimate["corrected"]["how"] != "errors" or abs(by) < 0.005:
        return ""
    if by > 0:
        return " It misses more than it finds wrongly, so the figure is higher than what it said."
    return " It finds more wrongly than it misses, so the figure is lower than what it said."


def _how(estimate: Estimate, raters: str) -> str:
    own, control = estimate["corrected"], estimate["corrected_control"]
    if control is None:
        return f"this is {_rests_on(own, raters)}"
    if own["how"] == control["how"] == "errors":
        claims, texts = (
            " and ".join(dict.fromkeys(f"{arm[of]:,}" for arm in (own, control)))
            for of in ("ratings", "groups")
        )
        return (
            f"both are corrected for its errors on {claims} claims that {raters} rated"
            f" ({texts} {'text' if texts == '1' else 'texts'})"
        )
    if own["how"] == control["how"] == "unread":
        return "neither is corrected, as every passage is empty"
    return f"the first is {_rests_on(own, raters)}, the second {_rests_on(control, raters)}"


def _rests_on(correction: Mapping[str, Any], raters: str) -> str:
    n, groups = correction["ratings"], correction["groups"]
    if correction["how"] == "ratings":
        return f"corrected by {count(n, 'rating')} of your own ({persons(groups)})"
    if correction["how"] == "errors":
        return (
            f"corrected for its errors on {count(n, 'claim')} that {raters} rated"
            f" ({count(groups, 'text')})"
        )
    return "not corrected, as every passage is empty"
