"""Every code block and command of the README and the docs is run as a test."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sybil import Example, Sybil
from sybil.document import Document
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser
from sybil.parsers.markdown.lexers import RawFencedCodeBlockLexer
from sybil.region import Region
from tests.docs._console import shell
from tests.docs._near import near, same_but_for_rounding

import seethrough  # noqa: F401  (keeps the telemetry of whatever the tests import off)

# Each worker of pytest-xdist has a processor of its own, for itself and for the commands that it
# starts: threads and processes beyond that would only wait for those of the other workers.
os.environ.setdefault("OMP_NUM_THREADS", "1")
if "PYTEST_XDIST_WORKER" in os.environ and hasattr(os, "sched_setaffinity"):
    _free = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {_free[int(os.environ["PYTEST_XDIST_WORKER"][2:]) % len(_free)]})

ROOT = Path(__file__).parent
SAMPLES = ROOT / "src" / "seethrough" / "samples"
COMPARE = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


TRAINED = "<!-- figures of a trained model -->\n"
"""Stands before a block whose figures differ a little from processor to processor."""


def _as_written(wanted: str, printed: str) -> bool:
    exact = doctest.OutputChecker().check_output(f"{wanted}\n", f"{printed}\n", COMPARE)
    return exact or same_but_for_rounding(wanted, printed)


class ConsoleBlockParser(CodeBlockParser):
    """Runs ``$ command`` lines and compares what they print; ``...`` stands for anything.

    Below ``TRAINED`` the figures need only be near.
    """

    language = "console"

    def evaluate(self, example: Example) -> str | None:
        """Return what differs, or None."""
        commands: list[tuple[str, list[str]]] = []
        for line in example.parsed.splitlines():
            if line.startswith("$ "):
                commands.append((line[2:], []))
            else:
                commands[-1][1].append(line)
        trained = example.document.text[: example.start].endswith(TRAINED)
        same = near if trained else _as_written
        for command, expected in commands:
            printed = shell(command)
            wanted = "\n".join(expected).strip()
            if wanted and not same(wanted, printed.strip()):
                return f"$ {command}\nprinted:\n{printed}\nthe document says:\n{wanted}"
        return None


class TomlBlockParser(CodeBlockParser):
    """Checks that a TOML block is TOML; one that begins with ``# NAME.toml`` is written there."""

    language = "toml"

    def evaluate(self, example: Example) -> str | None:
        """Return None; raise where it is not TOML."""
        import tomllib

        tomllib.loads(example.parsed)
        named = re.match(r"# (\w+\.toml)\n", example.parsed)
        if named is not None:
            Path(named[1]).write_text(example.parsed, "utf-8")
        return None


class FileBlockParser:
    """Writes a block with a title to the file that the title names, beside the sample records."""

    _blocks = RawFencedCodeBlockLexer(re.compile(r'\w+ title="(?P<name>[\w.]+)"$\n', re.MULTILINE))

    def __call__(self, document: Document) -> Iterator[Region]:
        """Find the blocks with a title."""
        for region in self._blocks(document):
            region.parsed = (region.lexemes["name"], region.lexemes["source"])
            region.evaluator = self._write
            yield region

    def _write(self, example: Example) -> None:
        name, source = example.parsed
        Path(name).write_text(source, "utf-8")


@pytest.fixture(scope="module")
def sample_folder(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Each document has a folder of its own with the sample records in it.

    Its commands audit the same records again and again, which are judged once.
    """
    from seethrough.engine.judging import sheets_judged_once

    folder = tmp_path_factory.mktemp("docs")
    for file in SAMPLES.glob("*.jsonl"):
        shutil.copy(file, folder / file.name)
    before = os.getcwd()
    os.chdir(folder)
    sys.path.insert(0, str(folder))
    with sheets_judged_once():
        yield folder
    sys.path.remove(str(folder))
    os.chdir(before)


SLOW = ("scale.md", "tutorial-choose.md", "tutorial-tune.md")
"""The documents that take longest, since they audit the same records again: ``make test-slow``."""

LONG = (
    "canary.md", "comparing.md", "inference.md", "memorization.md", "model_canary.md",
    "model_membership.md", "models.md", "rag.md", "tutorial.md", "utility-and-repair.md",
    "viewing.md", "your-data.md",
)  # fmt: skip
"""The documents that take half a minute and more: ``make test-long``."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark documents, which start whole commands, and let what takes longest come first.

    pytest-xdist gives its workers a file after the other (``--no-loadscope-reorder``; by itself it
    would give them the file with most tests first): a long one at the end would keep one waiting.
    """
    for item in items:
        if item.path.suffix == ".md":
            name = item.path.name
            item.add_marker("slow" if name in SLOW else "long" if name in LONG else "system")
    whole = {item.path for item in items if item.get_closest_marker("system")}
    items.sort(key=lambda item: (item.path.suffix != ".md", item.path not in whole))


pytest_collect_file = Sybil(
    parsers=[FileBlockParser(), PythonCodeBlockParser(), ConsoleBlockParser(), TomlBlockParser()],
    patterns=["README.md", "docs/*.md", "*.md"],
    excludes=["CHANGELOG.md"],
    fixtures=["sample_folder"],
).pytest()
