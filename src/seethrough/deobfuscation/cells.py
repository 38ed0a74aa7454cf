"""Disguised values of other columns than the text, made plain where words come out.

Such columns hold codes, numbers and short labels, of which some can be read as a disguise by
chance. So a value changes only where it says more words afterwards, or a name.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from seethrough.deobfuscation.undoing import STEPS, Deobfuscated, undone
from seethrough.parallel.parts import parts_by_length
from seethrough.parallel.spreading import spread
from seethrough.text.names import full_name
from seethrough.text.vocabulary import ENGLISH, known_share

LONGEST = 1_000_000
"""A longer value, in characters, stays: its column is not read either, and an audit says so."""

_PART = 400_000
_CELL = 100
_SHORT = 200
_KEPT = 1 << 14
_SIMPLE = re.compile(r"[^&\\%=]{0,15}", re.ASCII | re.DOTALL)
_CODE = re.compile(r"[0-9A-Za-z]{2,}(?:[-_][0-9A-Za-z]{2,})*")
_MOST_OF_A_CODE = 60
_WORD = re.compile(r"(?<!\S)[^\w\s]*([^\W\d_]{3,})[^\w\s]*(?!\S)")
_RUN = re.compile(r"[^\W_]+")
_CONTACT = re.compile(r"[\w.+-]+@[\w-]+(?:\.[A-Za-z]{2,})+")
_BY_SIGHT = frozenset(
    (
        "misread bytes",
        "displayed order",
        "invisible characters",
        "stacked marks",
        "look-alike letters",
    )
)
_LEAST_WORDS = 3
_WORDS_OF_ANY_LANGUAGE = 8


def disguised_cells(values: Iterable[str]) -> Iterator[Deobfuscated | None]:
    """Yield what is made of each value of a column, None where it stays as it is.

    It stays, too, unless what was made of it holds more words than before: three English ones,
    eight of any language, a full name or a mail address. Where letters only looked otherwise
    (invisible characters, look-alike letters), one word is enough.

    Args:
        values: The values, one a record.
    """
    parts = parts_by_length(values, _PART, lambda value: len(value) + _CELL)
    return chain.from_iterable(spread(_changed, parts))


def _changed(values: Sequence[str]) -> list[Deobfuscated | None]:
    return [_of_short(value) if len(value) <= _SHORT else _of(value) for value in values]


def _of(value: str) -> Deobfuscated | None:
    if len(value) > LONGEST or not _may_be_disguised(value):
        return None
    now = undone(value)
    return now if now.steps and _says_more(value, now) else None


_of_short = functools.lru_cache(_KEPT)(_of)
"""Labels, dates and places recur."""


def _may_be_disguised(value: str) -> bool:
    """Return whether several words can be made of a value, by a first look."""
    if value.isascii() and _SIMPLE.fullmatch(value):
        return False
    if len(value) < _MOST_OF_A_CODE and _CODE.fullmatch(value):
        return any(step.undo(value) != value for step in STEPS.values() if step.when == "coded")
    return True


def _says_more(value: str, now: Deobfuscated) -> bool:
    if _BY_SIGHT.issuperset(now.steps):
        return _RUN.findall(value) != _RUN.findall(now.text)
    before = {*_WORD.findall(value)}
    new = [word for word in _WORD.findall(now.text) if word not in before]
    if len(new) >= _WORDS_OF_ANY_LANGUAGE:
        return True
    if len(new) >= _LEAST_WORDS and known_share([word.lower() for word in new]) >= ENGLISH:
        return True
    return full_name(new) == "common" or bool(_CONTACT.fullmatch(now.text.strip()))
