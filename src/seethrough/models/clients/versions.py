"""Which version of a model a name stands for, as far as that can be known without asking it."""

from __future__ import annotations

import hashlib
import os
from functools import lru_cache
from pathlib import Path

from seethrough.models.clients import weights

_DIGITS = 16


def version_of(name: str) -> str:
    """Return the version of a model: two models of one name and version answer alike.

    Args:
        name: ``provider/model``.

    Returns:
        For weights on this machine 16 hexadecimal digits of their SHA-256, for a file on the hub
        its revision. Empty if the name is all there is: a model behind a server, whose weights
        may change under the same name, and the fake one.
    """
    provider, _, model = name.partition("/")
    if provider != "local":
        return ""
    if not model:
        return weights.SHA256[:_DIGITS]
    path = Path(model).expanduser()
    if path.is_file():
        state = os.stat(path)
        return _hash(str(path), state.st_size, state.st_mtime_ns)
    return model.partition("@")[2]


@lru_cache(maxsize=8)
def _hash(path: str, size: int, changed: int) -> str:
    """Return the digits of a file; hashed anew where its size or time of change differ."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()[:_DIGITS]
