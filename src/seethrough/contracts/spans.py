"""What a tagger gives back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.errors import ContractError
from seethrough.protocols import Protected, Tagger

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def spans_of(tagger: Tagger, corpus: Corpus) -> list[Sequence[Protected] | None]:
    """Return the protected spans of each text, as ``Tagger.tag`` does.

    Raises:
        ContractError: It did not return one list per text, or a span is no part of its text, lies
            over another, or has no kind; what it marks would stay unprotected.
    """
    found = tagger.tag(corpus)
    problem = _problem(found, corpus.texts)
    if problem:
        raise ContractError(f"tagger {spec.name_of(tagger)}: gave {problem}")
    return found


def _problem(found: Any, texts: Sequence[str]) -> str:
    """Return what is wrong with spans; nothing where nothing is."""
    if not isinstance(found, Sequence):
        return f"{type(found).__name__}; give a list of spans for each text"
    if len(found) != len(texts):
        return f"the spans of {len(found):,} texts for {len(texts):,}"
    for spans, text in zip(found, texts, strict=True):
        end = 0
        for span in spans or ():
            if not isinstance(span, Protected):
                return f"{type(span).__name__} for a span; give Protected(start, end, kind)"
            if not (isinstance(span.kind, str) and span.kind):
                return "a span without a kind"
            if not 0 <= span.start < span.end <= len(text):
                return f"a span from {span.start} to {span.end} in a text of {len(text)} characters"
            if span.start < end:
                return "two spans of which one lies over the other, or that are not in order"
            end = span.end
    return ""
