"""What files and folders hold, and whether that has changed since it was read."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

_LEFT_BY_SYSTEMS = frozenset({".DS_Store", "Thumbs.db", "desktop.ini"})
"""Files that systems leave in folders that somebody looked at; they do not count."""


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of a file, as 64 hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def files_below(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and below, by name, and links to folders, not followed.

    What systems leave there is none of them. Folders may lie in one another deeper than functions
    may call themselves.
    """
    waiting = [folder]
    while waiting:
        entry = waiting.pop()
        if entry == folder or (entry.is_dir() and not entry.is_symlink()):
            waiting += sorted(entry.iterdir(), reverse=True)
        elif entry.name not in _LEFT_BY_SYSTEMS:
            yield entry


def state_of(file: str | Path) -> tuple[int, ...]:
    """Return what is another once another file is there, or the file was written again.

    It stands in the key of what is kept of a file. Nothing where there is no file to look at, of
    which its reader says so.
    """
    try:
        now = os.stat(file)
    except OSError:
        return ()
    return now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns


def contents_of(name: str) -> list[str]:
    """Return the SHA-256 of a file, or of all files in a folder and below, in the order of names.

    Args:
        name: Where; none for what is neither. "" stands for a file that cannot be read, of which
            its reader says so.
    """
    return [_sha256(file) for file in _files_of(name)]


def _files_of(name: str) -> list[str]:
    if not os.path.isdir(name):
        return [name] if os.path.isfile(name) else []
    found = (
        os.path.join(folder, file)
        for folder, _, files in os.walk(name)
        for file in files
        if file not in _LEFT_BY_SYSTEMS
    )
    return sorted(file for file in found if os.path.isfile(file))


def _sha256(file: str) -> str:
    try:
        return _read(file, state_of(file))
    except OSError:
        return ""


@lru_cache(maxsize=1_000)
def _read(file: str, state: tuple[int, ...]) -> str:
    return file_sha256(Path(file))
