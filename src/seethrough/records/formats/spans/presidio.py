"""Samples of presidio-research: a ``full_text`` and the spans of personal data in it.

Source: https://github.com/microsoft/presidio-research, ``InputSample.to_json``.
"""

from __future__ import annotations

from typing import Any

from seethrough.records.formats.spans.located import Names, located
from seethrough.records.marked import joined

_NAMES = Names("start_position", "end_position", "entity_type", "entity_value")


def is_sample(values: dict[str, Any]) -> bool:
    """Return whether a row is a sample with spans; one without any needs no reading."""
    given = values.get("spans")
    return (
        isinstance(values.get("full_text"), str)
        and isinstance(given, list)
        and any(isinstance(one, dict) and _NAMES.start in one for one in given)
    )


def with_spans(values: dict[str, Any]) -> dict[str, Any]:
    """Return a sample whose ``spans`` are ``[start, end, kind]``, overlapping ones joined.

    Raises:
        SpanError: A span has no offsets, lies outside the text, or another text than its value
            stands there.
    """
    text = values["full_text"]
    return {**values, "spans": joined(located(one, text, _NAMES) for one in values["spans"])}
