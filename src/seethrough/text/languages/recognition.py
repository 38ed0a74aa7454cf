"""Which language a text is in."""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

LONGEST = 1_000
"""Characters that are read of a text."""
NO_LANGUAGE = "zxx"
"""The code (ISO 639-2) for no language, such as code and strings of letters."""


class Language(NamedTuple):
    """A language with its confidence.

    Attributes:
        code: ISO 639 code, ``en`` for English, ``zxx`` for no language.
        confidence: 0 to 1, higher is surer.
    """

    code: str
    confidence: float


def language_of(text: str) -> Language:
    """Return the language of a text, by its byte n-grams.

    Source: Lui and Baldwin, "langid.py: an off-the-shelf language identification tool" (ACL 2012),
    with the model of py3langid.
    """
    code, confidence = _identifier().classify(text[:LONGEST])
    return Language(str(code), float(confidence))


@functools.cache
def _identifier() -> Any:
    from py3langid import langid

    identifier: Any = langid.LanguageIdentifier
    return identifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
