"""Lists of verbs that share one denial: *He does not smoke, drink, or use drugs*."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from seethrough.atomizers.clauses.tags import FINITE, VERB
from seethrough.atomizers.clauses.tokens import Phrase, Token
from seethrough.text.words import vocabulary

_NOT = vocabulary("not n't n’t nt")
_DENIES_VERB = _NOT | {"never"}
_ALIKE = {
    "VB": vocabulary("VB VBP NN"),
    "VBP": vocabulary("VB VBP NN"),
    "VBZ": vocabulary("VBZ NNS"),
    "VBD": vocabulary("VBD"),
    "VBN": vocabulary("VBN VBD VB"),
}
"""What the parser may call a verb of the first one's form: *drinks* looks like a noun."""
_HAVE = vocabulary("has have had 've ’ve ve")


class DeniedList(NamedTuple):
    """Verbs behind one denial.

    Attributes:
        denial: The place of *not* or *never*.
        first: The place of the verb next to it.
        others: The places of the verbs coordinated with it that have the same form.
        shared: Whether the denial certainly reaches them; *I don't drive and take the bus* may
            say either.
    """

    denial: int
    first: int
    others: tuple[int, ...]
    shared: bool


def denied_lists(tokens: Phrase) -> list[DeniedList]:
    """Return the lists of verbs that a denial may reach as a whole."""
    out = []
    for k, token in enumerate(tokens):
        if token.lower in _DENIES_VERB and not token.opaque:
            first = _verb(tokens, k + 1)
            if first > 0 and tokens[first].tag in VERB and tokens[first].tag != "MD":
                found = _denied(tokens, k, first)
                out += [found] if found is not None and found.others else []
    return out


def _verb(tokens: Phrase, start: int) -> int:
    """Return where the verb stands that adverbs and *been* lead to, or -1."""
    led = range(start, len(tokens))
    return next((k for k in led if tokens[k].tag[:2] != "RB" and tokens[k].lower != "been"), -1)


def _denied(tokens: Phrase, denial: int, first: int) -> DeniedList | None:
    verb, helper = tokens[first], tokens[denial - 1].lower if denial else ""
    perfect = verb.tag == "VBN" and helper in _HAVE
    helped = perfect or (verb.tag == "VB" and helper in ("do", "does", "did"))
    if not helped and (tokens[denial].lower != "never" or verb.tag not in ("VBP", "VBZ", "VBD")):
        return None
    others = list(_coordinated(tokens, first, _ALIKE[verb.tag]))
    if not others:
        return None
    last = tokens.index(others[-1])
    junctions = [t.lower for t in tokens[first:last] if t.tag == "CC" and not t.opaque]
    either = bool(junctions) and junctions[-1] in ("or", "nor")
    if verb.tag != "VB" and not either:
        return None
    if not either:
        others = [t for t in others if t.tag[:2] == "VB"]
    shared = either or (helper in ("does", "did") and "but" not in junctions)
    if tokens[first - 1].lower == "been" and any(
        t.dep == "dobj" and t.head in {o.place for o in others} for t in tokens
    ):
        shared = False  # "never been married, had children": *been* reaches no further
    places = tuple(t.place for t in others)
    return DeniedList(tokens[denial].place, verb.place, places, shared)


def _coordinated(tokens: Phrase, first: int, tags: frozenset[str]) -> Iterator[Token]:
    """Yield the conjuncts of a verb that have no subject and no helping verb of their own."""
    chain = {tokens[first].place}
    for token in tokens[first + 1 :]:
        if token.dep == "conj" and token.head in chain and not token.opaque:
            parts = [t for t in tokens if t.head == token.place and t.place < token.place]
            if any(t.dep in ("nsubj", "nsubjpass", "aux", "auxpass", "neg", "det") for t in parts):
                continue
            if token.tag in tags:
                chain.add(token.place)
                yield token


def denied_each(tokens: Phrase, lists: Sequence[DeniedList]) -> Phrase:
    """Return the words with each verb of a list ready to stand alone with its denial.

    Behind *does not* all have the base form, whatever the parser calls them; *never* is repeated:
    *I never smoke, never drink, or never gamble*.
    """
    verbs = {t.place: t for t in tokens}
    alike = {p: found for found in lists if found.shared for p in found.others}
    out: Phrase = []
    for token in tokens:
        found = alike.get(token.place)
        if found is None:
            out.append(token)
            continue
        tag = verbs[found.first].tag
        out += [verbs[found.denial]] if tag in FINITE else []
        out.append(token._replace(tag=tag))
    return out


def loses_denial(pieces: Sequence[Phrase], lists: Sequence[DeniedList]) -> bool:
    """Return whether a piece says of a verb what only its denial says."""
    for piece in pieces:
        places = {t.place for t in piece}
        for found in lists:
            wanted = found.denial if found.shared else found.first
            if places & set(found.others) and wanted not in places:
                return True
    return False
