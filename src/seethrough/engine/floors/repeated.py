"""Columns of the private file that stand in the release, row by row."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from seethrough.engine.floors.control import counted
from seethrough.engine.rows.notations import in_one_notation
from seethrough.engine.rows.together import together
from seethrough.engine.rows.values import columns
from seethrough.engine.rows.whole_row import whole_rows
from seethrough.reasons import Reason
from seethrough.statistics.arrays import evenly
from seethrough.text.normalised import words
from seethrough.word_runs.flags import Flags

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from seethrough.records.corpus import Corpus

ROWS = 2_000
"""At most so many rows are compared, evenly spaced."""

MOST_ROWS = 20_000
"""At most so many rows that stand for nobody are searched, evenly spaced."""

MOST = 0.05
"""The share of rows beyond chance that may have the same value."""

SIGMAS = 4.0
"""By so many standard deviations the same values must be more than chance gives."""

SHIFTS = 10
"""With so many other rows each value is compared."""

TOLD = 5
"""A value with so many words that the text of its row lacks may be told in another form."""

RECODED = 0.95
"""The share of rows in which each value of a column must have one of its own in another column."""

_TRUTH = {"true": "1", "false": "0"}


def reasons(private: Corpus, released: Corpus) -> list[Reason]:
    """Return which columns of the private file a release repeats, as columns or within its rows.

    Known and judged are the facts of the texts. What stands in another column of the private file
    is private, too, and nobody judges what it tells, so it bars a pass. Where the private text says
    the value as well, it is one of these facts.

    Args:
        private: The private records.
        released: The released records, which stand for the private ones of the same id.
    """
    if not any(record.fields for record in private):
        return []
    both = [i for i, id_ in enumerate(private.ids) if id_ in released.position]
    both = [both[i] for i in evenly(len(both), ROWS)]
    theirs = [released.position[private.ids[i]] for i in both]
    own, told = (
        {name: [values[row] for row in rows] for name, values in found.items()}
        for found, rows in ((columns(private), both), (columns(released), theirs))
    )
    cells = [[*map(compared, values)] for values in told.values()]
    known = [_run(private.texts[row]) for row in both]
    rows = zip([released.texts[row] for row in theirs], *told.values(), strict=True)
    said = [_run(" | ".join(row)) for row in rows]
    names = [
        name
        for name, values in own.items()
        if any(told_by([*map(compared, values)], cell) for cell in cells)
        or says([*map(_lines, values)], known, said)
        or retells([*map(_run, values)], known, said)
    ]
    return _reasons(names)


def reasons_of_nobody(private: Corpus, released: Corpus, control: Corpus) -> list[Reason]:
    """Return which columns of the private file are repeated by rows that stand for nobody.

    Chance is how often the release has the values of people who were held out: each by itself, in a
    column or in words, and several of one record together in one row; of a column that they lack,
    how often private rows have the values of other people. What a record's own text says, too, is
    looked for in columns alone.

    Args:
        private: The private records.
        released: The released records.
        control: Records of people held out. A column that they lack is looked at only where most of
            its values are those of one row.
    """
    if not any(record.fields for record in private):
        return []
    own, others, told = (
        {name: [*map(compared, values)] for name, values in columns(corpus).items()}
        for corpus in (private, control, released)
    )
    told = {name: values for name, values in told.items() if not counted(values)}
    places = {name: _place(name, values, told) for name, values in own.items()}
    there = {
        name: place
        for name, place in places.items()
        if place and (name in others or _tells_apart(own[name]))
    }
    drawn = {
        name: _drawn(own[name], private.persons, told[place])
        for name, place in there.items()
        if name not in others
    }
    names = [
        name
        for name, place in there.items()
        if _more_often(own[name], others.get(name, ()), told[place], drawn.get(name, 0.0))
    ]
    both = [name for name in own if name in others and not counted(own[name])]
    return _reasons(names or _said_together(both, private, control, released))


def _said_together(
    names: Sequence[str], private: Corpus, control: Corpus, released: Corpus
) -> list[str]:
    """Return the columns whose values released rows say beyond chance, alone or together, if any.

    Args:
        names: Columns of both the private records and those of people held out.
        private: The private records.
        control: Records of people held out.
        released: The released records; `MOST_ROWS` of them are read, evenly spaced.
    """
    if not names:
        return []
    some = evenly(len(released), MOST_ROWS)
    cells = [*columns(released).values()]
    rows = whole_rows(released).corpus.texts
    ids = ["" if counted(released.ids) else id_ for id_ in released.ids]
    said = [
        in_one_notation(" | ".join([rows[i], ids[i], *(spelled(c[i]) for c in cells)]))
        for i in some
    ]
    sides = [together(_untold(names, corpus), said) for corpus in (private, control)]
    (anywhere, best), (theirs, others) = sides
    found = np.array([_apart(*both) for both in zip(anywhere.T, theirs.T, strict=True)])
    for least in range(len(names), 1, -1):
        held, chance = (side.sum(axis=1) >= least for side in (best, others))
        whole = least == len(names) and _beyond(held, chance)
        if whole or _apart(held, chance):
            found |= best[held].mean(axis=0) > 1 / 2
            break
    return [name for name, yes in zip(names, found, strict=True) if yes]


def _untold(names: Sequence[str], corpus: Corpus) -> list[list[str]]:
    """Return the values of some columns, as `spelled`, but for those that the own text says.

    Of `ROWS` records, evenly spaced.
    """
    told = columns(corpus)
    found = []
    for row in evenly(len(corpus), ROWS):
        text = _run(corpus.texts[row])
        values = [spelled(told[name][row]) for name in names]
        found.append(["" if _run(value) and _run(value) in text else value for value in values])
    return found


def _place(name: str, own: Sequence[str], told: Mapping[str, Sequence[str]]) -> str:
    """Return the released column that has most of a column's values; "" where none has any.

    Numbers of rows are among any numbers, such as ages; only a column of the same name has them.
    """
    if counted(own):
        told = {other: cells for other, cells in told.items() if other == name}
    shared = {other: len({*own} & {*cells} - {""}) for other, cells in told.items()}
    ranked = sorted(shared, key=lambda other: (shared[other], other == name))
    return ranked[-1] if ranked and shared[ranked[-1]] else ""


def _tells_apart(values: Sequence[str]) -> bool:
    """Return whether most values are those of one row."""
    counts = Counter(value for value in values if value)
    return 2 * sum(count == 1 for count in counts.values()) > counts.total()


def _drawn(values: Sequence[str], persons: Sequence[str], told: Sequence[str]) -> float:
    """Return how often released values that are drawn anew are those of a column, 0 to 1.

    As in so many private rows, and in no more than there are: where a few people share what tells
    all others apart, such as a family its number, many rows drawn anew have no more of it.
    """
    rows = [(value, person) for value, person in zip(values, persons, strict=True) if value]
    people = Counter(value for value, _ in {*rows})
    shared = sum(people[value] > 1 for value, _ in rows) / len(rows)
    return float(1 - (1 - shared) ** min(1.0, sum(map(bool, told)) / len(rows)))


def _more_often(
    own: Sequence[str], others: Sequence[str], told: Sequence[str], drawn: float
) -> bool:
    """Return whether a released column has the values of a column beyond chance.

    Empty values do not count. Where the others lack the column, chance is ``drawn``.
    """
    held = {*told}
    mine, theirs = ([value in held for value in side if value] for side in (own, others))
    if not mine:
        return False
    if theirs:
        return _beyond(np.array(mine), np.array(theirs))
    beyond = sum(mine) / len(mine) - drawn
    return beyond > MOST and beyond > _noise(drawn, len(mine))


def _beyond(mine: Flags, theirs: Flags) -> bool:
    """Return whether more of some rows are true than chance lets them, which others show."""
    chance = float(theirs.mean())
    beyond = float(mine.mean()) - chance
    return beyond > MOST and beyond > _noise(chance, min(len(mine), len(theirs)))


def _apart(mine: Flags, theirs: Flags) -> bool:
    """Return whether more of some rows are true than of others, chance in both considered."""
    beyond = float(mine.mean() - theirs.mean())
    share = float(np.concatenate([mine, theirs]).mean())
    deviation = math.sqrt(share * (1 - share) * (1 / len(mine) + 1 / len(theirs)))
    return beyond > MOST and beyond > SIGMAS * deviation


def _reasons(names: Sequence[str]) -> list[Reason]:
    if not names:
        return []
    facts = {"columns": len(names), "private": {"columns": [*names]}}
    return [Reason("columns_repeated", "inconclusive", ("sensitive", "anonymous"), facts=facts)]


def compared(value: str) -> str:
    """Return a value as it is compared, without blanks: a number or a date however written."""
    return spelled(value).replace(" ", "")


def spelled(value: str) -> str:
    """Return the words of a value, a number, a truth value or a date in one notation."""
    bare = in_one_notation(value.strip().casefold())
    if bare in _TRUTH:
        return _TRUTH[bare]
    try:
        number = float(bare.replace(",", ""))
    except ValueError:
        return " ".join(words(bare))
    return f"{number:.15g}"


def _run(value: str) -> str:
    """Return the words of a text with a blank before and behind each; nothing without any."""
    row = " ".join(words(in_one_notation(value)))
    return f" {row} " if row else ""


def _lines(value: str) -> list[str]:
    """Return the words of each line of a value: the parts of a list or an object stand in lines."""
    return [run for line in value.splitlines() if (run := _run(line))]


def says(own: Sequence[Sequence[str]], known: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether released rows say a column's values row by row more than chance lets them.

    Chance is what other rows say, `SHIFTS` of them for each row.

    Args:
        own: n values, each in parts, as words between blanks.
        known: n private texts; parts that the text says do not count, nor do those of several that
            more than half of all rows have, such as the names of an object's fields.
        said: n released texts with their other columns.
    """
    count = Counter(part for value in own for part in {*value})
    parts = (
        [p for p in value if p not in text and (len(value) == 1 or 2 * count[p] <= len(own))]
        for value, text in zip(own, known, strict=True)
    )
    rows = [(i, held) for i, held in enumerate(parts) if held]
    n = len(rows)
    if n < 2:
        return False

    def share(shift: int) -> float:
        there = (said[rows[(row + shift) % n][0]] for row in range(n))
        pairs = zip(rows, there, strict=True)
        return sum(sum(part in text for part in held) / len(held) for (_, held), text in pairs) / n

    shifts = np.linspace(1, n - 1, min(SHIFTS, n - 1)).astype(int).tolist()
    chance = sum(map(share, shifts)) / len(shifts)
    beyond = share(0) - chance
    return beyond > MOST and beyond > _noise(chance, n)


def retells(own: Sequence[str], known: Sequence[str], said: Sequence[str]) -> bool:
    """Return whether released rows have more of a column's words row by row than chance lets them.

    A comment that was scrubbed or put in another form is still told. Chance is that its own
    released row has more of its words than each of `SHIFTS` other rows.

    Args:
        own: n values, as words between blanks; those of few words (`TOLD`) do not count.
        known: n private texts; the words that the text of a row says do not count.
        said: n released texts with their other columns.
    """
    theirs = [{*v.split()} - {*k.split()} for v, k in zip(own, known, strict=True)]
    rows = [(words_, {*s.split()}) for words_, s in zip(theirs, said, strict=True)]
    rows = [row for row in rows if len(row[0]) >= TOLD]
    n = len(rows)
    if n < 2:
        return False
    shifts = np.linspace(1, n - 1, min(SHIFTS, n - 1)).astype(int)
    more = [
        len(value & released) > max(len(value & rows[(i + s) % n][1]) for s in shifts)
        for i, (value, released) in enumerate(rows)
    ]
    chance = 1 / (len(shifts) + 1)
    beyond = sum(more) / n - chance
    return beyond > MOST and beyond > _noise(chance, n)


def _noise(chance: float, n: int) -> float:
    """Return how far beyond a chance of n rows no chance goes."""
    return SIGMAS * math.sqrt(max(chance * (1 - chance), 1 / n) / n)


def told_by(own: Sequence[str], told: Sequence[str]) -> bool:
    """Return whether a column has the values of another one, or values of its own for them."""
    return repeats(own, told) or recodes(own, told)


def recodes(own: Sequence[str], told: Sequence[str]) -> bool:
    """Return whether a column has one value for each of another one's, as yes for true.

    In nearly all rows, and more often than it would by chance, in other rows: columns whose values
    differ all go together by any order of the rows.

    Args:
        own: n values; rows where it is empty do not count.
        told: n values; an empty one is a value, as in a column of crosses.
    """
    rows = [(a, b) for a, b in zip(own, told, strict=True) if a]
    n = len(rows)
    alike = _one_to_one(rows)
    if alike < RECODED * n or n < 2:
        return False
    orders = (np.random.default_rng(seed).permutation(n) for seed in range(SHIFTS))
    turned = ([(row[0], rows[i][1]) for row, i in zip(rows, o, strict=True)] for o in orders)
    chance = sum(map(_one_to_one, turned)) / SHIFTS / n
    beyond = alike / n - chance
    return beyond > MOST and beyond > _noise(chance, n)


def _one_to_one(rows: Sequence[tuple[str, str]]) -> int:
    """Return in how many rows two values are each the one that the other stands with most."""
    counts = Counter(rows)
    ranked = sorted(counts, key=counts.__getitem__)
    theirs, ours = dict(ranked), {b: a for a, b in ranked}
    return sum(number for (a, b), number in counts.items() if theirs[a] == b and ours[b] == a)


def repeats(own: Sequence[str], told: Sequence[str]) -> bool:
    """Return whether two columns agree row by row more than chance lets them.

    Args:
        own: n values.
        told: n values; rows where either is empty do not count.
    """
    rows = [(a, b) for a, b in zip(own, told, strict=True) if a and b]
    if not rows:
        return False
    one, two = (Counter(side) for side in zip(*rows, strict=True))
    n = len(rows)
    chance = sum(count * two[value] for value, count in one.items()) / n**2
    beyond = sum(a == b for a, b in rows) / n - chance
    return beyond > MOST and beyond > _noise(chance, n)
