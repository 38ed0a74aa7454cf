"""A figure says of itself what reports and verdicts know, or its component is refused."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import pytest

from seethrough import components
from seethrough.errors import UsageError
from seethrough.estimates.figure import Figure, misnamed

FIGURE = Figure("toy.found", "lower_is_better", "How many.", "Not who.")


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        (None, "figures that are no tuple of Figure"),
        (("toy.found",), "figures that are no tuple of Figure"),
        ((), "names no figures"),
        ((FIGURE, FIGURE), "names a figure twice"),
        ((replace(FIGURE, direction="lower"),), "direction='lower'; there are: lower_is_better,"),  # type: ignore[arg-type]
        ((replace(FIGURE, unit="percent"),), "unit='percent'; there are: share, number"),  # type: ignore[arg-type]
        ((replace(FIGURE, section="top"),), "section='top'; there are: found, learned"),  # type: ignore[arg-type]
        ((replace(FIGURE, questions=("anon",)),), "questions='anon'; there are: identifiers"),  # type: ignore[arg-type]
    ],
)
def test_figures_that_nobody_can_read_are_told(figures: Any, told: str) -> None:
    assert told in misnamed(figures)


def test_figures_are_taken() -> None:
    assert misnamed((FIGURE, replace(FIGURE, name="toy.fits", questions=()))) == ""


@dataclass(frozen=True)
class Toy:
    """Names its figure as an attack would."""

    figures: ClassVar[Any] = (FIGURE,)

    def measure(self, private: Any, release: Any, rng: Any) -> Any: ...


@dataclass(frozen=True)
class NoFigures:
    """Names nothing."""

    def measure(self, private: Any, release: Any, rng: Any) -> Any: ...


def test_a_component_with_such_figures_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^Toy is .* toy.found; .* begin with utility\.$"):
        components.able("utilities", Toy)
    with pytest.raises(UsageError, match=r"^NoFigures is no utility: it names no figures$"):
        components.able("utilities", NoFigures)
