"""The facts of each sensitivity class: how many are given away, and of how many people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from seethrough.estimates.in_words import percentage
from seethrough.report.labels import wording
from seethrough.report.labels.corrections import raw_note
from seethrough.report.labels.figures import leaks, of_classes
from seethrough.report.labels.questions import CLASS_NAMES
from seethrough.report.labels.wording import count, persons

Report = Mapping[str, Any]

FIRST = ("special", "identifier", "private", "quasi")
"""The classes that concern people, those that harm most first."""

TAGS: Mapping[str, str] = {
    "identifier": "identifier",
    "special": "special category",
    "quasi": "quasi-identifier",
    "private": "private",
    "none": "not personal",
}
"""The classes as one word or two beside a fact."""


def tagged(n: int, name: str) -> str:
    """Return how many facts of a class: ``4 special category`` or ``2 identifiers``."""
    tag = TAGS[name]
    return count(n, tag) if tag.endswith("identifier") else f"{n:,} {tag}"


def explained(name: str) -> str:
    """Return the tag of a class and what it stands for: ``not personal: facts about no person``."""
    return f"{TAGS[name]}: {CLASS_NAMES[name]}"


CLASS_ADVICE: Mapping[str, str] = {
    "identifier": "Replace names, contact details and numbers with placeholders, also those of"
    " relatives and professionals.",
    "special": "Leave out diagnoses, treatments, beliefs and the like, or give a broad group"
    " (“a chronic illness”).",
    "quasi": "Give ranges for ages, regions for places, seasons for dates, sectors for trades.",
    "private": "Leave out sums, conflicts and plans unless the purpose needs them.",
}
"""What to do about the facts of each class."""


class Told(NamedTuple):
    """How many people's facts of one class are given away.

    Attributes:
        name: The class.
        words: The class in words.
        people: How many people have at least one such fact given away beyond the control; None
            where the report does not say.
        of: How many people have such a fact that was asked for.
        rate: The share of these facts that is given away.
        guessed: The share that is guessed anyway; None where there is no control.
    """

    name: str
    words: str
    people: int | None
    of: int
    rate: float
    guessed: float | None

    @property
    def sentence(self) -> str:
        """The same in words, without a full stop."""
        rates = f"{percentage(self.rate)} of these facts"
        if self.guessed is not None:
            rates += f"; {percentage(self.guessed)} are guessed anyway"
        if self.people is None:
            return f"{self.words} ({rates})"
        return f"{self.words} of {self.people:,} of {persons(self.of)} ({rates})"


def told_of(report: Report) -> list[Told]:
    """Return the classes that concern people and are given away beyond guessing and chance."""
    by_class = of_classes(report)
    return [
        _told(report, name, estimate)
        for name in FIRST
        if (estimate := by_class.get(name)) is not None and leaks(estimate)
    ]


def _told(report: Report, name: str, estimate: Mapping[str, Any]) -> Told:
    own = [c for p in report["findings"] if (c := p.get("by_class", {}).get(name))]
    exposed = sum(c["leaked"] > 0 for c in own)
    control = estimate["control"]
    return Told(
        name,
        CLASS_NAMES[name],
        exposed if own else None,
        len(own),
        estimate["value"],
        None if control is None else control["value"],
    )


class ClassRow(NamedTuple):
    """The leak rate of one class of facts, in words.

    Attributes:
        what: Which facts.
        name: The figure's name.
        means: What it says.
        does_not_mean: What it does not say.
        value: What was given away, with its interval; that none was judged or
            there was none to ask for.
        control: What is guessed anyway, with its interval.
        beyond: What is given away beyond that, with its interval.
        records: How many records hold such facts.
        leaks: Whether it is given away beyond chance.
        said: What the judge said where that was corrected, in words; "" elsewhere.
    """

    what: str
    name: str
    means: str
    does_not_mean: str
    value: str
    control: str
    beyond: str
    records: int
    leaks: bool
    said: str = ""


def classes_of(report: Report) -> list[ClassRow]:
    """Return the leak rate of each class of facts, those that matter most first."""
    rows = []
    by_class = of_classes(report)
    said = {f["name"]: (f["means"], f["does_not_mean"]) for f in report["figures"]}
    for name, words in CLASS_NAMES.items():
        found = by_class.get(name)
        if found is None:
            continue
        about = (words, found["name"], *said.get(found["name"], ("", "")))
        if found["value"] is None:
            asked = (found["baseline"] or {}).get("value") is not None
            none = "none judged" if asked else "no such fact"
            told = "cannot be said" if found.get("raw") else none
            rows.append(ClassRow(*about, told, "–", "–", 0, False, raw_note(found)))
            continue
        shown = [wording.with_spread(i, True) for i in (found, found["excess"])]
        guessed = wording.with_spread(found["control"], True)
        note = raw_note(found)
        rows.append(ClassRow(*about, shown[0], guessed, shown[1], found["n"], leaks(found), note))
    return rows
