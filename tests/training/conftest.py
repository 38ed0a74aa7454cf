"""A tiny language model, saved as a folder.

These tests need the extra ``training``, which ``make`` installs, and fail where it is missing.
Leave them out with ``pytest --ignore=tests/training``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.training._tiny import bloom, falcon, gpt2, llama, tokenizer


@pytest.fixture(scope="package", autouse=True)
def one_thread() -> Iterator[None]:
    """Compute in one thread: for tiny models more are slower, far more so on a busy machine."""
    import torch

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a saved tiny Llama."""
    folder = tmp_path_factory.mktemp("tiny")
    llama().save_pretrained(folder)
    tokenizer().save_pretrained(folder)
    return folder


@pytest.fixture
def make() -> Callable[[str], Any]:
    """Makes a tiny model by the name of its kind."""
    return {"llama": llama, "gpt2": gpt2, "falcon": falcon, "bloom": bloom}.__getitem__


@pytest.fixture
def read_bytes() -> Any:
    return tokenizer()
