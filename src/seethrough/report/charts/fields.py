"""A number in a spec by the path of its field, such as ``epsilon`` or ``steps.1.epsilon``."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from seethrough.errors import UsageError

Spec = Mapping[str, Any]

LARGEST = 2.0**53
"""Whole numbers up to here are drawn where they are."""


def check_field(specs: Iterable[Spec | None], field: str) -> None:
    """Refuse a field that nothing has as a number.

    Args:
        specs: What made the releases and what attacks them, in the JSON form; None where unknown.
        field: The field.

    Raises:
        UsageError: Nothing has it; says which numbers differ.
    """
    known = [own for own in specs if own]
    if any(number_in(own, field) is not None for own in known):
        return
    values: dict[str, set[float]] = {}
    for own in known:
        for path, number in numbers_in(own):
            values.setdefault(path, set()).add(number)
    differing = [path for path, own in values.items() if len(own) > 1]
    hint = f"what differs: {', '.join(differing)}" if differing else "no number differs"
    raise UsageError(f"no chart: no release and no attack has a number called {field}; {hint}")


def number_in(made: Any, field: str) -> float | None:
    """Return the number in a field, or in a field of a part; None where there is none."""
    for part in field.split("."):
        if isinstance(made, Mapping):
            made = made.get(part)
        elif isinstance(made, list) and part.isdecimal() and int(part) < len(made):
            made = made[int(part)]
        else:
            return None
    return _drawable(made)


def _drawable(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if value == math.inf or abs(value) <= LARGEST else None


def numbers_in(made: Any, path: str = "") -> Iterator[tuple[str, float]]:
    """Yield every number of a spec, and where it stands."""
    inner: Iterable[tuple[Any, Any]] = ()
    if isinstance(made, Mapping):
        inner = made.items()
    elif isinstance(made, list):
        inner = enumerate(made)
    for name, value in inner:
        number = _drawable(value)
        if number is None:
            yield from numbers_in(value, f"{path}{name}.")
        else:
            yield f"{path}{name}", number


def without_field(made: Any, field: str) -> Any:
    """Return a spec without one of its fields."""
    first, _, rest = field.partition(".")
    if isinstance(made, list):
        return [
            without_field(own, rest) if str(i) == first and rest else own
            for i, own in enumerate(made)
        ]
    if not rest:
        return {k: v for k, v in made.items() if k != first}
    return {
        k: without_field(v, rest) if k == first and isinstance(v, Mapping | list) else v
        for k, v in made.items()
    }
