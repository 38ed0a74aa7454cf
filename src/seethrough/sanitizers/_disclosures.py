"""Self-disclosures by pattern, and more general words for them: English, offline, no model.

The kinds follow Dou et al. (2024), table 1, as far as patterns can tell them. The patterns are this
package's own, and every one of them takes time that grows with the length of the text alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from seethrough.sanitizers._detect import Span, merge

_SCORE = 0.9


class _Rule(NamedTuple):
    kind: str
    pattern: re.Pattern[str]
    general: Callable[[str], str]


def _age_words(surface: str) -> str:
    """Return a phase of life for the first number in ``surface``."""
    match = re.search(r"\d{1,3}", surface)
    age = int(match.group()) if match else 40
    if re.search(r"month|week|day", surface, re.IGNORECASE):
        return "infant"
    for limit, words in ((13, "young"), (20, "teenage"), (36, "young adult"), (60, "middle-aged")):
        if age < limit:
            return words
    return "older"


def _age_clause(surface: str) -> str:
    return f"{re.split(r'[0-9]', surface, maxsplit=1)[0].rstrip()} {_age_words(surface)}"


def _sex_and_age(surface: str) -> str:
    return f"a {_age_words(surface)} person".replace("a older", "an older")


_KIN = {
    "husband": "partner", "wife": "partner", "boyfriend": "partner", "girlfriend": "partner",
    "fiancé": "partner", "fiancée": "partner", "fiance": "partner", "fiancee": "partner",
    "spouse": "partner", "bf": "partner", "gf": "partner", "hubby": "partner",
    "son": "child", "daughter": "child", "stepson": "child", "stepdaughter": "child",
    "mother": "parent", "father": "parent", "mom": "parent", "mum": "parent", "dad": "parent",
    "mommy": "parent", "daddy": "parent", "brother": "sibling", "sister": "sibling",
    "twin": "sibling", "grandmother": "grandparent", "grandfather": "grandparent",
    "grandma": "grandparent", "grandpa": "grandparent", "aunt": "relative", "uncle": "relative",
    "niece": "relative", "nephew": "relative", "cousin": "relative",
    "husbands": "partners", "wives": "partners", "sons": "children", "daughters": "children",
    "brothers": "siblings", "sisters": "siblings", "twins": "children", "parents": "family",
}  # fmt: skip
_ADULTS = {
    "man": "person", "woman": "person", "boy": "child", "girl": "child", "gentleman": "person",
    "lady": "person", "guy": "person", "male": "person", "female": "person",
}  # fmt: skip
_PETS = "dogs?|cats?|puppy|puppies|kittens?|parrots?|hamsters?|rabbits?|horses?"
_NUMBER = r"(?:\d{1,3}(?:[,.]\d{1,3})*|\d{1,9})"

_RULES: tuple[_Rule, ...] = tuple(
    _Rule(kind, re.compile(pattern, re.IGNORECASE), general)
    for kind, pattern, general in (
        ("AGE", r"\b\d{1,3}[- ]?(?:years?|months?|weeks?|days?|yrs?)[- ]?old\b", _age_words),
        ("AGE", r"\b\d{1,3} ?y/?o\b", _age_words),
        ("AGE", r"(?<![\w.])[\[(]?(?:[1-9]\d ?[MF]|[MF] ?/? ?[1-9]\d)[\])]?(?![\w.])", _sex_and_age),
        ("AGE", r"\b(?:I am|I['’]m|(?:he|she) is|(?:he|she)['’]s) [1-9]\d(?=[.,;!?)]|$| and\b| now\b)",
         _age_clause),
        ("AGE", r"\b(?:age|aged|at age|turned) [1-9]\d?\b", _age_clause),
        ("BIRTH", r"\b(?:born|birthday)(?: is)? (?:on|in) [\w, ]{3,20}?\d{2,4}\b",
         lambda s: s.split()[0]),
        ("FAMILY", rf"\b(?:{'|'.join(_KIN)})\b", lambda s: _KIN[s.lower()]),
        ("SEX", rf"\b(?:{'|'.join(_ADULTS)})\b(?! ?-)", lambda s: _ADULTS[s.lower()]),
        ("RELATIONSHIP", r"\b(?:married|divorced|widowed|unmarried|engaged to|newlywed)\b",
         lambda s: "partnered or not"),
        ("ORIENTATION", r"\b(?:gay|lesbian|bisexual|transgender|asexual|pansexual)\b",
         lambda s: "of some orientation"),
        ("MONEY", rf"[$€£] ?{_NUMBER} ?(?:k|million|m)?\b|\b{_NUMBER} ?(?:dollars|euros?|pounds|usd|"
         r"eur|gbp|kroner|k a year)\b", lambda s: "some money"),
        ("EDUCATION", r"\b(?:PhD|Ph\.D\.|MBA|bachelor(?:['’]s)?(?: degree)?|master['’]s(?: degree)?)"
         r"(?: in [a-z]{3,20})?", lambda s: "a degree"),
        ("SCHOOL", r"\b(?:\d{1,2}(?:st|nd|rd|th) grade|freshman|sophomore)\b", lambda s: "school"),
        ("APPEARANCE", r"\b[4-7]['’] ?\d{1,2}(?:\"|''|”)?|\b\d{2,3} ?(?:lbs?|kg|kilos|cm tall)\b",
         lambda s: "some size"),
        ("PET", rf"\b(?:my|our|a|two|three|his|her) (?:{_PETS})\b",
         lambda s: f"{s.split()[0]} pet" if s.split()[0].lower() not in ("two", "three") else "pets"),
        ("HEALTH", r"\b(?:diagnosed with|suffer(?:s|ing)? from|treated for) [a-z][a-z-]{2,25}"
         r"(?: (?:disorder|disease|cancer|syndrome|diabetes))?",
         lambda s: f"{' '.join(s.split()[:2])} a condition"),
        ("OCCUPATION", r"\b(?:work(?:s|ed|ing)? as|job as|career as) an? [a-z-]{3,20}"
         r"(?: [a-z-]{3,20}(?:er|or|ist|ant|ian|ee))?",
         lambda s: f"{s.split()[0]}{' as' if ' as ' in s else ''} something"),
    )
)  # fmt: skip

_GENERAL = {
    "PERSON": "someone", "LOCATION": "somewhere", "ORGANIZATION": "an organization",
    "DATE_TIME": "some time", "NRP": "of some origin", "EMAIL_ADDRESS": "an address",
    "URL": "a web page", "PHONE_NUMBER": "a phone number", "IP_ADDRESS": "an address",
}  # fmt: skip
"""More general words for what Presidio finds, by its kinds; another kind becomes ``a number``."""


def disclosures(text: str) -> list[Span]:
    """Return the self-disclosures that the patterns find, from left to right, none overlapping."""
    return merge(
        Span(match.start(), match.end(), rule.kind, _SCORE)
        for rule in _RULES
        for match in rule.pattern.finditer(text)
    )


def general_words(kind: str, surface: str) -> str:
    """Return more general words for a span; a capital letter at its start stays one.

    Args:
        kind: The kind of the span, of the patterns or of Presidio.
        surface: The span.
    """
    words = next(
        (r.general(surface) for r in _RULES if r.kind == kind and r.pattern.fullmatch(surface)),
        _GENERAL.get(kind, "something" if any(r.kind == kind for r in _RULES) else "a number"),
    )
    return words[:1].upper() + words[1:] if surface[:1].isupper() and len(surface) > 1 else words
