"""The page where people rate claims, in a real browser: keys, clicks, a phone, odd text."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.report._chromium import Browser, browser, executable
from tests.report._reports import HOSTILE

from seethrough.agreement.annotating import Session
from seethrough.agreement.pairs_to_rate import Pair
from seethrough.agreement.rating_file import RatingFile
from seethrough.agreement.rating_page import Page
from seethrough.agreement.ratings import read_ratings

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(executable() is None, reason="no chromium here; apt-get install chromium"),
]

LONG = "A very long passage about a beekeeper. " * 120 + "x" * 400
PAIRS = [
    Pair("She keeps ninety hives.", "A beekeeper in her fifties."),
    Pair(HOSTILE, HOSTILE),
    Pair("Er raucht nicht. 🐥", LONG),
    Pair("He is 61.", ""),
]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser(reachable="127.0.0.1") as started:
        yield started


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Page, RatingFile]]:
    file = RatingFile(tmp_path / "ratings.jsonl")
    page = Page(Session(PAIRS, file))
    thread = threading.Thread(target=page.serve)
    thread.start()
    yield page, file
    page.stop()
    thread.join()
    page.close()
    file.close()


def until(chromium: Browser, condition: str) -> None:
    for _ in range(200):
        if chromium.evaluate(condition):
            return
        time.sleep(0.02)
    raise AssertionError(f"never: {condition}; {chromium.evaluate('document.body.innerText')}")


def begin(chromium: Browser, url: str, name: str, width: int = 1000) -> None:
    chromium.visit(url, width=width, height=700)
    until(chromium, "!document.getElementById('start').hidden")
    chromium.evaluate(f"document.getElementById('name').value = {json.dumps(name)}")
    chromium.evaluate("document.querySelector('#start button').click()")
    until(chromium, "!document.getElementById('rate').hidden")


def claim_is(chromium: Browser, place: int) -> None:
    text = json.dumps(PAIRS[place].claim)
    until(chromium, f"document.getElementById('claim').textContent == {text}")


def count_is(chromium: Browser, done: int) -> None:
    until(chromium, f"document.getElementById('count').textContent == '{done} of 4 rated'")


def test_all_is_rated_with_the_keyboard_alone(
    chromium: Browser, served: tuple[Page, RatingFile]
) -> None:
    page, file = served
    chromium.visit(page.url)
    until(chromium, "document.activeElement.id == 'name'")
    chromium.call("Input.insertText", text="Ann")
    chromium.press("Enter", 13, "\r")
    for place, key in enumerate("2133"):
        claim_is(chromium, place)
        chromium.press(key, ord(key), key)
    until(chromium, "!document.getElementById('finished').hidden")
    assert [r[0] for r in read_ratings(file.path).ratings] == [2, 1, 3, 3]
    until(chromium, "document.activeElement.id == 'again'")
    chromium.press("Enter", 13, "\r")
    claim_is(chromium, 0)
    pressed = "document.querySelector('[aria-pressed=true]')?.dataset.grade"
    assert chromium.evaluate(pressed) == "2"
    chromium.press("ArrowRight", 39)
    claim_is(chromium, 1)
    chromium.press("1", 49, "1")  # once more takes it back
    until(chromium, f"{pressed} === undefined")
    assert len(read_ratings(file.path)) == 3


def test_the_last_rating_ends_the_page_wherever_its_claim_is(
    chromium: Browser, served: tuple[Page, RatingFile]
) -> None:
    page, _ = served
    begin(chromium, page.url, "Ann")
    chromium.press("ArrowRight", 39)
    for place in (1, 2, 3, 0):
        claim_is(chromium, place)
        chromium.press("2", 50, "2")
    until(chromium, "!document.getElementById('finished').hidden")


def test_a_hostile_record_is_shown_and_does_nothing(
    chromium: Browser, served: tuple[Page, RatingFile]
) -> None:
    page, _ = served
    chromium.requests.clear()
    chromium.messages.clear()
    begin(chromium, page.url, "Ann")
    chromium.evaluate("document.getElementById('forward').click()")
    claim_is(chromium, 1)
    assert chromium.evaluate("document.getElementById('passage').textContent") == HOSTILE
    assert chromium.evaluate("document.querySelectorAll('#passage *, #claim *').length") == 0
    assert all(r.startswith(page.url.rpartition("/")[0]) for r in chromium.requests[1:])
    assert chromium.messages == []


@pytest.mark.parametrize("width", [320, 390, 1200])
def test_it_fits_every_width_and_is_big_enough_for_a_thumb(
    width: int, chromium: Browser, served: tuple[Page, RatingFile]
) -> None:
    page, _ = served
    begin(chromium, page.url, "Ann", width)
    for place in range(3):
        claim_is(chromium, place)
        assert chromium.evaluate("document.documentElement.scrollWidth") <= width
        sizes = chromium.evaluate(
            "[...document.querySelectorAll('#rate button')].map(b => b.getBoundingClientRect())"
            ".map(r => [r.width, r.height])"
        )
        assert all(w >= 44 and h >= 44 for w, h in sizes)
        if width < 500:  # the grades can be reached without scrolling past a long passage
            bottom = "document.getElementById('grades').getBoundingClientRect().bottom"
            assert chromium.evaluate(bottom) <= 700
        chromium.evaluate("document.getElementById('forward').click()")


def test_a_rating_that_could_not_be_kept_is_said_and_the_claim_stays(
    chromium: Browser, served: tuple[Page, RatingFile], monkeypatch: pytest.MonkeyPatch
) -> None:
    page, file = served
    begin(chromium, page.url, "Ann")

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(file, "_save", full)
        chromium.press("2", 50, "2")
        until(chromium, "!document.getElementById('problem').hidden")
    problem = chromium.evaluate("document.getElementById('problem').textContent")
    assert problem == "not kept: No space left on device"
    claim_is(chromium, 0)
    count_is(chromium, 0)
    chromium.press("2", 50, "2")
    count_is(chromium, 1)
    assert chromium.evaluate("document.getElementById('problem').hidden")


def test_coming_back_goes_on_at_the_first_unrated(
    chromium: Browser, served: tuple[Page, RatingFile]
) -> None:
    page, _ = served
    begin(chromium, page.url, "Ann")
    chromium.press("1", 49, "1")
    claim_is(chromium, 1)
    address = chromium.evaluate("location.href")  # it keeps the rater's name, after a hash
    chromium.visit("about:blank")
    chromium.visit(address)
    claim_is(chromium, 1)
    begin(chromium, page.url, "Bo")
    claim_is(chromium, 0)
    assert chromium.evaluate("document.querySelector('[aria-pressed=true]')") is None


@pytest.mark.parametrize("width", [390, 1000])
def test_axe_finds_nothing_serious(
    chromium: Browser, served: tuple[Page, RatingFile], width: int
) -> None:
    page, _ = served
    chromium.visit(page.url, width=width, height=700)
    until(chromium, "!document.getElementById('start').hidden")
    assert chromium.serious() == []
    begin(chromium, page.url, "Ann", width)
    assert chromium.serious() == []
