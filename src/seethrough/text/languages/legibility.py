"""How many records of a corpus the default linkers and the offline judge can read: English words.

A figure from texts that neither attacks nor judge can read is no evidence.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, groupby
from typing import Literal, NamedTuple

from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.statistics.arrays import evenly
from seethrough.text.languages.recognition import NO_LANGUAGE, language_of
from seethrough.text.normalised import ascii_runs, ascii_table
from seethrough.text.stop_words import STOP_WORDS
from seethrough.text.vocabulary import ENGLISH, known_share, words_of

MOST_LOOKED_AT = 200_000
"""Of more texts, so many are looked at, evenly spread."""

SAMPLED = 2_000
"""Of more texts, the words of so many are looked up."""

LEAST_LETTERS = 1_000
"""The share of fewer letters is that of a few words."""

_WHOLE_WORD = re.compile(r"(?<![^\W_])[^\W\d_]{3,}(?![^\W_])")
_PLACEHOLDER = re.compile(
    r"[\[<{xX*_█#](?:(?<=\[)[^\[\]\n]{1,40}\]|(?<=<)[A-Za-z_/][^<>\n]{0,40}>"
    r"|(?<=\{)\{?[^{}\n\x22]{1,40}\}{1,2}|(?<=[xX])[xX]{2,}|(?<=[*_█#])[*_█#]*)"
)
"""Beginning with one set of signs, it is found eight times as fast as one of alternatives."""
_LATIN_ENDS = "\u024f"
_OTHER_SCRIPT = 0.3
_FEW_LETTERS = 20
_SHORT_WORD = re.compile(r"(?<![^\W_])\d*([^\W\d_]{1,2})\d*(?![^\W_])")
_PAIRS = frozenset(word for word in STOP_WORDS if len(word) == 2)
_FEW_WORDS = 4
_MIXED = 0.3
_SURE = 0.5
_VERY_SURE = 0.9
_CLEARLY_ENGLISH = 0.8
_ALL_ENGLISH = 0.9
_FOREIGN_PART = 0.1
_ENDS = re.compile(r"\n|(?<=[.!?;:])\s+|(?<=[。！？])")
_OTHER_WORD = re.compile("[\u0370-\u1dbf\u1f00-\u1fff]{3,}|[\u2e80-\ud7ff\uf900-\uffdc]{2,}")
"""A word in another script; not ``αβ``, as cells are called."""
_FEWEST_STOP_WORDS = 0.1
"""English texts of several words have this share of stop words and more, except for jottings."""
TOGETHER = 20
"""So many texts that are too short to decide are read together."""
_NEAR_ENGLISH = frozenset({"en", "sco", "pcm", "jam"})
_MOSTLY_DIGITS = 0.9
_MANY_DIGITS = 40
_MANY_SIGNS = 40
_MARKS = 3
"""Of so many signs one that is another than the most common: masks have some punctuation."""
_SEVERAL_WORDS = 8
_ALNUM = ascii_table(lambda char: char if char.isalnum() else " ")
_SHORTEST_CODE = 6
_CHANGE = re.compile(r"[a-z](?=[A-Z0-9])|[A-Z](?=[0-9])|[A-Z]{2}(?=[a-z])|[0-9](?=[A-Za-z])")
_LEAST_CHANGES = 2
_LEAST_CODES = 8
_LONGEST_HASH = 128
_MOST_CODED = 0.2
PART = 500
"""How many texts are read at once."""
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")
_NO_LETTERS = bytes(b for b in range(128) if not chr(b).isalpha())
_NO_DIGITS = bytes(b for b in range(128) if not chr(b).isdigit())

Kind = Literal["read", "in_part", "language", "script", "not_words", "empty"]
_FOREIGN = ("language", "script")


class Legibility(NamedTuple):
    """What kinds of text a corpus holds, in records.

    Attributes:
        total: All records that were looked at.
        read: English words, or too short to decide; also texts read except for some sentences.
        other_language: By ISO 639 code, texts in another language in Latin letters.
        other_script: By script (``cyrillic``), texts in other letters.
        not_words: Texts in no language: codes, ciphers, strings of letters; also words with codes
            among them.
        empty: Nothing to read: no letter and no digit except in placeholders.
        records: All records, where some of them were looked at; else 0.
        in_part: Of those that are read, how many hold a sentence in another language or a word in
            another script.
    """

    total: int
    read: int
    other_language: Mapping[str, int]
    other_script: Mapping[str, int]
    not_words: int
    empty: int
    records: int = 0
    in_part: int = 0

    @property
    def unread(self) -> int:
        """How many records with text are not read."""
        return self.total - self.read - self.empty

    @property
    def unread_share(self) -> float:
        """The share of the records with text that are not read, 0 to 1; 0 without any."""
        return self.unread / max(1, self.total - self.empty)

    @property
    def partly_unread_share(self) -> float:
        """The share of the same that are not read, whole or in part, 0 to 1."""
        return (self.unread + self.in_part) / max(1, self.total - self.empty)

    @property
    def foreign_share(self) -> float:
        """The share of the same that are in another language or script, 0 to 1."""
        return (self.unread - self.not_words) / max(1, self.total - self.empty)


def legibility(texts: Sequence[str]) -> Legibility:
    """Count which texts the default linkers and the offline judge read.

    Placeholders (``[NAME]``, ``***``, ``XXXX``) are left out first. Texts of few words are read
    `TOGETHER`; where there are fewer of them, they are taken for read unless their letters are of
    another script. A text counts as in another language where a tenth of its sentences is. English
    words in any order are English. Of more than `MOST_LOOKED_AT` texts so many are looked at.

    Args:
        texts: The texts, deobfuscated where they come from a release.
    """
    some = evenly(len(texts), MOST_LOOKED_AT)
    all_ = len(some) == len(texts)
    looked_at = texts if all_ else (texts[place] for place in some)
    counts = Counter(chain.from_iterable(spread(_kinds_of, parts_of(looked_at, PART))))
    return Legibility(
        len(some),
        counts["read", ""] + (in_part := counts["in_part", ""]),
        {name: n for (kind, name), n in sorted(counts.items()) if kind == "language"},
        {name: n for (kind, name), n in sorted(counts.items()) if kind == "script"},
        counts["not_words", ""],
        counts["empty", ""],
        0 if all_ else len(texts),
        in_part,
    )


def known_words(texts: Sequence[str]) -> float | None:
    """Return the share of the letters in words that are in known English words, 0 to 1.

    Names are often no such words, so only words in small letters count, unless most are not.

    Args:
        texts: The texts; `SAMPLED` of them are looked at, evenly spaced.

    Returns:
        The share; None of texts with fewer than `LEAST_LETTERS`.
    """
    some = (texts[place] for place in evenly(len(texts), SAMPLED))
    words = [word for text in some for word in _WHOLE_WORD.findall(_PLACEHOLDER.sub(" ", text))]
    small = [word for word in words if word.islower()]
    counted = small if 2 * len(small) >= len(words) else [word.lower() for word in words]
    return known_share(counted) if sum(map(len, counted)) >= LEAST_LETTERS else None


def _kinds_of(texts: Sequence[str]) -> list[tuple[Kind, str]]:
    found = [_looked_at(text) for text in texts]
    kinds = [(kind, name) for kind, name, _ in found]
    short = [i for i, (*_, short) in enumerate(found) if short]
    groups = len(short) // TOGETHER
    for group in (short[start::groups] for start in range(groups)):
        kind = kind_of("\n".join(texts[i] for i in group))
        for i in group:
            kinds[i] = kind
    return kinds


def kind_of(text: str) -> tuple[Kind, str]:
    """Return the kind of a text and the name of its language or script, if it is another."""
    kind, name, _ = _looked_at(text)
    return kind, name


def _looked_at(text: str) -> tuple[Kind, str, bool]:
    """Return the kind of a text, the name, and whether it is read as it is too short to decide."""
    plain = _PLACEHOLDER.sub(" ", text)
    letters, digits, beyond = _characters(plain)
    if letters + digits < len(plain) / 2 and _is_written_in_signs(plain, letters + digits):
        return "not_words", "", False
    if not letters and not digits:
        return "empty", "", False
    if digits > _MOSTLY_DIGITS * (digits + letters):
        return ("not_words" if digits > _MANY_DIGITS else "read"), "", False
    foreign = [c for c in beyond if c > _LATIN_ENDS and not _is_latin(c)]
    if letters >= _FEW_WORDS and len(foreign) > _OTHER_SCRIPT * letters:
        return "script", _script(foreign), False
    words = words_of(plain)
    share = known_share(words)
    longest = max(map(len, words), default=0)
    short = letters < _FEW_LETTERS or (len(words) < _FEW_WORDS and longest < _FEW_LETTERS)
    if 2 * sum(map(len, words)) < letters > _MANY_SIGNS and _is_scattered(plain, letters):
        return "not_words", "", False
    if share < _CLEARLY_ENGLISH and not short:
        language, confidence = language_of(plain)
        other = language != NO_LANGUAGE and language not in _NEAR_ENGLISH
        if other and confidence >= (_SURE if share < ENGLISH else _VERY_SURE):
            return "language", language, False
        near = language in _NEAR_ENGLISH and len(words) < _SEVERAL_WORDS
        if (share < _MIXED and not near) or (language != "en" and _lacks_stop_words(plain)):
            return "not_words", "", False
    if not short and (foreign or share < 1):
        kind, name = _partly(plain, share)
        if kind in _FOREIGN:
            return kind, name, False
    else:
        kind = "read"
    return ("not_words", "", False) if _holds_codes(plain) else (kind, "", short)


def _partly(text: str, share: float) -> tuple[Kind, str]:
    """Return what a text is that may be in another language, by sentences, or script in part.

    In a language or script where a tenth of it is, as where forms ask, or a chatbot answers, in
    English; ``in_part`` where a sentence is, or a word is in another script; else read.
    """
    units = [unit for unit in _ENDS.split(text) if unit.strip()]
    odd = [unit for unit in units if known_share(words_of(unit)) < ENGLISH]
    if 0 < len(odd) < len(units):
        counts = (sum(map(str.isalpha, "".join(some))) for some in (odd, units))
        many = share < _ALL_ENGLISH and next(counts) >= _FOREIGN_PART * next(counts)
        if many and is_foreign(together := "\n".join(odd)):
            return kind_of(together)
        if any(map(is_foreign, odd)):
            return "in_part", ""
    return ("in_part" if _OTHER_WORD.search(text) else "read"), ""


def _lacks_stop_words(text: str) -> bool:
    """Return whether several words have hardly any of English among them, as *nam nay* has not.

    Vietnamese without its accents, Chinese and Hindi in Latin letters have many words that are
    spelled like English ones.
    """
    words = words_of(text, shortest=1)
    stop_words = sum(map(STOP_WORDS.__contains__, words))
    return len(words) >= _SEVERAL_WORDS and stop_words < _FEWEST_STOP_WORDS * len(words)


def _holds_codes(text: str) -> bool:
    """Return whether more than a fifth of a text are codes, such as pieces of base64.

    A code that stands there again, such as the pseudonym of a person, tells nothing more. One that
    is longer than any hash is enough.
    """
    long = (run for run in ascii_runs(text, _ALNUM) if len(run) >= _SHORTEST_CODE)
    runs = {run for run in long if not _looks_like_a_word(run)}
    codes = [run for run in runs if len(_CHANGE.findall(run)) >= _LEAST_CHANGES]
    many = len(codes) >= _LEAST_CODES or max(map(len, codes), default=0) > _LONGEST_HASH
    return many and sum(map(len, codes)) > _MOST_CODED * len(text)


def _is_scattered(text: str, letters: int) -> bool:
    """Return whether most of many letters stand alone or in pairs: ``c, o, u, g, h``, ``w17 w4``.

    Stop words of two letters do not count: they are what strong redaction leaves.
    """
    short = (word for word in _SHORT_WORD.findall(text) if word.lower() not in _PAIRS)
    return 2 * sum(map(len, short)) > letters


def _is_written_in_signs(text: str, others: int) -> bool:
    """Return whether a text is written in signs that are no letters, such as those of Braille.

    A sign that is repeated counts once, and masks such as ``■ ■ ■, ■`` tell nothing.

    Args:
        text: The text.
        others: How many letters and digits it has.
    """
    signs = Counter(c for c, _ in groupby(text) if not c.isalnum() and not c.isspace())
    rest = signs.total() - max(signs.values(), default=0)
    return rest > max(_MANY_SIGNS, others, signs.total() / _MARKS)


def _looks_like_a_word(run: str) -> bool:
    return (run.isalpha() and (run[1:].islower() or run.isupper())) or run.isdigit()


def is_foreign(text: str) -> bool:
    """Return whether a text is in another language or script than English."""
    return kind_of(text)[0] in _FOREIGN


def _characters(text: str) -> tuple[int, int, list[str]]:
    """Return how many letters and digits a text has, and its letters that are not ASCII."""
    ascii_only = text.encode("ascii", "ignore")
    letters = len(ascii_only.translate(None, _NO_LETTERS))
    digits = len(ascii_only.translate(None, _NO_DIGITS))
    if len(ascii_only) == len(text):
        return letters, digits, []
    others = _NOT_ASCII.findall(text)
    beyond = [c for c in others if c.isalpha()]
    return letters + len(beyond), digits + sum(c.isdigit() for c in others), beyond


def _is_latin(char: str) -> bool:
    return "LATIN" in unicodedata.name(char, "")


def _script(letters: Sequence[str]) -> str:
    """Return the script of most letters, as the first word of their Unicode names says it."""
    names = Counter(unicodedata.name(c, "unknown").partition(" ")[0] for c in letters[:500])
    return names.most_common(1)[0][0].lower()
