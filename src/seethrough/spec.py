"""Components and their specs: one string, one JSON object, one identity.

A spec string names a component and those of its fields that differ from their defaults; the JSON
form, which reports and sidecars hold, names all of them:

    bm25
    linkage:knowledge=first(k=5),linker=dense
    {"name": "linkage", "linker": {"name": "dense", "window": 128, ...}, ...}

Fields of the outermost component follow a colon, those of an inner one stand in parentheses,
several values of one field are joined by ``+``, and a value with ``,+()"`` in it is quoted as a
JSON string. A component from elsewhere is named ``package.module:Class`` or by an entry point of
the group ``seethrough.KIND``.
"""

from __future__ import annotations

import dataclasses
import difflib
import hashlib
import inspect
import json
import re
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from seethrough.components import KINDS, component_class, names
from seethrough.errors import UsageError
from seethrough.fields import Names, range_of, roles

LARGEST_NUMBER = 2**31
"""Whole numbers in specs are smaller: no field needs larger ones."""

LONGEST = 10_000
"""The most letters of a spec."""

DEEPEST = 20
"""The most levels of nested components."""

MOST_VALUES = 100
"""The most values of one field."""

_TOKEN = re.compile(r'\s*(?:(?P<string>"(?:[^"\\]|\\.)*")|(?P<mark>[(),+=])|(?P<word>[^(),+="]+))')
_FOREIGN = re.compile(r"[A-Za-z_][\w.]*:[A-Z]\w*(?=$|[:(),+])")


def parse(kind: str, text: str) -> Any:
    """Return the component that a spec string describes.

    Args:
        kind: A value of ``KINDS``, such as ``sanitizers``.
        text: The spec, such as ``scrub:style=star``.

    Raises:
        UsageError: The name, a field or a value is wrong; says which, and what is valid.
            Or the spec is too long, or nested too deeply.
    """
    text = text.strip()
    if len(text) > LONGEST:
        raise UsageError(f"a spec of {len(text):,} letters; at most {LONGEST:,} are allowed")
    foreign = _FOREIGN.match(text)
    name, _, rest = (
        (foreign.group(), "", text[foreign.end() :].removeprefix(":"))
        if foreign
        else text.partition(":")
    )
    if not foreign and "(" in name:
        name, _, rest = text.partition("(")
        rest = rest.removesuffix(")")
    elif foreign and rest.startswith("("):
        rest = rest[1:].removesuffix(")")
    reader = _Reader(rest, text)
    fields = reader.fields(end=None) if rest else {}
    return build(kind, {"name": name.strip(), **fields})


def build(kind: str, spec: str | Mapping[str, Any]) -> Any:
    """Return the component that a spec in its JSON form describes.

    Raises:
        UsageError: As for ``parse``.
    """
    if isinstance(spec, str):
        return parse(kind, spec)
    cls = component_class(kind, spec["name"])
    hints = _hints(cls)
    known = {f.name: f for f in dataclasses.fields(cls)}
    values = {}
    for field, value in spec.items():
        if field == "name":
            continue
        if field not in known:
            close = difflib.get_close_matches(field, known, n=1)
            there = f"did you mean {close[0]!r}?" if close else f"fields: {', '.join(known) or '-'}"
            raise UsageError(f"{spec['name']} has no field {field!r:.100}; {there}")
        values[field] = _coerce(value, hints[field], f"{spec['name']}: {field}")
    try:
        made = cls(**values)
        _check_numbers(made)
        return made
    except (TypeError, ValueError) as error:
        raise UsageError(f"{spec['name']}: {error}") from error


def component(kind: str, given: Any) -> Any:
    """Return a component from its spec, or as it is, with its numbers checked.

    Args:
        kind: A value of ``KINDS``.
        given: A spec as for ``build``, or a component.

    Raises:
        UsageError: As for ``parse``.
    """
    if isinstance(given, str | Mapping):
        return build(kind, given)
    try:
        _check_numbers(given)
    except ValueError as error:
        raise UsageError(f"{name_of(given)}: {error}") from error
    return given


def _check_numbers(component: Any) -> None:
    """Check that each number of a component and its parts is in its field's range."""
    if isinstance(component, list | tuple):
        for part in component:
            _check_numbers(part)
    elif dataclasses.is_dataclass(component) and not isinstance(component, type):
        for field in dataclasses.fields(component):
            value = getattr(component, field.name)
            if isinstance(value, int | float):
                range_of(type(component), field.name).check(field.name, value)
            else:
                _check_numbers(value)


def to_json(component: Any) -> dict[str, Any]:
    """Return a component's name and all its fields: its whole configuration."""
    fields = {
        f.name: _json_value(getattr(component, f.name)) for f in dataclasses.fields(component)
    }
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


def roles_in(spec: Mapping[str, Any]) -> Mapping[str, Names] | None:
    """Return what fields of a spec in its JSON form name; None if nobody can tell.

    A spec may come from a release's sidecar, so no module that it names is imported: what the
    fields of somebody else's component mean is known only where it is loaded.
    """
    name = str(spec["name"])
    if _FOREIGN.fullmatch(name):
        module, _, attribute = name.partition(":")
        cls = getattr(sys.modules.get(module), attribute, None)
        return roles(cls) if dataclasses.is_dataclass(cls) and isinstance(cls, type) else None
    return {field: role for cls in _classes(name) for field, role in roles(cls).items()}


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


def describe(kind: str, name: str) -> dict[str, Any]:
    """Return a component's name, one line of what it is, and its fields with their defaults."""
    cls = component_class(kind, name)
    hints = _hints(cls)
    return {
        "name": name,
        "summary": (inspect.getdoc(cls) or "").partition("\n")[0],
        "fields": [
            {
                "name": f.name,
                "type": _type_name(hints[f.name]),
                "default": _json_value(_default(f)),
                "required": _default(f) is dataclasses.MISSING,
            }
            for f in dataclasses.fields(cls)
        ],
    }


class _Reader:
    """Reads ``field=value,...`` by recursive descent."""

    def __init__(self, text: str, whole: str) -> None:
        self._whole = whole
        self._depth = 0
        self._tokens = [
            (m.lastgroup or "", m.group(m.lastgroup or 0)) for m in _TOKEN.finditer(text)
        ]

    def fields(self, end: str | None) -> dict[str, Any]:
        result: dict[str, Any] = {}
        while True:
            name = self._take("word").strip()
            self._expect("=")
            if name in result:
                raise UsageError(f"{self._whole!r:.300} gives {name:.100} twice; leave one out")
            result[name] = self._values()
            mark = self._tokens.pop(0)[1] if self._tokens else None
            if mark == end:
                return result
            if mark != ",":
                raise self._wrong()

    def _values(self) -> Any:
        values = [self._value()]
        while self._tokens and self._tokens[0] == ("mark", "+"):
            self._tokens.pop(0)
            values.append(self._value())
        return values[0] if len(values) == 1 else values

    def _value(self) -> Any:
        kind, token = self._tokens[0] if self._tokens else ("", "")
        if kind == "string":
            self._tokens.pop(0)
            try:
                return json.loads(token)
            except ValueError:  # a line break, or an escape that JSON does not know
                raise self._wrong() from None
        if kind != "word":
            return ""
        self._tokens.pop(0)
        word = token.strip()
        if self._tokens and self._tokens[0] == ("mark", "("):
            self._tokens.pop(0)
            if self._tokens and self._tokens[0] == ("mark", ")"):
                self._tokens.pop(0)
                return {"name": word}
            return {"name": word, **self._inner()}
        return word

    def _inner(self) -> dict[str, Any]:
        self._depth += 1
        if self._depth > DEEPEST:
            raise UsageError(f"a spec with components nested more than {DEEPEST} deep")
        fields = self.fields(end=")")
        self._depth -= 1
        return fields

    def _take(self, kind: str) -> str:
        if not self._tokens or self._tokens[0][0] != kind:
            raise self._wrong()
        return self._tokens.pop(0)[1]

    def _expect(self, mark: str) -> None:
        if not self._tokens or self._tokens.pop(0) != ("mark", mark):
            raise self._wrong()

    def _wrong(self) -> UsageError:
        return UsageError(
            f"cannot read the spec {self._whole!r:.300}; write name, name:field=value,field=value"
            " or name:field=inner(field=value)"
        )


def _coerce(value: Any, hint: Any, where: str) -> Any:
    """Return ``value`` as the annotated type ``hint``."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        inner = [a for a in arguments if a is not type(None)]
        if type(None) in arguments and value in (None, "none", "None", ""):
            return None
        return _coerce(value, inner[0], where)
    if origin is tuple:
        items = value if isinstance(value, list | tuple) else [value] if value != "" else []
        if len(items) > MOST_VALUES:
            raise UsageError(f"{where}: {len(items):,} values; give at most {MOST_VALUES}")
        return tuple(_coerce(v, arguments[0], where) for v in items)
    if origin is typing.Literal:
        for allowed in arguments:
            if value == allowed or str(value) == str(allowed):
                return allowed
        raise UsageError(
            f"{where}={value!r:.300}: expected one of {', '.join(map(str, arguments))}"
        )
    kind = KINDS.get(getattr(origin or hint, "__name__", ""))
    if kind is not None:
        return build(kind, value) if isinstance(value, str | Mapping) else value
    try:
        if hint is bool:
            return {"true": True, "false": False, "1": True, "0": False}[str(value).lower()]
        if hint is str and isinstance(value, list | tuple | Mapping):
            if isinstance(value, Mapping) or not all(isinstance(v, str) for v in value):
                raise UsageError(f"{where}: expected text; quote text that holds parentheses")
            return "+".join(value)
        if hint in (int, float, str):
            made = hint(value)
            if hint is int and abs(made) >= LARGEST_NUMBER:
                raise UsageError(f"{where}={value!s:.40}: expected less than {LARGEST_NUMBER:,}")
            return made
    except (KeyError, OverflowError, TypeError, ValueError):
        raise UsageError(f"{where}={value!r:.300}: expected {_type_name(hint)}") from None
    return value


def _default(field: dataclasses.Field[Any]) -> Any:
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return field.default


def _json_value(value: Any) -> Any:
    if value is dataclasses.MISSING:
        return None
    if dataclasses.is_dataclass(value):
        return to_json(value)
    if isinstance(value, tuple | list):
        return [_json_value(v) for v in value]
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
    for cls in _classes(name):
        known = dataclasses.fields(cls)
        if {f.name for f in known} == fields:
            return {
                f.name: _json_value(_default(f))
                for f in known
                if f.default_factory is dataclasses.MISSING or not isinstance(_default(f), str)
            }
    return {}


def _classes(name: str) -> Iterator[type[Any]]:
    """Yield the classes that a name without a module may stand for, one of each kind at most."""
    for kind in KINDS.values():
        if name in names(kind):
            yield component_class(kind, name)
    if name == "service":
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


def _hints(cls: type[Any]) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _type_name(hint: Any) -> str:
    return hint.__name__ if isinstance(hint, type) else str(hint).replace("typing.", "")
