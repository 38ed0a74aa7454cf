"""The page of a comparison in a real browser: every width, dark and light, no request, axe."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.report._chromium import Browser, browser, executable
from tests.report._reports import HOSTILE
from tests.report.test_comparison_page import TEXTS, page

from seethrough.engine.compare import compare
from seethrough.records.corpus import Corpus

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(executable() is None, reason="no chromium here; apt-get install chromium"),
]

NAMES = ["identity", HOSTILE, "a name that is much longer than any that a person would give a plan"]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    private = Corpus.from_texts(TEXTS, name="private")
    found: Any = compare(
        private, ["identity", "erase", "scrub"], attacks=["lexical", "linkage"],
        utilities=["length_kept"], frontiers=[("linkage.top1", "utility.length_kept")], seed=1,
    )  # fmt: skip
    written = tmp_path_factory.mktemp("comparison") / "comparison.html"
    links = {"identity": "reports/1-identity/report.html"}
    written.write_text(page(found, NAMES, links), "utf-8")
    return written


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [320, 390, 1200])
def test_every_width_is_readable_and_axe_finds_nothing_serious(
    chromium: Browser, file: Path, width: int, dark: bool
) -> None:
    chromium.requests.clear()
    chromium.messages.clear()
    chromium.open(file, width=width, dark=dark)
    asked = [r for r in chromium.requests if not r.startswith("data:")]
    assert asked == [file.as_uri()]
    assert chromium.messages == []
    assert chromium.evaluate("document.documentElement.scrollWidth") <= width
    assert chromium.evaluate("document.querySelectorAll('table').length") > 1
    assert chromium.evaluate("document.images.length && document.images[0].naturalWidth") > 0
    chromium.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert chromium.serious() == []


@pytest.mark.parametrize("dark", [False, True])
def test_charts_are_dark_where_the_page_is(chromium: Browser, file: Path, dark: bool) -> None:
    chromium.open(file, dark=dark)
    drawn = chromium.evaluate("getComputedStyle(document.images[0]).filter")
    assert ("invert" in drawn) == dark
