"""Cuts a sentence at commas, conjunctions and relative pronouns."""

from __future__ import annotations

from dataclasses import dataclass

from seethrough.atomizers._tags import (
    CONTRAST,
    DESCRIBES,
    FINITE,
    NOMINAL,
    is_finite,
    is_nominal,
    waits,
)
from seethrough.atomizers._tokens import Phrase


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
    for k, token in enumerate(tokens):
        before = tokens[k - 1] if k else None
        following = tokens[k + 1] if k + 1 < len(tokens) else None
        separator = relative = passive = closes = False
        if not token.opaque and before is not None and following is not None:
            if (
                token.text in (",", ";", "—", "–", "--")
                or (token.text == "-" and before.space and token.space)
                or (token.tag == "CC" and token.lower in ("and", "or", "but", "nor", "plus", "yet"))
            ):
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
            elif token.lower == "complaining" and before.tag != "CC" and seen_finite:
                passive = before.tag[:2] != "VB" and before.text != ","
            elif is_finite(token) and token.dep == "ROOT" and out[-1].relative:
                closes = out[-1].passive or out[-1].finite() >= 0
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


def merged(segments: list[Segment]) -> list[Segment]:
    """Join segments that a separator only seems to part."""
    out: list[Segment] = []
    for k, segment in enumerate(segments):
        if out and _belongs(out, segment, segments[k + 1] if k + 1 < len(segments) else None):
            out[-1].body.extend([*segment.lead, *segment.body])
        else:
            out.append(segment)
    return out


def _belongs(done: list[Segment], segment: Segment, following: Segment | None) -> bool:
    last, first = done[-1].body[-1] if done[-1].body else None, segment.body[0]
    if last is None or segment.relative or segment.closes:
        return False
    body = done[-1].body
    words = {t.lower for t in body if not t.opaque}
    if "between" in words and segment.conjunction == "and":
        return True
    if {"both", "not"} <= words and "only" in words:
        return True
    if segment.lead[0].text == "," and not segment.conjunction:
        if first.tag == "CD" and last.tag in ("CD", "NNP") and len(segment.body) == 1:
            return True
        if first.tag == "CD" and first.text.isdigit() and len(first.text) == 4:
            return last.tag in ("CD", "NNP")
        lonely = following is None or not following.conjunction
        if first.tag == "NNP" and last.tag == "NNP" and lonely and len(segment.body) < 4:
            return segment.finite() < 0
    if first.tag == "NNP" and last.tag == "NNP" and segment.conjunction and len(first.text) < 4:
        return True
    if last.tag in ("JJ", "VBN", "DT", "PRP$") and waits(last, body):
        # "a distended, rigid abdomen": the adjective waits for its noun
        described = next((t for t in segment.body if t.tag not in DESCRIBES), None)
        return first.tag in DESCRIBES and (described is None or described.tag[:2] == "NN")
    ends = {t.place for t in segment.body}
    if last.dep in ("compound", "nmod", "amod") and last.head in ends:
        return True
    if len(done) == 1 and body[0].tag in ("IN", "VBG", "TO") and done[0].finite() < 0:
        return len(segment.lead) == 1 and segment.lead[0].tag == "CC" and segment.kind == "clause"
    if last.tag in ("VB", "VBZ", "VBD", "VBP") and first.tag == last.tag:
        return bool(segment.conjunction)
    return last.tag in ("IN", "TO") and not last.opaque
