"""What audits found, person by person and answer by answer, as ``view`` shows it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.evidence.answers import Answer as AnswerEvidence
from seethrough.evidence.attributes import GuessedAttributes
from seethrough.evidence.fitting import PeopleWhoFit
from seethrough.evidence.standing import StandingIdentifiers
from seethrough.evidence.words import GuessedText
from seethrough.reasons import SEVERITY
from seethrough.report.exhibits import by_identifier, said, sentence, standing_of
from seethrough.report.labels.draws import of_draws
from seethrough.report.numbering import IN_A_REPORT, OVER_RELEASES, numbers
from seethrough.viewing.form import (
    COUNTS,
    FOUND,
    LEAKED_OF,
    NOT_FOUND,
    REPORT,
    UNKNOWN,
    Header,
    Release,
)
from seethrough.viewing.writing import Answer, Person, write_view

if TYPE_CHECKING:
    from seethrough.engine.result import Audit
    from seethrough.engine.runs.cells import Cell
    from seethrough.engine.verdict.exposed_people import PersonFinding
    from seethrough.protocols import Knowledge

LONGEST = 5_000
"""Words of a text that are kept with the guesses at them."""


def keep_view(
    run: Path, of: str, report: str, audits: Sequence[tuple[str, Sequence[Audit]]], *, text: bool
) -> None:
    """Write what audits of the same private records found, for ``view``.

    Args:
        run: The run's folder.
        of: The name of the file in it that holds the figures.
        report: SHA-256 of that file.
        audits: What each release is called, and the audit of each of its draws. What the first one
            found is shown; the worst one decides.
        text: Whether what was in the records may be kept; without it, people are numbered: as in
            the report of an audit, and over all releases where there are several reports.

    Raises:
        OutputError: The disk is full.
        UsageError: It cannot be written there.
    """
    word = IN_A_REPORT if of == REPORT else OVER_RELEASES
    gathered = _Gathered([draws[0] for _, draws in audits], None if text else word)
    releases = [
        Release(name, type(draws[0].release).__name__, _verdict(draws)) for name, draws in audits
    ]
    attacks = list(gathered.attacks) if text else []
    header = Header(of, report, text, releases, attacks)
    write_view(run, header, gathered.people(), gathered.answers() if text else ())


def _verdict(draws: Sequence[Audit]) -> str:
    """Return the worst verdict; of several draws, too, how many have which, and whose people."""
    words = [audit.verdict.word for audit in draws]
    worst = max(words, key=SEVERITY.__getitem__)
    if len(words) == 1:
        return worst
    return f"{worst} ({of_draws(words) or f'{len(words)} draws'}; people are of the first draw)"


def natural(name: str) -> list[str | tuple[int, str]]:
    """Return a key that sorts ``p2`` before ``p10``."""
    parts: list[str | tuple[int, str]] = list(re.split(r"([0-9]+)", name))
    for i in range(1, len(parts), 2):
        digits = str(parts[i]).lstrip("0")
        parts[i] = (len(digits), digits)
    return parts


class _Gathered:
    """Everything that was found, by person.

    Args:
        audits: One for each release.
        numbered: What stands before a person's number, which stands for the name; None for names.
    """

    def __init__(self, audits: Sequence[Audit], numbered: str | None) -> None:
        self._audits = audits
        self._numbered = numbered
        self._private = audits[0].private if audits else None
        self._counts: dict[str, dict[int, dict[str, int]]] = {}
        self._records: dict[str, dict[str, dict[int, dict[str, Any]]]] = {}
        self._answered: dict[str, list[int]] = {}
        self.attacks: dict[str, int] = {}
        self._answers: list[Answer] = []
        for release, audit in enumerate(audits):
            for person in audit.people:
                self._linked(release, person)
            told: list[tuple[Answer, set[str]]] = []
            for cell in audit.cells:
                told += self._cell(release, cell)
            for answer, people in sorted(told, key=lambda pair: -pair[0].told):
                for name in people:
                    self._count(release, name, "answers", 1)
                    self._answered.setdefault(name, []).append(len(self._answers))
                self._answers.append(answer)
        self._names = sorted(self._counts, key=natural)

    def people(self) -> Iterator[Person]:
        """Yield everybody, in the natural order of their names."""
        if self._numbered is not None:
            for name, number in numbers(self._audits).items():
                if name in self._counts:
                    yield Person(f"{self._numbered} {number}", self._counts[name], None)
            return
        for name in self._names:
            yield Person(name, self._counts[name], self._detail(name))

    def answers(self) -> Iterator[Answer]:
        """Yield the answers, each with the places of the people whose records it recites."""
        place = {name: i for i, name in enumerate(self._names)}
        for answer in self._answers:
            people = [[place[name], name] for name in answer.detail["people"]]
            yield answer._replace(detail={**answer.detail, "people": people})

    def _detail(self, name: str) -> dict[str, Any]:
        """Return everything about a person, record by record and release by release."""
        records = self._records.get(name, {})
        return {
            "records": [
                {
                    "record": record,
                    "text": self._original(record),
                    "releases": {
                        str(release): own | {"released": self._released(release, record)}
                        for release, own in found.items()
                    },
                }
                for record, found in records.items()
            ],
            "answers": self._answered.get(name, []),
        }

    def _original(self, record: str) -> str | None:
        at = None if self._private is None else self._private.position.get(record)
        return None if at is None or self._private is None else self._private.texts[at]

    def _released(self, release: int, record: str) -> str | None:
        """Return a record's released version; None where none stands for it."""
        made = self._audits[release].release
        if not (made.readable and made.aligned):
            return None
        at = made.corpus.position.get(record)
        return None if at is None else str(made.corpus.texts[at])

    def _linked(self, release: int, person: PersonFinding) -> None:
        found = {True: FOUND, False: NOT_FOUND, None: UNKNOWN}[person.reidentified]
        made = person.to_json(text=True)
        own = self._counts_of(release, person.person)
        own |= {"found": found, "claims": person.asked, "leaked": person.leaked}
        own |= {LEAKED_OF[name]: count["leaked"] for name, count in made["by_class"].items()}
        for record in made["records"]:
            self._record(release, person.person, record["record"])["finding"] = record

    def _cell(self, release: int, cell: Cell) -> Iterator[tuple[Answer, set[str]]]:
        """Take what an attack saw; yield its answers, each with whose records it recites."""
        for known, outcome in zip(cell.targets.knowledge, cell.targets.outcomes, strict=True):
            seen = outcome.evidence
            if isinstance(seen, StandingIdentifiers):
                self._standing(release, cell, known, seen)
            elif isinstance(seen, GuessedText):
                self._words(release, cell, known, seen)
            elif isinstance(seen, GuessedAttributes):
                self._attributes(release, cell, known, seen)
            elif isinstance(seen, PeopleWhoFit):
                few = outcome.tallies["uniqueness.singled_out"].value
                self._count(release, known.person, "counted", 1)
                self._count(release, known.person, "fitting", int(few))
                if seen.attributes:
                    self._show(release, cell, known, "fitting", seen.to_json())
            elif isinstance(seen, AnswerEvidence):
                yield self._answer(release, cell, known, seen)
            elif seen is None and self._is_of_its_person(known):  # drawn, with nothing to show
                self._counts_of(release, known.person)
                self._record(release, known.person, known.record)

    def _standing(
        self, release: int, cell: Cell, known: Knowledge, seen: StandingIdentifiers
    ) -> None:
        standing = by_identifier(seen)
        self._count(release, known.person, "identifiers", len(seen.identifiers))
        self._count(release, known.person, "standing", len({s.identifier for s in seen.standing}))
        if standing:
            self._show(release, cell, known, "standing", standing_of(known, standing))

    def _words(self, release: int, cell: Cell, known: Knowledge, seen: GuessedText) -> None:
        self._count(release, known.person, "words", seen.replaced)
        self._count(release, known.person, "back", seen.recovered)
        if seen.tokens:
            self._show(release, cell, known, "sentence", sentence(known, seen, LONGEST))

    def _attributes(
        self, release: int, cell: Cell, known: Knowledge, seen: GuessedAttributes
    ) -> None:
        rows = [a for a in seen.attributes if a.guesses or a.truth]
        self._count(release, known.person, "attributes", len(rows))
        right = sum(bool(a.marks) and a.marks[0] == 1 for a in rows)
        self._count(release, known.person, "guessed", right)
        if rows:
            shown = [row._asdict() for row in rows]
            self._show(release, cell, known, "attributes", {"attributes": shown})

    def _answer(
        self, release: int, cell: Cell, known: Knowledge, seen: AnswerEvidence
    ) -> tuple[Answer, set[str]]:
        """Return an answer, and the people whose records it recites.

        Where a question stands for a record, what the model says of it is that person's, too.
        """
        assert self._private is not None
        place, persons = self._private.position, self._private.persons
        told = len(seen.excerpts) + len(seen.items)
        records = dict.fromkeys(r for r in seen.records if r in place)
        people = {persons[place[record]] for record in records}
        if self._is_of_its_person(known):
            self._counts_of(release, known.person)
            people |= {known.person} if told else set()
        for record in records:  # its text is shown with the person
            self._records.setdefault(persons[place[record]], {}).setdefault(record, {})
        detail = said(seen) | {
            "attack": self._attack(cell),
            "people": sorted(people, key=natural),
        }
        return Answer(release, told, detail), people

    def _is_of_its_person(self, known: Knowledge) -> bool:
        """Return whether what is known is of a private record, and not of a prompt or a canary."""
        assert self._private is not None
        at = self._private.position.get(known.record)
        return at is not None and self._private.persons[at] == known.person

    def _show(
        self, release: int, cell: Cell, known: Knowledge, kind: str, what: Mapping[str, Any]
    ) -> None:
        own = self._record(release, known.person, known.record)
        own.setdefault(kind, []).append({"attack": self._attack(cell), **what})

    def _attack(self, cell: Cell) -> int:
        return self.attacks.setdefault(
            spec.format_json(spec.to_json(cell.attack)), len(self.attacks)
        )

    def _count(self, release: int, person: str, name: str, more: int) -> None:
        self._counts_of(release, person)[name] += more

    def _counts_of(self, release: int, person: str) -> dict[str, int]:
        none = {name: UNKNOWN if name == "found" else 0 for name in COUNTS}
        return self._counts.setdefault(person, {}).setdefault(release, none)

    def _record(self, release: int, person: str, record: str) -> dict[str, Any]:
        own = self._records.setdefault(person, {}).setdefault(record, {})
        return own.setdefault(release, {})
