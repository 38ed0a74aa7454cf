"""Denies a claim by rule, so that a passage which keeps all its words no longer tells it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from seethrough.engine.judge_test._sentences import Sentence, sentences
from seethrough.text.words import vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Token

_DENYING = vocabulary(
    "no not n't never none neither nor nobody nothing without denies denied deny only hardly "
    "barely rarely seldom"
)
_CARRIES_NOT = vocabulary("VBZ VBP VBD MD")
_DO = {"VBZ": "does", "VBP": "do", "VBD": "did"}


def negate(claims: Sequence[str]) -> list[str | None]:
    """Return each claim with its main verb denied; "She smokes." becomes "She does not smoke".

    None stands where a claim is no plain statement, or denies something already.

    Args:
        claims: English claims.
    """
    return [None if s is None else _denied(s) for s in sentences(claims)]


def _denied(sentence: Sentence) -> str | None:
    doc = sentence.root.doc
    if sentence.second or any(t.lower_ in _DENYING for t in doc):
        return None
    first = sentence.verb[0]
    if first.tag_ not in _CARRIES_NOT:
        return None
    helps = first.dep_ in ("aux", "auxpass") or first.tag_ == "MD" or first.lemma_ == "be"
    return "".join(_with_not(t, helps) if t == first else t.text_with_ws for t in doc).strip()


def _with_not(token: Token, helps: bool) -> str:
    if helps:
        return f"{token.text} not{token.whitespace_ or ' '}"
    return f"{_DO[token.tag_]} not {token.lemma_}{token.whitespace_}"
