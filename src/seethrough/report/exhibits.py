"""What attacks did text by text, where there is more to show than which record was linked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec

if TYPE_CHECKING:
    from seethrough.engine.runs.groups import AttackRun
    from seethrough.records.corpus import Corpus

STANDING = 60
"""How many records are written out of which an identifier stands in the release."""

PLACES = 3
"""How many places of an identifier are named."""

SHOWN = 15
"""How many texts or answers of an attack are written out, those that gave most away first."""

LONGEST = 200
"""How many words of a text are written out."""

REPEATED = 20
"""How many records are named that a service repeated most often."""


def exhibits(cells: Sequence[AttackRun], private: Corpus) -> list[dict[str, Any]]:
    """Return the texts guessed back, the answers that repeat records, the identifiers that stand.

    ``sentences`` are texts token by token: what stood there, what was released, what the
    adversary guesses and how sure it is. ``answers`` are what a service said when it was asked.
    ``identifiers`` are the names, contact details and numbers of each record that stand in the
    release, and where.

    Args:
        cells: What was found.
        private: The private records, to say whom a repeated record is about.
    """
    return [
        shown
        for cell in cells
        for shown in (_sentences(cell), _answers(cell, private), _identifiers(cell))
        if shown is not None
    ]


def _sentences(cell: AttackRun) -> dict[str, Any] | None:
    found = [(k, rows) for k, seen in _evidence(cell) if (rows := seen.get("tokens"))]
    if not found:
        return None
    # A longer text has more to guess; those are shown first whose words come back most often.
    found.sort(key=lambda pair: -_recovered(pair[1]) / max(_replaced(pair[1]), 1))
    shown = [
        {
            "record": known.record,
            "person": known.person,
            "replaced": _replaced(rows),
            "recovered": _recovered(rows),
            "tokens": [dict(row) for row in rows[:LONGEST]],
            "cut": max(0, len(rows) - LONGEST),
        }
        for known, rows in found[:SHOWN]
    ]
    return _exhibit(cell, "sentences", shown, len(found))


def _answers(cell: AttackRun, private: Corpus) -> dict[str, Any] | None:
    found = [seen for _, seen in _evidence(cell) if "answer" in seen]
    if not found:
        return None
    repeated = Counter(record for seen in found for record in dict.fromkeys(seen["records"]))
    most = sorted(repeated.items(), key=lambda pair: -pair[1])
    found.sort(key=lambda seen: -(len(seen["excerpts"]) + len(seen["items"])))
    keys = ("question", "answer", "excerpts", "records", "items")
    shown = [{key: seen[key] for key in keys} for seen in found[:SHOWN]]
    return _exhibit(cell, "answers", shown, len(found)) | {
        "telling": sum(bool(seen["excerpts"] or seen["items"]) for seen in found),
        "repeated": [
            {
                "record": record,
                "person": private.persons[private.position[record]],
                "answers": times,
            }
            for record, times in most[:REPEATED]
        ],
        "records": len(repeated),
    }


def _identifiers(cell: AttackRun) -> dict[str, Any] | None:
    found = [(k, s) for k, seen in _evidence(cell) if (s := _by_identifier(seen))]
    if not found:
        return None
    found.sort(key=lambda pair: -len(pair[1]))
    shown = [
        {
            "record": known.record,
            "person": known.person,
            "identifiers": len(known.facts),
            "standing": [
                {"identifier": name, "places": places[:PLACES], "more": len(places[PLACES:])}
                for name, places in standing.items()
            ],
        }
        for known, standing in found[:STANDING]
    ]
    return _exhibit(cell, "identifiers", shown, len(found))


def _by_identifier(seen: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """Return the released id and the column of each place of each identifier that stands.

    Parts of a longer identifier are left out where they stand only where it does.
    """
    places: dict[str, list[list[str]]] = {}
    for identifier, released, where in seen.get("standing", ()):
        places.setdefault(identifier, []).append([released, where])
    return {name: there for name, there in places.items() if not _part(name, there, places)}


def _part(name: str, there: list[list[str]], places: Mapping[str, list[list[str]]]) -> bool:
    """Return whether a name is part of a longer one that stands wherever it does."""
    return any(
        f" {name} " in f" {other} " and all(place in elsewhere for place in there)
        for other, elsewhere in places.items()
        if other != name
    )


def _exhibit(cell: AttackRun, kind: str, shown: list[dict[str, Any]], found: int) -> dict[str, Any]:
    return {
        "kind": kind,
        "component": spec.to_json(cell.attack),
        "shown": shown,
        "left_out": found - len(shown),
    }


def _evidence(cell: AttackRun) -> Iterator[tuple[Any, Mapping[str, Any]]]:
    for known, outcome in zip(cell.targets.knowledge, cell.targets.outcomes, strict=True):
        yield known, outcome.evidence


def _replaced(rows: Sequence[Mapping[str, Any]]) -> int:
    return sum("guess" in row for row in rows)


def _recovered(rows: Sequence[Mapping[str, Any]]) -> int:
    return sum(bool(row.get("recovered")) for row in rows)
