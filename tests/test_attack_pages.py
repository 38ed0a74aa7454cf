"""Every attack that is shipped has a page in plain words, and the page names what it reports."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

import seethrough.attacks
from seethrough import components
from seethrough.estimates.figure import Figure

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs" / "attacks"
SHIPPED = sorted(
    module.stem
    for module in Path(seethrough.attacks.__path__[0]).glob("*.py")
    if not module.stem.startswith("_")
)
HEADINGS = [
    "What the adversary has",
    "What the adversary does",
    "What the figures mean",
    "What they don't mean",
    "Control and baseline",
    "Try it",
]


def figures(attack: str) -> list[str]:
    """Return the names of all figures that an attack can report."""
    declared: tuple[Figure, ...] = components.component_class("attacks", attack).figures
    return [figure.name for figure in declared]


REPORTED = {name for attack in SHIPPED for name in figures(attack)}
FAMILIES = {name.partition(".")[0] for name in REPORTED}
CODE = re.compile(r"`([^`\n]+)`")


def named(page: str) -> set[str]:
    """Return what a page names in the form of a figure: a family of figures, a dot and more."""
    return {
        name
        for name in CODE.findall(page)
        if re.fullmatch(r"\w+(\.\w+)+", name) and name.partition(".")[0] in FAMILIES
    }


def page(attack: str) -> str:
    """Return the page of an attack; fails where there is none."""
    file = PAGES / f"{attack}.md"
    assert file.exists(), f"{attack} has no page: write docs/attacks/{attack}.md"
    return file.read_text("utf-8")


@pytest.mark.parametrize("attack", SHIPPED)
def test_an_attack_has_a_page_with_the_same_headings(attack: str) -> None:
    text = page(attack)
    assert text.startswith(f"# {attack}\n")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE) == HEADINGS
    for part in re.split(r"^## .+$", text, flags=re.MULTILINE):
        assert len(part.split()) > 5


@pytest.mark.parametrize("attack", SHIPPED)
def test_a_page_names_every_figure_that_its_attack_reports(attack: str) -> None:
    said = named(page(attack))
    assert [name for name in figures(attack) if name not in said] == []


@pytest.mark.parametrize("file", sorted(PAGES.glob("*.md")), ids=lambda file: file.stem)
def test_a_page_is_about_an_attack_and_names_no_figure_that_does_not_exist(file: Path) -> None:
    assert file.stem in SHIPPED
    assert sorted(named(file.read_text("utf-8")) - REPORTED) == []


def test_the_site_lists_every_page() -> None:
    nav = yaml.safe_load((ROOT / "mkdocs.yml").read_text("utf-8"))["nav"]
    (listed,) = (entry["Attacks"] for entry in nav if "Attacks" in entry)
    assert [*listed] == [{attack: f"attacks/{attack}.md"} for attack in SHIPPED]


def test_a_missing_page_and_an_invented_figure_are_found() -> None:
    with pytest.raises(AssertionError, match=r"docs/attacks/telepathy\.md"):
        page("telepathy")
    assert named("`linkage.top1` and `linkage.top99`, in `linkage.md` of `src`") - REPORTED == {
        "linkage.top99",
        "linkage.md",
    }
