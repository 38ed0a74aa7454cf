"""What identifies a component in kept work: its configuration, and what its files hold."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from seethrough import spec
from seethrough.sidecars.releasing import files_named
from seethrough.sidecars.sidecar import file_sha256

_MODEL = "config.json"
"""The file by which a folder that a spec names is known as that of a model or an encoder."""


def content_key(component: Any) -> str:
    """Return 16 hexadecimal digits that also change with what the files that it names hold.

    Without such files, they are those of ``spec.key``. What comes with the package, and models by
    name, count by their names alone.

    Args:
        component: A component; the files of its parts and the folders of models count, too.
    """
    key = spec.key(component)
    names = [*files_named(component)[0], *_models_in(spec.to_json(component))]
    if not names:
        return key
    held = [_sha256(file) for name in names for file in _files_of(name)]
    return hashlib.sha256(" ".join((key, *held)).encode()).hexdigest()[:16]


def _models_in(value: Any) -> Iterator[str]:
    """Yield the folders of models that a spec names."""
    if isinstance(value, Mapping):
        value = [*value.values()]
    if isinstance(value, list):
        for part in value:
            yield from _models_in(part)
    elif isinstance(value, str) and value:
        folder = os.path.expanduser(value)
        if os.path.isfile(os.path.join(folder, _MODEL)):
            yield folder


def _files_of(name: str) -> list[str]:
    """Return a file, or the files that lie in a folder, in the order of their names."""
    if not os.path.isdir(name):
        return [name]
    with os.scandir(name) as found:
        return sorted(entry.path for entry in found if entry.is_file())


def _sha256(file: str) -> str:
    """Return the SHA-256 of a file; "" for one that cannot be read, of which its reader says so."""
    try:
        now = os.stat(file)
        state = (now.st_dev, now.st_ino, now.st_size, now.st_mtime_ns, now.st_ctime_ns)
        return _read(os.path.abspath(file), state)
    except OSError:
        return ""


@lru_cache(maxsize=1_000)
def _read(file: str, state: tuple[int, ...]) -> str:
    """Return the SHA-256 of a file, which is read again once its state is another."""
    return file_sha256(Path(file))
