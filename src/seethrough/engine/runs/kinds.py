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
from seethrough.records.releases.answering import AnsweringRelease
from seethrough.records.releases.model import ModelRelease
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.release import Described, Release
from seethrough.records.releases.text import TextRelease

KINDS: tuple[type[Release], ...] = (TextRelease, RagRelease, ModelRelease)
"""The kinds of release that the project has."""


def attacked_release(attack: Attack[Any]) -> type[Any]:
    """Return the kind of release that an attack's ``guess`` is annotated with.

    Raises:
        UsageError: It is annotated with none.
    """
    return _annotated(type(attack).guess)


def measured_release(utility: Utility[Any]) -> type[Any]:
    """Return the kind of release that a utility's ``measure`` is annotated with.

    Raises:
        UsageError: It is annotated with none.
    """
    return _annotated(type(utility).measure)


def check_attack_fits(attack: Attack[Any], release: Any) -> None:
    """Raise UsageError where an attack is one on another kind of release."""
    _check(spec.name_of(attack), "attacks", attacked_release(attack), release)


def check_utility_fits(utility: Utility[Any], release: Any) -> None:
    """Raise UsageError where a utility is one of another kind of release."""
    _check(spec.name_of(utility), "measures", measured_release(utility), release)


def _check(name: str, does: str, kind: type[Any], release: Any) -> None:
    if not issubclass(type(release), kind):
        own = [called(one) for one in KINDS if issubclass(one, kind)]
        kinds = " or a ".join(own or [called(kind)])
        raise UsageError(f"{name} {does} a {kinds}, and this is a {called(type(release))}")


def called(kind: type[Any]) -> str:
    """Return what a kind of release is called; the name of a class that is none."""
    described = getattr(kind, "described", None)
    return described.kind if isinstance(described, Described) else kind.__name__


def _annotated(method: Callable[..., Any]) -> type[Any]:
    kinds: tuple[type[Any], ...] = (*KINDS, AnsweringRelease, Release)
    known = {kind.__name__: kind for kind in kinds}
    plain = inspect.unwrap(method)
    named = inspect.get_annotations(plain).get("release")
    if named is None:
        raise UsageError(
            f"{plain.__qualname__} does not say what kind of release it is for; annotate its"
            " parameter release, such as release: TextRelease"
        )
    # The other parameters may be annotated with names that are imported for types alone.
    only = SimpleNamespace(__annotations__={"release": named})
    hints = typing.get_type_hints(only, getattr(plain, "__globals__", {}), known)
    return typing.cast("type[Any]", hints["release"])
