"""A population as a table: one row for each kind of person, with how many there are."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from seethrough.attributes.agreement import agreement
from seethrough.attributes.kinds import COLUMNS
from seethrough.errors import InputError
from seethrough.population.ages import OLDEST, Ages, ages_of
from seethrough.population.counted_twice import CountedTwice
from seethrough.population.countries import names_of
from seethrough.population.counts import count_of, may_be_thousands
from seethrough.records.column_names import normalized
from seethrough.records.formats.rows import opened_rows
from seethrough.statistics.arrays import FloatArray, IntArray
from seethrough.storage.contents import state_of

COUNT = "count"
"""The column that says how many people a row counts."""

WORLD = os.path.join(os.path.dirname(__file__), "world.csv.gz")
"""People of each country in 2025 by sex and five years of age.

United Nations, Department of Economic and Social Affairs, Population Division (2024). World
Population Prospects 2024, medium variant; copyright July 2024 United Nations, CC BY 3.0 IGO. Taken
from the PyPI package bokeh_sampledata 2026.1: the 237 countries and areas in 2025, joint counts as
published, with other names of countries added.
"""

_KINDS = {name: kind for kind, names in COLUMNS.items() for name in names} | {
    name: "age" for name in ("age_group", "age_range", "age_grp", "agegrp", "ages")
}


_WORD = re.compile(r"[^\W_]+")
_PLAIN = str.maketrans({"−": "-", "–": "-", "≤": "<=", "≥": ">="})
_SIGN = re.compile(r"[<>≤≥=+]|[-−–](?=\s*\d|\s*$)")


def key_of(name: str) -> str:
    """Return a name as names are compared: its words in lower case, then its signs.

    Signs tell ``<=50K`` from ``>50K`` and ``A+`` from ``A-``; a hyphen between words is none.
    """
    signs = "".join(_SIGN.findall(name)).translate(_PLAIN)
    return " ".join([*_WORD.findall(name), *([signs] if signs else [])]).casefold()


def kind_of(column: str) -> str:
    """Return what a column is about: ``age``, ``sex`` and so on, or its own plain name."""
    name = normalized(column)
    return _KINDS.get(name, name)


@dataclass(frozen=True, eq=False)
class Column:
    """One attribute of a population.

    Attributes:
        kind: What it is about, as ``kind_of`` says.
        names: For each category the names that it goes by.
        ages: For each category its ages; none where it is not about age.
        codes: (cells,) the category of each cell.
    """

    kind: str
    names: tuple[tuple[str, ...], ...]
    ages: tuple[Ages, ...]
    codes: IntArray

    @functools.cached_property
    def by_name(self) -> Mapping[str, int]:
        """The category of each name, by ``key_of``."""
        return {key_of(name): i for i, names in enumerate(self.names) for name in names}

    @functools.cached_property
    def firsts(self) -> frozenset[str]:
        """The first words of all names."""
        return frozenset(name.partition(" ")[0] for name in self.by_name)

    @functools.cached_property
    def longest(self) -> int:
        """How many words the longest name has."""
        return max(name.count(" ") + 1 for name in self.by_name)

    @functools.cached_property
    def capital(self) -> frozenset[str]:
        """The names that begin with a capital letter, by ``key_of``."""
        return frozenset(key_of(n) for names in self.names for n in names if n[:1].isupper())

    def ambiguous(self) -> str | None:
        """Return a name that two categories go by, or None."""
        seen: dict[str, int] = {}
        for i, names in enumerate(self.names):
            for name in names:
                if seen.setdefault(key_of(name), i) != i:
                    return name
        return None

    def said(self, value: str) -> str | None:
        """Return a value as this column says it, or None for one that it does not have.

        An age becomes its range; of ``Lyon, France`` the first part counts that is a category; a
        country may be a code, ``PL`` or ``POL``.
        """
        if self.kind == "age":
            ages = ages_of(value)
            return None if ages is None else f"{ages.low}-{ages.high}"
        if self.kind == "sex":
            return next((n[0] for n in self.names if agreement("sex", value, n[0], _same)), None)
        codes = names_of(value.strip()) if self.kind == "country" else ()
        for part in (value, *value.split(","), *codes):
            if (at := self.by_name.get(key_of(part))) is not None:
                return self.names[at][0]
        return None

    def shares(self, values: Sequence[str]) -> FloatArray:
        """Return which share of the people in each category has one of the values.

        Ages are taken to be equally frequent within a category, so that one year of five is a
        fifth; a category without an end, such as ``100+``, fits whole.

        Args:
            values: What ``said`` returned.

        Returns:
            (categories,) shares in [0, 1].
        """
        if self.kind != "age":
            known = [float(names[0] in values) for names in self.names]
            return np.asarray(known, dtype=float)
        sought = [ages for value in values if (ages := ages_of(value))]
        years = np.zeros(OLDEST + 1)
        for ages in sought:
            years[ages.low : ages.high + 1] = 1
        found = []
        for own in self.ages:
            inside = years[own.low : own.high + 1]
            found.append(float(inside.any() if own.high == OLDEST else inside.mean()))
        return np.asarray(found)

    def agree(self, first: Sequence[str], second: Sequence[str]) -> bool:
        """Return whether a person may have one of the first values and one of the second."""
        if self.kind != "age":
            return bool({*first} & {*second})
        pairs = ((ages_of(a), ages_of(b)) for a in first for b in second)
        return any(a is not None and b is not None and a.shared(b) > 0 for a, b in pairs)


@dataclass(frozen=True, eq=False)
class Population:
    """How many people there are of each kind.

    Attributes:
        columns: The attributes, by ``kind_of``.
        counts: (cells,) how many people the table counts.
    """

    columns: Mapping[str, Column]
    counts: FloatArray

    def weights(self, said: Mapping[str, Sequence[str]]) -> FloatArray:
        """Return which share of the people of each cell fits what is said of all attributes.

        Args:
            said: Values by attribute, as ``Column.said`` returns them; who has any of them fits.
                An attribute of which nothing is said constrains nobody.

        Returns:
            (cells,) shares in [0, 1].
        """
        made = np.ones(len(self.counts))
        for kind, values in said.items():
            column = self.columns[kind]
            made *= column.shares(values)[column.codes]
        return made


def read_population(path: str, columns: str = "") -> Population:
    """Read a table of a population.

    Args:
        path: A file in any format that records are read from, with a column ``count``; every other
            column is an attribute. A category may have several names: ``United Kingdom|UK``.
            Empty for the table of the world's countries that comes with the package.
        columns: The attributes to use, as ``age+sex``; all where empty.

    Raises:
        InputError: It is empty, has no column ``count`` or none of the attributes, counts less than
            nobody or somebody twice, or leaves a value out; names the file and the line.
    """
    path = path or WORLD
    return _read(path, columns, state_of(path))


@functools.lru_cache(maxsize=4)
def _read(path: str, columns: str, state: tuple[int, ...]) -> Population:
    counts: list[float] = []
    written: list[Any] = []
    used: list[str] = []
    values: dict[str, list[str]] = {}
    with opened_rows(path, None, allow_remote=False) as source:
        for number, row in source.rows:
            if not counts:
                used = _attributes(source.place, row, columns)
                counted = next(name for name in row if normalized(name) == COUNT)
                values = {name: [] for name in used}
                age = next((name for name in used if kind_of(name) == "age"), None)
                twice = CountedTwice(age, counted)
            written.append(row.get(counted))
            count = count_of(written[-1])
            if count is None or count < 0:
                raise source.error(
                    number, f'"{counted}" must be a number of people, 0 or more, such as 12345.5'
                )
            counts.append(count)
            twice.add(row, count)
            for name in used:
                value = _text(row.get(name))
                if not value:
                    raise source.error(number, f'no value in column "{name}"')
                if kind_of(name) == "age" and ages_of(value) is None:
                    raise source.error(
                        number, f'"{name}" must be an age or a range such as 40-44 or 85+'
                    )
                values[name].append(value)
        if not sum(counts):
            raise InputError(f"{source.place}: the table counts nobody")
        if (said := may_be_thousands(written)) is not None:
            raise InputError(
                f'{source.place}: {said} in "{counted}" may be thousands or a fraction; write'
                f" {said.replace('.', '')}, or {said}0"
            )
        twice.refuse(source.place, sum(counts))
        made = _columns(source.place, values)
    return Population(made, np.asarray(counts, dtype=float))


def _attributes(place: str, row: Mapping[str, Any], columns: str) -> list[str]:
    """Return the names of the columns to use."""
    if not any(normalized(name) == COUNT for name in row):
        raise InputError(f'{place}: no column "{COUNT}" says how many people a row counts')
    there = [name for name in row if normalized(name) != COUNT]
    wanted = [part.strip() for part in columns.split("+") if part.strip()] or there
    if not wanted:
        raise InputError(f'{place}: no attribute beside the column "{COUNT}"')
    used: dict[str, str] = {}
    for name in wanted:
        found = [name] if name in there else [c for c in there if kind_of(c) == kind_of(name)]
        if not found:
            has = ", ".join(there) or "none"
            raise InputError(f'{place}: no column "{name}"; the attributes are {has}')
        for column in found:
            other = used.setdefault(kind_of(column), column)
            if other != column:
                raise InputError(
                    f'{place}: "{other}" and "{column}" are both read as {kind_of(column)}; name'
                    " the one to use and all others with columns="
                )
    return list(used.values())


def _columns(place: str, values: Mapping[str, Sequence[str]]) -> dict[str, Column]:
    """Return the attributes by ``kind_of``, of the values of each column."""
    made = {}
    for name, own in values.items():
        column = made[kind_of(name)] = _column(kind_of(name), own)
        if column.kind == "sex" and not _reads(column):
            raise InputError(
                f'{place}: "{name}" has categories that are read as neither female nor male; write'
                " female and male, or F and M"
            )
        if (shared := column.ambiguous()) is not None:
            raise InputError(f'{place}: "{name}" has two categories of one name, {shared!r}')
    return made


def _reads(sexes: Column) -> bool:
    """Return whether a text's women and men are found in a column of sexes.

    One may be missing, as in a table of women, and there may be others beside both.
    """
    found = {sexes.said(name) for name in ("female", "male")} - {None}
    return len(found) == 2 or (len(found) == len(sexes.names))


def _column(kind: str, values: Iterable[str]) -> Column:
    order: dict[tuple[str, ...], int] = {}
    spelled: list[tuple[str, ...]] = []
    codes = []
    for value in values:
        names = tuple(name.strip() for name in value.split("|") if name.strip())
        if kind == "country" and len(names) == 1:
            names += names_of(names[0])
        code = order.setdefault(tuple(map(key_of, names)), len(order))
        codes.append(code)
        if code == len(spelled):
            spelled.append(names)
    ages = tuple(a for n in spelled if (a := ages_of("|".join(n)))) if kind == "age" else ()
    return Column(kind, tuple(spelled), ages, np.array(codes))


def _text(value: Any) -> str:
    return "" if value is None else str(value).strip()


def _same(first: str, second: str) -> float:
    return float(first == second)
