"""The id column of two files, chosen with both in view."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from seethrough.records.column_content import Sample, content
from seethrough.records.column_names import (
    ID_NAMES,
    ROW_LABELS,
    names_an_id,
    names_whom,
    normalized,
)
from seethrough.records.columns import Columns, alike, tells_apart
from seethrough.records.corpus import Corpus
from seethrough.records.ingest import identifier

# The share of the smaller file's ids that the other file must hold.
LEAST_MET = 0.5
_WHY = "in both files, all different"
_COUNTED = (
    "rows are numbered: row 1 of one file matches row 1 of the other, unless --unaligned is given"
)
_LONGEST_ID = 100
_MOST_WORDS = 3


class Pair(NamedTuple):
    """The columns of a private file and of its release.

    Attributes:
        private: Those of the private file.
        release: Those of the release.
        shared: The normalized name of the id column that was found in both; None if each
            file's own guess, or what was named, stands.
    """

    private: Columns
    release: Columns
    shared: str | None


def with_shared_id(
    private: Columns,
    release: Columns,
    samples: tuple[Sample, Sample],
    *,
    whole: bool,
    barred: Mapping[str, str],
) -> Pair:
    """Return the columns of two files with the id column that both share, if there is one.

    It is called alike in both, there in every row, different in every row of each sample, no
    text, and at least half of the smaller file's values (except for case, blanks and leading zeros)
    are in the other. Among several, names of ids go first, then other names, then people's, then
    labels of rows. Where the user named one id column, only the same name counts in the other
    file; where the user wants rows counted, nothing is shared.

    Args:
        private: What was named or guessed for the private file alone.
        release: The same for the release.
        samples: The first rows of both, private first.
        whole: Whether the samples are the whole files. If not, ids of files in another order
            seldom meet in them: then one value in both will do, or the name of an id.
        barred: Normalized names that turned out to be no ids of the whole files, and why not.
    """
    guessed = ["id" in columns.guessed for columns in (private, release)]
    named = [c.id for c, g in zip((private, release), guessed, strict=True) if not g]
    if None in named or len(named) == 2:
        return Pair(private, release, None)
    texts = {normalized(private.text), normalized(release.text)}
    allowed = {normalized(name) for name in named if name is not None}
    others = {name: normalized(name) for name in release.order}
    found = []
    for name in private.order:
        normal = normalized(name)
        other = alike(name, others)
        if other is None or normal in texts or normal in barred:
            continue
        if allowed and normal not in allowed:
            continue
        pair = name, other
        if all(map(_may_identify, samples, pair)):
            met = _share_met(*map(_values, samples, pair))
            if met >= LEAST_MET or (not whole and (met > 0 or names_an_id(normal))):
                found.append((*_rank(normal, met), normal, pair))
    notes = "".join(f"; not {name}, which {reason}" for name, reason in barred.items())
    if not found:
        counted = private.id is None and release.id is None
        first, second = (
            _because(c, _COUNTED if counted else None, notes) for c in (private, release)
        )
        return Pair(first, second, None)
    *_, shared, (own, other) = min(found)
    private = replace(private, id=own if guessed[0] else private.id)
    release = replace(release, id=other if guessed[1] else release.id)
    return Pair(_because(private, _WHY, notes), _because(release, _WHY, notes), shared)


def ids_meet(private: Corpus, release: Corpus) -> bool:
    """Return whether at least half of the smaller file's ids are in the other."""
    return _share_met(set(map(loosened, private.ids)), set(map(loosened, release.ids))) >= LEAST_MET


def loosened(id_: str) -> str:
    """Return an id without case, outer blanks, leading zeros and what a spreadsheet adds, .0.

    Accents are composed: macOS writes them apart in the names of files.
    """
    bare = re.sub(r"(?<=\d)\.0+$", "", unicodedata.normalize("NFC", id_.strip()))
    return bare.casefold().lstrip("0") or "0"


def _because(columns: Columns, why: str | None, notes: str) -> Columns:
    """Return columns with the reason for a guessed id; a named column needs none."""
    if "id" not in columns.guessed:
        return columns
    why = columns.why.get("id", "") if why is None else why
    return replace(columns, why={**columns.why, "id": why + notes})


def _may_identify(sample: Sample, name: str) -> bool:
    values = [row.get(name) for row in sample]
    measured = any(isinstance(value, float) and not value.is_integer() for value in values)
    return (
        not measured
        and tells_apart(sample, name)
        and max(len(str(value)) for value in values) <= _LONGEST_ID
        and content(sample, name).words <= _MOST_WORDS
    )


def _values(sample: Sample, name: str) -> set[str]:
    return {loosened(identifier(row.get(name)) or "") for row in sample}


def _share_met(own: set[str], other: set[str]) -> float:
    fewest = min(len(own), len(other))
    return len(own & other) / fewest if fewest else 0.0


def _rank(normal: str, met: float) -> tuple[bool, float, int]:
    """Return a sort key with the most likely id first: row labels last, then by matching ids."""
    if names_whom(normal):
        place = len(ID_NAMES) + 2
    elif normal in ID_NAMES:
        place = ID_NAMES.index(normal)
    else:
        place = len(ID_NAMES) + (not names_an_id(normal))
    return normal in ROW_LABELS, -round(met, 1), place
