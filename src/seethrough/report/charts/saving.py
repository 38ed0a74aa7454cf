"""Writes a chart as SVG or PNG, without any network."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.errors import MissingExtraError, UsageError
from seethrough.storage.files import write_atomically
from seethrough.text.visible import visible

if TYPE_CHECKING:
    import altair as alt

FORMATS = (".svg", ".png")
SCALE = 3
"""Pixels of a PNG for each CSS pixel: 288 to the inch."""


def altair() -> Any:
    """Return the library that describes charts.

    Raises:
        MissingExtraError: It is not installed.
    """
    try:
        import altair
    except ImportError:
        raise MissingExtraError("charts", "altair") from None
    return altair


def check_chart(path: Path) -> None:
    """Refuse a chart that could not be written, before any work.

    Raises:
        UsageError: The name of the file says no format that is known.
        MissingExtraError: A library is not installed.
    """
    if path.suffix not in FORMATS:
        raise UsageError(f"{path}: end the name in {' or '.join(FORMATS)}")
    altair()
    _converter()


def _drawable(described: Any) -> Any:
    """Return a description whose texts show their control characters: one aborts the process."""
    if isinstance(described, str):
        return visible(described)
    if isinstance(described, list):
        return [_drawable(part) for part in described]
    if isinstance(described, dict):
        return {key: _drawable(part) for key, part in described.items()}
    return described


def encoded(chart: alt.TopLevelMixin, form: str) -> bytes:
    """Return a chart as a file's content; the same chart gives the same bytes.

    Args:
        chart: The chart.
        form: One of `FORMATS`.
    """
    convert = _converter()
    described = _drawable(chart.to_dict())
    nothing: list[str] = []  # no address may be asked for anything
    if form == ".svg":
        svg: str = convert.vegalite_to_svg(described, allowed_base_urls=nothing)
        return svg.encode()
    png: bytes = convert.vegalite_to_png(described, scale=SCALE, allowed_base_urls=nothing)
    return png


def write_chart(chart: alt.TopLevelMixin, path: Path) -> None:
    """Write a chart, readable by its owner alone.

    Raises:
        OutputError: The disk is full.
        UsageError: It cannot be written there.
    """
    write_atomically(path, encoded(chart, path.suffix))


def _converter() -> Any:
    try:
        import vl_convert
    except ImportError:
        raise MissingExtraError("charts", "vl-convert-python") from None
    return vl_convert
