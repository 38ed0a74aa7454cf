"""The pages of ``view`` in a real browser: no request elsewhere, every width, keys alone, axe."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.report._chromium import Browser, assert_outlined, browser, executable
from tests.report._reports import HOSTILE, claim
from tests.viewing._runs import counts, finding, made_up, person_with

from seethrough.viewing.server import Viewer
from seethrough.viewing.writing import Person

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(executable() is None, reason="no chromium here; apt-get install chromium"),
]

PAGES = ("", "person/0", "person/1", "answers", "answer/0", "?search=nobody", "?page=2")
SIZE = 120

CONTROLS = """[...document.querySelectorAll('a[href], button, input, select, summary')]
  .filter(e => e.checkVisibility() && e.type !== 'hidden' && (e.type !== 'radio' || e.checked))
  .map((e, i) => e.dataset.order = String(i)).length"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser(reachable="127.0.0.1") as started:
        yield started


@pytest.fixture(scope="module")
def viewer(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Viewer]:
    """Every kind of thing that can be shown, hostile names among it, on several pages."""
    first, answer = person_with("She keeps ninety hives near the harbour, and she is 61.")
    second, said = person_with(HOSTILE)
    told = counts(found=1, claims=4, leaked=2, leaked_special=1, leaked_quasi=1)
    side = {"finding": finding("r", "She keeps ninety hives.", claim("No.", 3)), "released": "X."}
    detail = {"records": [{"record": "r", "text": "She keeps ninety hives.",
                           "releases": {"0": side, "1": side}}], "answers": []}  # fmt: skip
    others = [Person(f"p{n}", {0: told, 1: counts(claims=4)}, detail) for n in range(SIZE)]
    findings = made_up(
        tmp_path_factory.mktemp("run"), [first, second, *others], [answer, said] * SIZE,
        releases=["scrub", "erase"],
    )  # fmt: skip
    with Viewer(findings) as served:
        yield served


def show(
    chromium: Browser, viewer: Viewer, path: str, width: int = 1200, dark: bool = False
) -> None:
    chromium.visit(viewer.url + path, width=width, height=800, dark=dark)


@pytest.mark.parametrize("path", PAGES)
def test_nothing_is_asked_for_but_the_page_and_its_style(
    chromium: Browser, viewer: Viewer, path: str
) -> None:
    chromium.requests.clear()
    chromium.messages.clear()
    show(chromium, viewer, path)
    asked = [r for r in chromium.requests if not r.endswith("/favicon.ico")]
    assert asked == [viewer.url + path, f"{viewer.url}style.css"]
    assert [m for m in chromium.messages if "404" not in m] == []  # its icon alone is not there
    assert chromium.evaluate("window.pwned === undefined && !document.scripts.length")
    assert chromium.evaluate("getComputedStyle(document.body).maxWidth") == "1216px"


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [390, 1200])
def test_axe_finds_nothing_serious(
    chromium: Browser, viewer: Viewer, path: str, width: int, dark: bool
) -> None:
    show(chromium, viewer, path, width, dark)
    chromium.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert chromium.serious() == []


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("width", [320, 390, 1200])
def test_it_fits_every_width_and_is_large_enough_for_a_finger(
    chromium: Browser, viewer: Viewer, path: str, width: int
) -> None:
    show(chromium, viewer, path, width)
    assert chromium.evaluate("document.documentElement.scrollWidth") <= width
    small = chromium.evaluate(
        "[...document.querySelectorAll('main select, main button, main input:not([type=radio]),"
        " main label.choice, main nav a, main summary, main th a')]"
        ".filter(e => e.checkVisibility())"
        ".map(e => [e.getBoundingClientRect(), e.outerHTML.slice(0, 90)])"
        ".filter(([b]) => b.width < 24 || b.height < 24).map(([b, t]) => t)"
    )
    assert small == []


@pytest.mark.parametrize("path", PAGES[:5])
def test_every_control_is_reached_with_the_tab_key_in_order(
    chromium: Browser, viewer: Viewer, path: str
) -> None:
    show(chromium, viewer, path)
    number = chromium.evaluate(CONTROLS)
    assert number > 3
    reached = []
    for _ in range(number):
        chromium.press("Tab", 9)
        reached.append(
            chromium.evaluate(
                "[document.activeElement.dataset.order ?? '',"
                " getComputedStyle(document.activeElement).outlineStyle]"
            )
        )
    assert reached == [[str(i), "solid"] for i in range(number)]


def test_people_are_filtered_and_opened_with_the_keyboard_alone(
    chromium: Browser, viewer: Viewer
) -> None:
    show(chromium, viewer, "")
    chromium.evaluate("document.querySelector('[name=search]').focus()")
    chromium.call("Input.insertText", text="P11")
    chromium.follow(lambda: chromium.press("Enter", 13, "\r"))
    assert chromium.evaluate("document.querySelector('.total').innerText") == "1 to 11 of 11 people"
    chromium.evaluate("document.querySelector('tbody th a[href*=person]').focus()")
    chromium.follow(lambda: chromium.press("Enter", 13, "\r"))
    assert chromium.evaluate("document.querySelector('h1').innerText") == "p11"
    chromium.evaluate("document.querySelectorAll('.pages a')[1].focus()")
    chromium.follow(lambda: chromium.press("Enter", 13, "\r"))
    assert chromium.evaluate("document.querySelector('h1').innerText") == "p110"
    sides = "[...document.querySelectorAll('.side-by h3')].map(h => h.innerText)"
    assert chromium.evaluate(sides) == ["scrub", "erase"]
    tops = "[...document.querySelectorAll('.side-by')].map(s => s.getBoundingClientRect().top)"
    assert len(set(chromium.evaluate(tops))) == 1  # side by side


def test_a_fact_is_chosen_and_its_words_are_marked_without_script(
    chromium: Browser, viewer: Viewer
) -> None:
    show(chromium, viewer, "person/0")
    colour = "getComputedStyle(document.querySelector('.record-view mark.told')).backgroundColor"
    before = chromium.evaluate(colour)
    assert before != "rgba(0, 0, 0, 0)"
    chromium.evaluate("document.querySelector('.choice .c0').click()")
    assert chromium.evaluate(colour) != before


@pytest.mark.parametrize("path", PAGES)
def test_headings_are_in_order_and_tables_have_headers(
    chromium: Browser, viewer: Viewer, path: str
) -> None:
    show(chromium, viewer, path)
    assert_outlined(chromium)
    bare = "[...document.querySelectorAll('table')].filter(t => !t.caption).length"
    assert chromium.evaluate(bare) == 0
