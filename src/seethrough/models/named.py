"""Which language models a component names, and what a reader must know of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from seethrough import spec
from seethrough.fields import Names, names_in
from seethrough.models.clients.local import Local
from seethrough.models.fakes.fake import Fake
from seethrough.models.resolve import PROVIDERS

_KNOWN = frozenset(["local", "fake", *PROVIDERS])


def models_of(component: Any) -> list[str]:
    """Return the language models that a component names, itself or inside; asks no server.

    Args:
        component: A component, its spec in the JSON form, or several of either.
    """
    return sorted({n for n in _named(component) if n.partition("/")[0] in _KNOWN})


def _named(component: Any) -> list[str]:
    if isinstance(component, list | tuple):
        return [name for part in component for name in _named(part)]
    if not isinstance(component, Mapping):
        return names_in(component, Names.MODEL)
    known = spec.roles_in(component) if "name" in component else None
    found = []
    for field, value in component.items():
        if isinstance(value, str):
            found += [value] if known and known.get(field) is Names.MODEL else []
        else:
            found += _named(value)
    return found


def caveats_of(component: Any) -> list[str]:
    """Return what a reader of results made with a component's models must know, if anything.

    Args:
        component: As for ``models_of``.
    """
    return sorted({caveat for name in models_of(component) if (caveat := _caveat(name))})


def _caveat(name: str) -> str:
    provider, _, model = name.partition("/")
    if provider == "local":
        return Local(model).caveat
    return Fake().caveat if provider == "fake" else ""
