"""One person's page and one answer's page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from seethrough.estimates.in_words import percentage
from seethrough.report.labels.wording import inline, shown
from seethrough.report.page.exhibits import (
    Answer,
    Identified,
    Sentence,
    answer_view,
    identified_view,
    sentence_view,
)
from seethrough.report.page.people import RecordView, record_view
from seethrough.viewing.listing import Told, told
from seethrough.viewing.reading import Findings

LONGEST_TEXT = 20_000
"""Characters of a private or released text that are shown."""

MOST_ANSWERS = 50
"""How many answers are listed with a person."""


RECORDS = 8
"""How many records of a person are on one page."""

MOST_PEOPLE = 50
"""How many people are named with an answer."""


class Shown(NamedTuple):
    """A text, cut to what a page bears.

    Attributes:
        text: What is shown of it.
        more: How many characters are left out.
    """

    text: str
    more: int


class Attribute(NamedTuple):
    """An attribute of a person, and the guesses at it, each with whether it is right."""

    attribute: str
    truth: str
    guesses: Sequence[tuple[str, str]]


class Fits(NamedTuple):
    """How many people of a population fit a record.

    Attributes:
        people: The expected number, with the interval of the number where it is uncertain.
        unique: The chance that only one fits, in percent.
        said: What the record says: the attribute, the values, and whether it counts.
    """

    people: str
    unique: str
    said: Sequence[tuple[str, str, bool]]


class Side(NamedTuple):
    """What became of one record in one release.

    Attributes:
        release: What the release is called.
        released: The record's released version; None where none stands for it, and where it is
            the one that was linked.
        linked: What the adversary did with the record; None where it did nothing.
        standing: The identifiers that stand in the release.
        words: The text word by word, by attack.
        attributes: The guesses at what kind of person this is, by attack.
        fitting: How many people fit what it says, by attack.
    """

    release: str
    released: Shown | None
    linked: RecordView | None
    standing: Sequence[Identified]
    words: Sequence[tuple[str, Sentence]]
    attributes: Sequence[tuple[str, Sequence[Attribute]]]
    fitting: Sequence[tuple[str, Fits]]


class OneRecord(NamedTuple):
    """A record of a person, and what became of it in each release."""

    record: str
    text: Shown | None
    sides: Sequence[Side]


class OnePerson(NamedTuple):
    """A person's page.

    Attributes:
        name: The person's name.
        told: What came out in each release: what it is called, its verdict, and that.
        records: One part of the person's records, side by side in the releases.
        part: Which part this is, from 1, the last one where fewer were asked for.
        parts: Of how many, at least 1.
        all: How many records there are.
        answers: The answers that recite them: place, question, release, how much they give away.
        more: How many further answers there are.
        text: Whether the run holds text.
    """

    name: str
    told: Sequence[tuple[str, str, Told]]
    records: Sequence[OneRecord]
    part: int
    parts: int
    all: int
    answers: Sequence[tuple[int, str, str, int]]
    more: int
    text: bool


def one_person(findings: Findings, place: int, part: int = 1) -> OnePerson:
    """Return a person's page.

    Args:
        findings: What the run found.
        place: The person.
        part: Which part of the person's records, from 1.

    Raises:
        IndexError: There is no such person.
    """
    name, detail, counts = findings.person(place)
    releases = findings.header.releases
    numbers = [] if detail is None else detail["answers"]
    records = [] if detail is None else detail["records"]
    parts = max(1, -(-len(records) // RECORDS))
    part = min(part, parts)
    return OnePerson(
        inline(name),
        [(inline(releases[r].name), releases[r].verdict, told(own)) for r, own in counts.items()],
        [_record(findings, r) for r in records[(part - 1) * RECORDS : part * RECORDS]],
        part,
        parts,
        len(records),
        [_asked(findings, number) for number in numbers[:MOST_ANSWERS]],
        max(0, len(numbers) - MOST_ANSWERS),
        detail is not None,
    )


def _asked(findings: Findings, number: int) -> tuple[int, str, str, int]:
    release = findings.header.releases[int(findings.asked["release"][number])].name
    question = inline(findings.questions[number].as_py())
    return number, question, inline(release), int(findings.asked["told"][number])


def _record(findings: Findings, kept: Mapping[str, Any]) -> OneRecord:
    sides = [
        _side(findings, int(release), own)
        for release, own in sorted(kept["releases"].items(), key=lambda item: int(item[0]))
    ]
    return OneRecord(inline(kept["record"]), _cut(kept["text"]), sides)


def _side(findings: Findings, release: int, kept: Mapping[str, Any]) -> Side:
    attacks = findings.header.attacks

    def by(row: Mapping[str, Any], of: Sequence[Any]) -> str:
        return inline(attacks[row["attack"]]) if len(of) > 1 else ""

    finding, texts = kept.get("finding"), kept.get("sentence", [])
    guessed, fitting = kept.get("attributes", []), kept.get("fitting", [])
    released = kept["released"]
    if finding is not None and finding["linked"] == finding["record"]:
        released = None if finding["passage"] == released else released
    return Side(
        inline(findings.header.releases[release].name),
        _cut(released),
        None if finding is None else record_view(finding),
        [identified_view(row) for row in kept.get("standing", [])],
        [(by(row, texts), sentence_view(row)) for row in texts],
        [(by(row, guessed), [_attribute(a) for a in row["attributes"]]) for row in guessed],
        [(by(row, fitting), _fits(row)) for row in fitting],
    )


def _fits(kept: Mapping[str, Any]) -> Fits:
    low, high = (f"{kept[end]:,.0f}" for end in ("low", "high"))
    people = f"{kept['expected']:,.1f}".removesuffix(".0")
    said = [
        (inline(name), inline(", ".join(released)), bool(true))
        for name, released, _, true in kept["attributes"]
    ]
    spread = "" if low == high else f" ({low} to {high})"
    return Fits(people + spread, percentage(kept["unique"]), said)


def _attribute(kept: Mapping[str, Any]) -> Attribute:
    marks = {1: "right", 0: "wrong"}
    pairs = zip(kept["guesses"], kept["marks"], strict=False)
    guesses = [(inline(guess), marks.get(mark, "less precise")) for guess, mark in pairs]
    return Attribute(inline(kept["attribute"]), inline(kept["truth"]), guesses)


def _cut(text: str | None) -> Shown | None:
    if text is None:
        return None
    return Shown(shown(text[:LONGEST_TEXT]), max(0, len(text) - LONGEST_TEXT))


class OneAnswer(NamedTuple):
    """An answer's page.

    Attributes:
        it: The answer, as the report shows it.
        release: Whose answer.
        kind: The kind of release.
        attack: By which attack it was asked.
        told: How many things it gives away.
        people: Whose records it recites: the place and the name.
        more: Of how many further people.
    """

    it: Answer
    release: str
    kind: str
    attack: str
    told: int
    people: Sequence[tuple[int, str]]
    more: int


def one_answer(findings: Findings, number: int) -> OneAnswer:
    """Return an answer's page.

    Raises:
        IndexError: There is no such answer.
    """
    kept = findings.answer(number)
    release = findings.header.releases[kept["release"]]
    return OneAnswer(
        answer_view(kept),
        inline(release.name),
        release.kind,
        inline(findings.header.attacks[kept["attack"]]),
        kept["told"],
        [(place, inline(name)) for place, name in kept["people"][:MOST_PEOPLE]],
        max(0, len(kept["people"]) - MOST_PEOPLE),
    )
