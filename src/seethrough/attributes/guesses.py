"""A language model's guesses at the attributes of the person behind a text."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from seethrough.attributes.agreement import bare
from seethrough.attributes.kinds import ATTRIBUTES
from seethrough.language_model import Options
from seethrough.models.answers import Reading, ask, json_values
from seethrough.models.resolve import resolve
from seethrough.prompts import load

MOST = 3
"""How many guesses at one attribute count, the best first."""

FORM = 'Answer with JSON only: {"age": ["41"], "sex": ["male"], "place": [], ...}.'

SCHEMA = json.dumps(
    {
        "type": "object",
        "properties": {
            name: {"type": "array", "items": {"type": "string"}, "maxItems": MOST}
            for name in ATTRIBUTES
        },
        "required": list(ATTRIBUTES),
        "additionalProperties": False,
    }
)

Guesses = Mapping[str, Sequence[str]]
"""At most `MOST` guesses for each attribute, the best first."""


def guess_all(model: str, texts: Sequence[str], prompt: str = "") -> dict[str, Reading[Guesses]]:
    """Ask a language model about each text once.

    Args:
        model: ``provider/model``.
        texts: The texts; the same text is asked about once.
        prompt: The user's own prompt file; empty for the package's.

    Returns:
        What was read for each text.

    Raises:
        UnavailableError: The model is not there.
        UsageError: The model is remote and that was not allowed.
    """
    different = list(dict.fromkeys(texts))
    template = load("attributes", prompt)
    prompts = [template.fill({"record": text}, {}, SCHEMA) for text in different]
    readings = ask(resolve(model), prompts, Options(max_tokens=400), read_guesses, FORM)
    return dict(zip(different, readings, strict=True))


def read_guesses(text: str) -> Guesses | None:
    """Return the guesses of an answer, or None where no answer can be read."""
    for value in json_values(text):
        if isinstance(value, dict) and value.keys() & set(ATTRIBUTES):
            return {name: _said(value.get(name)) for name in ATTRIBUTES}
    return None


def _said(value: Any) -> list[str]:
    values = value if isinstance(value, list) else [value]
    said = (bare(" ".join(str(v).split())) for v in values if isinstance(v, str | int | float))
    return [s for s in said if s][:MOST]
