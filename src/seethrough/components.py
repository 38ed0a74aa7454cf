"""Where components are found: one module each, in the folder of their kind, or an entry point.

A component that cannot be built from its name alone, or takes long with its defaults, says how to
try it: ``example: ClassVar[str] = "chain:steps=scrub+paraphrase"``. The conformance suite builds
it in a folder that holds the small files which examples may name (``tests/_workbench.py``).
"""

from __future__ import annotations

import dataclasses
import difflib
import importlib
import inspect
import pkgutil
import traceback
from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from seethrough.errors import UsageError

KINDS: Mapping[str, str] = {
    "Sanitizer": "sanitizers",
    "Attack": "attacks",
    "Utility": "utilities",
    "Judge": "judges",
    "Linker": "linkers",
    "Atomizer": "atomizers",
    "KnowledgeSource": "knowledge",
    "Strategy": "strategies",
    "Classifier": "classifiers",
    "Finetuner": "finetuners",
    "Tagger": "taggers",
    "Executor": "executors",
}
"""The protocol that a field is annotated with, and the folder that its components are found in."""

INHERITED = ("Attack", "Judge", "Linker", "KnowledgeSource", "Finetuner", "Executor")
"""The protocols that give a component something, so that it inherits from them."""

METHODS: Mapping[str, tuple[str, ...]] = {
    "Sanitizer": ("sanitize",),
    "Attack": ("learn", "guess", "score"),
    "Utility": ("measure",),
    "Judge": ("rate",),
    "Linker": ("link",),
    "Atomizer": ("atomize",),
    "KnowledgeSource": ("draw",),
    "Classifier": ("classify",),
    "Finetuner": ("finetune",),
    "Tagger": ("tag",),
}
"""What components of a protocol must do by themselves."""

MEASURING: Mapping[str, str] = {"attacks": "", "utilities": "utility."}
"""The kinds whose components name the figures that they measure, and how those names begin."""

LISTED = tuple(KINDS.values())
"""The kinds that ``seethrough list`` shows."""


@cache
def names(kind: str) -> tuple[str, ...]:
    """Return the names of all components of a kind, sorted: ours, and those of entry points."""
    package = importlib.import_module(f"seethrough.{kind}")
    ours = {
        m.name
        for m in pkgutil.iter_modules(package.__path__)
        if not (m.ispkg or m.name.startswith("_"))
    }
    return tuple(sorted(ours | {*_theirs(kind)}))


@cache
def component_class(kind: str, name: str) -> type[Any]:
    """Return the class of the component ``name``.

    Raises:
        UsageError: There is no such component, its module holds no single dataclass, or that does
            not inherit from its protocol where it should.
    """
    if ":" in name:
        return able(kind, _foreign_class(name))
    if name in _theirs(kind):
        return able(kind, _only_dataclass(_loaded(name, _theirs(kind)[name].load)))
    if name not in names(kind):
        close = difflib.get_close_matches(name, names(kind), n=1)
        there = f"there are: {', '.join(names(kind))}, and your own as module:Class"
        hint = f"did you mean {close[0]!r}?" if close else there
        several = [part for part in name.replace(",", " ").split() if part in names(kind)]
        if len(several) > 1:
            hint = f"name {' and '.join(several)} one by one"
        raise UsageError(f"no {singular(kind)} is named {name!r:.100}; {hint}")
    module = importlib.import_module(f"seethrough.{kind}.{name}")
    return able(kind, _only_dataclass(module))


def example(kind: str, name: str) -> str:
    """Return a spec to try a component by: the one that it declares, or its name alone."""
    return str(getattr(component_class(kind, name), "example", name))


def singular(kind: str) -> str:
    """Return the name of one component of a kind."""
    return {"utilities": "utility", "strategies": "strategy", "knowledge": "knowledge"}.get(
        kind, kind.removesuffix("s")
    )


@cache
def _theirs(kind: str) -> Mapping[str, EntryPoint]:
    return {entry.name: entry for entry in _installed().select(group=f"seethrough.{kind}")}


_installed = cache(entry_points)
"""Returns the entry points of all packages, whose files are read once."""


def _foreign_class(name: str) -> type[Any]:
    module, _, attribute = name.partition(":")
    found = _loaded(name, lambda: getattr(importlib.import_module(module), attribute))
    return _only_dataclass(found)


def _loaded(name: str, load: Callable[[], Any]) -> Any:
    """Return what somebody else's module holds.

    Raises:
        UsageError: It is not there, or the module's own code fails.
    """
    try:
        return load()
    except (ImportError, AttributeError) as error:
        gone = isinstance(error, ModuleNotFoundError) and error.name == name.partition(":")[0]
        hint = "; name its folder in PYTHONPATH, as in PYTHONPATH=." if gone else ""
        raise UsageError(f"cannot load {name}: {error}{hint}") from error
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        told = isinstance(error, SyntaxError)  # which says where by itself
        place = "" if told else f" ({Path(last.filename).name}, line {last.lineno})"
        raise UsageError(f"cannot load {name}: {type(error).__name__}: {error}{place}") from error


def able(kind: str, found: type[Any]) -> type[Any]:
    """Return a component's class.

    Args:
        kind: A value of ``KINDS``.
        found: The class.

    Raises:
        UsageError: It is no frozen dataclass, or lacks what its protocol asks for, or its figures
            are none.
    """
    from seethrough import protocols
    from seethrough.estimates.figure import misnamed

    problem = f"{found.__name__} is no {singular(kind)}: it"
    settings = getattr(found, "__dataclass_params__", None)
    if settings is None or not settings.frozen:
        raise UsageError(
            f"{problem} is not a frozen dataclass; write @dataclass(frozen=True) before it"
        )
    for name in (name for name in KINDS if KINDS[name] == kind):
        if name in INHERITED and getattr(protocols, name) not in found.__mro__:
            raise UsageError(
                f"{problem} does not inherit from seethrough.protocols.{name}; write class"
                f" {found.__name__}({name})"
            )
        for method in METHODS.get(name, ()):
            own = getattr(found, method, None)
            asked = getattr(getattr(protocols, name), method)
            if not callable(own) or own is asked:
                raise UsageError(f"{problem} has no method {method}")
            takes = inspect.signature(asked).parameters
            if not _can_take(own, len(takes)):
                raise UsageError(f"{problem}s {method} must take ({', '.join(takes)})")
    if kind in MEASURING:
        wrong = misnamed(getattr(found, "figures", ()), MEASURING[kind])
        if wrong:
            raise UsageError(f"{problem} {wrong}")
    return found


def _can_take(method: Callable[..., Any], count: int) -> bool:
    """Return whether a method can be called with so many arguments, itself among them."""
    try:
        inspect.signature(method).bind(*[None] * count)
    except TypeError:
        return False
    return True


def _only_dataclass(source: Any) -> type[Any]:
    if isinstance(source, type):
        return source
    found = [
        value
        for value in vars(source).values()
        if isinstance(value, type)
        and dataclasses.is_dataclass(value)
        and value.__module__ == source.__name__
        and not value.__name__.startswith("_")
    ]
    if len(found) != 1:
        raise UsageError(f"{source!r} must hold exactly one public frozen dataclass")
    return found[0]
