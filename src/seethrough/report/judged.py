"""What a judge said before its errors were taken out of a figure, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough.report.page import wording
from seethrough.report.page.wording import count

Estimate = Mapping[str, Any]


def correction_sentence(estimate: Estimate) -> str:
    """Return what the judge itself said and how that was corrected; "" where nothing was.

    Args:
        estimate: As ``report.json`` holds it.
    """
    raw = estimate.get("raw")
    if raw is None or raw["value"] is None:
        return ""
    said = f"The judge itself said {wording.share(raw['value'])}"
    if estimate["raw_control"] is not None and estimate["raw_control"]["value"] is not None:
        said += f", and {wording.share(estimate['raw_control']['value'])} for the control"
    if estimate["value"] is None:
        return f"{said}, but it can hardly tell what is given away from what is not."
    own, control = estimate["corrected"], estimate["corrected_control"]
    first, second = (None if c is None else _rests_on(c) for c in (own, control))
    if second is None or first == second:
        how = f"{'this is' if second is None else 'both are'} {first}"
    else:
        how = f"the first is {first}, the second {second}"
    return f"{said}; {how}. The interval takes in what that leaves open."


def raw_note(estimate: Estimate) -> str:
    """Return what the judge said as a note beside the corrected figure; "" where nothing was."""
    raw = estimate.get("raw")
    if raw is None or raw["value"] is None:
        return ""
    return f"the judge said {wording.share(raw['value'])}"


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
    return "left as it is, as every passage is empty"
