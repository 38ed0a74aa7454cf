"""Figures as the page draws them: beside their control and baseline, with what they mean."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from seethrough.estimates.in_words import percentage
from seethrough.report.labels import wording
from seethrough.report.labels.corrections import correction_sentence, raters_of
from seethrough.report.labels.figures import ARMS, control_of, figures_by_name
from seethrough.report.labels.figures import gap as gap_between
from seethrough.report.labels.wording import count
from seethrough.report.page.drawing import Line, Scale, Whisker, line, scale, whisker

Report = Mapping[str, Any]

_LABELS = 8
"""The most labels below a curve: they fit on a phone."""


@dataclass(frozen=True)
class Row:
    """One line of a drawn figure: what, how much, how sure."""

    label: str
    kind: str
    value: str
    spread: str
    drawn: Whisker | None


@dataclass(frozen=True)
class FigureView:
    """A figure, drawn beside its control and baseline.

    Attributes:
        name: Its name in the machine form.
        title: How it is called.
        n: How many targets it rests on.
        rows: The release, the control, the baseline.
        axis: The axis they share.
        better: What a low or a high value says.
        beyond: How much it exceeds control and baseline, in words; "" where that is not known.
        means: What it says.
        does_not_mean: What it does not say.
        corrected: What a judge said of it, and how that was corrected; "" where nothing was.
    """

    name: str
    title: str
    n: int
    rows: Sequence[Row]
    axis: Scale
    better: str
    beyond: str
    means: str
    does_not_mean: str
    corrected: str = ""


@dataclass(frozen=True)
class Curve:
    """Risk over how much the adversary has.

    Attributes:
        key: A name of its own on the page.
        heading: The question that it answers.
        one_and_several: What the steps count, such as "known fact" and "known facts".
        joined: The word between the risk and a step.
        risks: At each step how much of it the adversary has, and the figure.
        arm: Which part of a figure is what is guessed anyway, such as "control".
        beside: What the line of that is called.
        means: What it says.
        does_not_mean: What it does not say.
    """

    key: str
    heading: str
    one_and_several: Sequence[str]
    joined: str
    risks: Sequence[tuple[int, Mapping[str, Any]]]
    arm: str
    beside: str
    means: str
    does_not_mean: str

    @property
    def measured(self) -> bool:
        """Whether there is a risk at every step, and it is a share."""
        return self.release is not None and self.risks[0][1]["unit"] == "share"

    @cached_property
    def release(self) -> Line | None:
        """The line of the release."""
        return line([risk for _, risk in self.risks])

    @cached_property
    def control(self) -> Line | None:
        """The line of what is guessed anyway; None where there is none."""
        return line([risk[self.arm] for _, risk in self.risks])

    @property
    def title(self) -> str:
        """What is at risk."""
        return wording.title(self.risks[0][1]).text

    @property
    def over(self) -> str:
        """What the steps count."""
        return self.one_and_several[1]

    @property
    def labels(self) -> list[str]:
        """What stands below each step; of many only some, the last among them."""
        apart = math.ceil(len(self.risks) / _LABELS)
        last = len(self.risks) - 1
        return ["" if (last - i) % apart else str(at) for i, (at, _) in enumerate(self.risks)]

    @property
    def values(self) -> list[tuple[int, str, str, str, int]]:
        """For each step the risk, its interval, what is guessed anyway and n, in words."""
        return [
            (
                at,
                wording.value(risk, True),
                wording.spread(risk, True),
                wording.value(risk[self.arm], True),
                risk["n"],
            )
            for at, risk in self.risks
        ]

    @property
    def sentence(self) -> str:
        """The first and the last step in words."""
        told = [
            f"{percentage(risk['value'])} {self.joined} {count(at, *self.one_and_several)}"
            for at, risk in (self.risks[0], self.risks[-1])
        ]
        return f"{self.title}: {', '.join(told)}."


def beyond(estimate: Mapping[str, Any]) -> str:
    """Return in words how far a figure exceeds control and baseline; "" where that is not known."""
    excess = estimate["excess"]
    if excess is None or excess["value"] is None:
        return ""
    # How much worse than what is guessed anyway; negative where it is better.
    amount = wording.with_spread(excess, wording.title(estimate).percent)
    anyway = "what is guessed anyway" if estimate["control"] else "chance"
    return f"{wording.in_points(amount, 'percentage ')} {wording.beyond(estimate, anyway)}"


def figure_of(estimate: Mapping[str, Any], report: Report, by: str = "") -> FigureView:
    """Return how a figure is drawn.

    Args:
        estimate: The figure.
        report: The machine form.
        by: Which attack it is of, where several report it.
    """
    title = wording.title(estimate)
    axis = scale([estimate, estimate["control"], estimate["baseline"]], title.percent)
    about = figures_by_name(report).get(estimate["name"])
    lower = estimate["direction"] == "lower_is_better"
    more = beyond(estimate)
    return FigureView(
        estimate["name"],
        f"{title.text} ({by})" if by else title.text,
        estimate["n"],
        arms_of(estimate, axis, report),
        axis,
        "Lower is better." if lower else "Higher is better.",
        f"{wording.capital(more)}." if more else "",
        about["means"] if about else "",
        about["does_not_mean"] if about else "",
        correction_sentence(estimate, raters_of(report, estimate)),
    )


def arms_of(estimate: Mapping[str, Any], axis: Scale, report: Report, what: str = "") -> list[Row]:
    """Return a figure of the release, then of the control and the baseline.

    Args:
        estimate: The figure.
        axis: Where it is drawn.
        report: The machine form.
        what: How the release's own line is called.
    """
    arms = [
        (what or "This release", "release", estimate),
        (_control(estimate, report), "control", estimate["control"]),
        (report["release"]["described"]["empty"], "baseline", estimate["baseline"]),
    ]
    return [
        Row(
            label,
            kind,
            wording.value(arm, axis.percent),
            wording.spread(arm, axis.percent),
            whisker(arm, axis),
        )
        for label, kind, arm in arms
        if arm is not None
    ]


def _control(estimate: Mapping[str, Any], report: Report) -> str:
    """Return what the control of a figure is called; that of a utility is one of its own."""
    about = figures_by_name(report).get(estimate["name"])
    return "Control" if about and about["section"] == "use" else ARMS[control_of(report)]


def distances_of(estimates: Sequence[Mapping[str, Any]], report: Report) -> FigureView | None:
    """Return the distances by meaning and by wording, drawn on one axis; None without any."""
    if not estimates:
        return None
    axis = scale([arm for e in estimates for arm in (e, e["control"], e["baseline"])], False)
    rows = []
    for estimate in estimates:
        rows += arms_of(estimate, axis, report, wording.title(estimate).text)
    title = "Distance between the original and the linked record"
    better = "0 discloses everything, 1 nothing."
    return FigureView("distance", title, estimates[0]["n"], rows, axis, better, "", "", "")


def gap_of(report: Report) -> str:
    """Return how far wording and meaning disagree, in words; "" where that is not known."""
    gap = gap_between(report)
    if gap is None:
        return ""
    if abs(gap) > 0.05:
        more = "safer" if gap > 0 else "less safe"
        return (
            f"Judged by its wording alone the release looks {abs(gap):.2f} {more} than it is by"
            " meaning."
        )
    return "Wording and meaning agree here: they differ by no more than 0.05."


def curves_of(report: Report) -> list[Curve]:
    """Return the risk over what the adversary has, and over the size of the candidate pool."""
    own = [
        Curve(
            key="curve",
            heading="How much must somebody know?",
            one_and_several=report["curve_over"],
            joined="with",
            risks=[(c["facts"], e) for c in report["curves"] for e in c["estimates"][:1]],
            arm="control",
            beside=ARMS[control_of(report)],
            means="How fast the risk grows with what the adversary has.",
            does_not_mean="It does not say how much anybody really has: that is for you to judge.",
        ),
        Curve(
            key="pool",
            heading="What if there are fewer candidates?",
            one_and_several=("candidate", "candidates"),
            joined="among",
            risks=[
                (c["candidates"], e) for c in report.get("pools", []) for e in c["estimates"][:1]
            ],
            arm="baseline",
            beside="Chance",
            means="How the risk grows where the adversary knows that the person is among a few of"
            " the release, such as by the place or the hospital; the others are drawn at random.",
            does_not_mean="It does not say who the candidates would be: people who are picked for"
            " being alike are harder to tell apart than people drawn at random.",
        ),
    ]
    return [curve for curve in own if curve.measured]
