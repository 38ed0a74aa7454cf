"""The person that a record is about, read from the whole text."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from seethrough.atomizers.owners.people import PERSONS
from seethrough.text.names import GIVEN, is_ordinary
from seethrough.text.words import vocabulary

Manner = Literal["patient", "first person", "third person"]

FIRST_PERSON = vocabulary("i me my mine myself we us our ours ourselves im")
_FIRST_PERSON_WORD = re.compile(
    r"\b[Ii]\b(?!\.[a-z])|\b(?:me|my|mine|myself|we|us|our|ours|ourselves|im|IM|MY|ME|WE|OUR)\b|"
    r"(?<![\w,'’] )\b(?:Me|My|Mine|Myself|We|Our|Ours|Ourselves|Im)\b"
)
"""*Find Me Guilty* is a title: a capital inside a sentence is no speaker."""
_REQUEST = re.compile(
    r"\b(?:can|could|would|will) you\b|\bplease\b|^\W*(?:write|give|make|create|tell|explain|"
    r"translate|rewrite|summari[sz]e|generate|help|act|provide|list|describe|rephrase|correct|"
    r"show|find|convert|answer|analy[sz]e|draft|suggest|paraphrase|reply|improve|read|what|how|"
    r"why|who|which|is|are|do|does)\b|\bi (?:want|need) (?:you|to|a|an)\b",
    re.IGNORECASE,
)
_LETTER = re.compile(
    r"^\W*(?:dear|hi|hello|hey)\b[^.?!\n]{0,40},?\s*$", re.IGNORECASE | re.MULTILINE
)
_PATIENT = re.compile(
    r"\bpatient(?!\s+with\b.{0,20}\bme\b)\b|\b\d{1,3}[- ](?:year|month|week|day)s?[- ]old\b|"
    r"\by/?o\b|\b(?:wom[ae]n|m[ae]n|boy|girl) (?:presents|comes|is brought)\b", re.IGNORECASE
)  # fmt: skip
_FEMININE = re.compile(r"\b(?:she|her|hers|herself)\b", re.IGNORECASE)
_MASCULINE = re.compile(r"\b(?:he|him|his|himself)\b", re.IGNORECASE)
_ROLES = PERSONS | vocabulary(
    "assistant human ai bot system host caller speaker narrator chair staff nan medic"
)
_ROLE_ENDING = re.compile(r"\w{3}(?:er|or|ist|ant|ent|ian|ee|man|woman)$")
_READ = 20_000
"""The first characters of a text show whom it is about."""


class Subject(NamedTuple):
    """The main subject of a record.

    Attributes:
        name: How claims name it (``The patient``); empty if there is none.
        manner: How the text speaks of it.
    """

    name: str
    manner: Manner


def subject_of(text: str) -> Subject:
    """Choose the main subject of a text."""
    first = len(_FIRST_PERSON_WORD.findall(text[:_READ]))
    words = [w.lower() for w in re.findall(r"[A-Za-z']+", text[:_READ])]
    third = sum(w in ("he", "she", "his", "her", "him") for w in words)
    if _PATIENT.search(text) and first <= max(1, third):
        return Subject("The patient", "patient")
    if re.search(r"\bthe applicant\b", text):
        return Subject("The applicant", "third person")
    letter = _LETTER.search(text[:300])
    if _REQUEST.search(text) and not letter:
        return Subject("The user", "first person")
    if first:
        return Subject("The writer", "first person")
    return Subject("", "third person")


def speaker_of(label: str) -> Subject:
    """Return who speaks a line of a dialogue: ``The doctor``, but ``Priya`` and ``Ed``."""
    role = label.isalpha() and label.lower() not in GIVEN and (label.islower() or _is_role(label))
    return Subject(f"The {label.lower()}" if role else label, "first person")


def _is_role(label: str) -> bool:
    word = label.lower()
    return word in _ROLES or (is_ordinary(word) and bool(_ROLE_ENDING.search(word)))


def stated_sex(text: str) -> bool | None:
    """Return whether the pronouns of a text are mostly feminine; None if they are mixed."""
    feminine = len(_FEMININE.findall(text[:_READ]))
    masculine = len(_MASCULINE.findall(text[:_READ]))
    if max(feminine, masculine) < 3 * min(feminine, masculine) + 1:
        return None
    return feminine > masculine
