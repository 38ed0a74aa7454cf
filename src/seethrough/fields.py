"""What the fields of components mean beyond their types: a range, a file, a language model.

k: Annotated[int, Between(1)] = 3
questions: ReadFile = ""
model: LanguageModel = "local"
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import math
import typing
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

LARGEST_EPSILON = 10_000.0
"""Well below this a word is certain to stay: such an epsilon guarantees nothing."""

LARGEST_K = 1_000
"""Nearest words or passages that are looked at; the papers take 20 words and a few passages."""

MOST_ROUNDS = 100
"""Rounds of rewriting a text."""


@dataclasses.dataclass(frozen=True, slots=True)
class Between:
    """The values that a number may have: beyond, a run would not end, or compute with infinities.

    Attributes:
        low: The smallest.
        high: The largest.
        above: Whether it must be above ``low``.
        below: Whether it must be below ``high``.
        infinite: Whether it may be infinite, too.
    """

    low: float = -math.inf
    high: float = math.inf
    above: bool = False
    below: bool = False
    infinite: bool = False

    def check(self, field: str, value: float) -> None:
        """Check the value of a field.

        Raises:
            ValueError: It is out of range, or not finite.
        """
        if value == math.inf and self.infinite:
            return
        on_end = (self.above and value == self.low) or (self.below and value == self.high)
        if not self.low <= value <= self.high or on_end or not math.isfinite(value):
            raise ValueError(f"{field}={value:.10g} must be {self}")

    def __str__(self) -> str:
        """Return the range in words."""
        if self.low == -math.inf:
            return "a finite number"
        words = [f"{'above' if self.above else 'at least'} {self.low:,.10g}"]
        if self.high < math.inf:
            words.append(f"and {'below' if self.below else 'at most'} {self.high:,.10g}")
        if self.infinite:
            words.append("or inf")
        return " ".join(words)


class Names(enum.Enum):
    """What a text names; an empty one names nothing."""

    READ = "a file or a folder that is read"
    WRITTEN = "a file that is written"
    KEPT = "a folder that is written, and read again"
    FOLDER = "a folder that is read, or the name of a model on the hub"
    MODEL = "a language model"


ReadFile = Annotated[str, Names.READ]
WrittenFile = Annotated[str, Names.WRITTEN]
KeptFolder = Annotated[str, Names.KEPT]
ModelFolder = Annotated[str, Names.FOLDER]
ModelName = Annotated[str, Names.MODEL]

FINITE = Between()
"""The range of a number that declares none."""


def range_of(cls: type[Any], field: str) -> Between:
    """Return the range of a number among a component's fields; any finite one if it has none."""
    return next((m for m in _meanings(cls)[field] if isinstance(m, Between)), FINITE)


def roles(cls: type[Any]) -> Mapping[str, Names]:
    """Return what those of a component's fields name that name a file or a model."""
    found = {f: [m for m in meant if isinstance(m, Names)] for f, meant in _meanings(cls).items()}
    return {field: meant[0] for field, meant in found.items() if meant}


def describe_shared(cls: type[Any], shared: str) -> None:
    """Add to a class's docstring what the fields mean that it inherits.

    Args:
        cls: The class.
        shared: Lines of an ``Attributes`` section.
    """
    own = inspect.getdoc(cls) or ""
    if "Attributes:" not in own:
        own += "\n\nAttributes:"
    cls.__doc__ = f"{own}\n{shared}"


def names_in(component: Any, *wanted: Names) -> list[str]:
    """Return what a component and its parts name in some roles, in the order of their fields.

    Args:
        component: A component, a collection of them, or the value of a field.
        wanted: The roles.
    """
    if isinstance(component, list | tuple):
        return [name for part in component for name in names_in(part, *wanted)]
    if isinstance(component, type) or not dataclasses.is_dataclass(component):
        return []
    found: list[str] = []
    for field in dataclasses.fields(component):
        value = getattr(component, field.name)
        if roles(type(component)).get(field.name) not in wanted:
            found += names_in(value, *wanted)
        elif value:
            found.append(value)
    return found


def _meanings(cls: type[Any]) -> Mapping[str, tuple[Any, ...]]:
    return _read(cls)  # type: ignore[arg-type]  # mypy takes no type[Any] for hashable


@cache  # reading annotations takes longer than the rest of what asks for them
def _read(cls: type[Any]) -> Mapping[str, tuple[Any, ...]]:
    hints = typing.get_type_hints(cls, include_extras=True)
    fields = [field.name for field in dataclasses.fields(cls)]
    return {field: getattr(hints[field], "__metadata__", ()) for field in fields}
