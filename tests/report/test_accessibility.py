"""Who cannot see the page, or not well, or has no mouse, reads it as well: measured in Chromium."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.report._chromium import Browser, assert_outlined, browser, executable
from tests.report._reports import claim, person, report, standing

from seethrough.report.page import write_page

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(executable() is None, reason="no chromium here; apt-get install chromium"),
]

OPEN_ALL = "document.querySelectorAll('details').forEach(d => { d.open = true; })"

# Every text that is seen, its colour, and the first ground behind it that is not see-through.
TEXTS = """(() => {
  const parse = (c) => {
    const n = c.match(/[\\d.]+/g).map(Number);
    return n.length < 4 ? [...n, 1] : n;
  };
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const at = node.parentElement;
    if (!node.textContent.trim() || at.closest("script, style, .aside, .skip")) continue;
    if (!at.checkVisibility({ visibilityProperty: true })) continue;
    const style = getComputedStyle(at);
    const ink = at.closest("svg") ? style.fill : style.color;
    let ground = at;
    while (ground && parse(getComputedStyle(ground).backgroundColor)[3] < 1)
      ground = ground.parentElement;
    const behind = getComputedStyle(ground || document.documentElement).backgroundColor;
    const size = parseFloat(style.fontSize);
    found.set(ink + behind + size, [parse(ink), parse(behind), size, node.textContent.trim()]);
  }
  return JSON.stringify([...found.values()]);
})()"""

# What can be used, in the order of the document, as a name each.
CONTROLS = """[...document.querySelectorAll('a[href], summary, button, input, pre[tabindex]')]
  .filter(e => e.checkVisibility() && (e.type !== 'radio' || e.checked))
  .map((e, i) => e.dataset.order = String(i)).length"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


def _text(guess: str, sure: float, right: bool) -> dict[str, Any]:
    return {
        "original": "cat", "released": "thing", "guess": guess, "others": ["cat"],
        "confidence": sure, "recovered": right,
    }  # fmt: skip


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    words = [_text("cat", i / 5, bool(i % 2)) for i in range(5)]
    words.append({"original": "the", "released": "the"})
    texts = {
        "kind": "sentences", "component": {"name": "reconstruction"}, "left_out": 3,
        "shown": [{"record": "r", "person": "p", "replaced": 5, "recovered": 2, "tokens": words,
                   "cut": 0}],
    }  # fmt: skip
    said = {
        "kind": "answers", "component": {"name": "extraction"}, "left_out": 1, "records": 1,
        "repeated": [{"record": "r", "person": "p", "answers": 2}],
        "shown": [{"question": "What is new?", "answer": "She keeps ninety hives. Call 5550100.",
                   "excerpts": ["she keeps ninety hives"], "records": ["r"],
                   "items": [["phone", "5550100"]]}],
    }  # fmt: skip
    people = [
        person(f"p{i}", [claim("She keeps 90 hives."), claim("Not.", 3), claim("Odd.", None)])
        for i in range(12)
    ]
    got = {"extraction.records": [1.0, 2.0, 2.0], "extraction.targeted": [0.0, 0.0, 1.0]}
    asking = report()["attacks"][0] | {"component": {"name": "extraction"}, "by_question": got}
    attacks = [*report()["attacks"], asking, asking]
    failed = report()["self_test"]
    failed[0]["passed"] = False
    file = tmp_path_factory.mktemp("page") / "page.html"
    there = standing("Ann Lee")
    there["exhibits"] += [texts, said]
    shown = report(people, self_test=failed, attacks=attacks, **there)
    write_page(shown, file)
    return file


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("media", ["", "print"])
def test_every_text_can_be_told_from_its_ground(
    chromium: Browser, page: Path, dark: bool, media: str
) -> None:
    """WCAG 2.2, success criterion 1.4.3, on the colours that are really painted."""
    chromium.open(page, dark=dark, media=media)
    chromium.evaluate(OPEN_ALL)
    texts = json.loads(chromium.evaluate(TEXTS))
    assert len(texts) > 10
    for ink, ground, size, text in texts:
        least = 3 if size >= 24 else 4.5
        assert _contrast(ink, ground) >= least, (text, ink, ground, size)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("width", [360, 1100])
def test_axe_finds_nothing_serious(chromium: Browser, page: Path, width: int, dark: bool) -> None:
    chromium.open(page, width=width, dark=dark)
    chromium.evaluate(OPEN_ALL)
    assert chromium.serious() == []


def test_axe_would_find_something(chromium: Browser, tmp_path: Path) -> None:
    bad = tmp_path / "bad.html"
    pale = "<p style='color: #ddd; background: #fff'>Pale words on white</p>"
    bad.write_text(f"<html><title>t</title><body><img src='data:,'>{pale}", "utf-8")
    chromium.open(bad)
    rules = {row[1] for row in chromium.serious()}
    assert {"image-alt", "color-contrast", "html-has-lang"} <= rules


@pytest.mark.parametrize("width", [360, 1100])
def test_every_control_is_reached_with_the_tab_key_in_order(
    chromium: Browser, page: Path, width: int
) -> None:
    chromium.open(page, width=width)
    chromium.evaluate("document.querySelector('.person').open = true")
    number = chromium.evaluate(CONTROLS)
    assert number > 15
    chromium.evaluate("document.activeElement.blur()")
    reached = []
    for _ in range(number):
        chromium.press("Tab", 9)
        at = chromium.evaluate(
            "[document.activeElement.dataset.order ?? '',"
            " getComputedStyle(document.activeElement).outlineStyle]"
        )
        reached.append(at)
    assert reached == [[str(i), "solid"] for i in range(number)]


def test_what_is_used_is_large_enough_for_a_finger(chromium: Browser, page: Path) -> None:
    """WCAG 2.2, success criterion 2.5.8: 24 by 24 CSS pixels, links in text aside."""
    chromium.open(page, width=360)
    chromium.evaluate(OPEN_ALL)
    small = chromium.evaluate(
        "[...document.querySelectorAll('summary, button, label')]"
        ".filter(e => e.checkVisibility()).map(e => [e.getBoundingClientRect(), e.textContent])"
        ".filter(([b]) => b.width < 24 || b.height < 24).map(([b, t]) => t.trim())"
    )
    assert small == []


def test_headings_are_in_order_and_tables_have_headers(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    assert_outlined(chromium)
    bare = (
        "[...document.querySelectorAll('table')].filter(t => !t.caption || !t.caption.textContent"
        " || !t.querySelector('thead th[scope=col]') || !t.querySelector('tbody th[scope=row]'))"
    )
    assert chromium.evaluate(f"{bare}.map(t => t.textContent.slice(0, 80))") == []
    assert chromium.evaluate("document.documentElement.lang") == "en"
    assert "still gives away" in chromium.evaluate("document.title")


def test_with_script_switched_off_all_of_it_can_be_read(chromium: Browser, page: Path) -> None:
    chromium.call("Emulation.setScriptExecutionDisabled", value=True)
    try:
        chromium.open(page)
    finally:
        chromium.call("Emulation.setScriptExecutionDisabled", value=False)
    assert chromium.evaluate("document.getElementById('open-all').hidden")
    chromium.evaluate("document.querySelector('.person summary').focus()")
    chromium.press("Enter", 13, "\r")
    assert chromium.evaluate("document.querySelector('.person').open")


def test_everybody_is_opened_at_once(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    button = "document.getElementById('open-all')"
    shut = "[...document.querySelectorAll('.person')].filter(d => !d.open).length"
    chromium.evaluate(f"{button}.click()")
    assert chromium.evaluate(shut) == 0
    assert chromium.evaluate("document.getElementById('further').open")
    assert chromium.evaluate(f"{button}.textContent") == "Close everybody"
    chromium.evaluate(f"{button}.click()")
    assert chromium.evaluate(shut) == 14


def test_an_address_opens_what_a_person_stands_in(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    chromium.evaluate("location.hash = '#person-12'; new Promise(r => setTimeout(r, 50))")
    assert chromium.evaluate("document.getElementById('person-12').open")
    assert chromium.evaluate("document.getElementById('further').open")


def _contrast(one: list[float], other: list[float]) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: list[float]) -> float:
    parts = [c / 255 for c in colour[:3]]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
