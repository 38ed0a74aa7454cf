"""What the offline judge extracts from a text: sentences, words, numbers, polarity, age and sex."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from seethrough.judges.offline.lexicon import Lexicon, lexicon, spans
from seethrough.text.stemmer import english_stem
from seethrough.text.words import vocabulary

LONGEST = 45
"""The most words of a sentence, as the judge reads it."""
_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][a-z]+)?|[@#$%°+/]")
_SENTENCE = re.compile(r"(?<=[.!?])[\"'”’)]*\s+(?=[\"'“‘(]?[A-Z0-9])|[\n\r;]+|(?<=[。！？])")

STOP = vocabulary(
    "a an the of to in on at by for with from into over under as and or than then so that this "
    "these those there here it its he she they him her them his hers their theirs i me my mine we "
    "us our you your yours who whom which whose what when where while be is am are was were been "
    "being do does did done have has had having will would shall should can could may might must "
    "s t d ll m re ve also too very just about up out off if because but however although though "
    "during after before since until both each all any some such only own same other more most "
    "patient patients user mr mrs ms dr"
)
"""Words that carry no fact of their own."""
LIGHT = frozenset(
    english_stem(w)
    for w in vocabulary(
        "says say said states stated state reports reported report describes described complains "
        "complained complaint asks asked ask wants want shows show showed shown reveals revealed "
        "notes noted noticed presents presented comes came come examination exam physical "
        "evaluation message text passage email letter post writer author sender history past "
        "time currently current given gives use uses using used takes take taking gets get got "
        "made make makes placed underwent received brought include includes including person "
        "individual people adult someone something"
    )
)
"""Stems of words that frame a fact and seldom are one."""
_NEGATIONS = vocabulary(
    "no not never without denies denied deny denying neither nor none lacks lacked lacking "
    "absence cannot negative isn't doesn't don't didn't wasn't aren't hasn't haven't can't won't "
    "couldn't free unable"
)
_SCOPE_ENDS = vocabulary(
    "but however although though yet except she he they it reports complains has is was are were "
    "shows reveals because"
)
_BACKWARD = frozenset({"negative", "absent", "denied", "spared"})
_NUMBERS = {
    word: float(number)
    for number, words in enumerate(
        [
            "zero",
            "one single once",
            "two twice pair",
            "three thrice",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve dozen",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
    for word in words.split()
} | {"thirty": 30.0, "forty": 40.0, "fifty": 50.0, "sixty": 60.0, "seventy": 70.0, "eighty": 80.0}
_UNITS = {
    "yr": "year", "yrs": "year", "mo": "month", "hr": "hour", "hrs": "hour", "min": "minut",
    "mins": "minut", "wk": "week", "wks": "week", "kilogram": "kg", "pound": "lb", "lbs": "lb",
    "milligram": "mg", "celsius": "c", "fahrenheit": "f", "percent": "%", "dollar": "$",
}  # fmt: skip
_MALE = vocabulary("man male boy gentleman guy he him his himself mr father husband")
_FEMALE = vocabulary("woman female girl lady she her hers herself mrs ms mother wife")
_SEX_NOUNS = vocabulary("man male boy gentleman guy woman female girl lady")
_EXACT_AGE = re.compile(
    r"\b(\d{1,3})[\s-]*(?:years?|yrs?)[\s-]*old|\b(\d{1,3})\s?(?:y\.?o\.?|y/o)\b"
    r"|\baged?\s(?:of\s)?(\d{1,3})\b|\b(\d{1,2})[\s-]*(months?|weeks?|days?)[\s-]*old"
)
_DECADE = re.compile(
    r"\b(?:in|into) (?:his|her|their|the|my) (?:early |mid |late |mid-|early-|late-)?"
    r"(\d0|teens|twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)"
)
_DECADES = (
    "teens",
    "twenties",
    "thirties",
    "forties",
    "fifties",
    "sixties",
    "seventies",
    "eighties",
    "nineties",
)
_BANDS = {
    "newborn": (0, 0.2), "neonate": (0, 0.2), "infant": (0, 1.5), "baby": (0, 2),
    "toddler": (1, 4), "child": (1, 13), "boy": (0, 17), "girl": (0, 17), "kid": (1, 13),
    "teenager": (12, 20), "teenage": (12, 20), "teen": (12, 20), "adolescent": (11, 20),
    "young": (5, 39), "middle-aged": (36, 66), "middle aged": (36, 66), "older": (55, 120),
    "elderly": (60, 120), "old man": (60, 120), "old woman": (60, 120), "senior": (60, 120),
    "young adult": (17, 36), "retired": (55, 120),
}  # fmt: skip
_BAND = re.compile(
    rf"(?<!year-)(?<!years-)(?<!year )(?<!years )"
    rf"\b({'|'.join(sorted(_BANDS, key=len, reverse=True))})\b"
)
_MASK = re.compile(r"\*{2,}|█+|_{3,}|\bX{3,}\b|\[[A-Z]{3,}(?:[_ ]\w+)*\]|<[A-Z]{3,}(?:[_ ]\w+)*>")


class Number(NamedTuple):
    """A number in a text: its value, the stem of the unit or word after it, and where it is."""

    value: float
    unit: str
    position: int


class Reading(NamedTuple):
    """A text, read.

    Attributes:
        words: Lower-case words and marks, in order.
        stems: Their stems.
        sentence: For each word, the number of its sentence.
        negated: For each word, whether it stands under a negation.
        sentences: The sentences as written.
        phrases: Every phrase of the lexicon as (first, after last, concepts).
        numbers: Every number, written in digits or as a word.
        names: Positions of words that look like names or codes.
        ages: The ages that are stated exactly, in years.
        bands: The ages that are stated roughly, as (from, to) in years.
        sex: 1 where the text is about a man, -1 a woman, 0 unclear.
    """

    words: tuple[str, ...]
    stems: tuple[str, ...]
    sentence: tuple[int, ...]
    negated: tuple[bool, ...]
    sentences: tuple[str, ...]
    phrases: tuple[tuple[int, int, frozenset[int]], ...]
    numbers: tuple[Number, ...]
    names: tuple[int, ...]
    ages: tuple[float, ...]
    bands: tuple[tuple[float, float], ...]
    sex: int


def sentences(text: str) -> list[str]:
    """Return the sentences and lines of a text, without empty ones, none very long.

    A sentence of more than ``LONGEST`` words is cut behind commas, else anywhere.
    """
    out = []
    for part in _SENTENCE.split(text):
        words = part.split() if part else []
        while len(words) > LONGEST:
            ends = [at for at in range(LONGEST // 2, LONGEST) if words[at].endswith((",", ":"))]
            cut = ends[-1] + 1 if ends else LONGEST
            out.append(" ".join(words[:cut]))
            words = words[cut:]
        if words:
            out.append(" ".join(words))
    return out


def read(text: str, known: Lexicon | None = None) -> Reading:
    """Return what the judge extracts from a text; redaction marks (``***``) say nothing."""
    parts = sentences(_MASK.sub(" ", text))
    words: list[str] = []
    sentence: list[int] = []
    names: list[int] = []
    for number, part in enumerate(parts):
        found = [m.group().replace("’", "'") for m in _TOKEN.finditer(part)]
        for place, token in enumerate(found):
            bare = token.removesuffix("'s")
            if len(bare) > 1 and (place and bare[0].isupper()) and bare.lower() not in STOP:
                names.append(len(words))
            words.append(bare.lower())
            sentence.append(number)
    stems = tuple(english_stem(word) for word in words)
    lower = " ".join(parts).lower()
    return Reading(
        tuple(words),
        stems,
        tuple(sentence),
        tuple(negations(words, sentence)),
        tuple(parts),
        tuple(spans(stems, known or lexicon())),
        tuple(numbers(words)),
        tuple(names),
        tuple(exact_ages(lower)),
        tuple(age_bands(lower)),
        sex(words),
    )


def negations(words: Sequence[str], sentence: Sequence[int]) -> list[bool]:
    """Return for each word whether a negation of its clause covers it."""
    out = [False] * len(words)
    for place, word in enumerate(words):
        if word not in _NEGATIONS and word not in _BACKWARD:
            continue
        if word == "free" and (place + 1 == len(words) or words[place + 1] not in ("of", "from")):
            continue
        if word in _BACKWARD:
            back = place - 1
            while back >= max(0, place - 7) and sentence[back] == sentence[place]:
                out[back] = True
                back -= 1
        for ahead in range(place + 1, min(len(words), place + 16)):
            if sentence[ahead] != sentence[place]:
                break
            if words[ahead] in _SCOPE_ENDS and ahead > place + 1:
                break
            out[ahead] = True
    return out


def numbers(words: Sequence[str]) -> list[Number]:
    """Return the numbers among the words, each with the stem of its unit."""
    out = []
    for place, word in enumerate(words):
        if word[0].isdigit():
            try:
                value = float(word.replace(",", "")) if word.isascii() else float("nan")
            except ValueError:
                value = float("nan")
        elif word in _NUMBERS:
            value = _NUMBERS[word]
        else:
            continue
        unit = next((w for w in words[place + 1 : place + 3] if w not in "°/+-"), "")
        out.append(Number(value, _UNITS.get(unit, english_stem(unit)), place))
    return out


def exact_ages(lower: str) -> list[float]:
    """Return every age that a lower-case text states exactly, in years."""
    out = []
    for match in _EXACT_AGE.finditer(lower):
        years = match.group(1) or match.group(2) or match.group(3)
        if years:
            out.append(float(years))
        else:
            share = {"m": 12.0, "w": 52.0, "d": 365.0}[match.group(5)[0]]
            out.append(float(match.group(4)) / share)
    return out


def age_bands(lower: str) -> list[tuple[float, float]]:
    """Return every age that a lower-case text states roughly, as (from, to) in years."""
    out: list[tuple[float, float]] = []
    for match in _DECADE.finditer(lower):
        word = match.group(1)
        start = 10 * (_DECADES.index(word) + 1) if word in _DECADES else int(word)
        out.append((start, start + 9.99))
    out.extend(_BANDS[match.group(1)] for match in _BAND.finditer(lower))
    return out


def sex(words: Sequence[str]) -> int:
    """Return 1 for a text about a man, -1 about a woman, 0 if it does not say.

    The first noun decides; without one, the majority of the pronouns.
    """
    for word in words:
        if word in _SEX_NOUNS:
            return 1 if word in _MALE else -1
    score = sum((word in _MALE) - (word in _FEMALE) for word in words)
    return (score > 0) - (score < 0)
