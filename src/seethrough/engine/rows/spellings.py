"""Other spellings of what a text names: "Müller" is "Mueller" and "0012345" is "12345"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from urllib.parse import unquote

from seethrough.engine.rows.runs import Row
from seethrough.text.names import FAMILY, GIVEN, is_ordinary
from seethrough.text.normalised import words

_TRANSCRIBED = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ø": "oe", "å": "aa", "æ": "ae", "œ": "oe", "þ": "th"}
)
_PLAIN = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "ð": "d", "ı": "i", "ħ": "h", "æ": "ae", "œ": "oe", "þ": "th"}
)
"""Letters without an accent that could be dropped."""
_TAG = re.compile(r"(?<=\w)\+[\w.+-]{0,64}(?=\s?@)")
_INITIAL = re.compile(
    r"(?<![\w'’])([A-ZÀ-Þ])(?:\.|(?<![AI])(?!\w))"
    r"|(?<![\w.'’-])([a-z])[._-](?=[a-z]{2})|(?<=[a-z]{2})[._-]([a-z])(?!['’]|[^\W_])"
)
"""An initial, *A* and *I* without a point are words; that of a user name: *l.jones*, *jones_l*."""
_CUT_WORD = re.compile(r"(?<=[^\W\d_])[-\u2010][ \t]*\r?\n[ \t]*(?=[^\W\d_])")
"""A hyphen at the end of a line, within a word: *Kather-*, *ine* in the next line."""
_BROKEN = re.compile(r"(?<=[^\W\d_])[*_~`|=·•‧\\^#{}\[\]]+(?=[^\W\d_])")
"""Signs within a word, such as the marks of Markdown: *Hal**vor**sen*."""
_SAID = {
    "zero": "0", "oh": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5",
    "six": "6", "seven": "7", "eight": "8", "nine": "9",
}  # fmt: skip
_SAID_DIGIT = re.compile("|".join(_SAID), re.IGNORECASE)
_SAID_NUMBER = re.compile(
    rf"\b(?:(?:{'|'.join(_SAID)})[\s,.;-]{{1,3}}){{6,}}(?:{'|'.join(_SAID)})\b", re.IGNORECASE
)
_DIGITS = 5
"""Zeros before so many digits make no other number; fewer could be a year or a house."""

_LOGIN = 5
"""Letters of a user name at the least; shorter ones may be words or abbreviations."""


def spelled(text: str) -> list[Row]:
    """Return the words of a text, and those of its other spellings where it has any.

    Words that a hyphen cuts at the end of a line, or that signs cut anywhere, are whole, letters
    are transcribed or made plain, a mail address is without its ``+tag``, a web address without
    percent signs for its blanks and letters. Zeros before a number are dropped in all of them.
    """
    return list(dict.fromkeys(tuple(map(_number, words(other))) for other in variants(text)))


def variants(text: str) -> list[str]:
    """Return a text and its other spellings, see `spelled`."""
    found = [text, _TAG.sub("", text)] if "+" in text else [text]
    if "\n" in text:
        found += [whole for other in found if (whole := _CUT_WORD.sub("", other)) != other]
    found += [whole for other in found if (whole := _BROKEN.sub("", other)) != other]
    if "%" in text:
        found += map(unquote, found[:])
    if not text.isascii():
        folded = [unicodedata.normalize("NFC", other).casefold() for other in found]
        found += [other.translate(table) for table in (_TRANSCRIBED, _PLAIN) for other in folded]
    return list(dict.fromkeys(found))


def shorter(name: str) -> Iterator[str]:
    """Yield shorter forms of a full name: without middle names, with half a double family name.

    Without the first name, for those who go by their middle name: *Berta Lee* for Ann Berta Lee.
    With the initials of middle names, too: *Ann B. Lee*. With that of the first name, unless the
    family name is an ordinary word: *hepatitis C. Young people*.
    As a user name, too, unless that is a word or name itself: *ljones*.

    Args:
        name: At least two words; any other identifier has no shorter form.
    """
    parts = [part for part in name.split() if words(part)]
    if len(parts) < 2 or len(parts[-1]) < 2 or not all(map(str.isalpha, words(name))):
        return
    first, *middle, last = parts
    halves = [half for half in last.split("-") if len(half) > 2] if "-" in last else []
    families = [m for m in middle if m.lower() in FAMILY - GIVEN]
    for family in [*([last] if middle else []), *halves, *families]:
        yield f"{first} {family}"
    if middle and not is_ordinary(last) and _may_be_called(middle[0]):
        yield " ".join([*middle, last])
    if middle:
        yield " ".join([first, *(f"{words(part)[0][0].upper()}." for part in middle), last])
    login = f"{words(first)[0][0]}{words(last)[0]}"
    if len(login) >= _LOGIN and not is_ordinary(login) and login not in GIVEN | FAMILY:
        yield login
    if not is_ordinary(last):
        initials = [f"{part[0].upper()}." for part in parts[:-1]]
        yield f"{initials[0]} {last}"
        yield " ".join([*initials, last])


def with_initials(text: str) -> str:
    """Return a text whose initials are words that no other text has: *L. Jones*, *Jones, L.*."""
    return _INITIAL.sub(lambda m: f" {m[1] or m[2] or m[3]}initial ", text)


def with_said_digits(text: str) -> str:
    """Return a text whose numbers that are said digit by digit stand in digits: *five five oh*."""
    return _SAID_NUMBER.sub(
        lambda said: " ".join(_SAID[one.lower()] for one in _SAID_DIGIT.findall(said.group())), text
    )


def _number(word: str) -> str:
    bare = word.lstrip("0")
    return bare if word.isdigit() and len(bare) >= _DIGITS else word


def _may_be_called(name: str) -> bool:
    """Return whether a middle name is no initial, no particle and no ordinary word."""
    return len(name) > 2 and (name.lower() in GIVEN or not is_ordinary(name))
