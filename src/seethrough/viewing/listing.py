"""The lists of people and of answers, as the page shows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from seethrough.report.labels.wording import count, inline
from seethrough.report.page.by_class import explained, tagged
from seethrough.viewing.choosing import Chooser, something
from seethrough.viewing.form import COUNTS, FOUND, LEAKED_OF, UNKNOWN
from seethrough.viewing.reading import Findings
from seethrough.viewing.wish import GIVEN_AWAY, SORTS, Wish

Choices = Sequence[tuple[str, str]]
"""What can be chosen in a field: the value, and the words."""


class PersonRow(NamedTuple):
    """A person in the list.

    Attributes:
        number: The place in the list, from 1.
        place: The place of the person in the run.
        name: The person's name.
        release: In which release; "" where only one can be meant.
        told: What came out; see `told`.
    """

    number: int
    place: int
    name: str
    release: str
    told: Told


class Told(NamedTuple):
    """What came out about a person in one release.

    Attributes:
        found: Whether their record was found; "" where nobody tried.
        leaked: How many facts leaked; "" where none were asked for.
        share: The share of the facts that leaked, in percent.
        classes: How many of them of each class, in words.
        more: What else came out, in words.
    """

    found: str
    leaked: str
    share: float
    classes: Sequence[str]
    more: Sequence[str]


def told(counts: dict[str, int]) -> Told:
    """Return what came out about a person, in words.

    Args:
        counts: `COUNTS` of the person in one release.
    """
    more = []
    for part, whole, words in (
        ("standing", "identifiers", "identifiers remain"),
        ("guessed", "attributes", "attributes guessed"),
        ("back", "words", "words back"),
        ("fitting", "counted", "records fit few people"),
    ):
        if counts[whole]:
            more.append(f"{counts[part]:,} of {counts[whole]:,} {words}")
    if counts["answers"]:
        more.append(f"recited in {count(counts['answers'], 'answer')}")
    found = {FOUND: "found", UNKNOWN: ""}.get(counts["found"], "not found")
    claims, leaked = counts["claims"], counts["leaked"]
    classes = [tagged(n, name) for name, key in LEAKED_OF.items() if (n := counts[key])]
    return Told(
        found,
        f"{leaked:,} of {claims:,}" if claims else "",
        round(100 * leaked / max(claims, 1), 1),
        classes,
        more,
    )


class AnswerRow(NamedTuple):
    """An answer in the list.

    Attributes:
        number: The place in the list, from 1.
        place: The place of the answer in the run.
        question: What was asked.
        release: Whose answer, where there are several.
        told: How many things it gives away.
    """

    number: int
    place: int
    question: str
    release: str
    told: int


class ListPage(NamedTuple):
    """A page of the list of people, or of answers.

    Attributes:
        rows: The people or answers.
        first: The number of the first.
        total: How many are listed on all pages.
        page: Which page.
        pages: Of how many.
        names: Whether a release stands beside each.
    """

    rows: Sequence[PersonRow | AnswerRow]
    first: int
    total: int
    page: int
    pages: int
    names: bool


def people_page(findings: Findings, chooser: Chooser, wish: Wish) -> ListPage:
    """Return a page of people."""
    page = chooser.people(wish)
    found = findings.of(wish.release)
    names = wish.release is None and len(findings.header.releases) > 1
    rows = []
    for number, row in enumerate(page.rows, page.first):
        place = int(found["person"][row])
        release = findings.header.releases[int(found["release"][row])].name
        counts = {name: int(found[name][row]) for name in COUNTS}
        rows.append(
            PersonRow(
                number,
                place,
                inline(findings.names[place].as_py()),
                inline(release) if names else "",
                told(counts),
            )
        )
    return ListPage(rows, page.first, page.total, page.page, page.pages, names)


class Fields(NamedTuple):
    """What can be chosen in the form above the people.

    Attributes:
        releases: The releases; none where there is one.
        classes: The classes of facts of which one leaked; none where no fact was asked for.
        given: How much comes out.
        sorts: The orders.
    """

    releases: Choices
    classes: Choices
    given: Choices
    sorts: Choices


def fields_of(findings: Findings) -> Fields:
    """Return what can be chosen, of what was measured in this run."""
    whole = findings.of(None)
    releases = findings.header.releases
    there = {name for name in COUNTS if len(whole[name]) and (whole[name] > 0).any()}
    parts = {
        "facts": "claims",
        "standing": "identifiers",
        "guessed": "attributes",
        "back": "words",
        "fitting": "counted",
    }
    sorts = [
        (sort, words)
        for sort, words in SORTS.items()
        if sort in ("", "name") or parts.get(sort, sort) in there
    ]
    classes = [("", "any or none"), *((name, explained(name)) for name in LEAKED_OF)]
    return Fields(
        releases_of(findings) if len(releases) > 1 else [],
        classes if "claims" in there else [],
        [(g, words) for g, words in GIVEN_AWAY.items() if g != "found" or "found" in there],
        sorts,
    )


def releases_of(findings: Findings) -> Choices:
    """Return the releases, and before them all of them."""
    named = enumerate(findings.header.releases)
    return [("", "the worst for each person"), *((str(n), inline(r.name)) for n, r in named)]


class ReleaseLine(NamedTuple):
    """A release in the table above the people.

    Attributes:
        place: Its place.
        name: Its name.
        verdict: Its verdict.
        people: How many people were attacked.
        found: How many of them were found; None where nobody tried.
        exposed: Of how many anything comes out; None where nobody was attacked one by one.
    """

    place: int
    name: str
    verdict: str
    people: int
    found: int | None
    exposed: int | None


def release_lines(findings: Findings) -> list[ReleaseLine]:
    """Return each release, in short."""
    lines = []
    for place, release in enumerate(findings.header.releases):
        own = findings.of(place)
        tried = bool((own["found"] != UNKNOWN).any())
        lines.append(
            ReleaseLine(
                place,
                inline(release.name),
                release.verdict,
                len(own["person"]),
                int((own["found"] == FOUND).sum()) if tried else None,
                int(something(own).sum()) if len(own["person"]) else None,
            )
        )
    return lines


def answers_page(findings: Findings, chooser: Chooser, wish: Wish) -> ListPage:
    """Return a page of answers: those that give most away first."""
    page = chooser.answers(wish)
    several = len(findings.header.releases) > 1
    rows = []
    for number, row in enumerate(page.rows, page.first):
        release = findings.header.releases[int(findings.asked["release"][row])].name
        question = inline(findings.questions[int(row)].as_py())
        told_ = int(findings.asked["told"][row])
        name = inline(release) if several else ""
        rows.append(AnswerRow(number, int(row), question, name, told_))
    return ListPage(rows, page.first, page.total, page.page, page.pages, several)
