"""Reports as a pipeline sees them: one verdict each, from the machine form, no record text."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.report.labels import reasons
from seethrough.report.labels.apart import Settings
from seethrough.report.labels.draws import draw_failed
from seethrough.report.labels.reasons import REMARKS


@dataclass(frozen=True, slots=True)
class Judged:
    """One release and what its audit says.

    Attributes:
        name: What it is called.
        report: The machine form of its audit; None where there is none.
        error: Why there is none, or not one of each draw.
        decides: Whether its verdict counts.
        draws: How many draws of it have which verdict, where they differ; the report is of the
            worst.
        left_out: The attacks, utilities and limits that it was not held to, and why, one a line.
    """

    name: str
    report: Mapping[str, Any] | None
    error: str = ""
    decides: bool = True
    draws: str = ""
    left_out: Sequence[str] = ()

    @property
    def word(self) -> str:
        """The verdict; ``inconclusive`` where there is none."""
        return "inconclusive" if self.report is None else self.report["verdict"]

    def why(self) -> list[str]:
        """Return the reasons for the verdict as sentences that name no person and quote nothing."""
        return self.leading(sys.maxsize)[0]

    def leading(self, most: int) -> tuple[list[str], int]:
        """Return at most so many of these reasons, and how many are left out."""
        if self.report is None:
            return [f"it could not be made or audited: {self.error}"], 0
        told = self.report | {"reasons": self._reasons()}  # type: ignore[operator]
        why, left = reasons.leading(told, most)
        return [*why, *([draw_failed(self.error)] if self.error else [])], left

    def checks(self) -> list[tuple[str, str, str]]:
        """Return name, word and sentence of all that bears on the verdict, the verdict first."""
        if self.report is None:
            return [("release", "inconclusive", self.why()[0])]
        standard, settings = self.report["standard"], Settings(self.report["estimates"])
        found = [(f"verdict: {standard}", self.word, " ".join(self.why()))]
        for reason in self._reasons():
            limit = reason["kind"].startswith("limit_")
            bears = limit or standard in reason["questions"]
            if not bears or reason["kind"] in REMARKS | {"nothing_to_count"}:
                continue
            named = [reason["kind"].replace("_", " ")]
            if reason["figure"]:
                about = {"name": reason["figure"], "component": reason["component"]}
                named.insert(0, settings.called(reason["figure"], about))
            found.append((": ".join(named), reason["word"], reasons.sentence(reason)))
        return found

    def _reasons(self) -> list[dict[str, Any]]:
        assert self.report is not None
        return [reasons.without_names(reason) for reason in self.report["reasons"]]
