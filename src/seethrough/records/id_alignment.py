"""Do the records of a release stand for the private ones?"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from seethrough.errors import InputError

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


class IdOverlap(NamedTuple):
    """How the ids of two corpora overlap.

    Attributes:
        shared: How many ids are in both.
        missing: How many private ids are not in the release.
        extra: How many released ids are not private ones.
    """

    shared: int
    missing: int
    extra: int


def id_overlap(private: Corpus, release: Corpus) -> IdOverlap:
    """Return how far private and released ids overlap.

    Raises:
        InputError: No id is in both, though both hold records; so the release is not one record
            for one private record, or an id column is the wrong one.
    """
    own, released = set(private.ids), set(release.ids)
    shared = len(own & released)
    if own and released and not shared:
        raise InputError(
            f"none of the {len(own)} ids of {private.name} is among the {len(released)} ids of "
            f"{release.name}; name the matching columns with --id, or audit the release as one "
            "that is not aligned record by record" + near_miss(own, released)
        )
    return IdOverlap(shared, len(own) - shared, len(released) - shared)


def near_miss(own: Iterable[str], released: Iterable[str]) -> str:
    """Return a hint where ids differ only in how they are written; "" elsewhere."""
    loose = {loosened(id_) for id_ in own} & {loosened(id_) for id_ in released}
    if not loose:
        return ""
    return (
        f" ({len(loose)} differ only by case, blanks, leading zeros, .0 behind a number or how "
        "accents are encoded)"
    )


def loosened(id_: str) -> str:
    """Return an id without case, outer blanks, leading zeros and what a spreadsheet adds, .0.

    Accents are composed: macOS writes them apart in the names of files.
    """
    bare = re.sub(r"(?<=\d)\.0+$", "", unicodedata.normalize("NFC", id_.strip()))
    return bare.casefold().lstrip("0") or "0"
