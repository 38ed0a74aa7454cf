"""Words of the private records that the release has in another form, one for one."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain
from typing import TYPE_CHECKING

from seethrough.engine.floors.beyond_chance import beyond_chance
from seethrough.engine.floors.told_columns import SHIFTS
from seethrough.engine.rows.values import columns
from seethrough.reasons import LISTED, Reason
from seethrough.statistics.arrays import evenly, numbered
from seethrough.text.normalised import words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

ROWS = 2_000
"""At most so many rows are compared, evenly spaced."""

FEWEST = 4
"""A word of fewer people is not looked for: others have the same people by chance."""

PHRASE = 3
"""More words that always stand together are no phrase such as *heart failure*, but copied text."""

STANDS = 0.5
"""A word that is in the released rows of so many of its people stands for itself."""

_MASKED = re.compile(r"([^\W_]+)[^\w*█■•#]{1,3}([*_█■•#]{2,}|x{3,})")
_PIECE = re.compile(r"[^\s.,;:!?()\[\]\"']+")

People = Mapping[str, frozenset[int]]


def reasons(private: Corpus, released: Corpus) -> list[Reason]:
    """Return that words were replaced one for one, whatever by: codes, hashes, signs, other words.

    A word that stands in half of its people's released rows at the most, where another one stands
    in the rows of all of them and of nobody else, is only written in another way. Whoever knows a
    few facts can read it, and neither attacks nor judge look it up.

    Args:
        private: The private records.
        released: The released records with whole rows, which stand for the private ones of the
            same id.
    """
    both = [i for i, id_ in enumerate(private.ids) if id_ in released.position]
    both = [both[i] for i in evenly(len(both), ROWS)]
    people = numbered([private.persons[i] for i in both]).tolist()
    own = _people((words(private.texts[i]) for i in both), people)
    theirs = [released.position[private.ids[i]] for i in both]
    cells = columns(released).values()
    told = (chain(_pieces(released.texts[i]), _cells(cells, i)) for i in theirs)
    found, of = recoded(own, _people(told, people))
    if not found:
        return []
    some = [f"{word} = {code}" for word, code in found.items()][:LISTED]
    facts = {"words": len(found), "of": of, "private": {"words": some}}
    return [Reason("words_recoded", "inconclusive", ("sensitive", "anonymous"), facts=facts)]


def recoded(own: People, told: People) -> tuple[dict[str, str], int]:
    """Return what other words stand for, if more than by chance, and of how many words.

    Words of the same people count as one phrase (*heart failure*), and not at all where there are
    more of them than `PHRASE`, as in copies of one text, or one is kept. They must be many of all
    phrases, or what most values of one column stand for. Chance is how many phrases other words
    stand for among other people.

    Args:
        own: The people of each private word, as numbers from 0 on.
        told: The people of each released word.

    Returns:
        By phrase, the rarest first, the word that stands for it; and how many phrases are lost.
    """
    if not own:
        return {}, 0
    number = 1 + max(map(max, own.values()))
    none = frozenset[int]()
    kept = {w for w, held in own.items() if len(held & told.get(w, none)) > STANDS * len(held)}
    phrases: dict[frozenset[int], list[str]] = defaultdict(list)
    for word, held in own.items():
        if FEWEST <= len(held) <= number / 2:
            phrases[held].append(word)
    lost = {
        held: " ".join(said)
        for held, said in sorted(phrases.items(), key=lambda item: len(item[0]))
        if len(said) <= PHRASE and kept.isdisjoint(said)
    }
    codes = {held: w for w, held in told.items() if len(held) >= FEWEST and w not in kept}
    others = [
        {frozenset((p + 1 + shift) % number for p in held) for held in lost}
        for shift in evenly(number - 1, SHIFTS)
    ]

    def beyond(codes: Set[frozenset[int]], n: int) -> bool:
        chance = sum(len(codes & turned) for turned in others) / max(1, len(others) * n)
        return beyond_chance(len(codes & lost.keys()) / max(1, n), chance, max(1, n))

    if not beyond(codes.keys(), len(lost)):
        columns = (column for column in _columns(told) if beyond(column, len(column)))
        telling = {*chain.from_iterable(columns)}
        codes = {held: w for held, w in codes.items() if held in telling}
    return {lost[held]: codes[held] for held in lost if held in codes}, len(lost)


def _columns(told: People) -> Iterable[frozenset[frozenset[int]]]:
    """Return the people of each value of a column, or of numbers in the same place of a row."""
    columns: dict[str, set[frozenset[int]]] = defaultdict(set)
    for word, held in told.items():
        column, named, _ = word.rpartition(" ")
        if named and len(held) >= FEWEST:
            columns[column].add(held)
    return map(frozenset, columns.values())


def _people(rows: Iterable[Iterable[str]], people: Sequence[int]) -> People:
    """Return the people of each word of some rows."""
    found: dict[str, set[int]] = defaultdict(set)
    for row, person in zip(rows, people, strict=True):
        for word in dict.fromkeys(row):
            found[word].add(person)
    return {word: frozenset(held) for word, held in found.items()}


def _cells(told: Iterable[Sequence[str]], row: int) -> Iterator[str]:
    """Yield the values of a row, each with the place of its column before it.

    A word stands for one thing in one column, and for another in the next, as a number does.
    """
    for place, column in enumerate(told, 1):
        if value := "-".join(words(column[row])):
            yield f"column {place}: {value}"


def _pieces(text: str) -> list[str]:
    """Return the words of a text and what else stands between blanks, such as hashes and signs.

    Numbers and single letters also with the word before them, and with their place among the others
    of the text: 3 stands for one thing in one column or field, and for another in the next. So does
    the length of a mask, as where each letter became a star.
    """
    said = words(text)
    codes = [place for place, word in enumerate(said) if len(word) == 1 or word[-1].isdigit()]
    placed = [f"number {n}: {said[place]}" for n, place in enumerate(codes, 1)]
    named = [f"{said[place - 1]} {said[place]}" for place in codes if place]
    masked = [f"{before} {len(mask)}" for before, mask in _MASKED.findall(text.lower())]
    return placed + named + masked + said + _PIECE.findall(text.lower())
