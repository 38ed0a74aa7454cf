"""Rooms that say what they hold: no circles, no private module of another room, no crowd."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest

import seethrough
from seethrough.components import LISTED

ROOT = "seethrough."
ONE_A_FILE = {*LISTED, "strategies", "cli"}
"""Rooms that hold one component or command a file, however many there are."""

CROWD = 16
"""So many modules a room may hold."""

TOP = 12
"""So many modules may stand outside any room."""

LONGEST = 50
"""So many lines may a function have, without its docstring."""


@pytest.fixture(scope="module")
def running() -> grimp.ImportGraph:
    """Every import that runs, also those inside functions."""
    return grimp.build_graph("seethrough", cache_dir=None, exclude_type_checking_imports=True)


@pytest.fixture(scope="module")
def all_imports() -> grimp.ImportGraph:
    """Every import, also those for types alone."""
    return grimp.build_graph("seethrough", cache_dir=None)


def edges(graph: grimp.ImportGraph) -> set[tuple[str, str]]:
    """Return who imports whom, without the name of the package."""
    return {
        (module.removeprefix(ROOT), other.removeprefix(ROOT))
        for module in graph.modules
        for other in graph.find_modules_directly_imported_by(module)
    }


def test_no_module_runs_in_a_circle(running: grimp.ImportGraph) -> None:
    found = edges(running)
    assert len(found) > 1000
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for module, other in found:
        sorter.add(module, other)
    sorter.prepare()  # raises CycleError, which names the circle


def test_no_room_is_in_a_circle(all_imports: grimp.ImportGraph) -> None:
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for module, other in edges(all_imports):
        room, another = module.split(".")[0], other.split(".")[0]
        if room != another:
            sorter.add(room, another)
    sorter.prepare()


def test_no_room_imports_a_private_module_of_another(all_imports: grimp.ImportGraph) -> None:
    found = edges(all_imports)
    assert any(part.startswith("_") for _, other in found for part in other.split("."))
    for module, other in found:
        parts = other.split(".")
        for depth, part in enumerate(parts):
            if part.startswith("_") and part != "__main__":
                home = ".".join(parts[:depth])
                assert f"{module}.".startswith(f"{home}."), f"{module} imports {other}"


def test_no_room_is_crowded() -> None:
    top = Path(seethrough.__file__).parent
    rooms = {top, *(f.parent for f in top.rglob("__init__.py"))}
    held = {
        ".".join(room.relative_to(top).parts): len([*room.glob("*.py")]) - 1  # __init__.py
        for room in rooms
    }
    assert len(held) > 30
    assert held.pop("") <= TOP
    assert {room: n for room, n in held.items() if n > CROWD and room not in ONE_A_FILE} == {}


def test_no_function_is_long() -> None:
    lengths = list(functions(Path(seethrough.__file__).parent))
    assert len(lengths) > 1000
    assert [(name, n) for name, n in lengths if n > LONGEST] == []


def functions(folder: Path) -> Iterator[tuple[str, int]]:
    """Yield the functions in a folder and how many lines each has, its docstring left out."""
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                lines = (node.end_lineno or 0) - node.lineno + 1
                if ast.get_docstring(node) is not None:
                    lines -= (node.body[0].end_lineno or 0) - node.body[0].lineno + 1
                yield f"{file.name}: {node.name}", lines
