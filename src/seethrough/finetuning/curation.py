"""Texts without what is protected in them.

Source: Xiao et al., "Large language models can be contextual privacy protection learners" (2024),
section 4.2.1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from seethrough.protocols import Protected

_GAP = re.compile(r"[ \t]{2,}")


def removed(text: str, spans: Sequence[Protected]) -> str:
    """Return a text without its protected spans; of two spaces left by one, one goes."""
    kept = _joined(text, spans, lambda span: "")
    return _GAP.sub(" ", kept).strip() if spans else text


def substituted(text: str, spans: Sequence[Protected]) -> str:
    """Return a text with each protected span replaced by its kind, such as ``<NAME>``."""
    return _joined(text, spans, lambda span: placeholder(span.kind))


def placeholder(kind: str) -> str:
    """Return what stands for a protected span of a kind: ``<NAME>``."""
    return f"<{kind.upper()}>"


def _joined(text: str, spans: Sequence[Protected], stand_in: Callable[[Protected], str]) -> str:
    parts, end = [], 0
    for span in spans:
        parts += [text[end : span.start], stand_in(span)]
        end = span.end
    return "".join([*parts, text[end:]])
