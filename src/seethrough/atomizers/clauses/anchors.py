"""Where the list starts that a segment is one more item of."""

from __future__ import annotations

from seethrough.atomizers.clauses.segments import Segment
from seethrough.atomizers.clauses.statement import time_tail
from seethrough.atomizers.clauses.tags import (
    DESCRIBES,
    FINITE,
    INSIDE_NOUN_PHRASE,
    VERB,
    is_finite,
    waits,
)
from seethrough.atomizers.clauses.tokens import Phrase, Token
from seethrough.text.words import vocabulary


def anchor_of(segment: Segment, kind: str, line: Phrase, hint: int, previous: int) -> int | None:
    """Return where the list starts in the line that the segment is an item of."""
    if kind == "noun":
        return _noun_anchor(segment, line, hint, previous)
    if kind == "preposition":
        return _preposition_anchor(segment.body[0], line, hint)
    if kind == "adjective":
        if hint >= 0 and line[hint].tag[:2] in ("JJ", "VB"):
            return _group_start(line, hint)
        copulas = [i for i, t in enumerate(line) if is_finite(t)]
        return copulas[-1] + 1 if copulas and copulas[-1] + 1 < len(line) else None
    return _verb_anchor(segment, line, hint)


def _noun_anchor(segment: Segment, line: Phrase, hint: int, previous: int) -> int | None:
    share = _same_share(segment.body, line)
    if share is not None:
        return share
    hint = _like_determined(segment.body, line, hint)
    if hint >= 0 and line[hint].tag == "CD" and not any(t.tag == "CD" for t in segment.body):
        return None
    if hint >= 2 and line[hint - 1].lower == "of" and line[hint - 2].lower in _WHOLE_WITH_OF:
        hint -= 2
    hint = _behind_or(segment, line, _behind_both(line, hint))
    if previous >= 0 and line[previous].tag == "JJ" and line[previous].dep in _PREDICATES:
        previous = -1 if hint > previous and line[hint].tag[:2] == "NN" else previous
    if hint < 0 <= previous and [t.text for t in segment.lead] == ["and"]:
        return max(previous, _last_noun(line))
    if hint >= 0 and line[hint].tag[:2] in ("NN", "CD", "FW"):
        at = noun_phrase_start(line, hint)
        if segment.lead and segment.lead[0].text == "," and previous >= 0:
            return previous
        if previous < 0 and _stands_higher(segment.body, line, at):
            higher = _object_start(line, at)
            return at if line[higher - 1].tag in ("IN", "TO") else higher
        return max(at, previous)
    return previous if previous >= 0 else _unhinted_noun(segment.body[0], line, hint)


def _unhinted_noun(first: Token, line: Phrase, hint: int) -> int | None:
    """Return where a noun of the line starts that neither the parser nor another item points to."""
    same = [i for i, t in enumerate(line) if t.lower == first.lower and t.tag[:2] == "NN"]
    if same:
        return noun_phrase_start(line, same[-1])  # "Minister of Trade, Minister of Tourism"
    if 0 <= hint < len(line) - 1 and is_finite(line[hint]) and line[hint + 1].tag != "IN":
        return hint + 1
    for i in range(len(line) - 1, -1, -1):
        governs = (line[i].tag in VERB and line[i].tag != "VBN") or line[i].tag in ("IN", "TO")
        if governs and not line[i].opaque and line[i].dep not in ("amod", "compound"):
            return i + 1 if i + 1 < len(line) else None
    return None


def _preposition_anchor(first: Token, line: Phrase, hint: int) -> int | None:
    if hint >= 0 and line[hint].tag == "IN":
        return hint
    same = [i for i, t in enumerate(line) if t.lower == first.lower]
    loose = [i for i, t in enumerate(line) if t.tag == "IN" and t.dep == "prep"]
    return next((found[-1] for found in (same, loose) if found), None)


def _verb_anchor(segment: Segment, line: Phrase, hint: int) -> int | None:
    verb = next((t for t in segment.body if t.tag in VERB or t.tag == "TO"), segment.body[0])
    if hint >= 0 and line[hint].tag == verb.tag:
        return _group_start(line, hint)
    gerund = verb.tag == "VBG"
    same = [
        i
        for i, t in enumerate(line)
        if not t.opaque and (t.tag == verb.tag or (gerund and t.tag == "NN" and _is_gerund(t)))
    ]
    return _group_start(line, same[-1]) if same else None


def coordinated_with(segment: Segment, line: Phrase) -> int:
    """Return where the parser sees the first conjunct in the line, or -1."""
    inside = {t.place for t in segment.body}
    for token in segment.body:
        if token.dep == "conj" and token.head not in inside:
            return next((i for i, t in enumerate(line) if t.place == token.head), -1)
    return -1


def _behind_or(segment: Segment, line: Phrase, hint: int) -> int:
    """Return the first conjunct where the nearest is an *or* within a list.

    In *hip pain, hand or finger pain, and chest pain* no chest pain is *hand or chest pain*.
    """
    if [t.text for t in segment.lead] != [",", "and"]:
        return hint
    first = hint
    while first >= 0 and line[first].dep == "conj":
        first = next((i for i in range(first) if line[i].place == line[first].head), -1)
    either = first >= 0 and any(t.lower == "or" and not t.opaque for t in line[first:hint])
    return first if either and line[first].tag[:2] == line[hint].tag[:2] == "NN" else hint


_PREDICATES = vocabulary("acomp conj")
"""What joins adjectives to a verb; no noun is one item more: *is thin and pale with a cough*."""
_WHOLE_WITH_OF = vocabulary("shortness range")
"""*Shortness of breath and cough* is not *shortness of cough*."""


def _behind_both(line: Phrase, hint: int) -> int:
    """Return the noun that governs *both arms*, which no third item joins: *hives on both arms*."""
    if hint < 0 or line[hint].tag[:2] != "NN":
        return hint
    start = noun_phrase_start(line, hint)
    governed = start > 1 and line[start - 1].tag == "IN" and line[start - 2].tag[:2] == "NN"
    return start - 2 if governed and line[start].lower == "both" else hint


def _last_noun(line: Phrase) -> int:
    """Return where the last noun phrase of a line starts, or -1."""
    at = max((i for i, t in enumerate(line) if t.tag[:2] == "NN" and not t.opaque), default=-1)
    return noun_phrase_start(line, at) if at >= 0 else -1


def _like_determined(item: Phrase, line: Phrase, hint: int) -> int:
    """Return the conjunct of a bare noun: not *the physician* where a bare noun stands nearer.

    *She comes to the physician because of swelling of her legs and weakness*: nouns with and
    without an article are seldom coordinated, and the small parser likes the first one best.
    """
    if hint < 0 or item[0].tag in ("DT", "PRP$", "CD", "NNP"):
        return hint
    start = noun_phrase_start(line, hint)
    if line[start].tag not in ("DT", "PRP$") or line[hint].tag != "NN":
        return hint
    bare = [
        i
        for i in range(hint + 1, len(line))
        if line[i].tag in ("NN", "NNS")
        and line[i].dep in ("pobj", "dobj", "conj")
        and not line[i].opaque
        and line[noun_phrase_start(line, i)].tag != "DT"
    ]
    return bare[-1] if bare else hint


def _stands_higher(item: Phrase, line: Phrase, at: int) -> bool:
    """Return whether an item is coordinated with a verb's object, not with a noun inside it.

    *pain in his legs and general weakness*: the item brings its own description or preposition
    and cannot share the possessive or the article.
    """
    if item[0].tag in ("DT", "PRP$") or at == 0 or line[at - 1].tag != "IN":
        return False
    if any(t.lower == line[at - 1].lower for t in item):
        return True
    shares = line[at].tag == "PRP$" or line[at].lower == "the"
    own = item[: len(item) - len(time_tail(item))]
    return shares and (item[0].tag in ("JJ", "VBN", "JJR") or len(own) > 2)


def _object_start(line: Phrase, before: int) -> int:
    """Return where the object of the last finite verb before ``before`` starts."""
    at = next((i for i in range(before - 1, -1, -1) if is_finite(line[i])), -1)
    if at < 0:
        return before
    at += 1
    while at < before and (line[at].tag in ("RB", "VBN", "VBG", "VB") or line[at].tag == "IN"):
        if line[at].dep == "amod":
            break
        at += 1
    return at


def _same_share(body: Phrase, line: Phrase) -> int | None:
    """Return where *12 % of* stands in the line for an item such as *10 % of those*."""
    if not body[0].text[0].isdigit():
        return None
    word = next((t.lower for t in body[1:3] if t.tag in ("IN", "TO")), None)
    for i in range(len(line) - 2, 0, -1):
        if (
            word
            and line[i].tag == body[0].tag
            and line[i].text[0].isdigit()
            and word in [t.lower for t in line[i + 1 : i + 3]]
        ):
            return i
    return None


def _is_gerund(token: Token) -> bool:
    return token.lower.endswith("ing") and token.dep in ("dobj", "pobj", "conj")


def noun_phrase_start(line: Phrase, head: int) -> int:
    """Return where the noun phrase of a head begins."""
    at = head
    while at > 0 and line[at - 1].place == line[at].place - 1:
        before = line[at - 1]
        if before.tag == "HYPH" and at > 1:
            at -= 2
            continue
        if before.text == "," or before.tag == "CC":
            if at > 1 and line[at].tag in DESCRIBES and waits(line[at - 2], line):
                at -= 2
                continue
            break
        if before.tag not in INSIDE_NOUN_PHRASE:
            break
        if line[at - 1].tag == "RB" and line[at].tag not in ("JJ", "VBN", "VBG", "RB"):
            break
        if line[at - 1].tag in ("VBN", "VBG") and line[at - 1].dep not in ("amod", "compound"):
            break
        at -= 1
    return at


def _group_start(line: Phrase, verb: int) -> int:
    at = verb
    while at > 1 and line[at - 1].tag == "HYPH":
        at -= 2
    if line[verb].tag in FINITE:
        while at > 0 and line[at - 1].tag in ("RB", "RBR"):
            at -= 1
    return at


def verb_group_start(line: Phrase, verb: int) -> int:
    """Return where the verb group starts that a coordinated finite verb takes the place of."""
    at = verb
    while at > 0 and line[at - 1].tag in ("RB", "RBR", "MD", "VBZ", "VBP", "VBD", "VBN", "VB"):
        if line[at - 1].tag in VERB and line[at - 1].dep not in ("aux", "auxpass"):
            break
        at -= 1
    return at
