"""What relative clauses and appositions are about."""

from __future__ import annotations

from seethrough.atomizers.clauses.anchors import noun_phrase_start
from seethrough.atomizers.clauses.segments import Segment
from seethrough.atomizers.clauses.tags import FINITE, TIME, is_finite
from seethrough.atomizers.clauses.tokens import Phrase, Token, made
from seethrough.atomizers.owners.people import PERSONS
from seethrough.text.words import vocabulary

_TELLING = vocabulary(
    "fact rumour rumor claim belief report idea news suspicion hope evidence possibility risk "
    "chance feeling sign proof allegation accusation concern fear complaint impression"
)


def antecedent_of(line: Phrase, segment: Segment) -> Phrase | None:
    """Return the noun phrase that a relative clause is about; None if that is not certain."""
    k = segment.finite()
    head = segment.body[0].head if segment.passive else (segment.body[k].head if k >= 0 else -9)
    apart = bool(segment.lead) and segment.lead[0].text == ","
    end = len(line)
    while end > 0 and (line[end - 1].text in ",)" or line[end - 1].opaque):
        end -= 1
    at = next((i for i in range(end) if line[i].place == head), -1)
    if apart and at >= 0 and line[at].tag in FINITE and segment.pronoun == "which":
        return None  # ", which surprised everybody": it is about the whole clause
    if at < 0 or line[at].tag[:2] != "NN":
        at = end - 1
        if at < 0 or line[at].tag[:2] != "NN":
            return None
    start = noun_phrase_start(line, at)
    if line[at].lower in TIME or line[at].lower in ("am", "pm", "a.m.", "p.m."):
        return None
    if segment.pronoun == "who" and line[at].tag == "NN" and line[at].lower not in PERSONS:
        at = max((i for i in range(at) if line[i].lower in PERSONS), default=at)
        start = noun_phrase_start(line, at)
    if apart and at == start > 0 and line[at - 1].tag == "IN" and _judges(segment):
        return None  # "by e-mail, which is true": the whole clause is
    if segment.pronoun == "that" and line[at].lower in _TELLING and segment.subject_end() > 0:
        return None  # "the rumour that he drinks" is not what he drinks
    if line[start].lower in ("no", "any", "every", "each"):
        return None  # "no concerns raised": there is nothing to speak of
    if segment.passive and at != end - 1 and segment.body[0].lower != "complaining":
        return None
    if segment.body[0].lower == "complaining":
        return [t for t in line if is_subject(t, line)] or None
    phrase = line[start : at + 1]
    if not apart and not segment.passive and _needs_no_telling(phrase, segment):
        start = -1 if line[at].tag == "NNP" else _governing_start(line, start)
        if start < 0:
            return None
    return line[start : at + 1]


def _judges(segment: Segment) -> bool:
    """Return whether a relative clause only calls something *true*, *fair*, *a pity*."""
    words = segment.body[max(segment.finite(), 0) :]
    return len(words) > 1 and words[0].lower in ("is", "was") and words[1].tag == "JJ"


def _needs_no_telling(phrase: Phrase, segment: Segment) -> bool:
    """Return whether a noun phrase already says which: *his jaw*, *the patient's behavior*, a name.

    A relative clause without a comma says which one is meant, so it cannot be about such a one:
    in *pain in his jaw that is worse when he chews* the pain is.
    """
    named = phrase[-1].tag == "NNP" and phrase[-1].text[0].isupper() and segment.pronoun != "who"
    return named or phrase[0].tag == "PRP$" or any(t.tag == "POS" for t in phrase)


def _governing_start(line: Phrase, start: int) -> int:
    """Return where the noun phrase starts that governs a prepositional one, or -1."""
    if start < 2 or line[start - 1].tag != "IN" or line[start - 2].tag[:2] != "NN":
        return -1
    return noun_phrase_start(line, start - 2)


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
    """Return the noun phrase that the segment renames, or None.

    What renames brings an article, a possessive or a name (*a railway clerk*, *my wife*, *Chief
    Risk Officer*) and has the number of what it renames; a bare noun behind a comma may as well
    be an exclamation or the next item of a telegraphic list.
    """
    inside = {t.place for t in segment.body}
    for token in segment.body:
        if token.dep == "appos" and token.head not in inside and token.tag[:2] == "NN":
            at = next((i for i, t in enumerate(line) if t.place == token.head), -1)
            if at >= 0 and line[at].tag[:2] == "NN":
                renamed = line[noun_phrase_start(line, at) : at + 1]
                return renamed if _renames(segment.body, token, line[at]) else None
    return None


def _renames(body: Phrase, head: Token, renamed: Token) -> bool:
    first = body[0]
    named = first.tag in ("NNP", "NNPS") or (
        renamed.tag in ("NNP", "NNPS") and sum(t.text[0].isalnum() for t in body) > 1
    )
    said = first.tag in ("DT", "PRP$") and first.lower not in ("no", "any", "some")
    plural = head.tag in ("NNS", "NNPS")
    return (named or said) and plural == (renamed.tag in ("NNS", "NNPS"))


def definite(phrase: Phrase) -> Phrase:
    """Return a noun phrase as one that was already mentioned: *the* in place of *a*."""
    if phrase[0].tag in ("PRP$", "NNP", "NNPS", "PRP", "POS") or phrase[0].lower == "the":
        return phrase
    if phrase[0].lower in ("a", "an", "some", "no", "any"):
        return [*made("The", "DT"), *phrase[1:]] if len(phrase) > 1 else phrase
    if phrase[0].tag in ("DT", "CD", "PDT"):
        return phrase
    return [*made("The", "DT"), *phrase]


def lowered(phrase: Phrase) -> Phrase:
    """Return a phrase as it stands inside a sentence: *the* in place of *The*."""
    if phrase and phrase[0].text == "The":
        return [phrase[0]._replace(text="the"), *phrase[1:]]
    return phrase


def copula(phrase: Phrase, past: bool) -> Phrase:
    """Return the form of *be* that agrees with a noun phrase."""
    plural = phrase[-1].tag in ("NNS", "NNPS")
    word = ("were" if plural else "was") if past else ("are" if plural else "is")
    return made(word, "VBD" if past else ("VBP" if plural else "VBZ"))
