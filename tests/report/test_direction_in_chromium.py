"""Marks of direction in a record turn no word of the page beside it, on any page."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.report._chromium import Browser, browser, executable
from tests.report._reports import claim, person, report, standing
from tests.report.test_comparison_page import TEXTS, page
from tests.viewing._runs import made_up, person_with
from tests.viewing.test_viewed_in_chromium import show

from seethrough.engine.compare import compare
from seethrough.records.corpus import Corpus
from seethrough.report.page import write_page
from seethrough.viewing.server import Viewer

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(executable() is None, reason="no chromium here; apt-get install chromium"),
]

TURNING = "\u2069\u2069\u202eevil\u2069\u202e\x85\x9b31m\u2029\u2069\u202e\u2067more\u202e"
"""Ends every isolation that it stands in, then has the rest run from right to left."""

TURNED = """(() => {
  document.querySelectorAll('details').forEach(d => { d.open = true; });
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), turned = [];
  let looked = 0;
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    if (node.parentElement.closest('.passage, script, style')) continue;
    if (/[\\u202a-\\u202e\\u2066-\\u2069]/.test(node.data)) continue;
    let before = null, bad = false;
    for (const found of node.data.matchAll(/[A-Za-z]/g)) {
      const range = document.createRange();
      range.setStart(node, found.index);
      range.setEnd(node, found.index + 1);
      const at = range.getBoundingClientRect();
      if (!at.width) continue;
      looked += 1;
      bad ||= before && Math.abs(at.top - before.top) < 2 && at.left < before.left - 1;
      before = at;
    }
    if (bad) turned.push(node.data.slice(0, 60));
  }
  return JSON.stringify([looked, turned]);
})()"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser(reachable="127.0.0.1") as started:
        yield started


def turned(chromium: Browser) -> list[str]:
    """Return the texts of the page whose letters do not run from left to right."""
    looked, found = json.loads(chromium.evaluate(TURNED))
    assert looked > 200
    return list(found)


def test_none_in_a_report(chromium: Browser, tmp_path: Path) -> None:
    claims = [claim(TURNING, note=note) for note in ("a note", TURNING)] + [claim(TURNING, 3)]
    claims += [claim(TURNING, None, note=note) for note in ("not judged at all", TURNING)]
    people = [person(TURNING, claims, passage=TURNING, known=(TURNING,)), person("p2")]
    found = report(people, **standing(TURNING))
    found["release"]["name"] = found["private"]["name"] = TURNING
    write_page(found, tmp_path / "page.html")
    chromium.open(tmp_path / "page.html")
    assert turned(chromium) == []


def test_none_in_a_comparison(chromium: Browser, tmp_path: Path) -> None:
    found: Any = compare(
        Corpus.from_texts(TEXTS, name=TURNING), ["identity", "erase"], attacks=["lexical"],
        utilities=["length_kept"], frontiers=[("lexical.distance", "utility.length_kept")], seed=1,
    )  # fmt: skip
    (tmp_path / "page.html").write_text(page(found, [TURNING, "erase"]), "utf-8")
    chromium.open(tmp_path / "page.html")
    assert turned(chromium) == []


def test_none_in_the_pages_of_view(chromium: Browser, tmp_path: Path) -> None:
    one, answer = person_with(TURNING)
    findings = made_up(tmp_path, [one], [answer], releases=[TURNING])
    with Viewer(findings) as viewer:
        for path in ("", "person/0", "answers", "answer/0"):
            show(chromium, viewer, path)
            assert turned(chromium) == [], path


def test_it_would_be_seen(chromium: Browser, tmp_path: Path) -> None:
    words = "These words stand behind it. " * 20
    (tmp_path / "page.html").write_text(
        f'<meta charset="utf-8"><p><bdi>{TURNING}</bdi> <i>{words}</i></p>', "utf-8"
    )
    chromium.open(tmp_path / "page.html")
    assert len(turned(chromium)) == 1
