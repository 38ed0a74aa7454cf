"""What a component is and what its fields mean, for lists and for what may be shown of a spec."""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
import typing
from collections.abc import Mapping
from typing import Any

from seethrough.components import component_class
from seethrough.fields import Names, roles
from seethrough.spec.building import type_name
from seethrough.spec.grammar import FOREIGN
from seethrough.spec.writing import classes_named, default_of, json_value


def describe(kind: str, name: str) -> dict[str, Any]:
    """Return a component's name, one line of what it is, and its fields with their defaults.

    What a field means is in the docstring: of the class, or of one that it inherits the field from.
    """
    cls = component_class(kind, name)
    hints = typing.get_type_hints(cls)
    meanings: dict[str, str] = {}
    for one in reversed(cls.__mro__):
        meanings |= _meanings(one)
    return {
        "name": name,
        "summary": (inspect.getdoc(cls) or "").partition("\n")[0],
        "fields": [
            {
                "name": f.name,
                "type": type_name(hints[f.name]),
                "default": json_value(default_of(f)),
                "required": default_of(f) is dataclasses.MISSING,
                "meaning": meanings.get(f.name, ""),
            }
            for f in dataclasses.fields(cls)
        ],
    }


def _meanings(cls: type[Any]) -> dict[str, str]:
    """Return what a class's own docstring says of each of its attributes."""
    section = inspect.cleandoc(cls.__doc__ or "").partition("Attributes:\n")[2]
    entries = re.findall(r"^ {4}(\w+): (.*(?:\n {5,}.*)*)", section, re.MULTILINE)
    return {name: " ".join(said.split()) for name, said in entries}


def roles_in(spec: Mapping[str, Any]) -> Mapping[str, Names] | None:
    """Return what fields of a spec in its JSON form name; None if nobody can tell.

    A spec may come from a release's sidecar, so no module that it names is imported: what the
    fields of somebody else's component mean is known only where it is loaded.
    """
    name = str(spec["name"])
    if FOREIGN.fullmatch(name):
        module, _, attribute = name.partition(":")
        cls = getattr(sys.modules.get(module), attribute, None)
        return roles(cls) if dataclasses.is_dataclass(cls) and isinstance(cls, type) else None
    return {field: role for cls in classes_named(name) for field, role in roles(cls).items()}
