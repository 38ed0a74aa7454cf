"""Which kind of release an attack or a utility is for: what its annotation names."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from seethrough import spec
from seethrough.errors import UsageError
from seethrough.protocols import Attack, Utility
from seethrough.records import release as releases


def attacked_release(attack: Attack[Any]) -> type[Any]:
    """Return the kind of release that an attack's ``guess`` is annotated with."""
    return _annotated(type(attack).guess)


def measured_release(utility: Utility[Any]) -> type[Any]:
    """Return the kind of release that a utility's ``measure`` is annotated with."""
    return _annotated(type(utility).measure)


def check_attack_fits(attack: Attack[Any], release: Any) -> None:
    """Raise UsageError where an attack is one on another kind of release."""
    _check(spec.name_of(attack), "attacks", attacked_release(attack), release)


def check_utility_fits(utility: Utility[Any], release: Any) -> None:
    """Raise UsageError where a utility is one of another kind of release."""
    _check(spec.name_of(utility), "measures", measured_release(utility), release)


def _check(name: str, does: str, kind: type[Any], release: Any) -> None:
    if not issubclass(type(release), kind):
        kinds = " or a ".join(one.__name__ for one in typing.get_args(kind) or (kind,))
        raise UsageError(f"{name} {does} a {kinds}, and this is a {type(release).__name__}")


def _annotated(method: Callable[..., Any]) -> type[Any]:
    known = {name: value for name, value in vars(releases).items() if isinstance(value, type)}
    plain = inspect.unwrap(method)
    named = inspect.get_annotations(plain)["release"]
    # The other parameters may be annotated with names that are imported for types alone.
    only = SimpleNamespace(__annotations__={"release": named})
    hints = typing.get_type_hints(only, getattr(plain, "__globals__", {}), known)
    return typing.cast("type[Any]", hints["release"])
