"""Words in the form for comparison: case, punctuation and typography make no difference."""

from __future__ import annotations

import functools
import re
import unicodedata
from collections.abc import Callable, Iterator


def ascii_table(read: Callable[[str], str]) -> bytes:
    """Return a table for `ascii_runs`.

    Args:
        read: What an ASCII character is read as: another one, or a space where it separates runs.
    """
    return bytes(ord(read(chr(code))) if code < 128 else ord(" ") for code in range(256))


def ascii_runs(text: str, table: bytes, dropped: bytes = b"") -> list[str]:
    """Return the runs of a text as a table reads it, three times as fast as by a pattern.

    Args:
        text: Any text; what is not ASCII separates runs.
        table: A table of `ascii_table` in which ``?`` separates.
        dropped: ASCII characters that are left out first, so that they separate nothing.
    """
    return text.encode("ascii", "replace").translate(table, dropped).decode("ascii").split()


_ASCII = ascii_table(lambda char: char.lower() if char.isalnum() else " ")
_BEYOND = re.compile(r"[^\x00-\x7f]")
_SEPARATORS = re.compile(r"[^\x00-\x7f\w]")
_OTHER_DIGIT = re.compile("[\u0660-\U0010ffff](?<=\\d)")
_MARKS = re.compile("[\u00ad\u0300-\u036f\u200b-\u200f\u2060\ufeff'’ʼ]")
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
"""Signs of the scripts that put no space between words, for a set of a regular expression."""

_KOREAN = "\u1100-\u11ff\uac00-\ud7a3"
JOINED = rf"{UNSPACED}{_KOREAN}"
"""With those of Korean, which puts spaces, but none between a noun and what belongs to it."""
_EDGE, _INSIDE = rf"[{JOINED}]", rf"[^\W{JOINED}]"
_ANY = re.compile(rf"[{UNSPACED}]|[{_KOREAN}]+|[^\W_{JOINED}]+")


def words(text: str) -> list[str]:
    """Return the words of a text in the form in which they are compared.

    Compatibility forms, case and the digits of all scripts are folded, apostrophes and accents are
    dropped, and any other sign than a letter or digit separates words.

    Args:
        text: Any text. In scripts without spaces (Chinese, Japanese, Thai and others) every sign
            is a word.
    """
    plain = text
    for char in {*_BEYOND.findall(text)}:
        if not (now := _in_ascii(char)).isascii():
            return _ANY.findall(_folded(text))
        plain = plain.replace(char, now)
    return ascii_runs(plain, _ASCII, b"'")


@functools.lru_cache(maxsize=65536)
def _in_ascii(char: str) -> str:
    """Return what `words` reads for a character, whatever stands around it.

    Where that is ASCII alone it is the same in any text: accents are dropped and signs separate,
    so that there is nothing to compose.
    """
    return _SEPARATORS.sub(" ", _folded(char))


def _folded(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    bare = _MARKS.sub("", unicodedata.normalize("NFKD", folded))
    return in_ascii_digits(unicodedata.normalize("NFC", bare))


def in_ascii_digits(text: str) -> str:
    """Return a text whose digits of other scripts (``٧١٣``) are ASCII digits."""
    return _OTHER_DIGIT.sub(lambda digit: str(unicodedata.decimal(digit.group())), text)


def whole_words(pattern: str) -> str:
    """Return a regular expression that matches what another one does, as whole words only.

    Where no space stands between words (Chinese, Japanese, Korean, Thai and others) any place is an
    edge of a word.

    Args:
        pattern: A regular expression that matches no empty text.
    """
    return rf"(?:(?<!{_INSIDE})|(?={_EDGE}))(?:{pattern})(?:(?!{_INSIDE})|(?<={_EDGE}))"


def places_of(phrase: str, text: str) -> Iterator[int]:
    """Yield where a phrase stands in a text as whole words, in order; see ``whole_words``.

    Args:
        phrase: What is looked for, sign for sign; an empty one stands nowhere.
        text: The text.
    """
    at = text.find(phrase) if phrase else -1
    while at >= 0:
        if _BEFORE.match(text, at) and _BEHIND.match(text, at + len(phrase)):
            yield at
        at = text.find(phrase, at + 1)


_BEFORE = re.compile(rf"(?<!{_INSIDE})|(?={_EDGE})")
_BEHIND = re.compile(rf"(?!{_INSIDE})|(?<={_EDGE})")
