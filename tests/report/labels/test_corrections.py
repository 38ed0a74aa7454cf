"""What a judge said before its errors were taken out, in words."""

from __future__ import annotations

from typing import Any

from seethrough.report.labels.corrections import correction_sentence


def corrected(how: str, ratings: int = 0, groups: int = 0) -> dict[str, Any]:
    return {"how": how, "ratings": ratings, "groups": groups}


def said(own: dict[str, Any], control: dict[str, Any] | None, value: float = 0.6) -> str:
    estimate = {
        "value": value, "raw": {"value": 0.66}, "raw_control": {"value": 0.05},
        "corrected": own, "corrected_control": control,
    }  # fmt: skip
    return correction_sentence(estimate).replace("\u00a0", " ")


def test_each_arm_rests_on_texts_of_its_own() -> None:
    told = said(corrected("errors", 2_091, 140), corrected("errors", 4_122, 333))
    assert "errors on 2,091 and 4,122 claims that" in told
    assert "rated (140 and 333 texts). It finds" in told
    assert "The interval includes that uncertainty." in told
    assert "rated (140 texts)" in said(*[corrected("errors", 2_091, 140)] * 2)
    assert "rated (1 text)" in said(*[corrected("errors", 9, 1)] * 2)


def test_why_a_corrected_figure_is_higher_or_lower() -> None:
    errors = corrected("errors", 900, 30)
    assert "It misses more than it finds wrongly, so the figure is higher" in said(errors, None, 1)
    assert "It finds more wrongly than it misses, so the figure is lower" in said(errors, None, 0.1)
    assert "so the figure" not in said(errors, None, 0.662)
    assert "so the figure" not in said(corrected("ratings", 30, 10), None, 1)


def test_what_is_not_corrected_has_no_uncertainty_of_that() -> None:
    empty = corrected("unread")
    assert said(empty, empty) == (
        "The judge itself said 66 %, and 5 % for the control; neither is corrected, as every"
        " passage is empty."
    )
    assert said(empty, None).endswith("; this is not corrected, as every passage is empty.")
    assert "The interval includes that" in said(corrected("ratings", 30, 10), empty)
