"""Questions and requests, as claims about who asks."""

from __future__ import annotations

import re

from seethrough.atomizers.clauses.tokens import Phrase, Token, finished, joined, made
from seethrough.atomizers.owners.coreference import Discourse
from seethrough.text.words import vocabulary

_BEFORE_REQUEST = vocabulary("please pls plz also and so kindly ,")


def asked(sentence: Phrase, discourse: Discourse) -> str | None:
    """Return what is asked or requested, as a claim about who asks; None for a statement.

    Without a speaker, the text asks: the question at the end of a case states nothing.
    """
    if not sentence:
        return None
    if discourse.manner != "first person":
        question = sentence[-1].text in ("?", '?"') or (
            any(t.text == "?" for t in sentence[-2:]) and not sentence[0].quoted
        )
        return (
            finished(f"The text asks: {joined(discourse.resolved(sentence))}") if question else None
        )
    words = [t.lower for t in sentence]
    body = sentence
    k = 0
    while k < len(words) and words[k] in _BEFORE_REQUEST:
        k += 1
    if words[k : k + 2] in (["can", "you"], ["could", "you"], ["would", "you"], ["will", "you"]):
        k += 2
        k += words[k : k + 1] == ["please"]
        body = sentence[k:]
    elif k < len(sentence) and _commands(sentence[k]):
        body = sentence[k:]
    elif sentence[-1].text == "?" or _opens_question(sentence):
        return finished(f"{discourse.subject} asks: {joined(discourse.resolved(sentence))}")
    else:
        return None
    if not body:
        return None
    if body[0].lower == "give" and words[k + 1 : k + 2] in (
        ["me"], ["us"],
    ):  # fmt: skip
        text = f"{discourse.subject} asks to be given {_plain_tail(discourse, body[2:])}"
    else:
        first = body[0]._replace(text=body[0].lower)
        text = f"{discourse.subject} asks to {_plain_tail(discourse, [first, *body[1:]])}"
    return finished(re.sub(r"\s*\?+\s*$", "", text))


def _commands(token: Token) -> bool:
    return (
        token.tag == "VB"
        and token.dep in ("ROOT", "dep")
        and token.lower not in ("let", "got", "be")
    )


def _opens_question(sentence: Phrase) -> bool:
    asks = sentence[0].tag in ("WP", "WRB", "WDT") and len(sentence) > 3
    return asks and sentence[1].tag in ("VBZ", "VBP", "VBD", "MD")


def _plain_tail(discourse: Discourse, phrase: Phrase) -> str:
    said = joined(discourse.resolved([*made("x"), *phrase]))
    return said[2:]
