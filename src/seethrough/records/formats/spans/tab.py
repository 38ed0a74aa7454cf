"""Documents of the Text Anonymization Benchmark (TAB), marked by one or several annotators.

Source: Pilán et al., "The Text Anonymization Benchmark (TAB)" (Computational Linguistics, 2022),
section 4; https://github.com/NorskRegnesentral/text-anonymization-benchmark, "Data format".
"""

from __future__ import annotations

from typing import Any

from seethrough.records.formats.spans.located import Names, SpanError, located
from seethrough.records.marked import joined

_NAMES = Names("start_offset", "end_offset", "entity_type", "span_text")
_MENTIONS = "entity_mentions"
_MASKED = {"DIRECT": True, "QUASI": True, "NO_MASK": False}


def is_document(values: dict[str, Any]) -> bool:
    """Return whether a row is a document: ``annotations`` with ``entity_mentions`` by annotator."""
    given = values.get("annotations")
    return (
        isinstance(given, dict)
        and "spans" not in values
        and any(isinstance(one, dict) and _MENTIONS in one for one in given.values())
    )


def with_spans(values: dict[str, Any]) -> dict[str, Any]:
    """Return a document whose annotations are columns of spans.

    ``spans`` holds what any annotator would mask (``DIRECT`` or ``QUASI``), overlapping spans
    joined, and ``spans_NAME`` what the annotator NAME would. An annotator who did not see the
    document has no column there.

    Raises:
        SpanError: A mention has no offsets, lies outside the text, has another text than it
            quotes, or an ``identifier_type`` that is none.
    """
    text = values["text"] if isinstance(values.get("text"), str) else ""
    columns: dict[str, list[tuple[int, int, str]]] = {}
    for annotator, one in values["annotations"].items():
        if isinstance(one, dict) and one.get(_MENTIONS) is not None:
            columns[f"spans_{annotator}"] = joined(_masked(one[_MENTIONS], text))
    rest = {name: value for name, value in values.items() if name != "annotations"}
    everybody = joined(span for spans in columns.values() for span in spans)
    return {**rest, "spans": everybody, **columns}


def _masked(mentions: Any, text: str) -> list[tuple[int, int, str]]:
    """Return the mentions that are to be masked."""
    found = []
    for mention in mentions:
        span = located(mention, text, _NAMES)
        masked = _MASKED.get(mention.get("identifier_type"))
        if masked is None:
            raise SpanError(
                f"the identifier_type of the span from {span[0]} to {span[1]} is none of"
                f" {', '.join(_MASKED)}"
            )
        if masked:
            found.append(span)
    return found
