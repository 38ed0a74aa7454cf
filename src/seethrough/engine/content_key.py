"""What identifies a component in kept work: its configuration, and what its files hold."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import os
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from seethrough import spec
from seethrough.fields import Names, names_in
from seethrough.models.clients.versions import version_of
from seethrough.sidecars.sidecar import file_sha256


def content_key(component: Any) -> str:
    """Return 16 hexadecimal digits that also change with what the files that it names hold.

    Without such files, they are those of ``spec.key``. What comes with the package, and models
    behind a server, count by their names alone; of a class from elsewhere its module counts, too.

    Args:
        component: A component; the files and folders that its parts read count, too, and the
            weights of language models on this machine.
    """
    key = spec.key(component)
    names = map(os.path.expanduser, names_in(component, Names.READ, Names.FOLDER))
    held = [_sha256(file) for name in names for file in _files_of(name)]
    models = names_in(component, Names.MODEL)
    held += [version_of(model) for model in models if model.startswith("local/")]
    held += [_source(cls) for cls in _from_elsewhere(component)]
    return hashlib.sha256(" ".join((key, *held)).encode()).hexdigest()[:16] if held else key


def _from_elsewhere(component: Any) -> Iterator[Any]:
    """Yield the classes of a component and its parts that do not come with the package."""
    if isinstance(component, list | tuple):
        for part in component:
            yield from _from_elsewhere(part)
    elif dataclasses.is_dataclass(component) and not isinstance(component, type):
        if not type(component).__module__.startswith("seethrough."):
            yield type(component)
        for field in dataclasses.fields(component):
            yield from _from_elsewhere(getattr(component, field.name))


@cache
def _source(cls: type[Any]) -> str:
    """Return the SHA-256 of the module of a class as it is loaded; "" where that is in no file."""
    try:
        lines, _ = inspect.findsource(cls)
    except (OSError, TypeError):
        return ""
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _files_of(name: str) -> list[str]:
    """Return a file, or the files that lie in a folder, in the order of their names."""
    if not os.path.isdir(name):
        return [name] if os.path.isfile(name) else []
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
