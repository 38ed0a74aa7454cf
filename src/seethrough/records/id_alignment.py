"""Do the records of a release stand for the private ones?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.errors import InputError
from seethrough.records.column_names import normalized
from seethrough.records.columns import alike
from seethrough.records.ingest import identifier
from seethrough.records.shared_ids import loosened

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.records.reading import Reading

# So many rows in the same order leave no doubt of the others.
_SURE = 1000
# Longer numbers count no records.
_DIGITS = 18
# So many values are the same, in another order, by no accident.
_SEVERAL = 8


def check_ids_meet(private: Corpus, release: Corpus) -> None:
    """Refuse two corpora without an id in common.

    Raises:
        InputError: No id is in both, though both hold records; so the release is not one record
            for one private record, or an id column is the wrong one.
    """
    own, released = set(private.ids), set(release.ids)
    if own and released and own.isdisjoint(released):
        raise InputError(
            f"none of the {len(own)} ids of {private.name} is among the {len(released)} ids of "
            f"{release.name}; name the matching columns with --id, or audit the release as one "
            "that is not aligned record by record" + near_miss(own, released)
        )


def near_miss(own: Iterable[str], released: Iterable[str]) -> str:
    """Return a hint where ids differ only in how they are written; "" elsewhere."""
    loose = {loosened(id_) for id_ in own} & {loosened(id_) for id_ in released}
    if not loose:
        return ""
    return (
        f" ({len(loose)} differ only by case, blanks, leading zeros, .0 behind a number or how "
        "accents are encoded)"
    )


def check_rows(private: Reading, release: Reading, *, made_of: bool = False) -> None:
    """Check that what matches the records of two files is the same in both.

    Args:
        private: The private records.
        release: The released ones.
        made_of: Whether a sidecar shows that the release was made of these records, so that its
            ids are theirs, also where those are the numbers of their rows.

    Raises:
        InputError: Neither file has an id column, and one has more rows: one that was left out
            would shift all that follow. Or no id column is in both, and numbers that were guessed
            to be the ids, or those of the rows, differ between the files. Or another column shows
            that their rows are in another order, or that one counts from 0 and the other from 1.
    """
    own, other = len(private.corpus), len(release.corpus)
    names = private.corpus.name, release.corpus.name
    columns = private.columns, release.columns
    if columns[0].id is None and columns[1].id is None and own != other:
        raise InputError(
            f"{names[0]} has {own:,} rows and {names[1]} {other:,}, and no id"
            " column matches them: name one with --id and --release-id, or say --unaligned if the"
            " released records correspond to nobody"
        )
    if made_of:
        return
    _refuse_ids_elsewhere(private, release)
    _refuse_another_order(private, release)
    if not _numbered_apart(private, release):
        _refuse_shifted(private, release)
        return
    _refuse_repeated_ids(private, release)
    told = (
        f"{name} " + ("has no ids" if c.id is None else f"has its ids in {c.shown(c.id)}")
        for name, c in zip(names, columns, strict=True)
    )
    rows = ""
    for place, flags in enumerate(("--id '' --release-id NAME", "--release-id '' --id NAME")):
        if columns[place].id is None:
            rows = f" or say {flags} if they are numbers of the rows of {names[place]},"
    raise InputError(
        f"{' and '.join(told)}, and no id column is in both: name it with --id and --release-id,"
        f"{rows} or say --id '' --release-id '' if row 1 of one file stands for row 1 of the other,"
        " or --unaligned if the released records correspond to nobody"
    )


def _refuse_repeated_ids(private: Reading, release: Reading) -> None:
    """Refuse a file without ids by the rows that are why its column of that name holds none."""
    for counted, other in ((private, release), (release, private)):
        if counted.columns.id is not None or other.columns.id is None:
            continue
        name = alike(other.columns.id, {n: normalized(n) for n in counted.columns.order})
        rows: dict[str, int] = {}
        for number, record in enumerate(counted.corpus if name else (), 1):
            value = identifier(record.fields.get(name or ""))
            before = number if value is None else rows.setdefault(value, number)
            if before != number:
                raise InputError(
                    f"{counted.corpus.name}: rows {before:,} and {number:,} have the same id in"
                    f" {counted.columns.shown(name or '')}, which has the ids of"
                    f" {other.corpus.name}; give each row an id of its own, or name another column"
                    " with --id and --release-id"
                )


def _refuse_ids_elsewhere(private: Reading, release: Reading) -> None:
    """Refuse rows that stand for ids where a column has these ids in another order."""
    for counted, other in ((private, release), (release, private)):
        if counted.columns.id is not None or other.columns.id is None:
            continue
        if "id" not in counted.columns.guessed:
            continue  # somebody said that the rows count
        name = _column_with(other.corpus.ids, counted)
        if name is not None:
            raise InputError(
                f"{counted.corpus.name}: {counted.columns.shown(name)} holds the ids of"
                f" {other.corpus.name} in another order; name it as the id column, or say --id ''"
                " --release-id '' if row 1 of one file stands for row 1 of the other"
            )


def _column_with(ids: Sequence[str], reading: Reading) -> str | None:
    """Return the column that holds these ids, all of them, in another order."""
    if len(reading.corpus) != len(ids):
        return None
    wanted = set(ids)
    held: dict[str, list[str]] = {name: [] for name in reading.columns.order}
    for record in reading.corpus:
        for name in list(held):
            value = identifier(record.fields.get(name))
            if value in wanted:
                held[name].append(value)
            else:
                del held[name]
        if not held:
            return None
    return next((n for n, own in held.items() if own != ids and set(own) == wanted), None)


def _refuse_another_order(private: Reading, release: Reading) -> None:
    """Refuse rows that stand for one another where a column has its values in another order.

    Not where some column has the same values row by row: then that one was only exchanged.
    """
    if any(r.columns.id is not None or "id" not in r.columns.guessed for r in (private, release)):
        return
    others = {n: normalized(n) for n in release.columns.order if n != release.columns.text}
    names = (name for name in private.columns.order if name != private.columns.text)
    pairs = {name: other for name in names if (other := alike(name, others)) is not None}
    moved: dict[str, Counter[str]] = {}
    first: dict[str, str] = {}
    kept = set()
    rows = zip(_values(private), _values(release), strict=True) if pairs else ()
    for number, (own, released) in enumerate(rows):
        for name, other in pairs.items():
            value, there = _told(own.get(name)), _told(released.get(other))
            if value != there:
                counts = moved.setdefault(name, Counter())
                counts[value] += 1
                counts[there] -= 1
            elif value != first.setdefault(name, value):
                kept.add(name)
        if number > _SURE and not kept <= moved.keys():
            return
    if not kept <= moved.keys():
        return
    found = (n for n, c in moved.items() if len(c) >= _SEVERAL and not any(c.values()))
    shuffled = next(found, None)
    if shuffled is not None:
        raise InputError(
            f"{release.corpus.name}: {private.columns.shown(shuffled)} holds the values that stand"
            f" in {private.corpus.name}, in another order, and no id column is in both; give each"
            " record an id, or say --id '' --release-id '' if row 1 of one file stands for row 1 of"
            " the other, or --unaligned if the released records correspond to nobody"
        )


def _told(value: Any) -> str:
    """Return a value as a string, ids as ``identifier`` has them: MongoDB's are objects."""
    return identifier(value) or str(value)


def _values(reading: Reading) -> Iterator[dict[str, Any]]:
    """Yield all of each record but its text, the person under the name of the column."""
    person = reading.columns.person
    for record in reading.corpus:
        yield {**record.fields, **({} if person is None else {person: record.person})}


def _refuse_shifted(private: Reading, release: Reading) -> None:
    """Refuse ids that were guessed and count the records from 0 in one file, from 1 in the other.

    pandas counts from 0 and R from 1 where a table has no ids.
    """
    both = private, release
    if any(r.columns.id is None or "id" not in r.columns.guessed for r in both):
        return
    begin = {_begin(r.corpus.ids): r.corpus.name for r in both}
    if begin.keys() == {0, 1} and len(private.corpus) == len(release.corpus):
        raise InputError(
            f"the ids count the records, those of {begin[0]} from 0 and those of {begin[1]} from 1,"
            " so each record would be matched with its neighbour; count both alike, or say --id ''"
            " --release-id '' if row 1 of one file stands for row 1 of the other"
        )


def _begin(ids: Sequence[str]) -> int | None:
    """Return the least of ids that are consecutive numbers, in any order; None for others."""
    numbers = {int(id_) for id_ in ids if id_.isdecimal() and len(id_) <= _DIGITS}
    consecutive = len(numbers) == len(ids) == max(numbers, default=0) - min(numbers, default=0) + 1
    return min(numbers) if consecutive else None


def _numbered_apart(private: Reading, release: Reading) -> bool:
    """Return whether two files count their records in different ways, so that numbers meet by luck.

    Not where somebody named the columns: both, or one of two.
    """
    columns = private.columns, release.columns
    called = {None if c.id is None else normalized(c.id) for c in columns}
    guessed = ["id" in c.guessed for c in columns]
    if len(called) == 1 or not (all(guessed) or (None in called and any(guessed))):
        return False
    ids = private.corpus.ids, release.corpus.ids
    return ids[0] != ids[1] and any(all(i.isdecimal() for i in own) for own in ids)
