"""One record, or all that one person wrote, released in several pieces, put together again."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.records.column_names import ID_NAMES, PARTY_NAMES, names_whom, normalized

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_PIECE_ID = re.compile(r"(.*?)(?:[-_./#: ](?:part|piece|chunk|p|s)?[-_]?(\d{1,4})|([a-z]))$", re.I)
_ENDS = re.compile(r"[.!?…:;。！？][\"'”’)\]]*\s*$")
_BEGINS = re.compile(r"\s*[\"'“‘(\[]?[a-z]")
_MOST_IN_MIDDLE = 0.5
_LEAST_PIECES = 4
_LEAST_PEOPLE = 10
"""Fewer values of a column are groups of people, such as those of one clinician."""


def cut_records(released: Corpus, private_ids: Sequence[str]) -> dict[str, list[int]]:
    """Return which released records are pieces of one, by the id of the whole.

    Two signs:

    - Ids. A released id that is a private one with a number or letter behind it (``12-1``, ``12b``,
      ``12/part2``), where the private id itself is not released. Pieces go by number or letter.
    - Sentences. Where more than half of the released records break off in mid-sentence and the next
      begins with a small letter, each row of such records is one record, under the first one's id.
      A record whose id is a private one begins a record of its own: it stands for that one.

    Args:
        released: The released records.
        private_ids: The ids of the private records.

    Returns:
        For each whole record of two and more pieces, the positions of these in order.
    """
    by_id = _by_id(released.ids, frozenset(private_ids))
    return by_id or _by_sentence(released.ids, released.texts, frozenset(private_ids))


def rows_of_people(released: Corpus, private: Corpus) -> dict[str, list[int]]:
    """Return which released records are told of one person or document, by the id of the first.

    Whoever finds one of them reads the others, too: their rows have the same value in a column
    that names people or records (``participant``, ``user_id``, ``doc_id``), whatever the value is.
    Of several such columns the first counts, those of people before those of records. Where a
    person has as many private records, each row stands for one of these and stays by itself.

    Args:
        released: The released records, which correspond to no private ones.
        private: The private records.

    Returns:
        For each person with several rows, the positions of these in order.
    """
    found = next(_people(released), {})
    if len(released) * len({*private.persons}) <= len(private) * len(found):
        return {}
    return {released.ids[rows[0]]: rows for rows in found.values() if len(rows) > 1}


def _people(released: Corpus) -> Iterator[dict[str, list[int]]]:
    """Yield the rows of each value of the columns that name people or records and recur."""
    normal = {name: normalized(name) for name in released.field_names}
    people = [name for name, plain in normal.items() if names_whom(plain) or plain in PARTY_NAMES]
    records = [name for name, plain in normal.items() if plain in ID_NAMES]
    columns: Iterator[Sequence[Any]] = (
        [record.fields.get(name) for record in released] for name in [*people, *records]
    )
    for column in itertools.chain([released.persons], columns):
        rows: dict[str, list[int]] = {}
        for row, value in enumerate(column):
            rows.setdefault(str(value), []).append(row)
        if rows.keys().isdisjoint(("", "None")) and _LEAST_PEOPLE <= len(rows) < len(column):
            yield rows


def rejoined(released: Corpus, pieces: Mapping[str, Sequence[int]]) -> Corpus:
    """Return a released corpus whose pieces are one record each, where the first of them stood.

    Args:
        released: The released records.
        pieces: What `cut_records` or `rows_of_people` found; where it is empty, the corpus comes
            back as it is.

    Returns:
        A corpus of the whole records under their ids, and of all records that are no pieces. The
        fields of a whole record hold what those of its pieces do, in order: strings that differ
        are joined by line ends, other values that differ are a list.
    """
    from seethrough.records.corpus import Corpus

    if not pieces:
        return released
    whole = {places[0]: (id_, places) for id_, places in pieces.items()}
    later = {place for places in pieces.values() for place in places[1:]}
    cut = {place for places in pieces.values() for place in places}
    held = {place: record.fields for place, record in enumerate(released) if place in cut}
    ids, persons, texts, fields = [], [], [], []
    for place, record in enumerate(released):
        if place in later:
            continue
        id_, places = whole.get(place, (record.id, [place]))
        ids.append(id_)
        persons.append(id_ if record.person == record.id else record.person)
        texts.append(
            " ".join(released.texts[p].strip() for p in places) if id_ in pieces else record.text
        )
        fields.append(_merged([held[p] for p in places]) if id_ in pieces else record.fields)
    return Corpus.from_texts(texts, ids, persons, fields, released.name)


def _merged(several: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return one object that holds what several do."""
    names = dict.fromkeys(itertools.chain.from_iterable(several))
    return {name: _all_of(one[name] for one in several if name in one) for name in names}


def _all_of(values: Iterable[Any]) -> Any:
    """Return a value that holds all those that are not empty, each once."""
    empty = None
    filled: dict[str, Any] = {}
    for value in values:
        if value is None or value in ("", [], {}):
            empty = value if empty is None else empty
        else:
            key = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
            filled.setdefault(key, value)
    if len(filled) < 2:
        return next(iter(filled.values()), empty)
    whole = [*filled.values()]
    return "\n".join(whole) if all(isinstance(value, str) for value in whole) else whole


def _by_id(ids: Sequence[str], private: frozenset[str]) -> dict[str, list[int]]:
    taken = private.intersection(ids)
    found: dict[str, list[tuple[int, str, int]]] = {}
    for place, id_ in enumerate(ids):
        match = _PIECE_ID.fullmatch(id_)
        if match and id_ not in private and match.group(1) in private - taken:
            number, letter = match.group(2) or "0", (match.group(3) or "").lower()
            found.setdefault(match.group(1), []).append((int(number), letter, place))
    return {
        id_: [place for _, _, place in sorted(places)]
        for id_, places in found.items()
        if len(places) > 1
    }


def _by_sentence(
    ids: Sequence[str], texts: Sequence[str], private: frozenset[str]
) -> dict[str, list[int]]:
    goes_on = [
        bool(
            id_ not in private
            and before.strip()
            and not _ENDS.search(before[-200:])
            and _BEGINS.match(after)
        )
        for id_, (before, after) in zip(ids[1:], itertools.pairwise(texts), strict=True)
    ]
    if len(texts) < _LEAST_PIECES or sum(goes_on) <= _MOST_IN_MIDDLE * len(goes_on):
        return {}
    rows: list[list[int]] = [[0]]
    for place, joined in enumerate(goes_on, start=1):
        if joined:
            rows[-1].append(place)
        else:
            rows.append([place])
    return {ids[row[0]]: row for row in rows if len(row) > 1}
