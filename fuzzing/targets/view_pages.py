"""The pages of `view`, whatever records, ids and people are called."""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path
from typing import Any

import pyarrow as pa

from fuzzing.checks import assert_text_stays_text, record_of
from fuzzing.reports import WORD, audited, encoded, named
from fuzzing.targets.page import SEEDS, WORDS
from seethrough.viewing.gathering import keep_view
from seethrough.viewing.pages import Pages
from seethrough.viewing.reading import Findings
from seethrough.viewing.wish import Wish

__all__ = ["GUIDED", "LONGEST", "SEEDS", "SLOW", "WORDS", "check"]

SLOW = True
GUIDED = False
LONGEST = 200


class _Renamed(Findings):
    """Findings in which a text stands for the word."""

    def __init__(self, findings: Findings, text: str) -> None:
        self.__dict__.update(findings.__dict__)
        self._text = text
        self.names = pa.array([n.replace(WORD, text) for n in findings.names.to_pylist()])

    def person(self, place: int) -> tuple[str, dict[str, Any] | None, dict[int, dict[str, int]]]:
        name, detail, counts = super().person(place)
        return (*named(self._text, json.dumps([name, detail])), counts)


@functools.cache
def _findings() -> Findings:
    run = Path("input-run").absolute()
    run.mkdir()
    report = encoded().encode()
    (run / "report.json").write_bytes(report)
    digest = hashlib.sha256(report).hexdigest()
    keep_view(run, "report.json", digest, [(WORD, [audited()])], text=True)
    return Findings(run)


def _pages(text: str) -> str:
    pages = Pages(_Renamed(_findings(), text), "/x/")
    wish = Wish(search=text[:20], sort="name")
    return pages.people(wish) + pages.people(Wish()) + pages.person(0, wish)


def check(content: bytes) -> None:
    assert_text_stays_text(_pages, record_of(content))
