"""The lock file: every dependency at one exact version that is allowed, each with its hash."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PINNED = {
    canonicalize_name(name): version
    for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", LOCK, re.MULTILINE)
}
EXTRAS = re.findall(r"--extra (\S+)", (ROOT / "Makefile").read_text("utf-8"))
WANTED = [
    Requirement(text)
    for text in [
        *PROJECT["dependencies"],
        *(text for extra in EXTRAS for text in PROJECT["optional-dependencies"][extra]),
    ]
]


@pytest.mark.parametrize("wanted", WANTED, ids=lambda wanted: wanted.name)
def test_every_dependency_is_locked_at_a_version_that_is_allowed(wanted: Requirement) -> None:
    assert wanted.specifier.contains(PINNED[canonicalize_name(wanted.name)]), "run: make lock"


def test_the_lock_covers_every_extra_without_pytorch_or_a_large_model() -> None:
    optional = PROJECT["optional-dependencies"]
    without = {name for name in optional if not any(p.startswith("torch") for p in optional[name])}
    assert {*EXTRAS} == without - {"local-model"}


def test_every_version_has_a_hash_and_none_is_fetched_from_an_address() -> None:
    parts = re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert len(parts) == len(PINNED) > 50
    for part in parts:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", part), part.split()[0]
    assert "://" not in LOCK
    assert "file:" not in LOCK
