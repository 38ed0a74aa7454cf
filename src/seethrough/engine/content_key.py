"""What identifies a component in kept work: its configuration, and what its files hold."""

from __future__ import annotations

import dataclasses
import hashlib
import inspect
import os
from collections.abc import Iterator
from functools import cache
from typing import Any

from seethrough import spec
from seethrough.fields import Names, names_in
from seethrough.models.clients.versions import version_of
from seethrough.storage.contents import contents_of


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
    held = [digest for name in names for digest in contents_of(name)]
    models = names_in(component, Names.MODEL)
    held += [version_of(model) for model in models if model.startswith("local/")]
    held += [_source(cls) for cls in _from_elsewhere(component)]
    return hashlib.sha256(" ".join((key, *held)).encode()).hexdigest()[:16] if held else key


def kept_as(component: Any) -> str:
    """Return what stands for a component where its work is kept: its name, and ``content_key``."""
    return f"{spec.name_of(component).replace(':', '.')}-{content_key(component)}"


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
