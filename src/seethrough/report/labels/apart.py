"""What distinguishes figures of one name: the settings of their attacks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from seethrough import spec

Figure = Mapping[str, Any]
"""``name`` and ``component``, as an estimate in its machine form has them."""


class Settings:
    """Tells apart the figures of one name that several components of a report have.

    Args:
        figures: All figures of the report.
    """

    def __init__(self, figures: Iterable[Figure]) -> None:
        self._components: dict[str, list[Mapping[str, Any]]] = {}
        for figure in figures:
            of, own = self._components.setdefault(figure["name"], []), figure["component"]
            if own not in of:
                of.append(own)

    def of(self, figure: Figure) -> str:
        """Return what not all components with such a figure set, such as ``linker=dense``.

        It is "" where one component alone has the figure, and where only others set something.
        """
        components = self._components.get(figure["name"], [])
        if figure["component"] is None or len(components) < 2:
            return ""
        own, all_ = spec.brief(figure["component"]), [spec.brief(c) for c in components]
        apart = {key: own[key] for key in own if any(c.get(key) != own[key] for c in all_)}
        return spec.format_json({"name": own["name"], **apart}).partition(":")[2]

    def called(self, text: str, figure: Figure) -> str:
        """Return a figure's title or name, with its settings behind it where they distinguish."""
        told = self.of(figure)
        return f"{text} ({told})" if told else text
