"""Names of one initial and a family name, which recognisers miss in short texts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from seethrough.text.names import is_ordinary
from seethrough.text.words import vocabulary

INITIALLED = (
    r"(?<![\w.'’&/@<\[-])(?<!\d[ \t])[A-ZÀ-ÞŁŚŻŽŠČ]\.[ \t]+"
    r"(?P<family>(?:[ODL]['’])?[A-ZÀ-ÞŁŚŻŽŠČ][^\W\d_]{2,40}(?:-[^\W\d_]{2,40}){0,3})(?![\w@])"
    r"(?!['’](?:m|d|ll|re|ve|t)\b)"
)
"""An initial before a capitalised word; not *75 S. Temple*, nor *from A to C. I'll*."""
_PATTERN = re.compile(INITIALLED)
_SPECIES = vocabulary(
    "acnes aeruginosa agalactiae albicans anthracis aureus baumannii botulinum burgdorferi cereus"
    " cloacae coli difficile enterica enterocolitica epidermidis faecalis faecium falciparum"
    " fragilis fumigatus gondii gonorrhoeae haemolyticus henselae histolytica hominis influenzae"
    " jejuni jirovecii lamblia lugdunensis maltophilia marcescens meningitidis mirabilis"
    " monocytogenes neoformans pallidum perfringens pertussis pneumoniae pneumophila pylori"
    " pyogenes saprophyticus tetani trachomatis tuberculosis typhi vaginalis viridans vivax"
)
"""Second words of species, which notes capitalise as well: *grew E. Coli*."""


def families(text: str) -> Iterator[str]:
    """Yield the family names that stand behind an initial: of *T. Kowalczyk* the second word.

    A word that the dictionary knows is none (*vitamin D. Please*), even if families have it, nor is
    that of a species (*E. Coli*).
    """
    for match in _PATTERN.finditer(text):
        if is_family(match["family"]):
            yield match["family"]


def is_family(word: str) -> bool:
    """Return whether a word behind an initial is not ordinary, of a species or all in capitals."""
    ordinary = all(is_ordinary(part) for part in word.split("-"))
    return not (word.isupper() or ordinary or word.casefold() in _SPECIES)
