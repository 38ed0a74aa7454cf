"""What a judge said before its errors were taken out of a figure, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.estimates.in_words import percentage
from seethrough.report.labels.wording import count

Estimate = Mapping[str, Any]


def correction_sentence(estimate: Estimate) -> str:
    """Return what the judge itself said and how that was corrected, or that it was not.

    Args:
        estimate: As ``report.json`` holds it.

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
    said = f"The judge itself said {percentage(raw['value'])}"
    if estimate["raw_control"] is not None and estimate["raw_control"]["value"] is not None:
        said += f", and {percentage(estimate['raw_control']['value'])} for the control"
    if estimate["value"] is None:
        return f"{said}, but it can hardly distinguish what is given away from what is not."
    said += f"; {_how(estimate)}. The interval includes that uncertainty."
    if any(arm["how"] == "errors" for arm in _arms(estimate)):
        said += " The rates by class are not corrected."
    return said


def raw_note(estimate: Estimate) -> str:
    """Return what the judge said as a note beside the corrected figure; "" where nothing was."""
    raw = estimate.get("raw")
    if raw is None or raw["value"] is None:
        return ""
    return f"the judge said {percentage(raw['value'])}"


def _arms(estimate: Estimate) -> list[Mapping[str, Any]]:
    return [arm for k in ("corrected", "corrected_control") if (arm := estimate.get(k)) is not None]


def _how(estimate: Estimate) -> str:
    own, control = estimate["corrected"], estimate["corrected_control"]
    if control is None:
        return f"this is {_rests_on(own)}"
    if own["how"] == control["how"] == "errors":
        numbers = dict.fromkeys((f"{own['ratings']:,}", f"{control['ratings']:,}"))
        return (
            f"both are corrected for its errors on {' and '.join(numbers)} claims that a large"
            f" language model rated ({count(own['groups'], 'text')})"
        )
    return f"the first is {_rests_on(own)}, the second {_rests_on(control)}"


def _rests_on(correction: Mapping[str, Any]) -> str:
    n, groups = correction["ratings"], correction["groups"]
    if correction["how"] == "ratings":
        return (
            f"corrected by {count(n, 'rating')} of your own ({count(groups, 'person', 'people')})"
        )
    if correction["how"] == "errors":
        return (
            f"corrected for its errors on {count(n, 'claim')} that a large language model rated"
            f" ({count(groups, 'text')})"
        )
    return "not corrected, as every passage is empty"
