"""The smallest components of docs/adding-a-component.md, in a package of their own, are found."""

from __future__ import annotations

import contextlib
import html
import io
import json
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from seethrough import components
from seethrough.cli import run

DOCUMENT = Path(__file__).parent.parent / "docs" / "adding-a-component.md"
FILE = re.compile(r'^```python title="([\w.]+)"\n(.*?)^```$', re.MULTILINE | re.DOTALL)
TOML = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TEXTS = [
    "Ada keeps bees near Fennimore Creek.\nShe had a severe reaction to a sting in May.",
    "Bo burned his left hand at the bakery.\nHe sleeps badly since his brother emigrated.",
    "Cleo teaches violin above a cinema.\nWhy does her head ache every Monday?",
    "Dov owes his brother twelve thousand kroner.\nHe stammers and collects stamps.",
] * 6


class Seen(NamedTuple):
    """What the command line shows of an audit in which every component takes part."""

    listed: str
    listed_json: dict[str, Any]
    terminal: str
    page: str
    report: dict[str, Any]


def entries() -> dict[str, dict[str, str]]:
    """Return the entry points that the document names, by kind."""
    (block,) = TOML.findall(DOCUMENT.read_text("utf-8"))
    groups = tomllib.loads(block)["project"]["entry-points"]
    return {group.removeprefix("seethrough."): named for group, named in groups.items()}


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder on the path with the document's modules, and what an installer would write."""
    folder = tmp_path_factory.mktemp("site")
    for name, source in FILE.findall(DOCUMENT.read_text("utf-8")):
        (folder / name).write_text(source, "utf-8")
    about = folder / "toys-0.1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: toys\nVersion: 0.1\n")
    lines = [
        line
        for kind, named in entries().items()
        for line in (f"[seethrough.{kind}]", *(f"{n} = {where}" for n, where in named.items()))
    ]
    (about / "entry_points.txt").write_text("\n".join(lines))
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    forget()
    yield folder
    sys.path.remove(str(folder))
    for name in set(sys.modules) - before:
        if (folder / f"{name}.py").exists():
            del sys.modules[name]
    forget()


def forget() -> None:
    for cached in ("names", "component_class", "_theirs", "_installed"):
        getattr(components, cached).cache_clear()


@pytest.fixture(scope="module")
def seen(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Seen:
    folder = tmp_path_factory.mktemp("audit")
    private, release, kept = folder / "in.jsonl", folder / "out.jsonl", folder / "run"
    rows = [{"id": f"r{i}", "person": f"p{i}", "text": f"{t}\nNote {i}."}
            for i, t in enumerate(TEXTS)]  # fmt: skip
    private.write_text("".join(json.dumps(row) + "\n" for row in rows))
    listed = printed("list")
    assert run(["sanitize", str(private), "--with", "initials:letters=4", "-o", str(release)]) == 0
    terminal = printed(
        "audit", str(private), str(release), "--attack", "longest", "--attack", "inference",
        "--linker", "shared_words", "--judge", "same_words", "--atomizer", "lines",
        "--utility", "questions_kept", "--knowledge", "random:k=1", "--run", str(kept),
        "--exit-zero",
    )  # fmt: skip
    page = folder / "page.html"
    assert run(["report", str(kept), "-o", str(page)]) == 0
    return Seen(
        listed,
        json.loads(printed("list", "--json")),
        terminal,
        html.unescape(page.read_text("utf-8")),
        json.loads((kept / "report.json").read_text("utf-8")),
    )


def printed(*arguments: str) -> str:
    """Run a command and return what it prints on standard output."""
    kept = io.StringIO()
    with contextlib.redirect_stdout(kept):
        assert run(arguments) == 0
    return kept.getvalue()


def test_the_document_has_one_of_each_kind_with_one_test() -> None:
    names = [name for name, _ in FILE.findall(DOCUMENT.read_text("utf-8"))]
    assert [*entries()] == ["sanitizers", "attacks", "linkers", "judges", "atomizers", "utilities"]
    for named in entries().values():
        ((name, where),) = named.items()
        assert where.startswith(f"{name}:")
        assert names.count(f"{name}.py") == names.count(f"test_{name}.py") == 1
    assert len(names) == 2 * len(entries())


@pytest.mark.parametrize("kind", entries())
def test_it_is_listed(seen: Seen, kind: str) -> None:
    ((name, _),) = entries()[kind].items()
    block = seen.listed.split(f"\n{kind}\n" if kind != "sanitizers" else f"{kind}\n", 1)[1]
    line = re.search(rf"^  {name} +(.+)$", block, re.MULTILINE)
    assert line is not None
    assert line.group(1).endswith(".")
    (shown,) = [c for c in seen.listed_json[kind] if c["name"] == name]
    assert shown["summary"] == line.group(1)


def test_they_stand_in_the_json(seen: Seen) -> None:
    parts = {part["name"] for e in seen.report["estimates"] for part in specs(e["component"])}
    parts |= {seen.report["release"]["sanitizer"]["name"]}
    assert set(classes()) <= parts
    named = {e["name"]: e for e in seen.report["estimates"]}
    for figure in ("longest.top1", "utility.questions_kept", "semantic.leak_rate"):
        assert named[figure]["value"] is not None
        assert named[figure]["baseline"] is not None


def test_they_stand_on_the_page(seen: Seen) -> None:
    for kind in ("sanitizers", "linkers", "judges", "atomizers"):
        (where,) = entries()[kind].values()
        assert where in seen.page
    for said in (
        "longest.top1",
        "It says nothing about other adversaries.",
        "utility.questions_kept",
        "It does not say that they are the same questions.",
    ):
        assert said in seen.page, said


def test_they_stand_in_the_terminal(seen: Seen) -> None:
    assert "Made by: initials:Initials:letters=4." in seen.terminal
    assert "Judge: same_words:SameWords" in seen.terminal
    lines = seen.terminal.splitlines()
    for title, figure in (
        ("Found by its length", "longest.top1"),
        ("Records that ask as many questions", "utility.questions_kept"),
    ):
        (place,) = [i for i, line in enumerate(lines) if line.startswith(f"  {title}")]
        row = " ".join(lines[place : place + 2])  # a long title stands above its figures
        assert f"{100 * report_value(seen, figure):.0f} %" in row
        assert any(figure in line for line in lines)


def classes() -> list[str]:
    """Return each component as ``module:Class``."""
    return [where for named in entries().values() for where in named.values()]


def specs(component: Any) -> Iterator[dict[str, Any]]:
    """Return a component's spec and those of the components in it."""
    if isinstance(component, dict):
        yield component
        for value in component.values():
            yield from specs(value)
    elif isinstance(component, list):
        for value in component:
            yield from specs(value)


def report_value(seen: Seen, figure: str) -> float:
    (value,) = [e["value"] for e in seen.report["estimates"] if e["name"] == figure]
    return float(value)
