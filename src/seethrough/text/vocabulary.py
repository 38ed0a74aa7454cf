"""Whether a text is English words, quickly and offline: how many of its words are on a list.

The list is that of ``seethrough.text.word_table``: 34,490 English words, the most frequent
first.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping, Sequence

from seethrough.text.normalised import ascii_runs, ascii_table

_LETTERS = ascii_table(lambda char: char.lower() if char.isalpha() else " ")
_OTHER_LETTER = re.compile(r"[^\x00-\x7f\W\d_]")

ENGLISH = 0.5
"""The share of known words from which on a text counts as English words.

Of English mail, notes, news and reviews (``tests/deobfuscation``) 99 in 100 lie above it; German,
Spanish, French, Italian and Dutch lie below 0.31, and English under a wrong rotation of the
alphabet below 0.15.
"""


@functools.cache
def ranks() -> Mapping[str, int]:
    """Return the rank of each known word, lower-case; 0 is the most frequent."""
    from seethrough.text.word_table import word_table

    return word_table().rank


def is_known(word: str) -> bool:
    """Return whether a word is on the list, in whichever case."""
    return word.lower() in ranks()


def words_of(text: str, shortest: int = 3, most: int = 4_000) -> list[str]:
    """Return the lower-case words of a text, as runs of letters.

    Args:
        text: The text.
        shortest: Leave out words of fewer letters, which random strings match too often.
        most: The most words to read, from the beginning.
    """
    if not _OTHER_LETTER.search(text):
        return [word for word in ascii_runs(text, _LETTERS) if len(word) >= shortest][:most]
    found = _runs(shortest).findall(text)[:most]
    return " ".join(found).lower().split(" ") if found else []


@functools.cache
def _runs(shortest: int) -> re.Pattern[str]:
    return re.compile(rf"[^\W\d_]{{{shortest},}}")


def known_share(words: Sequence[str], change: Callable[[str], str] | None = None) -> float:
    """Return the share of the letters that are in known words, 0 to 1; 0 without words.

    Args:
        words: Lower-case words.
        change: A change to each word before it is looked up.
    """
    known = ranks()
    total = sum(map(len, words))
    if not total:
        return 0.0
    if change is None:
        return sum(map(len, filter(known.__contains__, words))) / total
    return sum(len(word) for word in words if change(word) in known) / total


def english_share(text: str) -> float:
    """Return the share of a text's letters that are in known English words, 0 to 1.

    Words of one or two letters don't count; a text without longer words has 0.
    """
    return known_share(words_of(text))
