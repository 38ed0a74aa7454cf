"""Names of one initial and a family name, which recognisers miss in short texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seethrough.text.names import is_ordinary

INITIALLED = (
    r"(?<![\w.'’&/@<\[-])(?<!\d[ \t])[A-ZÀ-ÞŁŚŻŽŠČ]\.[ \t]+"
    r"(?P<family>(?:[ODL]['’])?[A-ZÀ-ÞŁŚŻŽŠČ][^\W\d_]{2,40}(?:-[^\W\d_]{2,40}){0,3})(?![\w@])"
    r"(?!['’](?:m|d|ll|re|ve|t)\b)"
)
"""An initial before a capitalised word; not *75 S. Temple*, nor *from A to C. I'll*."""
_PATTERN = re.compile(INITIALLED)


def families(text: str) -> Iterator[str]:
    """Yield the family names that stand behind an initial: of *T. Kowalczyk* the second word.

    A word that the dictionary knows is none (*vitamin D. Please*), even if families have it.
    """
    for match in _PATTERN.finditer(text):
        if is_family(match["family"]):
            yield match["family"]


def is_family(word: str) -> bool:
    """Return whether a word behind an initial is no ordinary word, nor all in capitals."""
    return not word.isupper() and not all(is_ordinary(part) for part in word.split("-"))
