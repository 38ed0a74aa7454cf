"""Cuts a sentence at commas, conjunctions and relative pronouns."""

from __future__ import annotations

from dataclasses import dataclass

from seethrough.atomizers.clauses.tags import CONTRAST, FINITE, NOMINAL, is_finite, is_nominal
from seethrough.atomizers.clauses.tokens import Phrase, Token


@dataclass
class Segment:
    """What stands between two separators: ``lead`` is the separator, ``body`` the words."""

    lead: Phrase
    body: Phrase
    relative: bool = False
    passive: bool = False
    closes: bool = False

    @property
    def conjunction(self) -> str:
        """The conjunction that leads the segment in lower case, or empty."""
        return next((t.lower for t in self.lead if t.tag == "CC"), "")

    @property
    def pronoun(self) -> str:
        """The relative pronoun that leads the segment in lower case, or empty."""
        return next((t.lower for t in self.lead if t.tag in ("WDT", "WP", "DT", "IN")), "")

    def finite(self) -> int:
        """Return where the first finite verb stands in the body, or -1."""
        return next((k for k, t in enumerate(self.body) if is_finite(t)), -1)

    def subject_end(self) -> int:
        """Return where the verb group of the first finite verb starts, or -1."""
        k = self.finite()
        while k > 0 and self.body[k - 1].tag in ("RB", "RBR") and not self.body[k - 1].opaque:
            k -= 1
        return k

    @property
    def kind(self) -> str:
        """``clause``, ``verb``, ``noun``, ``adjective``, ``preposition``, ``other`` or empty."""
        if not self.body:
            return ""
        end = self.subject_end()
        if end > 0 and any(is_nominal(t) for t in self.body[:end]):
            return "clause"
        if end >= 0:
            return "verb"
        k = 0
        while k < len(self.body) - 1 and self.body[k].tag in ("RB", "RBR"):
            k += 1
        tag = self.body[k].tag
        if tag in ("VB", "VBG", "VBN", "TO"):
            nominal = any(t.tag[:2] == "NN" for t in self.body[k + 1 :])
            attributive = tag != "VB" and k + 1 < len(self.body)
            if (
                attributive
                and nominal
                and self.body[k + 1].tag[:2] in ("NN", "JJ")
                and (self.body[k].dep in ("amod", "compound"))
            ):
                return "noun"
            return "verb"
        if tag in ("IN", "RP"):
            return "preposition"
        if any(t.tag in NOMINAL or t.opaque for t in self.body):
            return "noun"
        return "adjective" if any(t.tag[:2] in ("JJ", "VB") for t in self.body) else "other"


def cut(tokens: Phrase) -> list[Segment]:
    """Return the segments of a sentence; together they hold every word, in order."""
    out = [Segment([], [])]
    seen_finite = False
    by_place = {t.place: t for t in tokens}
    for k, token in enumerate(tokens):
        before = tokens[k - 1] if k else None
        following = tokens[k + 1] if k + 1 < len(tokens) else None
        separator = relative = passive = closes = False
        if not token.opaque and before is not None and following is not None:
            if _separates(token, before):
                separator = True
            elif token.tag in ("WDT", "WP") and token.lower in ("who", "which", "that"):
                relative = before.tag[:2] in ("NN", "CD", "JJ") or before.text in (",", ")")
                separator = relative = relative and following.lower != "of"
            elif token.lower == "that" and before.text == "," and following.tag in FINITE:
                separator = relative = token.tag == "DT" or token.dep == "nsubj"
            elif token.lower in CONTRAST and token.tag == "IN":
                separator = True
            elif token.tag == "VBN" and token.dep == "acl" and token.head in (k - 1, k - 2):
                passive = before.tag[:2] == "NN" and following.tag in ("IN", "NNP", "NN", "TO")
                passive &= not _completes_passive(out[-1].body)
            elif token.lower == "complaining" and before.tag != "CC" and seen_finite:
                passive = before.tag[:2] != "VB" and before.text != ","
            elif is_finite(token) and _outside(token, out[-1], by_place):
                closes = _governor(token, by_place).dep == "ROOT"
                if not closes and len(out) > 1:
                    inner = out.pop()
                    out[-1].body.extend([*inner.lead, *inner.body])
        if separator:
            if out[-1].body:
                out.append(Segment([token], [], relative))
            else:
                out[-1].lead.append(token)
                out[-1].relative |= relative
            continue
        if passive and out[-1].body:
            out.append(Segment([], [token], relative=True, passive=True))
            continue
        if closes:
            out.append(Segment([], [token], closes=True))
            continue
        seen_finite |= is_finite(token)
        out[-1].body.append(token)
    if len(out) > 1 and not out[-1].body:
        last = out.pop()
        out[-1].body.extend(last.lead)
    return out


def _separates(token: Token, before: Token) -> bool:
    """Return whether a word separates segments wherever it stands inside a sentence."""
    return (
        token.text in (",", ";", "—", "–", "--")
        or (token.text == "-" and before.space and token.space)
        or (token.tag == "CC" and token.lower in ("and", "or", "but", "nor", "plus", "yet"))
    )


def _governor(verb: Token, by_place: dict[int, Token]) -> Token:
    """Return the main verb of a verb group."""
    return by_place.get(verb.head, verb) if verb.dep in ("aux", "auxpass") else verb


def _outside(verb: Token, relative: Segment, by_place: dict[int, Token]) -> bool:
    """Return whether a finite verb continues the sentence after a relative clause."""
    if not relative.relative or not (relative.passive or relative.finite() >= 0):
        return False
    main = _governor(verb, by_place)
    if main.dep == "conj" and any(
        t.head == main.place and t.dep in ("nsubj", "nsubjpass") for t in relative.body
    ):
        return False  # a clause that runs on without a separator
    return main.head == main.place or not relative.body[0].place <= main.head <= verb.place


def _completes_passive(body: Phrase) -> bool:
    """Return whether a participle belongs to *is*: *electricity is in fact paid by the church*."""
    verb = max((k for k, t in enumerate(body) if is_finite(t)), default=-1)
    if verb < 0 or body[verb].lower not in ("is", "are", "was", "were", "be", "been"):
        return False
    between = [t.tag for t in body[verb + 1 :] if t.tag != "RB"]
    return between in ([], ["IN", "NN"])
