"""What the page says, section by section, as plain values for the template."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.report.answers import AnswerView, answers_of
from seethrough.report.hiding import masked
from seethrough.report.labels.entries import entry
from seethrough.report.labels.figures import figures_by_name, in_section, people_found
from seethrough.report.labels.notes import note_of
from seethrough.report.labels.self_tests import checks_passed
from seethrough.report.labels.wording import capital, inline, release_name
from seethrough.report.page.advice import Advice
from seethrough.report.page.asking import Asking, asking_of
from seethrough.report.page.attacked import asked_in_one, attacked, read_of, steps_of
from seethrough.report.page.by_class import ClassRow, classes_of, told_of
from seethrough.report.page.certainty import Judge, caveats_of, certainty, judge_of, self_tests
from seethrough.report.page.drawing import Scale
from seethrough.report.page.figures import (
    Curve,
    FigureView,
    curves_of,
    distances_of,
    figure_of,
    gap_of,
)
from seethrough.report.page.headline import AXIS, Headline, headlines, reasons_of
from seethrough.report.page.short import answer, lead, short
from seethrough.report.page.verbatim import Verbatim, verbatim_of

Report = Mapping[str, Any]


@dataclass(frozen=True)
class Contents:
    """Everything but the list of people; see the template for where each part stands."""

    verdict: str
    answer: str
    answers: Sequence[AnswerView]
    told: Sequence[str]
    lead: Sequence[str]
    headlines: Sequence[Headline]
    axis: Scale
    reasons: Sequence[tuple[str, str]]
    short: Sequence[tuple[str, str, str]]
    release: str
    scene: str
    attacked: Sequence[str]
    steps: Sequence[tuple[str, str]]
    linkage: Sequence[FigureView]
    leaks: Sequence[FigureView]
    classes: Sequence[ClassRow]
    distances: FigureView | None
    distance_means: Sequence[FigureView]
    gap: str
    asking: Sequence[Asking]
    others: Sequence[FigureView]
    unmeasured: Sequence[str]
    utilities: Sequence[FigureView]
    use_notes: Sequence[str]
    curves: Sequence[Curve]
    verbatim: Verbatim | None
    found: str
    coverage: Sequence[tuple[str, int]]
    coverage_none: Sequence[str]
    self_test: Sequence[Mapping[str, Any]]
    self_test_sentence: str
    judges: Sequence[Judge]
    caveats: Sequence[tuple[str, int]]
    sure: str
    record: Sequence[tuple[str, str]]


def contents(report: Report, advice: Advice, text: bool) -> Contents:
    """Return what the page says.

    Args:
        report: The machine form.
        advice: What would make it better.
        text: Whether ids, file names and the like may be shown.
    """
    estimates = report["estimates"]
    again = {name for name, times in Counter(e["name"] for e in estimates).items() if times > 1}
    abouts = figures_by_name(report)
    drawn: dict[str, list[FigureView]] = {}
    for estimate in estimates:
        by = masked(estimate["component"], text) if estimate["name"] in again else ""
        about = abouts.get(estimate["name"], {})
        place = "class" if about.get("sensitivity") else about.get("section", "other")
        drawn.setdefault(place, []).append(figure_of(estimate, report, by))
    others, useful = drawn.get("other", []), in_section(report, "use")
    private, release = _names(report, text)
    return Contents(
        verdict=report["verdict"],
        answer=answer(report),
        answers=answers_of(report, text),
        told=[capital(told.sentence) for told in told_of(report)],
        lead=lead(report),
        headlines=headlines(report),
        axis=AXIS,
        reasons=reasons_of(report, text),
        short=short(report, advice, text),
        release=release,
        scene=asked_in_one(report),
        attacked=[*attacked(report, private, release, text), *read_of(report, text)],
        steps=steps_of(report, text),
        linkage=drawn.get("found", []),
        leaks=drawn.get("learned", []),
        classes=classes_of(report),
        distances=distances_of(in_section(report, "distance"), report),
        distance_means=drawn.get("distance", []),
        gap=gap_of(report),
        asking=asking_of(report, text),
        others=[f for f in others if f.rows[0].drawn],
        unmeasured=[f"“{f.title}” ({f.name})" for f in others if not f.rows[0].drawn],
        utilities=drawn.get("use", []),
        use_notes=[n for e in useful if (n := note_of(e["name"], e["value"], e["method"]))],
        curves=curves_of(report),
        verbatim=verbatim_of(report) if text else None,
        found=people_found(report),
        coverage=[(entry(k), v) for k, v in report["coverage"].items() if v],
        coverage_none=[entry(k) for k, v in report["coverage"].items() if not v],
        self_test=self_tests(report),
        self_test_sentence=checks_passed(report["self_test"]),
        judges=[judge_of(judge, text) for judge in report["judges"]],
        caveats=caveats_of(report, text),
        sure=certainty(report),
        record=_record(report, text),
    )


def _names(report: Report, text: bool) -> tuple[str, str]:
    if not text:
        return "the private records", "the release"
    return inline(report["private"]["name"]), inline(release_name(report))


def _record(report: Report, text: bool) -> list[tuple[str, str]]:
    # Whoever gets a page without text must not be able to confirm a guess of the records by it.
    run, private, release = (
        (report["run"], report["private"]["sha256"], report["release"].get("sha256", "none"))
        if text
        else (None, None, None)
    )
    return [
        ("Run", inline(run or _LEFT_OUT)),
        *([("To run it again", _AGAIN)] if text else []),
        ("Seed", str(report["seed"])),
        ("Private records, SHA-256", private or _LEFT_OUT),
        ("Release, SHA-256", release or _LEFT_OUT),
        ("Versions", ", ".join(f"{k} {v}" for k, v in report["versions"].items())),
    ]


_AGAIN = (
    "seethrough reproduce RUN runs an audit of files again and compares every figure; it needs the"
    " audit's folder and the same files in place"
)
_LEFT_OUT = "left out, since it would confirm a guess of the records"
