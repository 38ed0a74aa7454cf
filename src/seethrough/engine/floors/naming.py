"""Names and contact data in what stands beside the texts: ids, persons, the file's name."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from seethrough.engine.rows.hashes import hashed
from seethrough.engine.rows.runs import Heads, Row, by_head, runs_in
from seethrough.reasons import LISTED, Reason
from seethrough.text.names import full_name, is_name
from seethrough.text.normalised import words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

_MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_HANDLE = re.compile(r"@[A-Za-z_]\w{2,}")
_NUMBER = re.compile(
    r"\+\d[\d\s().-]{6,}\d|\(\d{3}\)\s?\d{3}[\s.-]?\d{4}|\b\d{3}([.-])\d{3}\1\d{4}\b"
)
_TWO_LETTERS = re.compile(r"[^\W\d_]{2}")
_PARTS = re.compile(r"[\s_\-.,;/\\|:+]+")
_HUMP = re.compile(r"(?<=[^\W\d_A-ZÀ-Þ]{2})(?=[A-ZÀ-Þ])")
_FILE_ENDING = re.compile(r"(?:\.[A-Za-z0-9]{1,8}){1,2}$")

_DAY = re.compile(
    r"(?<!\d)(?:(?:19|20)\d\d([-./_]?)(?:0[1-9]|1[0-2])\1(?:0[1-9]|[12]\d|3[01])"
    r"|\d\d?[./-]\d\d?[./-](?:19|20)\d\d)(?:[T _-]?\d\d[:.-]?\d\d(?:[:.-]?\d\d)?)?(?!\d)"
)
"""A day, also with its time; many a text begins with its own."""
_DIGITS = 7
"""Digits of a number that is hardly anything else where the own text says it, too."""
_TRIED = 1_000
"""How many people's names and numbers are hashed; if none is found among the ids, no more are."""

Runs = set[Row]


class Naming(NamedTuple):
    """What in a value looks like a name or contact data.

    Attributes:
        kind: ``contact``; ``common``, a name of common parts; ``perhaps``, words that are no
            ordinary ones; or ``part``, a single given or family name.
        words: The words of it, as `seethrough.text.normalised.words` returns them.
    """

    kind: Literal["contact", "common", "perhaps", "part"]
    words: Row


def naming(value: str) -> Naming | None:
    """Return the name or contact data in an id, a person value or a file's name.

    ``p36``, ``rec_001``, UUIDs and ``SM-1042`` hold none. ``Anna Keller``, ``keller_anna_2``,
    ``Keller, Anna``, ``anna.keller``, ``AnnaKeller``, mail addresses, handles (``@anna``) and
    telephone numbers with their marks (``+49 ...``, ``(212) 555-0142``) do.

    Args:
        value: Any text.
    """
    if len(value) > 200:
        return None
    for pattern in (_MAIL, _NUMBER):
        if found := pattern.search(value):
            return Naming("contact", tuple(words(found.group())))
    if _HANDLE.fullmatch(value.strip()):
        return Naming("contact", tuple(words(value)))
    if not _TWO_LETTERS.search(value):
        return None
    plain = re.sub("['’]", "", value)
    parts = [part for piece in _PARTS.split(plain) for part in _HUMP.split(piece)]
    parts = [part.rstrip("0123456789") for part in parts]
    named = [part for part in parts if part.isalpha()]
    for size in (5, 4, 3, 2):
        for i in range(len(parts) - size + 1):
            if full_name(parts[i : i + size]) == "common":
                return Naming("common", tuple(words(" ".join(parts[i : i + size]))))
    if len(named) == len([part for part in parts if part]) and full_name(named) == "perhaps":
        return Naming("perhaps", tuple(words(" ".join(named))))
    for part in named:
        if is_name(part):
            return Naming("part", tuple(words(part)))
    return None


def reasons(private: Corpus, released: Corpus, file: str = "") -> list[Reason]:
    """Return what speaks against the ids, persons and file name of a release.

    A released id or person that holds the name or contact data of somebody in the private
    records (their person value, their id, or words of a private text) fails; one that only looks
    like a name or contact data makes the answer inconclusive. A single given or family name
    counts only where it is a private person's value. So does one that is the plain hash of a
    person value with a name, contact data or a long number.

    Args:
        private: The private records.
        released: The released records.
        file: The name of the released file; a path's folders do not count.
    """
    values = dict.fromkeys(released.ids, "ids")
    if released.persons != released.ids:
        values |= {value: "persons" for value in released.persons if value not in values}
    stem = _FILE_ENDING.sub("", re.split(r"[/\\]", file)[-1])
    people = _runs(private.persons if private.persons != private.ids else ())
    names = by_head(order for run in people if len(run) > 1 for order in orders(run))
    found = {value: n for value in values if (n := _held(value, names) or naming(value))}
    in_file = _held(stem, names) or naming(stem)
    known = _known(private, people, [*found.values(), *([in_file] if in_file else [])])
    sure = {value for value, n in found.items() if n in known} | _numbers_said(private, values)
    likely = {value for value, n in found.items() if value not in sure and n.kind != "part"}
    hashes = _hashes_of(private, values)
    sure |= hashes
    out = []
    in_file_known = in_file is not None and in_file in known
    if sure or in_file_known:
        file = stem if in_file_known else ""
        out.append(_reason("fail", sure, values, released, file, hashed=len(hashes)))
    in_file_likely = in_file is not None and in_file.kind != "part" and not in_file_known
    if likely or in_file_likely:
        file = stem if in_file_likely else ""
        out.append(_reason("inconclusive", likely, values, released, file))
    return out


def _reason(
    word: Literal["fail", "inconclusive"],
    chosen: set[str],
    values: dict[str, str],
    released: Corpus,
    file: str,
    hashed: int = 0,
) -> Reason:
    facts = {
        "ids": sum(values[v] == "ids" for v in chosen),
        "persons": sum(values[v] == "persons" for v in chosen),
        "file": bool(file),
        "of": len(released),
        "private": {"values": [v for v in values if v in chosen][:LISTED], "file": file},
    }
    if hashed:
        facts["hashed"] = hashed
    return Reason("names_in_ids", word, ("identifiers", "anonymous"), facts=facts)


def _hashes_of(private: Corpus, values: Iterable[str]) -> set[str]:
    """Return those of the values that are the hash of a private person's name or number."""
    if private.persons == private.ids:
        return set()

    def telling(value: str) -> bool:
        return sum(map(str.isdigit, value)) >= _DIGITS or naming(value) is not None

    first = islice(filter(telling, dict.fromkeys(private.persons)), _TRIED)
    if not hashed(first, values):
        return set()
    made = hashed(filter(telling, dict.fromkeys(private.persons)), values)
    return {value for value in values if value.lower() in made}


def _held(value: str, names: Heads) -> Naming | None:
    """Return the longest full name of a private person that a value holds, if it holds any."""
    runs = runs_in(words(value), names) if names else ()
    longest = max(runs, key=len, default=None)
    return None if longest is None else Naming("common", longest)


def _known(private: Corpus, people: Runs, found: Sequence[Naming]) -> set[Naming]:
    """Return those that name somebody in the private records."""
    if not found:
        return set()
    ids = _runs(private.ids)
    known = {
        n
        for n in found
        if any(w in people for w in orders(n.words))
        or (n.kind in ("contact", "common") and any(w in ids for w in orders(n.words)))
    }
    wanted: dict[Row, list[Naming]] = {}
    for n in set(found) - known:
        if n.kind != "part":
            for order in orders(n.words):
                wanted.setdefault(order, []).append(n)
    table = by_head(wanted)
    for text in private.texts if wanted else ():
        for run in runs_in(words(text), table):
            known.update(wanted[run])
    return known


def orders(parts: Row) -> list[Row]:
    """Return the words in their order and with the last one first, and the first one last."""
    return [parts, (*parts[-1:], *parts[:-1]), (*parts[1:], *parts[:1])]


def _numbers_said(private: Corpus, values: Container[str]) -> set[str]:
    """Return those of the values that are long numbers of a private record and said in its text."""
    told = zip(private.ids, private.persons, private.texts, strict=True)
    numbers = (
        (value, text)
        for id_, person, text in told
        for value in (id_, person)
        if sum(map(str.isdigit, _DAY.sub("", value))) >= _DIGITS and value in values
    )
    return {v for v, text in numbers if f" {' '.join(words(v))} " in f" {' '.join(words(text))} "}


def _runs(values: Iterable[str]) -> Runs:
    """Return the names and contact data in values, as words."""
    runs = set()
    for value in values:
        if (n := naming(value)) is not None:
            runs.add(n.words)
    return runs
