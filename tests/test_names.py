"""The report and the engine name no attack and no figure: what they say comes from the data."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import seethrough
from seethrough import components
from seethrough.reasons import QUESTIONS

TOP = Path(seethrough.__file__).parent
ROOMS = ("report", "engine")

FIGURES = {
    figure.name
    for kind in ("attacks", "utilities")
    for name in components.names(kind)
    for figure in components.component_class(kind, name).figures
}
ATTACKS = set(components.names("attacks")) - set(QUESTIONS) - {"attributes"}
"""``identifiers`` is a question, too, and ``attributes`` what a sanitizer keeps of a record."""


def literals(source: str) -> Iterator[str]:
    """Yield the strings of a module that are no documentation."""
    tree = ast.parse(source)
    documentation = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        documented = id(node) in documentation
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and not documented:
            yield node.value


def named(text: str) -> set[str]:
    """Return the attacks and figures that a string names."""
    own = {text} & ATTACKS
    own |= {a for a in components.names("attacks") if re.search(rf"\b{a}[.:]\w", text)}
    return own | {figure for figure in FIGURES if figure in text}


def test_a_name_is_seen() -> None:
    assert {n for t in literals('x = f"{y} canary:delta={z}"') for n in named(t)} == {"canary"}
    assert named("linkage") == named("linkage:linker=bm25") == {"linkage"}
    assert "semantic.leak_rate" in named("NAME, such as semantic.leak_rate=0.1")
    assert named("The private records were read.") == set()
    assert list(literals('"""linkage.top1"""\nx = "y"\n"""linkage"""')) == ["y"]


@pytest.mark.parametrize("room", ROOMS)
def test_no_string_names_an_attack_or_a_figure(room: str) -> None:
    files = [*(TOP / room).rglob("*.py")]
    assert len(files) > 20
    found = {
        str(file.relative_to(TOP)): names
        for file in files
        if (names := {n for t in literals(file.read_text("utf-8")) for n in named(t)})
    }
    assert found == {}
    pages = [*(TOP / room).rglob("*.html")]
    assert not {f.name for f in pages if any(n in f.read_text("utf-8") for n in FIGURES)}
