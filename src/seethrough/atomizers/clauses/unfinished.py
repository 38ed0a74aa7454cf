"""Distinguishes a statement from a fragment that a wrong cut has left over."""

from __future__ import annotations

from itertools import pairwise

from seethrough.atomizers.clauses.tags import FINITE
from seethrough.atomizers.clauses.tokens import Phrase, Token
from seethrough.text.words import vocabulary

_AUXILIARIES = vocabulary("is are was were am 's ’s has have had 've 're ’ve ’re")
_TAKES_NOUN = vocabulary("has have had shows showed reveals revealed demonstrates demonstrated")
_WAITS = vocabulary("PRP$ MD TO WDT CC")
_ARTICLES = vocabulary("a an the every")
_DETERMINED = vocabulary("DT PRP$ PRP")
_QUANTIFIED = vocabulary("no any some all both each another")


def any_unfinished(pieces: list[Phrase], sentence: Phrase) -> bool:
    """Return whether any of the pieces of a sentence states nothing or breaks off."""
    if len(pieces) < 2:
        return False
    states = any(t.tag in FINITE for t in sentence)
    last = next((t.place for t in reversed(sentence) if t.text[0].isalnum() or t.opaque), -1)
    following = {a.place: b for a, b in pairwise(sentence)}
    return any(_unfinished(piece, states, last, following) for piece in pieces)


def _unfinished(piece: Phrase, states: bool, last: int, following: dict[int, Token]) -> bool:
    words = [t for t in piece if t.text[0].isalnum() or t.opaque or t.text[0] in "'’"]
    if not words:
        return False
    if not any(t.tag in FINITE for t in words):
        # a name or an item may stand alone, "her father" may not; nor next to a verb
        first = words[0]
        return states or (first.tag in _DETERMINED and first.lower not in _QUANTIFIED)
    if _subordinate(words) or _broken_off(words):
        return True
    end = words[-1]
    if end.place == last or end.opaque:
        return False
    after = following.get(end.place)
    if after is not None and after.text in (",", ";") and end.tag != "PRP$":
        return False
    if end.tag in _WAITS or end.lower in _ARTICLES:
        return True
    return (end.tag in FINITE and end.lower in _AUXILIARIES) or _waits_for_noun(words)


def _subordinate(words: Phrase) -> bool:
    """Return whether a piece is only *as the meeting ended* or *in which they stand*."""
    first, second = words[0], words[min(1, len(words) - 1)]
    relative = first.tag == "IN" and second.tag in ("WDT", "WP")
    marks = first.tag == "IN" and first.dep == "mark" and first.lower != "that"
    return relative or (marks and sum(t.tag in FINITE for t in words) == 1)


def _broken_off(words: Phrase) -> bool:
    """Return whether what *that* opens lacks its verb, or *isn't* what it denies."""
    that = max(
        (k for k, t in enumerate(words) if t.lower == "that" and t.dep == "mark"), default=-1
    )
    if that > 0 and not any(t.tag in FINITE for t in words[that:]):
        return True
    denied = words[-1].lower in ("n't", "n’t", "not") and words[-1].tag == "RB"
    return denied and len(words) < 6


def _waits_for_noun(words: Phrase) -> bool:
    """Return whether a piece ends with the adjective of a noun that is gone: *has very loud*."""
    verb = max(k for k, t in enumerate(words) if t.tag in FINITE)
    rest = words[verb + 1 :]
    takes_noun = words[verb].lower in _TAKES_NOUN
    return (
        takes_noun
        and bool(rest)
        and {t.tag for t in rest}
        <= {"JJ", "RB", "DT"}
        | ({"VBN"} if words[verb].lower not in ("has", "have", "had") else set())
    )
