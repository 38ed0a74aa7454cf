"""What attacks did text by text, where there is more to show than which record was linked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.evidence.answers import Answer
from seethrough.evidence.standing import StandingIdentifiers
from seethrough.evidence.words import GuessedText, GuessedWord

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Cell
    from seethrough.protocols import Knowledge
    from seethrough.records.corpus import Corpus


STANDING = 60
"""How many records are written out of which an identifier is in the release."""

PLACES = 3
"""How many places of an identifier are named."""

SHOWN = 15
"""How many texts or answers of an attack are written out, those that gave most away first."""

LONGEST = 200
"""How many words of a text are written out."""

REPEATED = 20
"""How many records are named that a service repeated most often."""


def exhibits(cells: Sequence[Cell], private: Corpus) -> list[dict[str, Any]]:
    """Return what attacks show text by text, by the type of their evidence.

    ``sentences`` are texts token by token: what stood there, what was released, what the
    adversary guesses and how sure it is. ``answers`` are what a service said when it was asked.
    ``standing`` are the names, contact details and numbers of each record that stand in the
    release, and where.

    Args:
        cells: What was found.
        private: The private records, to say whom a repeated record is about.
    """
    made = (_exhibit_of(cell, private) for cell in cells)
    return [exhibit for exhibit in made if exhibit is not None]


def _exhibit_of(cell: Cell, private: Corpus) -> dict[str, Any] | None:
    kind = cell.attack.evidence
    if kind is None:
        return None
    if issubclass(kind, GuessedText):
        return _sentences(cell)
    if issubclass(kind, Answer):
        return _answers(cell, private)
    return _standing(cell) if issubclass(kind, StandingIdentifiers) else None


def _sentences(cell: Cell) -> dict[str, Any] | None:
    found = [(known, text) for known, text in cell.targets.evidence(GuessedText) if text.tokens]
    if not found:
        return None
    # A longer text has more to guess; those are shown first whose words come back most often.
    found.sort(key=lambda pair: -pair[1].recovered / max(pair[1].replaced, 1))
    shown = [sentence(known, text) for known, text in found[:SHOWN]]
    return _exhibit(cell, "sentences", shown, len(found))


def sentence(known: Knowledge, text: GuessedText, longest: int = LONGEST) -> dict[str, Any]:
    """Return one text, token by token, as many as ``longest``."""
    return {
        "record": known.record,
        "person": known.person,
        "replaced": text.replaced,
        "recovered": text.recovered,
        "tokens": [_token(token) for token in text.tokens[:longest]],
        "cut": max(0, len(text.tokens) - longest),
    }


def _token(token: GuessedWord) -> dict[str, Any]:
    """Return a token; one that was kept has no guess."""
    row: dict[str, Any] = {"original": token.original, "released": token.released}
    if token.guess is None:
        return row
    return row | {
        "guess": token.guess,
        "others": list(token.others),
        "confidence": token.confidence,
        "recovered": token.recovered,
    }


def _answers(cell: Cell, private: Corpus) -> dict[str, Any] | None:
    found = [answer for _, answer in cell.targets.evidence(Answer)]
    if not found:
        return None
    repeated = Counter(record for answer in found for record in dict.fromkeys(answer.records))
    most = sorted(repeated.items(), key=lambda pair: -pair[1])
    found.sort(key=lambda answer: -(len(answer.excerpts) + len(answer.items)))
    shown = [said(answer) for answer in found[:SHOWN]]
    return _exhibit(cell, "answers", shown, len(found)) | {
        "telling": sum(bool(answer.excerpts or answer.items) for answer in found),
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


def said(answer: Answer) -> dict[str, Any]:
    """Return one answer, and what it repeats."""
    return {
        "question": answer.question,
        "answer": answer.answer,
        "excerpts": list(answer.excerpts),
        "records": list(answer.records),
        "items": [list(item) for item in answer.items],
    }


def _standing(cell: Cell) -> dict[str, Any] | None:
    seen = cell.targets.evidence(StandingIdentifiers)
    rows = ((known, by_identifier(own)) for known, own in seen)
    found = [(known, standing) for known, standing in rows if standing]
    if not found:
        return None
    found.sort(key=lambda pair: -len(pair[1]))
    shown = [standing_of(known, standing) for known, standing in found[:STANDING]]
    return _exhibit(cell, "standing", shown, len(found))


def standing_of(known: Knowledge, standing: Mapping[str, list[list[str]]]) -> dict[str, Any]:
    """Return the identifiers of one record that stand in the release, and where."""
    return {
        "record": known.record,
        "person": known.person,
        "identifiers": len(known.facts),
        "standing": [
            {"identifier": name, "places": places[:PLACES], "more": len(places[PLACES:])}
            for name, places in standing.items()
        ],
    }


def by_identifier(seen: StandingIdentifiers) -> dict[str, list[list[str]]]:
    """Return the released id and the column of each place of each identifier that stands.

    Parts of a longer identifier are left out where they stand only where it does.
    """
    places: dict[str, list[list[str]]] = {}
    for identifier, released, where in seen.standing:
        places.setdefault(identifier, []).append([released, where])
    return {name: there for name, there in places.items() if not _part(name, there, places)}


def _part(name: str, there: list[list[str]], places: Mapping[str, list[list[str]]]) -> bool:
    """Return whether a name is part of a longer one that stands wherever it does."""
    return any(
        f" {name} " in f" {other} " and all(place in elsewhere for place in there)
        for other, elsewhere in places.items()
        if other != name
    )


def _exhibit(cell: Cell, kind: str, shown: list[dict[str, Any]], found: int) -> dict[str, Any]:
    return {
        "kind": kind,
        "component": spec.to_json(cell.attack),
        "shown": shown,
        "left_out": found - len(shown),
    }
