"""Sentences of a record that instruct a judge what to answer, withheld from the judge.

A fence keeps a record from posing as the prompt, yet a small model also follows an instruction that
it knows to be a quotation. So sentences that read like one are withheld from it. They are patterns:
an instruction in other words, or in another language, gets through; a larger model resists more.
"""

from __future__ import annotations

import re
from typing import NamedTuple

NOTE = "the text gives instructions to its reader; the judge was not shown these"

SHARE = 0.5
"""From which share of a claim's words in the withheld sentences the claim is about them."""

_SENTENCE = re.compile(r"((?<=[.!?])\s+|\n+)")
_WORD = re.compile(r"\w{2,}")
_ALL = r"(?:every|all|each|any|these|those|them|everything|both|it)"
_THING = r"(?:claims?|facts?|questions?|statements?|passages?|ratings?)"
_VERDICT = r"[\"'*]?(?:[1-3]|yes|no|unsupported)\b"
_SMALL = r"(?:to|of|is|are|be|must|should|as|a|the|with|only|just|always|number|word)"
_FILLER = rf"(?:\W+(?:{_ALL}|{_THING}|{_SMALL}))"
_ORDERS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"\b(?:ignore|disregard|forget|override)\b.{0,40}"
        r"\b(?:instructions?|above|previous|prior|prompt|rubric|everything)\b",
        rf"\b(?:rate|grade|score|mark|label)\b{_FILLER}{{0,3}}\W+(?:{_ALL}|{_THING})"
        rf"{_FILLER}{{0,5}}\W+{_VERDICT}",
        rf"\b(?:answers?|respond|reply|say|output|print|choose)\b{_FILLER}{{0,8}}\W+{_VERDICT}",
        rf"\b{_THING}\b.{{0,30}}\bunsupported\b",
        r"<\|? ?\|?/?[a-z_]+\|>|< ?/?s>|\[ ?/?INST\]|</?[a-z_]+ [0-9a-f]{16}>",
        r"\bratings?[\"']?\s*:\s*[\[\"']?(?:[1-3]\b|\[?\{)",
        r"\byou are (?:now )?(?:a|an|the)\b.{0,20}\b(?:judge|rater|evaluator|grader)\b",
        r"\b(?:readers?|raters?|evaluators?|graders?)\b\W+"
        r"(?:should|must|shall|ha(?:s|ve) to|is to)\b",
        r"(?m)(?-i:^[^\w\n]*(?:SYSTEM|INSTRUCTIONS?)\s*:)",
    )
)


class Quarantined(NamedTuple):
    """A text in two.

    Attributes:
        text: What may be shown to a judge.
        withheld: The sentences that read like instructions, joined; empty for none.
    """

    text: str
    withheld: str


def quarantine(text: str) -> Quarantined:
    """Return a text without the sentences that read like instructions to a judge."""
    if not any(order.search(text) for order in _ORDERS):
        return Quarantined(text, "")
    kept = ""
    withheld: list[str] = []
    parts = [*_SENTENCE.split(text), ""]
    for sentence, space in zip(parts[::2], parts[1::2], strict=True):
        if any(order.search(sentence) for order in _ORDERS):
            withheld.append(sentence)
        else:
            kept += sentence + space
    # The text around the instructions is unchanged, so that the rest is judged as without them.
    return Quarantined(kept.rstrip() if withheld else text, "\n".join(withheld))


def pair_for_judge(claim: str, passage: str) -> tuple[str, str, str]:
    """Return a claim and a passage as a judge may see them, and a note where something is missing.

    A claim about the withheld sentences themselves (a user who asks for a yes or no) is rated
    against the whole passage; a claim that is only an instruction stays whole.
    """
    shown, said = quarantine(passage), quarantine(claim)
    words = {w.lower() for w in _WORD.findall(claim)}
    hidden = {w.lower() for w in _WORD.findall(shown.withheld)}
    about = bool(words) and len(words & hidden) >= SHARE * len(words)
    text = passage if about else shown.text
    note = NOTE if said.withheld or (shown.withheld and not about) else ""
    return said.text or claim, text, note
