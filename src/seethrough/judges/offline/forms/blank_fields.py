"""Fields of a form whose values were taken out."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from seethrough.judges.offline.content import content
from seethrough.judges.rouge import words

_LABEL = r"[^\W\d_][\w '’()/&-]{0,39}?"
_TAKEN_OUT = (
    r"[\[<{]{1,2}(?!(?i:yes|no|none|true|false|ok|done|x|\d+)[\]>}])"
    r"(?:[A-Z0-9 _/-]{1,40}|[\w-]{1,40})[\]>}]{1,2}|[xX]{3,}|[*_█#]+"
)
"""``[NAME]``, ``<PERSON_2>``, ``{{date}}``, ``XXXX``, ``***``; no ``[she nods]``, no ``[x]``.

Wider than the marks that the evidence leaves out (`reading`), with which the networks were fitted.
"""
_BLANK = re.compile(
    rf"(?:^[ \t|•-]*+|(?<=[,;|.!?])[ \t]*+)(?P<label>{_LABEL})[ \t]*[:=|\t][ \t]*+"
    rf"(?>(?:{_TAKEN_OUT})[ \t]*)++(?:[.,;|]|$)"
    rf"|^[ \t•-]*+(?P<empty>{_LABEL}):[ \t]*+$(?=[\s•-]*+(?:{_LABEL}:|\Z))",
    re.MULTILINE,
)
"""A label with nothing but placeholders behind it, or with nothing before the next one."""
_OWNER = 3
"""A claim names its field within so many words: *The patient's age is 36*."""


class _Field(NamedTuple):
    start: int
    end: int
    label: list[str]


def without_blank_fields(claim: str, passage: str) -> str:
    """Return a passage without the fields that say nothing of a claim, as they are blank.

    *Diagnosis: [REDACTED]* has words of the claim *Diagnosis: asthma*, and does not tell it. Fields
    other than the claim's own stay if their label has a word that carries the claim's fact, such as
    *Pregnancy: [REDACTED]* for *The patient's pregnancy is a surprise*.

    Args:
        claim: The claim.
        passage: What is read.
    """
    fields = _blank_fields(passage)
    if not fields:
        return passage
    told = words(claim)
    kept, done = [], 0
    for field in fields:
        if _is_own(field.label, told) or content(field.label).isdisjoint(content(told)):
            kept.append(passage[done : field.start])
            done = field.end
    return "".join([*kept, passage[done:]])


def _is_own(label: list[str], claim: list[str]) -> bool:
    return any(claim[at : at + len(label)] == label for at in range(_OWNER + 1))


@lru_cache(maxsize=2_048)
def _blank_fields(passage: str) -> list[_Field]:
    if not any(sign in passage for sign in ":=|\t"):
        return []
    found = [*_BLANK.finditer(passage)]
    if len(found) == 1 and found[0]["empty"]:
        return []  # more likely a heading, or a sentence that leads to a list
    return [_Field(*m.span(), words(m["label"] or m["empty"])) for m in found]
