"""The words of a text as a reader compares them, and the kinds of detail in them."""

from __future__ import annotations

import functools
import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from seethrough.text.stemmer import stem
from seethrough.text.words import vocabulary as word_list

_TOKEN = re.compile(r"\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*")
_ROLES = (
    "agent|boy|caller|child|client|complainant|customer|daughter|father|girl|guest|husband|man"
    "|mother|patient|person|resident|son|student|tenant|user|wife|woman|worker|writer"
)
_AGE = re.compile(
    r"(?i:\b\d{1,3}(?:[- ](?:years?|months?)[- ]old|[- ]?(?:yo|y/o)\b))"
    r"|(?i:\b(?:aged?|turned|turns)\s+\d{1,3}\b)"
    rf"|^(?:He|She|They|I|The (?:{_ROLES})|[A-Z][\w.'’-]+(?: [A-Z][\w'’-]+)+)"
    r" (?:is|was) \d{1,3}(?=\W*$)"
    r"|\b[A-Z][a-z'’-]+, \d{1,3}(?=[,;.)]?(?:\s+[a-z]|\s*$))"
)
_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_CALENDAR = frozenset(_MONTHS + _DAYS)
_SHORT_MONTHS = "|".join(f"{month[:3]}(?:{month[3:]})?" for month in _MONTHS)
_SURE_NAMES = "|".join(sorted(_CALENDAR - {"march", "may"}))
_DATE = re.compile(
    rf"\b(?:{_SHORT_MONTHS})\.?\s+\d{{1,4}}\b"
    rf"|\b\d{{1,2}}(?:st|nd|rd|th)?\s+(?:of\s+)?(?:{'|'.join(_MONTHS)})\b"
    rf"|\b(?:{_SURE_NAMES})\b"
    r"|\b\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b|\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
SMALL = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
    "nineteen",
)  # fmt: skip
"""The numbers from 0 to 19 in words."""
TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS = {word: value for value, word in enumerate(SMALL)} | {
    word: 10 * tens for tens, word in enumerate(TENS, start=2)
}
_SPACED = re.compile(rf"\b({'|'.join(TENS)}) (?=(?:{'|'.join(SMALL[1:10])})\b)", re.IGNORECASE)
"""The blank in ``forty three``."""
_LARGE = re.compile(
    r"[TtFfSsEeNn](?<![^\W_].)(?:wen|hir|our|or|if|ix|even|igh|ine)(?:ty|teen)\b"
    rf"(?:(?<=ty)[- ](?i:{'|'.join(SMALL[1:10])})\b)?"
)
"""A number from 13 to 99 in words; that it begins with no alternative makes the search fast."""
_AGED = re.compile(r"\b(?:turn(?:ed|s)|aged?(?: of)?)[ :]{1,2}$", re.IGNORECASE)
_YEARS_OLD = re.compile(r"[- ]years?(?:[- ]old| of age)\b|[- ]?(?:yo|y/o)\b")
_IS = re.compile(r"(?:\b(?:am|is|are|was)|['’](?:m|re|s)) $")
_ENDS = re.compile(r"\s*$|[.,;!?)]| (?:and|now|today)\b")
_HONORIFICS = frozenset(("dr", "mr", "mrs", "ms", "prof", "st"))

STOP = word_list(
    "a an the of to in on at by for with from into over under as and or than then so that this"
    " these those there here it its he she they i you we who whom which whose what when where why"
    " while how him her his hers their theirs them my mine our ours us your yours me myself himself"
    " herself themselves itself one is am are was were be been being do does did done doing has"
    " have had having will would shall should can could may might must not no nor but if because"
    " about after before during since until out up off down again also too very just only own same"
    " other others more most some any each every all both few such s t d ll m re ve"
    " says say said saying states stated reports reported asks asked ask wants wanted want"
)
"""Words that carry no detail of their own."""

KINDS = ("ages", "dates", "numbers", "names", "rare words")
"""The kinds of detail, in the order in which a report lists them."""


class Token(NamedTuple):
    """A word or number of a text.

    Attributes:
        start: Where it begins, in characters.
        end: Where it ends.
        key: What it is compared by: a number's digits, or a word's stem.
    """

    start: int
    end: int
    key: str


def tokens(text: str) -> list[Token]:
    """Return the words and numbers of a text, in order; ``thirty-one`` is one number, 31."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        key = key_of(match[0])
        if found and text[found[-1].end : start] == "-" and _tens_then_unit(text, found[-1], key):
            found[-1] = Token(found[-1].start, end, str(int(found[-1].key) + int(key)))
        else:
            found.append(Token(start, end, key))
    return found


@functools.lru_cache(maxsize=2)  # the ages of a text, then its sex, are read in digits
def in_digits(text: str) -> str:
    """Return a text with its numbers in digits: ``forty-three``, or ``forty three``, is ``43``."""
    joined = _SPACED.sub(r"\1-", text)
    out: list[str] = []
    done = 0
    for token in tokens(joined):
        if token.key.isdigit() and joined[token.start].isalpha():
            out += [joined[done : token.start], token.key]
            done = token.end
    return "".join([*out, joined[done:]])


def ages_in_digits(text: str) -> str:
    """Return a text with the ages from 13 to 99 in digits: ``turned forty-six`` is ``turned 46``.

    Other numbers stay, and so do younger ages: *one* and such are words, too.
    """
    return _LARGE.sub(_age_in_digits, text) if "ty" in text or "teen" in text else text


def _age_in_digits(said: re.Match[str]) -> str:
    start, end = said.span()
    before, behind = said.string[max(0, start - 12) : start], said.string[end : end + 16]
    old = _AGED.search(before) or _YEARS_OLD.match(behind)
    if not old and not (_IS.search(before) and _ENDS.match(behind)):
        return said[0]
    values = [_NUMBERS.get(word.lower()) for word in re.split("[- ]", said[0])]
    return said[0] if None in values else str(sum(value or 0 for value in values))


def bare(word: str) -> str:
    """Return a word in lower case without a possessive ending."""
    return word.lower().replace("’", "'").removesuffix("'s")


@functools.lru_cache(maxsize=200_000)
def key_of(word: str) -> str:
    """Return what a word is compared by: digits without grouping, else its lower-case stem."""
    if word[0].isdigit():
        return word.replace(",", "")
    lower = bare(word)
    if lower in _NUMBERS:
        return str(_NUMBERS[lower])
    return stem(lower)


@functools.lru_cache(maxsize=200_000)
def is_stop(word: str) -> bool:
    """Return whether a word carries no detail of its own."""
    return bare(word) in STOP


def content(text: str) -> list[Token]:
    """Return the words of a text that carry detail."""
    return [t for t in tokens(text) if not is_stop(text[t.start : t.end])]


class Vocabulary(NamedTuple):
    """The usual words of a set of records.

    Attributes:
        names: Words, in lower case, that have a capital letter within sentences and never none.
        rare: Keys of words that few people's records use.
    """

    names: Collection[str]
    rare: Collection[str]


def vocabulary(texts: Sequence[str], people: Sequence[str]) -> Vocabulary:
    """Return which words are names in records and which only few people's records use.

    A word is rare that occurs in the records of at most one person in a hundred, or of only one.

    Args:
        texts: The texts.
        people: The person of each.
    """
    most = max(1, len(set(people)) // 100)
    users: dict[str, set[str]] = {}
    lower: set[str] = set()
    capital: set[str] = set()
    for text, person in zip(texts, people, strict=True):
        before = ""
        end = 0
        for token in tokens(text):
            word = text[token.start : token.end]
            if word.islower():
                lower.add(word)
            elif _capitalized(word) and _within_sentence(before, text[end : token.start]):
                capital.add(word.lower())
            who = users.setdefault(token.key, set())
            if len(who) <= most:
                who.add(person)
            before, end = word, token.end
    rare = {key for key, who in users.items() if len(who) <= most}
    return Vocabulary(capital - lower, rare)


def details(text: str, usual: Vocabulary) -> dict[str, set[str]]:
    """Return the keys of the words of a text that are details, by kind; each has one kind.

    Args:
        text: A claim.
        usual: What is usual in the records that it comes from.
    """
    found: dict[str, set[str]] = {}
    ages = [m.span() for m in _AGE.finditer(text)]
    dates = [m.span() for m in _DATE.finditer(text)]
    for token in content(text):
        word = text[token.start : token.end]
        kind = None
        if token.key[0].isdigit():
            kind = "ages" if _within(token, ages) else "dates" if _within(token, dates) else None
            kind = kind or "numbers"
        elif word.lower() in _CALENDAR:
            kind = "dates" if _within(token, dates) else None
        elif _is_name(word, usual):
            kind = "names"
        elif token.key in usual.rare and len(word) > 2:
            kind = "rare words"
        if kind is not None:
            found.setdefault(kind, set()).add(token.key)
    return found


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each sentence or line of a text begins and ends, in characters."""
    start = 0
    for match in re.finditer(r"(?<=[.!?])[\"'”’)]*\s+|[\n\r]+|(?<=[。！？])", text):
        if match.end() > start:
            yield start, match.end()
            start = match.end()
    if start < len(text):
        yield start, len(text)


def _within(token: Token, spans: list[tuple[int, int]]) -> bool:
    return any(start <= token.start and token.end <= end for start, end in spans)


def _is_name(word: str, usual: Vocabulary) -> bool:
    lower = word.lower()
    return _capitalized(word) and (lower in usual.names or lower[:-2] in usual.names)


def _capitalized(word: str) -> bool:
    return len(word) > 1 and word[0].isupper() and word[1:].islower()


def _within_sentence(before: str, between: str) -> bool:
    """Return whether a word continues a sentence that the word before it began."""
    if before.lower() in _HONORIFICS:
        return True
    return bool(before) and not set(between) & set('.!?:;\n\r"“”•*|-–—(/')


def _tens_then_unit(text: str, before: Token, key: str) -> bool:
    tens = text[before.start : before.end].lower() in TENS
    return tens and key.isdigit() and 0 < int(key) < 10
