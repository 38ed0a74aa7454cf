"""A paper's tables for people: our figures, and below each row what the paper prints."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from seethrough.report.labels.draws import conditional
from seethrough.report.terminal.figure_tables import hanging
from seethrough.report.terminal.tables import table

NOTHING = "-"

READ = (
    "A cell is our figure (95\u00a0% interval; n). Below it stands what the paper prints, of other"
    " models and data. - is not measured."
)


_OTHERS = "--json has the values"


def preset_lines(made: Mapping[str, Any]) -> list[str]:
    """Return the tables as lines for a terminal.

    Args:
        made: The machine form of the tables.
    """
    lines = hanging([f"Paper: {made['paper']}", READ, conditional(made["seeds"], _OTHERS)])
    for own in made["tables"]:
        lines += ["", f"{own['place']}: {own['title']}", *table(list(table_rows(own, "  paper: ")))]
        lines += hanging(own["notes"])
    return [*lines, "", *hanging(made["left_out"])] if made["left_out"] else lines


def preset_markdown(made: Mapping[str, Any]) -> str:
    """Return the tables as Markdown.

    Args:
        made: The machine form of the tables.
    """
    from seethrough.report.pipeline.markdown import prose

    drawn = conditional(made["seeds"], _OTHERS)
    lines = [f"## {prose(made['paper'])}", "", prose(READ), "", prose(drawn), ""]
    for own in made["tables"]:
        head, *rows = table_rows(own)
        lines += [f"### {own['place']}: {prose(own['title'])}", ""]
        lines += [_bars(map(prose, head)), f"| --- |{' ---: |' * (len(head) - 1)}"]
        lines += [*(_bars([prose(name), *cells]) for name, *cells in rows), ""]
        lines += [line for note in own["notes"] for line in (prose(note), "")]
    lines += [f"- {prose(sentence)}" for sentence in made["left_out"]]
    return "\n".join(lines).rstrip() + "\n"


def table_rows(own: Mapping[str, Any], paper: str = "paper: ") -> Iterator[list[str]]:
    """Yield the head, then each row of ours with the paper's below it.

    Args:
        own: A table of the machine form.
        paper: What stands before the name of a setting of the paper's.
    """
    yield ["", *own["columns"]]
    for row in own["rows"]:
        yield [row["name"], *map(_ours, row["cells"])]
        for place, setting in enumerate(own["settings"]):
            printed = [cell["paper"][place]["printed"] for cell in row["cells"]]
            if set(printed) != {NOTHING}:
                yield [f"{paper}{setting}", *printed]


def _ours(cell: Mapping[str, Any]) -> str:
    if cell["failed"]:
        return "failed"
    digits = cell["digits"]
    if cell["value"] is None:
        return NOTHING
    value = f"{cell['value']:.{digits}f}"
    if cell["low"] is None or cell["high"] is None:
        return f"{value} (no interval; {cell['n']})"
    return f"{value} ({cell['low']:.{digits}f} to {cell['high']:.{digits}f}; {cell['n']})"


def _bars(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
