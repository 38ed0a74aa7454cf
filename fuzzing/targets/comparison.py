"""The page of a comparison, whatever its releases are called."""

from __future__ import annotations

from fuzzing.checks import assert_text_stays_text, text_of
from fuzzing.reports import compared, named, report
from fuzzing.targets.page import SEEDS, WORDS
from seethrough.report.comparison_page import render
from seethrough.report.pipeline.judged import Judged

__all__ = ["GUIDED", "LONGEST", "SEEDS", "SLOW", "WORDS", "check"]

SLOW = True
GUIDED = False
LONGEST = 200


def _page(text: str) -> str:
    judged = [
        Judged(f"{text} 1", report(text)),
        Judged(f"{text} 2", None, f"no {text}", decides=False),
    ]
    links = {f"{text} 1": "./reports/1/report.html"}
    return render(named(text, compared()), judged, links, [f"{text} is the safest.", text])


def check(content: bytes) -> None:
    assert_text_stays_text(_page, text_of(content))
