"""Whether two reports say the same, figure by figure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

Report = Mapping[str, Any]

_ASIDE = frozenset({"run", "versions", "sha256"})
"""What differs between two runs that found the same."""


class Figure(NamedTuple):
    """One figure of an audit in two runs.

    Attributes:
        name: Its name, with the attack or utility where several have it.
        title: Its title.
        before: It and all that is said of it, or None where only the second run has it.
        after: The same of the second run.
    """

    name: str
    title: str
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None

    @property
    def same(self) -> bool:
        """Whether value, interval, control, baseline and all else are equal, to the last digit."""
        return self.before == self.after


class Sameness(NamedTuple):
    """How the reports of two runs compare.

    Attributes:
        figures: Every figure of either.
        others: The other parts of the report that differ, such as ``findings`` or ``verdict``.
    """

    figures: list[Figure]
    others: list[str]

    @property
    def whole(self) -> bool:
        """Whether everything came out the same."""
        return not self.others and all(figure.same for figure in self.figures)


def compare(before: Report, after: Report) -> Sameness:
    """Compare the machine forms of two audits of the same records."""
    old, new = _by_name(before), _by_name(after)
    figures = [
        Figure(name, (old.get(name) or new[name])["title"], old.get(name), new.get(name))
        for name in dict.fromkeys([*old, *new])
    ]
    parts = [part for part in dict.fromkeys([*before, *after]) if part not in _ASIDE]
    others = [part for part in parts if part != "estimates" and before.get(part) != after.get(part)]
    return Sameness(figures, others)


def versions_that_differ(
    before: Mapping[str, str], after: Mapping[str, str]
) -> dict[str, tuple[str, str]]:
    """Return both versions of what differs; "" for what was not installed."""
    return {
        name: (before.get(name, ""), after.get(name, ""))
        for name in sorted({*before, *after}, key=str.lower)
        if before.get(name) != after.get(name)
    }


def _by_name(report: Report) -> dict[str, Mapping[str, Any]]:
    names = [estimate["name"] for estimate in report["estimates"]]
    return {
        estimate["name"]
        if names.count(estimate["name"]) == 1
        else f"{estimate['name']} {json.dumps(estimate['component'])}": estimate
        for estimate in report["estimates"]
    }
