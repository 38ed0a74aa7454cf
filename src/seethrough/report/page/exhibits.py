"""Texts guessed back, answers that repeat records, identifiers that stand, for the page."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from seethrough.estimates.in_words import percentage
from seethrough.report.hiding import masked
from seethrough.report.labels.wording import inline, shown
from seethrough.report.page.highlights import Segment, segments

Report = Mapping[str, Any]

SHADES = 5
"""How many shades of certainty there are."""

LONGEST = 4_000
"""Characters of an answer that are shown."""


ROOM = 1_200_000
"""Bytes of the page from which on further texts and answers are only counted."""

_SAID = ("original", "released", "guess")


@dataclass(frozen=True)
class Word:
    """One word of a text on its way through sanitization and reconstruction.

    Attributes:
        original: What stood there.
        released: What was released.
        guess: What the adversary says; None where the word was kept as it was.
        shade: How sure it is, 0 (hardly) to 4 (all but certain); None where it does not say.
        sure: The same in percent, or "".
        right: Whether the guess is the original.
        place: The place of the original among the further guesses, 2 and on; None elsewhere.
    """

    original: str
    released: str
    guess: str | None
    shade: int | None
    sure: str
    right: bool
    place: int | None


@dataclass(frozen=True)
class Sentence:
    """One text, word by word."""

    record: str
    person: str
    replaced: int
    recovered: int
    words: Sequence[Word]
    cut: int

    @property
    def share(self) -> float:
        """How many of the replaced words came back, in percent."""
        return round(100 * self.recovered / max(self.replaced, 1), 1)


@dataclass(frozen=True)
class Answer:
    """One answer of a service.

    Attributes:
        question: What was asked.
        answer: What it said, cut where a marked stretch begins and ends.
        cut: How many characters are left out.
        records: The private records that it repeats.
        items: The contact details and topics in it: what, and the value.
    """

    question: str
    answer: Sequence[Segment]
    cut: int
    records: Sequence[str]
    items: Sequence[tuple[str, str]]


class Place(NamedTuple):
    """One identifier that is in the release.

    Attributes:
        identifier: What stands there.
        places: The released id and the column of each place.
        more: How many further places there are.
    """

    identifier: str
    places: Sequence[tuple[str, str]]
    more: int


@dataclass(frozen=True)
class Identified:
    """One private record of which identifiers are in the release."""

    record: str
    person: str
    standing: Sequence[Place]


@dataclass(frozen=True)
class Exhibit:
    """What one attack did, text by text.

    Attributes:
        kind: ``sentences``, ``answers`` or ``standing``.
        by: Which attack, where several show something.
        shown: The texts, the answers, or the records of which an identifier is in the release.
        left_out: How many are not shown.
        repeated: The records that were repeated most often: record, person, in how many answers.
        more: How many further records were repeated.
    """

    kind: str
    by: str
    shown: Sequence[Sentence | Answer | Identified]
    left_out: int
    repeated: Sequence[tuple[str, str, int]]
    more: int


def exhibits_of(report: Report) -> list[Exhibit]:
    """Return what there is to show; all of it holds record text."""
    found = report.get("exhibits", [])
    kinds = Counter(exhibit["kind"] for exhibit in found)
    views = []
    room = ROOM
    for exhibit in found:
        kind = exhibit["kind"]
        fitting = []
        for item in exhibit["shown"]:
            room -= _size(item)
            if room > 0:
                fitting.append(item)
        repeated = exhibit.get("repeated", [])
        views.append(
            Exhibit(
                kind,
                masked(exhibit["component"], text=True) if kinds[kind] > 1 else "",
                [_VIEWS[kind](item) for item in fitting],
                exhibit["left_out"] + len(exhibit["shown"]) - len(fitting),
                [(inline(r["record"]), inline(r["person"]), r["answers"]) for r in repeated],
                exhibit.get("records", 0) - len(repeated),
            )
        )
    return views


def _size(item: Mapping[str, Any]) -> int:
    """Return about how many bytes of the page a text or an answer takes, rather too many."""
    strings = [item.get("question", ""), item.get("answer", "")[:LONGEST]]
    strings += [inline(row[key]) for row in item.get("tokens", []) for key in row if key in _SAID]
    for row in item.get("standing", []):
        strings += [inline(s) for s in (row["identifier"], item["record"], item["person"])]
        strings += [inline(s) for place in row["places"] for s in place]
    rows = len(item.get("tokens", [])) + len(item.get("standing", []))
    markup = 320 * rows + 2_000
    return markup + 2 * sum(len(html.escape(s).encode(errors="replace")) for s in strings)


def sentence_view(found: Mapping[str, Any]) -> Sentence:
    """Return how a text is shown, word by word."""
    return Sentence(
        inline(found["record"]),
        inline(found["person"]),
        found["replaced"],
        found["recovered"],
        [_word(row) for row in found["tokens"]],
        found["cut"],
    )


def _word(row: Mapping[str, Any]) -> Word:
    original, released = inline(row["original"]), inline(row["released"])
    if "guess" not in row:
        return Word(original, released, None, None, "", False, None)
    sure = row["confidence"]
    others = row["others"]
    place = None
    if not row["recovered"] and row["original"].lower() in others:
        place = others.index(row["original"].lower()) + 2
    return Word(
        original,
        released,
        inline(row["guess"]),
        None if sure is None else min(SHADES - 1, int(sure * SHADES)),
        "" if sure is None else percentage(sure),
        bool(row["recovered"]),
        place,
    )


def answer_view(found: Mapping[str, Any]) -> Answer:
    """Return how an answer of a service is shown."""
    text = shown(found["answer"][:LONGEST])
    values = [value for kind, value in found["items"] if kind != "topic"]
    spans = [s for e in found["excerpts"] for s in _where(e.split(), text)]
    details = [s for value in values for s in _where([value], text)]
    return Answer(
        shown(found["question"]),
        segments(text, [_merged(spans), _merged(details)]),
        len(found["answer"]) - len(text),
        [inline(record) for record in dict.fromkeys(found["records"])],
        [(kind, inline(value)) for kind, value in found["items"]],
    )


def identified_view(found: Mapping[str, Any]) -> Identified:
    """Return how the identifiers of one record are shown that stand in the release."""
    return Identified(
        inline(found["record"]),
        inline(found["person"]),
        [
            Place(
                inline(row["identifier"]),
                [(inline(released), inline(column)) for released, column in row["places"]],
                row["more"],
            )
            for row in found["standing"]
        ],
    )


_VIEWS: Mapping[str, Callable[[Mapping[str, Any]], Sentence | Answer | Identified]] = {
    "sentences": sentence_view,
    "answers": answer_view,
    "standing": identified_view,
}


def _where(words: Sequence[str], text: str) -> list[tuple[int, int]]:
    """Return where words stand in a text one after the other, white space and case aside."""
    pattern = r"\s*".join(map(re.escape, words))
    if not pattern:
        return []
    return [m.span() for m in re.finditer(pattern, text, re.IGNORECASE)]


def _merged(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged
