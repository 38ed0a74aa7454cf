"""A tiny model that reads pieces of words; these tests need the extra ``training``."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.finetuners._planted import SHORT, planted, save_base
from tests.training.conftest import one_thread

__all__ = ["one_thread"]


@pytest.fixture(scope="session")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an untrained model whose tokenizer knows the planted records."""
    folder = tmp_path_factory.mktemp("base")
    save_base(folder, planted())
    return folder


@pytest.fixture(scope="session")
def short(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Short prompt files, by what they hold."""
    folder = tmp_path_factory.mktemp("short")
    for name, text in SHORT.items():
        (folder / f"{name}.txt").write_text(text, "utf-8")
    return {name: folder / f"{name}.txt" for name in SHORT}
