"""Whether a second run found the same, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from seethrough.report.labels.wording import count, listed
from seethrough.report.terminal.figure_tables import indented, spread, wrapped
from seethrough.spec import format_json
from seethrough.text.visible import visible

if TYPE_CHECKING:
    from seethrough.reproducing.sameness import Sameness


def lines_of(found: Sameness, versions: Mapping[str, tuple[str, str]]) -> list[str]:
    """Return the lines that say what came out the same and what did not.

    Args:
        found: The two runs.
        versions: The software that differs, with both versions.
    """
    same = sum(figure.same for figure in found.figures)
    lines = [f"SAME: {same} of {count(len(found.figures), 'figure')} came out the same."]
    if not found.whole:
        lines = [f"DIFFERENT: {len(found.figures) - same} of {len(found.figures)} figures differ."]
        rows = [("figure", "then", "now")]
        rows += [
            (figure.title, _shown(figure.before), _shown(figure.after))
            for figure in found.figures
            if not figure.same
        ]
        lines += indented(rows) if len(rows) > 1 else []
        if found.others:
            lines += wrapped(f"Other parts of the report that differ: {', '.join(found.others)}.")
    if "judges" in found.others:
        lines += wrapped(
            "A judge is calibrated otherwise than it was: its thresholds or its measured errors are"
            " others, and figures depend on both.", "", "  "
        )  # fmt: skip
    if versions:
        told = [f"{name} {then or 'absent'}, now {now or 'absent'}" for name, (then, now) in
                versions.items()]  # fmt: skip
        lines += wrapped(f"Software that differs: {'; '.join(told)}.", "", "  ")
    else:
        lines += ["The same software: Python, system, processor and every installed package."]
        if not found.whole and "judges" not in found.others:
            lines += wrapped(_unexplained(found), "", "  ")
    return [visible(line) for line in lines]


def _unexplained(found: Sameness) -> str:
    """Return what may differ where files, software and seed are the same."""
    differ = [figure.after or figure.before for figure in found.figures if not figure.same]
    made = dict.fromkeys(format_json(one["component"]) for one in differ if one is not None)
    by = f" What differs is by {listed([*made])}." if made else ""
    return (
        f"The files and the seed are the same, too.{by} A language model may have answered"
        " differently. A component of your own may have changed, or draw other random numbers than"
        " those of the rng that it is given."
    )


def _shown(figure: Mapping[str, Any] | None) -> str:
    if figure is None:
        return "absent"
    return spread(None if figure["value"] is None else figure, figure)
