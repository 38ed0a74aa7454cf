"""Replacements of personal data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import count, repeat

from seethrough.protocols import Generator
from seethrough.redaction.detection import Span

Replacement = Callable[[str, str], str]
"""Gives the words for a kind (``PERSON``) and a surface (``Ada Lovelace``)."""


def replacements(style: str, rng: Generator) -> Iterator[Replacement]:
    """Yield the replacement of one record after the other, without end.

    Args:
        style: ``tag``, ``star``, ``pseudonym`` (the same in all records) or ``surrogate`` (drawn
            anew for each record).
        rng: Draws what is invented.
    """
    from seethrough.redaction.pseudonyms import Pseudonyms

    if style == "surrogate":
        return (Pseudonyms(rng) for _ in count())
    return repeat(Pseudonyms(rng) if style == "pseudonym" else {"tag": tag, "star": star}[style])


def tag(kind: str, surface: str) -> str:
    """Return the kind in angle brackets."""
    return f"<{kind}>"


def star(kind: str, surface: str) -> str:
    """Return one star for each character, spaces too, as the service in the paper does."""
    return "*" * len(surface)


def rewrite(text: str, spans: Iterable[Span], replace: Replacement) -> str:
    """Return the text with every span replaced; spans go from left to right, without overlap."""
    out = []
    behind = 0
    for span in spans:
        out += [text[behind : span.start], replace(span.kind, text[span.start : span.end])]
        behind = span.end
    out.append(text[behind:])
    return "".join(out)
