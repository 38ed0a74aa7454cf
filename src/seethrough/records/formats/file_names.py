"""Ids as names of files: those that every common system can hold, each apart from the others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from seethrough.errors import InputError

TEXT = ".txt"
_LONGEST = 255
"""Bytes that a name may have."""
_NO_NAME = re.compile(
    r'[<>:"\\|?*\x00-\x1f]|^[. ]*$|^(con|prn|aux|nul|com\d|lpt\d) *(\.|$)', re.IGNORECASE
)
"""What Windows cannot hold, and what names no file or another folder."""


def check_names(ids: Sequence[str], place: str) -> None:
    """Refuse ids that are no names of text files, or of which two would be one file.

    A slash in an id stands for a folder, as where such a folder is read.

    Args:
        ids: The ids, all different.
        place: What the folder will be called.

    Raises:
        InputError: There are such ids.
    """
    instead = f"write a table, such as {place.rstrip('/')}.jsonl"
    unfit = [id_ for id_ in ids if not _is_name(id_)]
    if unfit:
        raise InputError(
            f"{place}: {len(unfit):,} of {len(ids):,} ids cannot be names of files on every system;"
            f" {instead}",
            _quoted(unfit),
        )
    same = [*_in_the_way(ids)]
    if same:
        raise InputError(
            f"{place}: {len(same):,} of {len(ids):,} ids would be the same file as another on some"
            f" systems, where capitals do not count; {instead}",
            _quoted(same),
        )


def _is_name(id_: str) -> bool:
    *folders, name = id_.split("/")
    parts = [*folders, f"{name}{TEXT}"]
    return (
        not any(map(_NO_NAME.search, (*folders, name)))
        and not any(folder.endswith((".", " ")) for folder in folders)
        and all(len(part.encode()) <= _LONGEST for part in parts)
    )


def _in_the_way(ids: Iterable[str]) -> Iterator[str]:
    """Yield the ids whose file, or a folder of it, is there by another spelling or as the other."""
    taken: dict[str, str] = {}
    for id_ in ids:
        *folders, file = accumulate(f"{id_}{TEXT}".split("/"), "{}/{}".format)
        for place in (*(f"{folder}/" for folder in folders), file):
            known_as = unicodedata.normalize("NFC", place.rstrip("/")).casefold()
            if taken.setdefault(known_as, place) != place:
                yield id_
                break


def _quoted(ids: list[str]) -> str:
    return f": {', '.join(map(repr, ids[:5]))}"
