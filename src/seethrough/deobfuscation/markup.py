"""Tags of HTML within a text."""

from __future__ import annotations

import re

from seethrough.text.words import vocabulary

_INLINE = vocabulary(
    """
    a abbr b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike
    strong sub sup tt u var wbr
    """
)
_BLOCKS = vocabulary(
    """
    article aside blockquote body br caption center dd div dl dt footer h1 h2 h3 h4 h5 h6 head
    header hr html img label li main ol option p pre section table tbody td tfoot th thead title
    tr ul
    """
)
_VALUE = r"""(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+)"""
_TAG = re.compile(rf"</?([A-Za-z][A-Za-z0-9]{{0,9}})(?:\s+[\w:-]+\s*=\s*{_VALUE})*\s*/?>")


def without_tags(text: str) -> str:
    """Return a text without the tags of HTML; one between two words leaves a blank.

    Tags within a line (``<b>``, ``<span class="x">``) leave nothing, as on a screen. Angle brackets
    around anything else stay.
    """
    return _TAG.sub(_instead, text) if "<" in text and ">" in text else text


def _instead(match: re.Match[str]) -> str:
    name = match.group(1).lower()
    return "" if name in _INLINE else " " if name in _BLOCKS else match.group()
