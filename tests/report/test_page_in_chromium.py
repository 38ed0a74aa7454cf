"""The page in a real browser: nothing runs, nothing is fetched, everybody can read it."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.report._chromium import Browser, browser, executable
from tests.report._reports import HOSTILE, claim, many, person, report, standing

from seethrough.report.page import write_page

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(executable() is None, reason="no chromium here; apt-get install chromium"),
]

OPEN_ALL = "document.querySelectorAll('details').forEach(d => { d.open = true; })"
GROUND = "getComputedStyle({}).backgroundColor"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def page(folder: Path) -> Path:
    people = [
        person("p1", [claim("She keeps 90 hives."), claim("She is a beekeeper in her fifties.")]),
        person(HOSTILE, [claim(HOSTILE), claim(HOSTILE, 3)], passage=HOSTILE, known=(HOSTILE,)),
    ]
    got = {"extraction.records": [1.0] * 12_345, "extraction.targeted": [12_345.0] * 12_345}
    asking = {"component": {"name": "extraction"}, "by_question": got}
    attacks = [attack := report()["attacks"][0], attack | asking]
    file = folder / "page.html"
    write_page(report(people, attacks=attacks, **standing(HOSTILE)), file)
    return file


def test_a_hostile_record_is_shown_and_does_nothing(chromium: Browser, page: Path) -> None:
    chromium.messages.clear()
    chromium.open(page)
    chromium.evaluate(OPEN_ALL)
    passage = chromium.evaluate("document.querySelectorAll('.passage')[1].textContent")
    # The control characters in it are pictured; all else is as it was.
    hostile = HOSTILE.replace("\x07", "\u2407").replace("\x00", "\u2400")
    assert passage == hostile
    assert chromium.evaluate("document.querySelectorAll('.known li')[1].textContent") == hostile
    assert chromium.evaluate("typeof window.pwned") == "undefined"
    assert chromium.evaluate("document.images.length") == 0
    assert chromium.messages == []


def test_the_policy_stops_what_should_not_be_there(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    chromium.evaluate(
        "(() => { const s = document.createElement('script'); s.textContent = 'window.ran = 1';"
        " document.body.append(s); const i = new Image(); i.src = 'http://192.0.2.1/x.png';"
        " document.body.append(i); })()"
    )
    assert chromium.evaluate("typeof window.ran") == "undefined"
    refused = " ".join(m for m in chromium.messages if "Content Security Policy" in m)
    assert "script-src" in refused
    assert "192.0.2.1" in refused


@pytest.mark.parametrize("width", [360, 768, 1100])
def test_no_width_needs_sideways_scrolling(chromium: Browser, page: Path, width: int) -> None:
    chromium.open(page, width=width)
    chromium.evaluate(OPEN_ALL)
    assert chromium.evaluate("innerWidth") == width
    assert chromium.evaluate("document.documentElement.scrollWidth") <= width


def test_a_person_is_opened_and_a_claim_chosen_by_keyboard(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    hives = "[...document.querySelectorAll('mark.k1')].find(m => /hives/.test(m.textContent))"
    chromium.evaluate("document.querySelector('.person summary').focus()")
    chromium.press("Enter", 13, "\r")
    assert chromium.evaluate("document.querySelector('.person').open")
    marked = chromium.evaluate(GROUND.format(hives))
    chromium.evaluate("document.querySelector('.person input').focus()")
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    chromium.press("ArrowDown", 40)
    chromium.press("ArrowUp", 38)
    assert chromium.evaluate(outline) == "solid"
    assert chromium.evaluate(GROUND.format(hives)) == marked != "rgba(0, 0, 0, 0)"
    chromium.press("ArrowDown", 40)
    assert chromium.evaluate(GROUND.format(hives)) == "rgba(0, 0, 0, 0)"
    assert chromium.evaluate(GROUND.format("document.querySelector('mark.k0')")) != marked
    chromium.press("ArrowDown", 40)
    assert chromium.evaluate(GROUND.format(hives)) == marked


def test_it_has_a_dark_theme(chromium: Browser, page: Path) -> None:
    def light(dark: bool) -> int:
        chromium.open(page, dark=dark)
        colour: str = chromium.evaluate(GROUND.format("document.body"))
        return sum(map(int, re.findall(r"\d+", colour)))

    assert light(dark=False) > 700
    assert light(dark=True) < 120


def test_printing_shows_tables_and_leaves_people_as_they_are(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    shut = "[...document.querySelectorAll('details')].filter(d => !d.open).map(d => d.className)"
    chromium.evaluate("document.querySelector('.person').open = true")
    before = chromium.evaluate(shut)
    chromium.evaluate(
        "window.shut = 0; addEventListener('beforeprint', () => { window.shut = " + shut + "; })"
    )
    assert chromium.pdf().startswith(b"%PDF")
    # All reasons and the tables of the curves are printed; who is closed stays closed.
    assert before == ["data", "data", "data", "person", "data"]
    assert chromium.evaluate("window.shut") == ["person", "data"]
    assert chromium.evaluate(shut) == before


def test_an_address_opens_a_person(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    chromium.evaluate("location.hash = '#person-2'; new Promise(r => setTimeout(r, 50))")
    assert chromium.evaluate("document.getElementById('person-2').open")


def test_a_screen_reader_finds_its_way(chromium: Browser, page: Path) -> None:
    chromium.open(page)
    chromium.evaluate(OPEN_ALL)
    nodes = chromium.call("Accessibility.getFullAXTree")["nodes"]
    found = [(_value(n, "role"), _value(n, "name")) for n in nodes if not n["ignored"]]
    roles = {role for role, _ in found}
    assert {"banner", "main", "navigation", "contentinfo", "table", "caption"} <= roles
    assert ("heading", "Who is most at risk?") in found
    assert (
        "group",
        "What the record discloses: choose a fact to see the words that disclose it",
    ) in found
    names = [name for role, name in found if role == "radio"]
    assert "She keeps 90 hives. quasi-identifier (disclosed by: keeps ninety hives)" in " ".join(
        names
    )
    images = [name for role, name in found if role == "image"]
    assert "This release: 90\u00a0%, interval 80 to 100" in images
    assert all(images)


def test_ten_thousand_people_are_shown_at_once(chromium: Browser, folder: Path) -> None:
    write_page(many(10_000, 200), folder / "many.html")
    chromium.open(folder / "many.html", width=360)
    assert chromium.evaluate("document.querySelectorAll('.person').length") == 200
    assert chromium.evaluate("document.documentElement.scrollWidth") <= 360


def test_nothing_is_asked_of_the_network(folder: Path, page: Path) -> None:
    """Chromium's own log says so; that it would say otherwise is seen on a page that does ask."""
    log = folder / "network.json"
    asking = folder / "asking.html"
    asking.write_text("<img src='http://192.0.2.1/x.png'>", "utf-8")
    with browser(log) as alone:
        alone.open(page)
        alone.evaluate(OPEN_ALL)
        alone.pdf()
        assert alone.requests == [page.as_uri()]
        alone.open(asking)
    events: list[dict[str, Any]] = json.loads(log.read_text("utf-8"))["events"]
    asked = [e["params"] for e in events if "initiator" in e.get("params", {})]
    # What the browser asks for by itself, such as its updates, has no origin.
    by_pages = {p["url"] for p in asked if p["initiator"] != "not an origin"}
    assert {url for url in by_pages if not url.startswith("file:")} == {"http://192.0.2.1/x.png"}


def _value(node: dict[str, Any], key: str) -> str:
    return str(node.get(key, {}).get("value", ""))
