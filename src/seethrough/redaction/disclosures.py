"""Self-disclosures by pattern, and more general words for them: English, offline, no model.

The kinds follow Dou et al. (2024), table 1, as far as patterns can find them. The patterns are this
package's own, and every one of them takes time that grows with the length of the text alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from seethrough.redaction.detection import Span, merge

_SCORE = 0.9


class _Rule(NamedTuple):
    kind: str
    pattern: re.Pattern[str]
    general: Callable[[str], str]


_PHASES = (
    (13, "young", "a child"),
    (20, "teenage", "a teenager"),
    (36, "young", "a young adult"),
    (60, "middle-aged", "a middle-aged person"),
    (1000, "older", "an older person"),
)
"""Phases of life by their last age in years: an adjective, and a noun phrase."""


def _phase(surface: str) -> tuple[str, str]:
    match = re.search(r"\d{1,3}", surface)
    age = int(match.group()) if match else 40
    return next((adjective, noun) for limit, adjective, noun in _PHASES if age < limit)


def _age_words(surface: str) -> str:
    """Return a phase of life for the number in ``surface``, as an adjective, behind its article."""
    infant = re.search(r"month|week|day", surface, re.IGNORECASE)
    adjective = "infant" if infant else _phase(surface)[0]
    if not surface[0].isalpha():
        return adjective
    article = "an" if adjective[0] in "aeiou" else "a"
    return f"{article.capitalize() if surface[0].isupper() else article} {adjective}"


def _age_clause(surface: str) -> str:
    """Return the words before the number with a phase of life in its place."""
    before = surface[: re.search(r"\d", surface).start()].rstrip()  # type: ignore[union-attr]
    if before.lower().endswith(("age", "aged")):
        return f"as {_phase(surface)[1]}"
    return "turned some age" if before.lower() == "turned" else f"{before} {_phase(surface)[1]}"


def _job(surface: str) -> str:
    first = surface.split()[0]
    return f"{first} in some job" if first.lower().startswith("work") else f"{first} of some kind"


def _pet(surface: str) -> str:
    first = surface.split()[0]
    return "pets" if first.lower() in ("two", "three") else f"{first} pet"


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
_NUMBER = r"\d{1,30}(?:[,.]\d{1,30}){0,9}"

_MONEY_WORDS = "dollars|euros?|pounds|usd|eur|gbp|kroner|k a year"
_ENDS = (
    "and or but in at on of for from by to with without since when while where which who that"
    " because as after before during until then so if last this next every years? months? ago"
    " i he she it we they is was has had have"
).replace(" ", "|")
"""Words that end what somebody has, or works as."""
_FURTHER = rf"(?: (?!(?:{_ENDS})\b)[a-z0-9][\w'’-]{{0,30}}){{0,3}}"
"""Up to three words more of it."""

_PATTERNS: tuple[tuple[str, str, Callable[[str], str]], ...] = (
    ("AGE", r"\b(?:an? )?\d{1,3}[- ]?(?:years?|months?|weeks?|days?|yrs?)[- ]?old\b", _age_words),
    ("AGE", r"\b(?:an? )?\d{1,3} ?y/?o\b", _age_words),
    ("AGE", r"(?<![\w.$€£])(?:[1-9]\d ?[MF]|[MF] ?/ ?[1-9]\d)(?![\w])", lambda s: _phase(s)[1]),
    (
        "AGE",
        r"\b(?:I am|I['’]m|(?:he|she) is|(?:he|she)['’]s) [1-9]\d(?=[.,;!?)]|$| and\b| now\b)",
        _age_clause,
    ),
    ("AGE", r"\b(?:at age|aged?|at the age of|turned) [1-9]\d?\b", _age_clause),
    (
        "BIRTH",
        r"\b(?:born|birthday)(?: is)? (?:on|in) [\w, ]{3,20}?\d{2,4}\b",
        lambda s: s.split()[0],
    ),
    ("FAMILY", rf"\b(?:{'|'.join(_KIN)})\b", lambda s: _KIN[s.lower()]),
    ("SEX", rf"\b(?:{'|'.join(_ADULTS)})\b(?! ?-)", lambda s: _ADULTS[s.lower()]),
    (
        "RELATIONSHIP",
        r"\b(?:married|divorced|widowed|unmarried|engaged to|newlywed)\b",
        lambda s: "partnered or not",
    ),
    (
        "ORIENTATION",
        r"\b(?:gay|lesbian|bisexual|transgender|asexual|pansexual)\b",
        lambda s: "of some orientation",
    ),
    (
        "MONEY",
        rf"[$€£] ?{_NUMBER}(?: ?(?:k|million|m)\b)?|\b{_NUMBER} ?(?:{_MONEY_WORDS})\b",
        lambda s: "some money",
    ),
    (
        "EDUCATION",
        r"\b(?:PhD|Ph\.D\.|MBA|(?:bachelor|master)(?:['’]s)(?: degree)?)(?: in [a-z]{3,20})?",
        lambda s: "degree",
    ),
    (
        "SCHOOL",
        r"\b(?:\d{1,2}(?:st|nd|rd|th) grade|freshman|sophomore)\b",
        lambda s: "school",
    ),
    (
        "APPEARANCE",
        r"\b[4-7]['’] ?\d{1,2}(?:\"|''|”)?|\b\d{2,3} ?(?:lbs?|kg|kilos|cm tall)\b",
        lambda s: "some size",
    ),
    ("PET", rf"\b(?:my|our|a|two|three|his|her) (?:{_PETS})\b", _pet),
    (
        "HEALTH",
        r"\b(?:diagnosed with|suffer(?:s|ed|ing)? from|treated for)"
        rf"(?: (?:an?|the|my|his|her|some))? [a-z0-9][\w'’-]{{1,30}}{_FURTHER}",
        lambda s: f"{' '.join(s.split()[:2])} a condition",
    ),
    (
        "OCCUPATION",
        rf"\b(?:work(?:s|ed|ing)?|job|career) as an? [a-z-]{{2,20}}{_FURTHER}",
        _job,
    ),
)
_RULES = tuple(_Rule(k, re.compile(p, re.IGNORECASE), general) for k, p, general in _PATTERNS)

_GENERAL = {
    "DISCLOSURE": "something",
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
    """Return more general words for a span.

    Args:
        kind: The kind of the span, of the patterns or of Presidio.
        surface: The span.
    """
    for rule in _RULES:
        if rule.kind == kind and rule.pattern.fullmatch(surface):
            return rule.general(surface)
    ours = any(rule.kind == kind for rule in _RULES)
    return _GENERAL.get(kind, "something" if ours else "a number")
