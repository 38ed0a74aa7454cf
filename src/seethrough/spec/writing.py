"""From a component to its spec: as JSON, as a string, and as what identifies it."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from seethrough.components import KINDS, component_class, names


def to_json(component: Any) -> dict[str, Any]:
    """Return a component's name and all its fields: its whole configuration."""
    fields = {f.name: json_value(getattr(component, f.name)) for f in dataclasses.fields(component)}
    return {"name": name_of(component), **fields}


def to_string(component: Any) -> str:
    """Return the spec string of a component; ``parse`` gives the component back."""
    return format_json(to_json(component))


def format_json(spec: Mapping[str, Any]) -> str:
    """Return the spec string of a spec in its JSON form, without defaults."""
    spec = brief(spec)
    fields = ",".join(f"{k}={_string_value(v)}" for k, v in spec.items() if k != "name")
    return f"{spec['name']}:{fields}" if fields else str(spec["name"])


def brief(spec: Mapping[str, Any]) -> dict[str, Any]:
    """Return a spec in its JSON form without the fields at their default.

    A spec whose component is unknown, or that does not name all its fields, keeps them all. A
    text whose default depends on the run, such as its language model, always
    stays: another run would use another.
    """
    defaults = _defaults(str(spec["name"]), frozenset(spec) - {"name"})
    kept = {k: v for k, v in spec.items() if k not in defaults or defaults[k] != v}
    return {k: _brief_value(v) for k, v in kept.items()}


def key(component: Any) -> str:
    """Return 16 hexadecimal digits that identify a component with its whole configuration."""
    full = json.dumps(to_json(component), sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(full.encode()).hexdigest()[:16]


def name_of(component: Any) -> str:
    """Return the command-line name of a component."""
    cls = type(component)
    module = cls.__module__
    if module.startswith("seethrough."):
        return module.rpartition(".")[2]
    return f"{module}:{cls.__qualname__}"


def default_of(field: dataclasses.Field[Any]) -> Any:
    """Return a field's default; ``dataclasses.MISSING`` where it has none."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def json_value(value: Any) -> Any:
    """Return a field's value in the JSON form of specs; None for a default that is missing."""
    if value is dataclasses.MISSING:
        return None
    if dataclasses.is_dataclass(value):
        return to_json(value)
    if isinstance(value, tuple | list):
        return [json_value(v) for v in value]
    return value


def _brief_value(value: Any) -> Any:
    if isinstance(value, Mapping):
        return brief(value)
    if isinstance(value, list):
        return [_brief_value(v) for v in value]
    return value


@cache
def _defaults(name: str, fields: frozenset[str]) -> dict[str, Any]:
    """Return the defaults, in their JSON form, of the component that has these fields.

    A spec may come from a release's sidecar, so no module that it names is imported.
    """
    for cls in classes_named(name):
        known = dataclasses.fields(cls)
        if {f.name for f in known} == fields:
            return {
                f.name: json_value(default_of(f))
                for f in known
                if f.default_factory is dataclasses.MISSING or not isinstance(default_of(f), str)
            }
    return {}


def classes_named(name: str) -> Iterator[type[Any]]:
    """Yield the classes that a name without a module may stand for, one of each kind at most."""
    for kind in KINDS.values():
        if name in names(kind):
            yield component_class(kind, name)
    if name in ("service", "served"):
        yield component_class("retrieval", name)


def _string_value(value: Any) -> str:
    if isinstance(value, Mapping):
        fields = ",".join(f"{k}={_string_value(v)}" for k, v in value.items() if k != "name")
        return f"{value['name']}({fields})" if fields else str(value["name"])
    if isinstance(value, list):
        return "+".join(_string_value(v) for v in value)
    if value is None:
        return "none"
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value)
    awkward = not text or text != text.strip() or re.search(r'[(),+="]', text)
    return json.dumps(text, ensure_ascii=False) if awkward else text
