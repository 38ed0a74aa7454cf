"""Digits and signs in the place of letters."""

from __future__ import annotations

import itertools
import re

from seethrough.text.vocabulary import is_known

_ANY_LEET = re.compile(r"[0-9@$!|+€][a-zA-Z]")
_LEET = re.compile(r"(?<![\w.@/#])(?=[\w@$!|+€]*[a-zA-Z])[\w@$!|+€]*[0-9@$!|+€][\w@$!|+€]*")
_SIGNS = {
    "0": "o", "1": "il", "2": "z", "3": "e", "4": "a", "5": "s", "6": "gb", "7": "tl", "8": "b",
    "9": "g", "@": "a", "$": "s", "!": "i", "|": "li", "+": "t", "€": "e",
}  # fmt: skip
_LEAST_LETTERS = 0.3
_AMOUNT = re.compile(r"\d+[a-zA-Z]{1,4}")
"""A number with its unit (``11am``, ``24hr``, ``80th``), which shows no disguise by itself."""


def without_leet(text: str) -> str:
    """Return a text with digits and signs for letters (``p4t13nt``) replaced by the letters.

    Where at least three different words, or one of eight letters and more with two such signs,
    become known by it. Then names that are on no list are replaced as well, codes such as ``B12``
    and numbers are not.
    """
    if not _ANY_LEET.search(text):
        return text
    found = {m.group().strip("!|+") for m in _LEET.finditer(text)}
    found = {word for word in found if not _AMOUNT.fullmatch(word)}
    read = {word: meant for word in found if (meant := _as_word(word))}
    known = {meant.lower() for meant in read.values()}
    clear = any(
        len(word) >= 8 and sum(not c.isalpha() for c in word) >= 2 and not word[-1].isdigit()
        for word in read
    )
    if len(known) < 3 and not clear:
        return text
    every = len(known) >= 3 and len(read) >= 0.3 * len(found)

    def plain(match: re.Match[str]) -> str:
        word = match.group()
        core = word.strip("!|+")
        if core in read:
            return word.replace(core, read[core])
        if not every:
            return word
        return word.replace(
            core, _as_word(core, 2, 1) or (_guess(core) if _is_mixed(core) else core)
        )

    return _LEET.sub(plain, text)


def _is_mixed(word: str) -> bool:
    """Return whether digits stand among letters as they do in leet, not as in ``B12``."""
    return sum(map(str.isalpha, word)) >= 2 and bool(
        re.search(r"[a-zA-Z][0-9@$!|+€]+[a-zA-Z]", word)
    )


def _guess(word: str) -> str:
    return _in_case("".join(_SIGNS.get(c, c)[0] for c in word), word)


def _as_word(word: str, shortest: int = 4, least_letters: int = 2) -> str:
    """Return the known word that a leet word stands for, nothing if it stands for none."""
    signs = [c for c in word if c in _SIGNS]
    letters = sum(map(str.isalpha, word))
    if not shortest <= len(word) <= 24 or not signs or letters < least_letters:
        return ""
    if letters < _LEAST_LETTERS * len(word):
        return ""
    choices = [_SIGNS.get(c, c) for c in word]
    for made in itertools.islice(itertools.product(*choices), 64):
        if is_known("".join(made)):
            return _in_case("".join(made), word)
    return ""


def _in_case(plain: str, word: str) -> str:
    """Return a word in capitals where what it stood for is."""
    return plain.upper() if word.isupper() else plain
