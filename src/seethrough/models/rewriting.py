"""Shared by the sanitizers that ask a language model to rewrite."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from seethrough.language_model import LanguageModel, Options, Prompt
from seethrough.models.answers import Reading, ask, refused

EXPLAINED_FORM = "Explain briefly, then write a line with a single # and after it the whole text."
PLAIN_FORM = "Return the new text alone."
EXPLANATION = 320
"""Room for remarks around the new text, in tokens."""

_MARK = re.compile(r"^[ \t]*#[ \t]*$", re.MULTILINE)
# Small models make up marks of their own after the prompt's: "<record 0f...>", "<EXAMPLE 7>".
_NAMES = "conversation|dialogue|document|examples?|passage|real|records?|samples?|sentence|text"
_FENCE = re.compile(
    rf"^</?(?:[a-z_]+ [0-9a-f]{{16}}|(?i:{_NAMES}) [0-9a-f]+[.…]*)>[ \t]*\n?"
    rf"|\n?</(?:[a-z_]+ [0-9a-f]{{16}}|(?i:{_NAMES}) [0-9a-f]+[.…]*)>$",
    re.MULTILINE,
)
_HEADING = re.compile(
    r"^\W*(?:anonymi[sz]ed|sanitized|paraphrased|rewritten)(?: (?:text|record|version))?\W*:[\s*]*",
    re.IGNORECASE,
)


def after_mark(text: str) -> str | None:
    """Return what follows the first line that is a single ``#``, or None if there is none.

    Source: A False Sense of Privacy, C.2.1 and C.3.3 (the form of the answer).
    """
    match = _MARK.search(text)
    return None if match is None else whole(text[match.end() :])


def whole(text: str) -> str | None:
    """Return an answer without the fence and the heading that a model may repeat, or None."""
    clean = _HEADING.sub("", _FENCE.sub("", text).strip()).strip()
    return None if not clean or refused(clean) else clean


def rewrite_all(
    model: LanguageModel,
    texts: Mapping[int, str],
    prompt: Callable[[int, str], Prompt],
    options: Options,
    read: Callable[[str], str | None],
    form: str,
) -> dict[int, Reading[str]]:
    """Ask for a new version of each text.

    Args:
        model: The model to ask.
        texts: Texts by the place of their record.
        prompt: Makes the prompt for a place and its text.
        options: How to ask.
        read: Finds the new text in an answer, or None.
        form: The form of the answer, for the turn of repair.

    Returns:
        What was read for each place.
    """
    prompts = [prompt(i, text) for i, text in texts.items()]
    return dict(zip(texts, ask(model, prompts, options, read, form), strict=True))


def not_empty(texts: Sequence[str]) -> dict[int, str]:
    """Return the texts that are not blank, by place; the others stay unchanged."""
    return {i: text for i, text in enumerate(texts) if text.strip()}


def put_back(texts: Sequence[str], new: Mapping[int, str | None]) -> list[str]:
    """Return texts with new ones in the places of those that are not blank; without one, empty."""
    return [(new.get(i) or "") if text.strip() else text for i, text in enumerate(texts)]
