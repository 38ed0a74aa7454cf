"""Verb forms that agree with a subject that was put in."""

from __future__ import annotations

from seethrough.atomizers.clauses.tokens import Phrase

_IRREGULAR = {
    "am": "is", "'m": "is", "’m": "is", "m": "is", "are": "is", "'re": "is", "’re": "is",
    "have": "has", "'ve": "has", "’ve": "has", "ve": "has", "do": "does", "go": "goes",
    "were": "was", "been": "has been", "dont": "doesn't", "wanna": "wants to",
    "gonna": "is going to",
}  # fmt: skip


def third_person(verb: str) -> str:
    """Return a present-tense verb in the third person singular."""
    lower = verb.lower()
    if lower in _IRREGULAR:
        return _IRREGULAR[lower]
    if lower.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if lower.endswith("y") and len(lower) > 1 and lower[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def is_plural(subject: Phrase) -> bool:
    """Return whether a noun phrase takes a plural verb."""
    head = next((t for t in reversed(subject) if t.tag[:2] in ("NN", "PR", "CD")), None)
    for k, token in enumerate(subject):
        if token.tag == "IN" and k:
            head = subject[k - 1]
            break
    if head is None:
        return False
    return head.tag in ("NNS", "NNPS") or head.lower in ("we", "they", "these", "those", "you", "i")


def agreeing(subject: Phrase, rest: Phrase) -> Phrase:
    """Return the rest of a statement with its first verb made to agree with the subject."""
    if is_plural(subject):
        return rest
    for k, token in enumerate(rest[:4]):
        if token.tag == "VBP" or token.lower == "were":
            verb = token._replace(text=third_person(token.text), tag="VBZ")
            return [*rest[:k], verb, *rest[k + 1 :]]
        if token.tag in ("VBZ", "VBD", "MD", "VB"):
            break
    return rest
