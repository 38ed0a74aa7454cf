"""Statements that a pattern finds before any parsing: who it is about, and measured values."""

from __future__ import annotations

import re
from typing import NamedTuple

from seethrough.atomizers.owners.people import PERSONS
from seethrough.text.names import GIVEN

_KIN = r"(?!(?:daughter|sister|brother|mother|father|son|wife|husband)\b)"
_PERSON = (
    r"(?:(?:(?:male|female)\s+)?(?:wom[ae]n|m[ae]n|girl|boy|infant|newborn|neonate|toddler|child|"
    r"teenager|adolescent|lady|gentleman|baby|patient|person|student|adult)|female|male|"
    r"primigravid|multigravid|"
    rf"{_KIN}[a-z]+(?=,?\s+(?:comes|presents|presented|came|is|was|with|has|who)\b))"
)
_NOT_BETWEEN = r"(?!(?:comes|came|presents|presented|is|was|to|with|has|who|and|the|an?)\b)"
_AGE = re.compile(
    r"\b(?:(?P<det>[Aa]n?|[Tt]he|[Tt]his|[Oo]ur)\s+)?(?P<before>(?:(?!(?:an?|the)\b)[\w-]+,?\s+){0,3}?)"
    r"(?P<age>\d{1,3}(?:[.½]\d?)?)[\s-]*(?:-\s*)?(?P<unit>year|yr|month|week|day|hour)s?[\s-]*"
    r"(?:old|o)\b,?[\s-]*(?P<between>(?:"
    + _NOT_BETWEEN
    + r"[\w/-]+,?\s+){0,4}?)(?P<who>"
    + _PERSON
    + r")\b",
)
_WITH = re.compile(
    r"^(?P<subject>.{0,40}?[Tt]he patient),?\s+(?:with|who has)\s+(?P<what>.+?)\s+(?=(?:is|was|"
    r"has been|comes|came|presents|presented|arrives|arrived|returns|visits|undergoes|has|had|"
    r"is brought|seeks|sought|develops|developed|reports|calls|goes|went|dies|died)\s)"
)
_UNIT = (
    r"(?:mm\s?Hg|/\s?min|breaths|beats|bpm|°|º|mg|g/|mEq|mmol|mol|U/|IU|/mm|/µ|/μ|/L|%|kg|lb|cm|"
    r"mm|mL|ng|pg|µ|μ|fL|sec|seconds|x\s?10|×)"
)
_NUMBER = r"[<>≤≥~±]?\s?[+-]?\d[\d,./–-]*"
_VALUE = re.compile(
    r"^(?:and\s+|but\s+|with\s+)?(?:(?P<det>his|her|the|my|our|their|a|an|patient's)\s+)?"
    r"(?P<name>[^\W\d_][^:=,;]{0,60}?)(?P<link>\s+(?:is|was|are|were|of)\s+(?:at\s+)?|\s*[:=]\s*|\s+)"
    rf"(?P<value>{_NUMBER}(?:[\s°º%/(A-Za-zµμ×\[].*)?)$",
    re.IGNORECASE,
)
_HAS_VERB = re.compile(
    r"\b(?:had|has|have|shows?|showed|takes?|took|reports?|comes|presents?|since|ago|in|on|at|for|"
    r"i|you|we|he|she|it|they|who|which|that|to|and|or|with|from|by|than|about|every|after|before|"
    r"smok\w+|drinks?|is|was|are|were)\b",
    re.IGNORECASE,
)
_MEASURES = re.compile(
    r"\b(?:weigh(?:s|ed)?|measure[sd]|los(?:t|es)|gain(?:s|ed)|receive[sd]|drank|lifts|lifted|needs|"
    r"needed|gets|got|walks|walked|runs|ran|ate|eats|owns|owned|uses|used)$",
    re.IGNORECASE,
)
"""Verbs that take a measured value, where a name of what was measured might stand."""
_PREFACE = re.compile(r"^(?:on|at|in|upon)\b[^,]{0,60}$", re.IGNORECASE)


_FEMININE = {
    **dict.fromkeys(("woman", "girl", "female", "lady", "primigravid", "multigravid"), True),
    **dict.fromkeys(("man", "boy", "male", "gentleman"), False),
}
_ELDERLY = re.compile(
    r"^(?:An?|The)\s+(?P<age>(?:previously healthy\s+)?(?:elderly|middle-aged|young|adult|obese))"
    r"\s+(?P<who>" + _PERSON + r")\b"
)


_SPEAKS_FOR_ITSELF = 6
"""The age in years from which patients describe their own case."""


class Opening(NamedTuple):
    """What the first words say about the main subject.

    Attributes:
        claims: Age, sex and description, as claims.
        rest: The sentence with the description replaced by *the patient*.
        feminine: Whether the words say that the subject is female; None if they don't.
        minor: Whether they say that the subject is a child too young to describe its own case.
    """

    claims: list[str]
    rest: str
    feminine: bool | None = None
    minor: bool = False


def opening(sentence: str, subject: str) -> Opening:
    """Take *a previously healthy 43-year-old woman with asthma* apart.

    Args:
        sentence: The sentence.
        subject: The main subject, such as ``The patient``.
    """
    found = _ELDERLY.match(sentence)
    if found:
        who = found["who"]
        claims = [f"{subject} is {found['age']}.", f"{subject} is a {who}."]
        return Opening(claims, subject + sentence[found.end() :], _FEMININE.get(who.split()[0]))
    found = _AGE.search(sentence)
    if not found or (found["det"] is None and found.start() > 0):
        return Opening([], sentence)
    who, unit = found["who"].lower(), {"yr": "year"}.get(found["unit"], found["unit"])
    before = found["before"].replace(",", " ").split()
    if before and before[0].lower() in ("is", "was", "for", "to", "of", "by"):
        return Opening([], sentence)
    between = found["between"].strip(" ,")
    described = f"{between} {who}" if between else who
    article = "an" if re.match(r"8|11$|18$", found["age"]) else "a"
    # Age and sex are one claim: an adversary who knows a person knows both, and two claims would
    # fill the first claims of a record with what is true of many people.
    claims = [f"{subject} is {article} {found['age']}-{unit}-old {described}."]
    if before:
        verb = "was" if "previously" in [w.lower() for w in before] else "is"
        claims.append(f"{subject} {verb} {' '.join(before)}.")
    at_start = found.start() == 0
    name = subject if at_start else subject[0].lower() + subject[1:]
    rest = sentence[: found.start()] + name + sentence[found.end() :]
    rest = re.sub(
        rf"^(?:This|It|He|She|{re.escape(subject)}) (?:is|was) {re.escape(name)},? (?:who )?(?=\w)",
        f"{subject} ",
        rest,
    )
    if re.fullmatch(rf"{re.escape(name)}\W*", rest) or re.fullmatch(
        rf"\W*(?:{re.escape(subject)}|this|it) (?:is|was) {re.escape(subject)}\W*",
        rest,
        re.IGNORECASE,
    ):
        rest = ""
    minor = unit != "year" or float(found["age"].rstrip("½") or 0) < _SPEAKS_FOR_ITSELF
    return Opening(claims, rest, _FEMININE.get(who.split()[0]), minor)


def afflictions(sentence: str, subject: str) -> tuple[str, str]:
    """Split *The patient with X comes to Y* into what the patient has and the rest.

    Returns:
        ``The patient has X.`` or an empty string, and the sentence without it.
    """
    found = _WITH.match(sentence)
    if not found:
        return "", sentence
    rest = found["subject"] + " " + sentence[found.end() :]
    return f"{subject} has {found['what'].strip(' ,')}.", rest


def values(sentence: str, owner: str, every: bool) -> tuple[list[str], str]:
    """Take *pulse is 90/min, and blood pressure 120/80 mm Hg* apart.

    Args:
        sentence: A sentence or a line of a table.
        owner: The main subject as a possessive, such as ``The patient's``, or empty.
        every: Whether every value is the main subject's; else only those called *my* or *our*.

    Returns:
        One claim per measured value, and what is left of the sentence, which may be empty.
    """
    if not re.search(r"\d", sentence):
        return [], sentence
    parts = re.split(r"[,;]\s+(?:and\s+)?|\s+and\s+(?=[a-z ]+(?:\s(?:is|was|of)\s|\s)\d)", sentence)
    found = [_value(part.strip().rstrip(".;,"), owner, every) for part in parts]
    if not any(found):
        return [], sentence
    preface = ""
    rest: list[str] = []
    claims: list[str] = []
    for part, claim in zip(parts, found, strict=True):
        if claim:
            claims.append(claim)
        elif not claims and not rest and _PREFACE.match(part.strip()):
            preface = part.strip()
        else:
            rest.append(part.strip())
    if rest and found[0] is None and not preface and len(claims) < 2:
        return [], sentence
    if rest and not re.search(r"\b(?:is|was|are|were|has|shows?)\b", rest[0]):
        return [], sentence
    if preface:
        first = claims[0]
        keep = first if first.startswith(owner or "\0") else first[0].lower() + first[1:]
        claims[0] = f"{preface}, {keep[0].lower() + keep[1:]}"
    return claims, ", ".join(rest)


def _value(part: str, owner: str, every: bool) -> str | None:
    found = _VALUE.match(part)
    if not found:
        return None
    name, link, value = found["name"].strip(), found["link"].strip(), found["value"].strip()
    name = re.sub(r"^patient['’]s ", "", name) if every else name
    unowned = not link and not every and not found["det"]
    if unowned and len(name.split()) > 1 and name[-1].isalpha():
        return None  # "Sam owns 20 %": what stands before the value may be a verb
    if not link and not re.match(rf"{_NUMBER}\s?\(?{_UNIT}", value):
        return None
    if not link and _acts(name):
        return None
    if _HAS_VERB.search(name) or len(name.split()) > 6 or len(value.split()) > 10:
        return None
    if re.search(
        r"[.!?]\s|\b(?:is|was|years?|months?|weeks?|days?|hours?|ago|per|times?)\b", value
    ):
        return None
    det = (found["det"] or "").lower()
    if every or det in ("my", "our"):
        holder = owner
    else:
        holder = "The" if det in ("the", "a", "an") else det.capitalize()
    if holder and re.match(r"[A-Z][a-z]{3,}\b", name):
        name = name[0].lower() + name[1:]
    if link in ("", ":", "=", "of"):
        link = "are" if name.endswith("s") and not name.endswith("ss") else "is"
    return f"{holder} {name} {link} {value}.".strip()


def _acts(name: str) -> bool:
    """Return whether what stands before a value is somebody who does something: *Anna lifted*."""
    first = name.split()[0]
    named = first[0].isupper() and first.lower() in GIVEN
    return named or first.lower() in PERSONS or bool(_MEASURES.search(name))
