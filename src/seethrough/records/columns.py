"""Which column holds the text, which the id and which the person."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from seethrough.errors import InputError, UsageError
from seethrough.records.column_content import Content, Sample, content
from seethrough.records.column_names import (
    BARE_NAMES,
    CERTAIN_IDS,
    CERTAIN_PERSONS,
    GIVEN_NAMES,
    ID_NAMES,
    PARTY_NAMES,
    PERSON_NAMES,
    SURNAMES,
    WRITER_NAMES,
    is_known,
    listed,
    names_a_text,
    names_an_id,
    names_whom,
    normalized,
    shown,
    text_octaves,
)

_IDS = str | int | float | bytes
_LONGEST_PERSON = 100
# A person's number, as K0012 or 100234; shorter ones may be codes, years or doses.
_CODE = re.compile(r"[^\W\d_]{1,6}[-_ ]?\d{3,}|\d{5,}")
# Claude's export calls the turns so, and a conversation's title "name".
_EXPORTED_CHAT = "chat_messages"
# A person's or a writer's column with longer values holds texts, but is the last choice.
_WHOM_OCTAVES = -3.0


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column plays which part.

    Attributes:
        text: The column that holds the text.
        id: The column of the record ids; None if rows are numbered instead.
        person: The column of the persons; None if each record is its own person.
        guessed: Those of ``text``, ``id``, ``person`` that the user did not name.
        why: The reason for each guess.
        doubts: Columns that could be the person and were not taken, each with the reason.
        order: All columns in the order of the file; what has no proper name is shown by position.
    """

    text: str
    id: str | None = None
    person: str | None = None
    guessed: frozenset[str] = frozenset()
    why: Mapping[str, str] = field(default_factory=dict, compare=False)
    doubts: Mapping[str, str] = field(default_factory=dict, compare=False)
    order: Sequence[str] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.described(("text", "id", "person"))

    def described(self, parts: Iterable[str]) -> str:
        """Describe the columns of some ``parts``, each with the reason for the choice."""
        return "; ".join(map(self._described, parts))

    def _described(self, part: str) -> str:
        name = getattr(self, part)
        why = self.why.get(part, "")
        if name is None:
            return f"{part} column none, {why or _NONE[part]}"
        return f"{part} column {self.shown(name)}" + (f" ({why})" if why else "")

    def shown(self, name: str) -> str:
        """Return a column's name for a message, its position if the name is not a proper one."""
        return shown(name, self.order.index(name) + 1 if name in self.order else 0)


_NONE = {"id": "rows are numbered", "person": "each record is its own person"}


def choose_columns(
    sample: Sample,
    place: str,
    *,
    text: str | None = None,
    id: str | None = None,
    person: str | None = None,
    like: Columns | None = None,
) -> Columns:
    """Return the columns that were named, and good guesses at the others.

    The text is in the column with the most letters in words a row; names count as a few doublings
    of length (``text_octaves``), a column that recurs or never differs as shorter. Ids, numbers,
    dates and people are not texts. An empty column is the text only if its name says so and no
    other column holds running text: a release that erased it. An id other than ``id`` or
    ``record_id`` must exist and differ in every row of the sample. A person must be short, and
    say more than one thing unless the name leaves no doubt (``patient``); who wrote a text
    (``author``, ``user``, ``speaker``) is not taken for the person.

    Args:
        sample: The first rows, at least one.
        place: What to call the file in a message.
        text: The name of the text column, or None to guess; so are ``id`` and ``person``.
        id: The name of the id column; ``""`` for none, so that rows are numbered.
        person: The name of the person column; ``""`` for none.
        like: The columns of the private file, where the sample is of its release or its control:
            a text column that is called alike is the text.

    Raises:
        InputError: A named column is not there (names the closest), or no column holds text.
        UsageError: What names a column is no text.
    """
    order = list(dict.fromkeys(name for row in sample for name in row))
    given = {"text": text, "id": id, "person": person}
    for part, wanted in given.items():
        if wanted is not None and not isinstance(wanted, str):
            raise UsageError(f"{part}={wanted!r:.50}: expected the name of a column")
    found = {part: _named(name, order, place) if name else None for part, name in given.items()}
    free = {name: normalized(name) for name in sorted(order) if name not in found.values()}
    why: dict[str, str] = {}
    doubts: dict[str, str] = {}
    if found["text"] is None:
        guess, why["text"] = _guess_text(sample, free, place, order, like)
        found["text"] = guess
        del free[guess]
    if person is None:
        found["person"], why["person"], doubts = _guess_person(sample, free, found["text"])
        free.pop(found["person"] or "", None)
    if id is None:
        found["id"], why["id"] = _guess_id(sample, free)
    guessed = frozenset(part for part, name in given.items() if name is None)
    return Columns(
        str(found["text"]), found["id"], found["person"], guessed, why, doubts, tuple(order)
    )


def _named(wanted: str, names: Sequence[str], place: str) -> str:
    if wanted in names:
        return wanted
    folded = [name for name in names if name.lower() == wanted.lower()]
    if len(folded) == 1:
        return folded[0]
    by_fold = {name.lower(): name for name in names}
    close = difflib.get_close_matches(wanted.lower(), by_fold, n=1, cutoff=0.5)
    hint = ";"
    if close:
        near = by_fold[close[0]]
        hint = f"; did you mean {shown(near, names.index(near) + 1)}?"
    raise InputError(f"{place}: no column {shown(wanted)}{hint} columns: {listed(names)}")


def _first_named(
    wanted: Iterable[str], free: Mapping[str, str], fits: Callable[[str], bool]
) -> str | None:
    for want in wanted:
        for name, normal in free.items():
            if normal == want and fits(name):
                return name
    return None


def _guess_text(
    sample: Sample,
    free: Mapping[str, str],
    place: str,
    order: Sequence[str],
    like: Columns | None,
) -> tuple[str, str]:
    looks = {name: content(sample, name) for name in free}
    same = None if like is None else alike(like.text, free)
    if same is not None and not looks[same].empty:
        return same, f"as in the private file, {_size(looks[same])}"
    # If the text was erased, a column that both files hold is not the text.
    old = {normalized(name) for name in like.order} if like is not None and same else set()
    scores = {
        name: look.octaves + _name_octaves(free[name])
        for name, look in looks.items()
        if free[name] not in old and _may_be_text(sample, name, free[name], look)
    }
    best = max(scores, key=lambda name: (scores[name], name), default=None)
    if best is not None and (looks[best].running or text_octaves(free[best]) > 0):
        return best, _why_text(best, looks, scores)
    if same is not None:
        return same, "as in the private file, empty"
    by_name = [name for name, normal in free.items() if names_a_text(normal)]
    erased = [n for n in by_name if looks[n].empty or free[n] == "text"]
    if erased:
        likeliest = max(erased, key=lambda name: (text_octaves(free[name]), name))
        return likeliest, f"by its name, {_size(looks[likeliest])}"
    if best is not None:
        return best, _why_text(best, looks, scores)
    nested = [name for name in order if any(isinstance(row.get(name), Mapping) for row in sample)]
    hint = f", or make a column of a field of {listed(nested)}" if nested else ""
    raise InputError(
        f"{place}: no column holds text; name one with --text or --release-text{hint};"
        f" columns: {listed(order)}"
    )


def _may_be_text(sample: Sample, name: str, normal: str, look: Content) -> bool:
    if names_a_text(normal):
        return look.worded
    if names_an_id(normal) or (names_whom(normal) and _names_people(sample, name)):
        return False
    return look.worded and look.flat


def alike(name: str, others: Mapping[str, str]) -> str | None:
    """Return the column that is called the same, else one of the same normalized name, or None.

    Args:
        name: The name of a column of another file.
        others: The columns and their normalized names.
    """
    same = [other for other, normal in others.items() if normal == normalized(name)]
    return name if name in same else next(iter(same), None)


def _name_octaves(normal: str) -> float:
    return _WHOM_OCTAVES if names_whom(normal) else text_octaves(normal)


def _why_text(name: str, looks: Mapping[str, Content], scores: Iterable[str]) -> str:
    scores = list(scores)
    if len(scores) == 1:
        return f"the only text, {_size(looks[name])}"
    longest = all(looks[name].letters >= looks[other].letters for other in scores)
    return f"{'longest text' if longest else 'by its name'}, {_size(looks[name])}"


def _size(look: Content) -> str:
    size = f"{look.letters:,.0f}"
    return f"{size} {'letter' if size == '1' else 'letters'} a row"


def _guess_person(
    sample: Sample, free: Mapping[str, str], text: str | None
) -> tuple[str | None, str, dict[str, str]]:
    """Return the column of the persons or None, why, and the columns rejected for it."""
    other = _other_than_whole_names(free.values(), text)

    def fits(name: str) -> bool:
        if other and free[name] in BARE_NAMES:
            return False
        sure = free[name] in CERTAIN_PERSONS or not content(sample, name).constant
        return sure and _names_people(sample, name)

    taken = _first_named(PERSON_NAMES, free, fits)
    if taken is not None:
        constant = content(sample, taken).constant
        return taken, "by its name, the same in every row" if constant else "by its name", {}
    doubts = {}
    for name, normal in free.items():
        if _names_people(sample, name):
            if other and normal in BARE_NAMES:
                doubts[name] = other
            elif normal in PERSON_NAMES:
                doubts[name] = "it is the same in every row"
            elif normal in WRITER_NAMES:
                doubts[name] = "it may name the author, not the person described"
            elif (
                names_an_id(normal)
                or normal in PARTY_NAMES
                or (not is_known(normal) and _holds_numbers_of_people(sample, name))
            ) and (values := recurring(sample, name)):
                doubts[name] = f"its {values:,} values recur, as those of people do"
        elif normal in PERSON_NAMES and (odd := _odd_among_people(sample, name)):
            doubts[name] = f"{odd:,} of its values cannot be the name of a person"
    return None, "", doubts


def _other_than_whole_names(normals: Iterable[str], text: str | None) -> str:
    """Return what a column that is just called ``name`` holds, if not whole names of people."""
    if text is not None and normalized(text) == _EXPORTED_CHAT:
        return "it may be the title of the chat"
    given, last = ({*normals} & part for part in (GIVEN_NAMES, SURNAMES))
    if given and not last:
        return "it may be the surname alone"
    return "it may be the given name alone" if last and not given else ""


def _guess_id(sample: Sample, free: Mapping[str, str]) -> tuple[str | None, str]:
    certain = _first_named(CERTAIN_IDS, free, lambda _: True)
    if certain is not None:
        return certain, "by its name" + (", all different" if tells_apart(sample, certain) else "")
    unique = {name: normal for name, normal in free.items() if tells_apart(sample, name)}
    taken = _first_named(ID_NAMES, unique, lambda _: True)
    if taken is None:
        endings = (
            name
            for name, normal in unique.items()
            if names_an_id(normal) and not names_whom(normal)
        )
        taken = next(endings, None)
    return taken, "" if taken is None else "by its name, all different"


def tells_apart(sample: Sample, name: str) -> bool:
    """Return whether a column has a value in every row of a sample, each a different one."""
    values = [row.get(name) for row in sample]
    if not all(isinstance(value, _IDS) and value != "" for value in values):
        return False
    return len({str(value) for value in values}) == len(values)


def recurring(sample: Sample, name: str) -> int:
    """Return how many values a full column has, if several of them stand in several rows; or 0."""
    counts = Counter(str(row.get(name)) for row in sample if row.get(name) not in (None, ""))
    several = sum(count > 1 for count in counts.values()) > 1
    return len(counts) if several and counts.total() == len(sample) else 0


def _names_people(sample: Sample, name: str) -> bool:
    values = _values(sample, name)
    return bool(values) and all(map(_may_name_a_person, values))


def _holds_numbers_of_people(sample: Sample, name: str) -> bool:
    """Return whether a column holds codes that differ much, and most of which recur."""
    counts = Counter(map(str, _values(sample, name)))
    several = sum(count for count in counts.values() if count > 1)
    coded = all(map(_CODE.fullmatch, counts))
    return coded and 2 * several >= counts.total() and 10 * len(counts) >= counts.total()


def _odd_among_people(sample: Sample, name: str) -> int:
    """Return how many values of a column cannot name a person where nine of ten can; or 0."""
    values = _values(sample, name)
    odd = sum(not _may_name_a_person(value) for value in values)
    return odd if 10 * odd <= len(values) else 0


def _values(sample: Sample, name: str) -> list[Any]:
    return [value for row in sample if (value := row.get(name)) not in (None, "")]


def _may_name_a_person(value: Any) -> bool:
    return isinstance(value, _IDS) and len(str(value)) <= _LONGEST_PERSON
