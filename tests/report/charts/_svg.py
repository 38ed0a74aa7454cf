"""What stands in an SVG that a chart was written as."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree import ElementTree

from seethrough.report.charts import saving

SVG = "{http://www.w3.org/2000/svg}"


def svg(chart: Any) -> ElementTree.Element:
    return ElementTree.fromstring(saving.encoded(chart, ".svg"))


def told(picture: ElementTree.Element) -> list[str]:
    """Return every line of text, of titles, axes and legends."""
    return [
        line
        for text in picture.iter(f"{SVG}text")
        for part in (text.findall(f"{SVG}tspan") or [text])
        if (line := "".join(part.itertext()).strip())
    ]


def marks(picture: ElementTree.Element, role: str) -> list[dict[str, str]]:
    """Return the attributes of the marks of one kind, without those of axes and legends."""
    return [
        path.attrib
        for group in picture.iter(f"{SVG}g")
        if f"mark-{role} role-mark" in group.attrib.get("class", "")
        for path in group
    ]


def looks(rows: Sequence[dict[str, str]], *keys: str) -> list[tuple[str | None, ...]]:
    """Return some attributes of each mark."""
    return [tuple(row.get(key) for key in keys) for row in rows]
