"""Letters spaced out, and words without spaces between them."""

from __future__ import annotations

import functools
import re

from seethrough.text.segmentation import spaced
from seethrough.text.vocabulary import ENGLISH, english_share, is_known, known_share, words_of

_ALNUM = "[^\\W_]"
_ANY_ROW = tuple(map(re.compile, (r" \w \w \w", r"[^\w ]\w([^\w ]|_)\w\1", r"_\w([^\w ]|_)\w\1")))
"""A pattern that begins with one set of signs is found fastest."""
_ROWS = tuple(
    re.compile(rf"{signs}{_ALNUM}{same}{_ALNUM}{same}{_ALNUM}")
    for signs, same in (("( )", " "), (r"([^\w\s]|_)", r"\1"))
)
_SINGLES = re.compile(r"(?<!\S)\S(?: \S[.,;:!?)]{0,2}(?!\S))+")
_LONG_RUN = re.compile(r"[^\W\d_]{16,}")
_LONG_PIECE = re.compile(r"\S{30,}")
_SENTENCE_RUN = re.compile(r"[^\W_]{30,}")
_ADDRESS = re.compile(r"@|://|\bwww\.|\w\.[a-z]{2,6}/", re.IGNORECASE)
_LONG_WORD = 4
_LEAST_LONG_WORDS = 4
_KNOWN = 0.7
_MOST_SINGLE = 0.6
_CERTAIN = 5
_SPACELESS = re.compile(r"\S{3,}")
_NAME = re.compile(r"[^\W\d_a-z][^\W\d_A-Z]{2,}")


def joined_letters(text: str) -> str:
    """Return a text with spaced-out letters joined: ``J o h n  S m i t h``, ``J.o.h.n``.

    A text that is spaced out as a whole is joined as a whole; where nothing separates
    words any more, their frequency decides. In other texts, four and more single letters with
    the same sign between them are joined where they make a known word or a name; initials and lists
    of letters stay.
    """
    if not any(row.search(text) for row in _ANY_ROW):
        return text
    if len(text) >= 16 and len(set(text[1::2])) == 1 and not text[1].isalnum():
        plain = text[::2]
        return next((t for t in (plain, spaced(plain)) if _english(t)), text)
    pieces = text.split()
    single = sum(len(piece) == 1 and piece.isalnum() for piece in pieces)
    if single > _MOST_SINGLE * max(8, len(pieces)):
        joined = _all_joined(text)
        return joined if _english(joined) else text
    for separator in _separators(text):
        text = _joined_by(separator, text)
    return text


def _separators(text: str) -> dict[str, None]:
    """Return the signs between single letters, in order."""
    return {m.group(1): None for row in _ROWS for m in row.finditer(text)}


@functools.cache
def _row(separator: str, least: int = 3) -> re.Pattern[str]:
    sign = re.escape(separator)
    more = rf"(?:{sign}{_ALNUM}){{{least},}}(?![^\W_])"
    return re.compile(rf"(?<![^\W_])(?<![^\W_]{sign}){_ALNUM}{more}")


def _joined_by(separator: str, text: str) -> str:
    row = _row(separator)
    found = [m.group()[::2] for m in row.finditer(text)]
    words = sum(map(_is_word, found))
    if not words:
        return text
    certain = len(found) >= 3 and words >= 0.5 * len(found)
    if certain and len(found) >= _CERTAIN:  # then short words and numbers are spaced out as well
        text = _SPACELESS.sub(lambda m: _each_second(m.group(), separator), text)
        row = _row(separator, 1)

    def join(match: re.Match[str]) -> str:
        word = match.group()[::2]
        initials = word.isupper() and separator != " "  # U.S.S.R., M*A*S*H
        return word if certain or (_is_word(word) and not initials) else match.group()

    text = row.sub(join, text)
    return re.sub(r"(?<=\w) {2,3}(?=\w)", " ", text) if separator == " " else text


def _each_second(piece: str, separator: str) -> str:
    return piece[::2] if len(piece) % 2 and set(piece[1::2]) == {separator} else piece


def _is_word(word: str) -> bool:
    spelled = len(set(word.lower())) >= 3 and word.isalpha()
    return spelled and (bool(_NAME.fullmatch(word)) or is_known(word))


def _english(text: str) -> bool:
    return english_share(text) >= ENGLISH


def _all_joined(text: str) -> str:
    groups = re.split(r"(\s{2,}|\n)", text)
    joined = "".join(
        _SINGLES.sub(lambda m: "".join(m.group().split()), group)
        if at % 2 == 0
        else ("\n" if "\n" in group else " ")
        for at, group in enumerate(groups)
    )
    return spaced(joined) if _LONG_RUN.search(joined) or len(groups) < 3 else joined


def with_spaces(text: str) -> str:
    """Return a text that has lost its spaces with spaces, where that makes it English words.

    In a text that has kept most of them, each run of a sentence's length is read by itself, but
    for those in mail and web addresses, which would be found no more.
    """
    runs = _LONG_RUN.findall(text)
    letters = sum(map(len, runs))
    if letters >= 60 and letters >= 0.45 * sum(map(str.isalpha, text)) and not _english(text):
        words = spaced(text)
        return words if known_share(words_of(words)) >= _KNOWN else text
    return _LONG_PIECE.sub(_with_sentences, text)


def _with_sentences(piece: re.Match[str]) -> str:
    if _ADDRESS.search(piece.group()):
        return piece.group()
    return _SENTENCE_RUN.sub(_sentence, piece.group())


def _sentence(match: re.Match[str]) -> str:
    """Return a run as the words of a sentence, the run itself where it is none."""
    run = match.group()
    words = spaced(run)
    several = len(words_of(words, _LONG_WORD)) >= _LEAST_LONG_WORDS
    return words if several and known_share(words_of(words)) >= _KNOWN else run
