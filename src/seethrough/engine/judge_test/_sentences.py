"""A claim as one parsed sentence: who, does what, to what, and how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.text.english import parse
from seethrough.text.words import vocabulary

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

LONGEST = 25
"""The longest claim, in words, that is taken apart; parsers err on longer ones."""

_OBJECTS = vocabulary("dobj attr acomp oprd xcomp ccomp")
_ADJUNCTS = vocabulary("prep advcl npadvmod agent")
_WITH_THE_VERB = vocabulary("aux auxpass neg prt")


@dataclass(frozen=True)
class Sentence:
    """The parts of a claim; each a run of tokens in the order of the text.

    Attributes:
        subject: Who or what.
        verb: The finite verb with its auxiliaries, negation and particle.
        root: The head of the verb.
        completion: The object or what else completes the verb; may be empty.
        adjuncts: Circumstances behind the verb, one run each.
        second: The predicates that "and" or "but" adds; may be empty.
    """

    subject: Sequence[Token]
    verb: Sequence[Token]
    root: Token
    completion: Sequence[Token]
    adjuncts: Sequence[Sequence[Token]]
    second: Sequence[Token]


def sentences(claims: Sequence[str]) -> Iterator[Sentence | None]:
    """Parse claims, in order; None for one that is no plain statement of one sentence."""
    short = [len(claim.split()) <= LONGEST for claim in claims]
    plain = (" ".join(claim.split()) for claim, fits in zip(claims, short, strict=True) if fits)
    parsed = parse(plain, disable=["ner"])
    for fits in short:
        yield _sentence(next(parsed)) if fits else None


def _sentence(doc: Doc) -> Sentence | None:
    roots = [token for token in doc if token.dep_ == "ROOT"]
    if len(roots) != 1 or "?" in doc.text:
        return None
    root = roots[0]
    before = [c for c in root.lefts if c.dep_ in ("nsubj", "nsubjpass")]
    if root.pos_ not in ("VERB", "AUX") or len(before) != 1:
        return None
    subject = _run(before[0])
    verb = [root]
    completion: list[Token] = []
    second: list[Token] = []
    adjuncts: list[list[Token]] = []
    for child in root.children:
        if child.dep_ in _WITH_THE_VERB:
            verb += _run(child)
        elif child == before[0] or child.dep_ in ("punct", "cc"):
            continue
        elif child.i < root.i:
            adjuncts.append(_run(child))
        elif child.dep_ == "conj":
            second += _run(child)
        elif child.dep_ in _OBJECTS and not completion:
            completion = _run(child)
        elif child.dep_ in _ADJUNCTS or child.dep_ == "advmod":
            adjuncts.append(_run(child))
        else:
            return None
    verb.sort(key=lambda token: token.i)
    return Sentence(subject, verb, root, completion, adjuncts, second)


def _run(token: Token) -> list[Token]:
    return [t for t in token.subtree if not (t.is_space or t.text in ".!;")]
