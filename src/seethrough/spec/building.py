"""From a spec to its component, with every name, field and value checked."""

from __future__ import annotations

import dataclasses
import difflib
import types
import typing
from collections.abc import Mapping
from numbers import Real
from typing import Any

from seethrough.components import KINDS, able, component_class
from seethrough.errors import UsageError
from seethrough.fields import FINITE, range_of
from seethrough.spec.grammar import read
from seethrough.spec.writing import name_of

LARGEST_NUMBER = 2**31
"""Whole numbers in specs are smaller: no field needs larger ones."""

MOST_VALUES = 100
"""The most values of one field."""

_EXPECTED = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}


def parse(kind: str, text: str) -> Any:
    """Return the component that a spec string describes.

    Args:
        kind: A value of ``KINDS``, such as ``sanitizers``.
        text: The spec, such as ``scrub:style=star``.

    Raises:
        UsageError: The name, a field or a value is wrong; says which, and what is valid.
            Or the spec is too long, or nested too deeply.
    """
    return build(kind, read(text))


def build(kind: str, spec: str | Mapping[str, Any]) -> Any:
    """Return the component that a spec in its JSON form describes.

    Raises:
        UsageError: As for ``parse``.
    """
    if isinstance(spec, str):
        return parse(kind, spec)
    cls = component_class(kind, spec["name"])
    hints = typing.get_type_hints(cls)
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
        UsageError: As for ``parse``; or it is no component of the kind.
    """
    if isinstance(given, str | Mapping):
        return build(kind, given)
    if isinstance(given, type):
        raise UsageError(f"{given.__name__} is a class; give a component, {given.__name__}()")
    able(kind, type(given))
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
            value, wanted = getattr(component, field.name), range_of(type(component), field.name)
            if isinstance(value, Real):
                wanted.check(field.name, float(value))
            elif isinstance(value, str) and wanted is not FINITE:
                raise ValueError(f"{field.name}={value!r:.100} must be {wanted}")
            else:
                _check_numbers(value)


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
        raise UsageError(f"{where}={value!r:.300}: expected {_EXPECTED[hint]}") from None
    return value


def type_name(hint: Any) -> str:
    """Return an annotated type as a reader writes it."""
    return hint.__name__ if isinstance(hint, type) else str(hint).replace("typing.", "")
