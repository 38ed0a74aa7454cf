"""Limits and tolerances that the user sets on figures."""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from numbers import Real

from seethrough import components
from seethrough.errors import UsageError
from seethrough.estimates.estimate import Estimate
from seethrough.protocols import Figure

TOLERANCE = 0.05
"""The leak beyond what is guessed anyway that is tolerated unless the user says otherwise."""


MOST_TOLERANCE = 0.5
"""The largest tolerance: the originals need not leak more than that beyond their control."""


@dataclass(frozen=True)
class Limit:
    """A limit that the user sets on a figure's value.

    Attributes:
        name: The figure's name.
        value: The limit.
        above: Whether figures above the limit fail; otherwise those below do.
    """

    name: str
    value: float
    above: bool = True

    def __post_init__(self) -> None:
        if not (isinstance(self.value, Real) and math.isfinite(self.value)):
            raise UsageError(f"limit on {self.name!r:.100}: {self.value!r:.50} is no finite number")

    @classmethod
    def parse(cls, text: str, above: bool = True) -> Limit:
        """Return the limit written ``NAME=VALUE``.

        Raises:
            UsageError: It is not written so.
        """
        return cls(*_named_number(text, "limit"), above)

    def __str__(self) -> str:
        return f"{self.name} {'above' if self.above else 'below'} {self.value:g}"


@dataclass(frozen=True)
class Tolerances:
    """How much leak is tolerated beyond control and baseline.

    Attributes:
        general: For every leak figure that is not named; above 0, at most `MOST_TOLERANCE`.
        named: For single figures, by name; each in the same range.

    Raises:
        UsageError: One is out of range.
    """

    general: float = TOLERANCE
    named: Mapping[str, float] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, value in {"": self.general, **self.named}.items():
            if not (isinstance(value, Real) and 0 < value <= MOST_TOLERANCE):
                told = f"{name:.100}={value!r:.50}" if name else f"{value!r:.50}"
                raise UsageError(
                    f"tolerance {told}: must be a number above 0 and at most {MOST_TOLERANCE:g}"
                    " (5 % is 0.05); with more, the originals themselves could pass"
                )

    @classmethod
    def parse(cls, texts: Sequence[str]) -> Tolerances:
        """Return the tolerances written ``VALUE`` or ``NAME=VALUE``; the last one of a name wins.

        Raises:
            UsageError: One is not written so, or out of range.
        """
        general, named = TOLERANCE, {}
        for text in texts:
            if "=" in text:
                name, value = _named_number(text, "tolerance")
                named[name] = value
            else:
                try:
                    general = float(text)
                except ValueError:
                    raise UsageError(
                        f"tolerance {text!r:.100}: write a number, or NAME=NUMBER; 5 % is 0.05"
                    ) from None
        return cls(general, named)

    def without(self, names: Sequence[str]) -> Tolerances:
        """Return the tolerances without those of some figures."""
        kept = {name: value for name, value in self.named.items() if name not in names}
        return Tolerances(self.general, kept)

    def __getitem__(self, name: str) -> float:
        return self.named.get(name, self.general)


DEFAULT_TOLERANCES = Tolerances()
"""0.05 for every leak figure."""


def check_limits(limits: Sequence[Limit], figures: Sequence[Figure | Estimate]) -> None:
    """Refuse limits that no figure could cross, or that point the wrong way.

    Args:
        limits: What the user set.
        figures: What is measured, or was.

    Raises:
        UsageError: A limit names a figure that was not measured, fails a figure for being better,
            or lies where the figure cannot go.
    """
    by_name = {figure.name: figure for figure in figures}
    for limit in limits:
        check_name(limit.name, list(by_name), "limit")
        figure = by_name[limit.name]
        lower = figure.direction == "lower_is_better"
        if limit.above != lower:
            better, option = ("lower", "--fail-above") if lower else ("higher", "--fail-below")
            raise UsageError(
                f"limit {limit}: {better} is better for {limit.name}; use {option}"
                f" {limit.name}={limit.value:g}"
            )
        most = math.inf if figure.most is None else figure.most
        if limit.value < 0 or (limit.above and limit.value >= most):
            raise UsageError(f"limit {limit}: can never be crossed; {_range(limit.name, most)}")
        if not limit.above and not 0 < limit.value <= most:
            never = "crossed" if limit.value <= 0 else "kept"
            raise UsageError(f"limit {limit}: can never be {never}; {_range(limit.name, most)}")


def check_tolerances(tolerances: Tolerances, figures: Sequence[Figure | Estimate]) -> None:
    """Raise UsageError where a tolerance names a figure that is not measured."""
    for name in tolerances.named:
        check_name(name, [figure.name for figure in figures], "tolerance")


def check_name(name: str, known: Sequence[str], what: str) -> None:
    """Raise UsageError, naming the closest, where a figure is not measured."""
    if name not in known:
        close = difflib.get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"measured: {', '.join(known)}"
        hint = _utility_of(name) or hint
        raise UsageError(f"{what} on {name!r:.100}, which is not measured here; {hint}")


def _utility_of(figure: str) -> str:
    """Return what measures a figure of a utility, as an option; "" for any other figure."""
    kind = "utilities"
    figures = {
        name: components.component_class(kind, name).figures for name in components.names(kind)
    }
    found = [name for name, own in figures.items() if figure in (f.name for f in own)]
    return f"add --utility {' or '.join(found)}" if found else ""


def _range(name: str, most: float) -> str:
    ends = "is never below 0" if math.isinf(most) else f"lies between 0 and {most:g}"
    return f"{name} {ends}"


def _named_number(text: str, what: str) -> tuple[str, float]:
    name, equals, value = text.partition("=")
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not (name.strip() and equals and math.isfinite(number)):
        raise UsageError(
            f"{what} {text!r:.100}: write NAME=NUMBER, with a figure's name; 5 % is 0.05"
        )
    return name.strip(), number
