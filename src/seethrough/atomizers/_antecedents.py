"""What relative clauses and appositions are about."""

from __future__ import annotations

from seethrough.atomizers._anchors import noun_phrase_start
from seethrough.atomizers._segments import Segment
from seethrough.atomizers._tags import TIME, is_finite
from seethrough.atomizers._tokens import Phrase, Token, made


def antecedent_of(line: Phrase, segment: Segment) -> Phrase | None:
    """Return the noun phrase that a relative clause is about."""
    k = segment.finite()
    head = segment.body[0].head if segment.passive else (segment.body[k].head if k >= 0 else -9)
    end = len(line)
    while end > 0 and (line[end - 1].text in ",)" or line[end - 1].opaque):
        end -= 1
    at = next((i for i in range(end) if line[i].place == head), -1)
    if at < 0 or line[at].tag[:2] != "NN":
        at = end - 1
        if at < 0 or line[at].tag[:2] != "NN":
            return None
    phrase = line[noun_phrase_start(line, at) : at + 1]
    if line[at].lower in TIME:
        return None
    if segment.passive and at != end - 1 and segment.body[0].lower != "complaining":
        return None
    if segment.body[0].lower == "complaining":
        return [t for t in line if is_subject(t, line)] or None
    return phrase


def after_verb_group(segment: Segment) -> int | None:
    """Return where the object of a relative clause's verb belongs, or None if unclear."""
    k = segment.finite()
    while k + 1 < len(segment.body) and segment.body[k + 1].tag in ("RB", "VB", "VBN", "VBG", "RP"):
        k += 1
    if segment.body[k].tag == "RB":
        return None
    following = segment.body[k + 1].tag if k + 1 < len(segment.body) else ""
    if following in ("TO", "PRP", "DT", "PRP$", "NN", "NNS", "NNP", "JJ") and (
        k + 1 < len(segment.body) and segment.body[k + 1].dep not in ("npadvmod", "det")
    ):
        return None
    return k + 1


def is_subject(token: Token, line: Phrase) -> bool:
    """Return whether a word stands before the first finite verb of a line."""
    verb = next((i for i, t in enumerate(line) if is_finite(t)), len(line))
    start = max((i for i, t in enumerate(line[:verb]) if t.text == ","), default=-1)
    return any(t is token for t in line[start + 1 : verb])


def apposed(segment: Segment, line: Phrase) -> Phrase | None:
    """Return the noun phrase that the segment renames, or None."""
    inside = {t.place for t in segment.body}
    for token in segment.body:
        if token.dep == "appos" and token.head not in inside and token.tag[:2] == "NN":
            at = next((i for i, t in enumerate(line) if t.place == token.head), -1)
            if at >= 0 and line[at].tag[:2] == "NN":
                return line[noun_phrase_start(line, at) : at + 1]
    return None


def definite(phrase: Phrase) -> Phrase:
    if phrase[0].tag in ("PRP$", "NNP", "NNPS", "PRP", "POS") or phrase[0].lower == "the":
        return phrase
    if phrase[0].lower in ("a", "an", "some", "no", "any"):
        return [*made("The", "DT"), *phrase[1:]] if len(phrase) > 1 else phrase
    if phrase[0].tag in ("DT", "CD", "PDT"):
        return phrase
    return [*made("The", "DT"), *phrase]


def lowered(phrase: Phrase) -> Phrase:
    if phrase and phrase[0].text == "The":
        return [phrase[0]._replace(text="the"), *phrase[1:]]
    return phrase


def copula(phrase: Phrase, past: bool) -> Phrase:
    plural = phrase[-1].tag in ("NNS", "NNPS")
    word = ("were" if plural else "was") if past else ("are" if plural else "is")
    return made(word, "VBD" if past else ("VBP" if plural else "VBZ"))
