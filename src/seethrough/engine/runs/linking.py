"""What the attacks that link records share: learning claims, ranking released records."""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from seethrough.contracts.knowledge import drawn_from
from seethrough.contracts.links import links_of
from seethrough.engine.claims import claims_of
from seethrough.engine.content_key import kept_as
from seethrough.evidence.linked import LinkedRecord
from seethrough.protocols import (
    Atomizer,
    Generator,
    Guess,
    Knowledge,
    KnowledgeSource,
    Linker,
    Outcome,
    Place,
    Step,
)
from seethrough.records.texts import Texts, changed
from seethrough.text.details import ages_in_digits
from seethrough.text.signs.dates import days_in_words

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.release import Release
    from seethrough.records.releases.text import TextRelease


ADVERSARY = "by somebody who knows {facts} about each"
"""Who links records to people, in a few words for a report."""

DEPTH = 10
"""How many released records an adversary ranks for each target."""

_CELLS = 1 << 22
"""Ranked records that are in memory at once, of all targets: 64 MiB."""


def steps(source: KnowledgeSource) -> tuple[Step, ...]:
    """Return how an adversary links records, for a report.

    Args:
        source: What says what it knows.
    """
    chosen = f", {source.chosen}" if source.chosen else ""
    return (
        Step("Split", "Every private record is split into single facts", ("atomizer",)),
        Step(
            "Know",
            f"The adversary has the whole release and starts from {{facts}} about a person{chosen}",
            ("knowledge",),
        ),
        Step(
            "Link",
            "It ranks all released records by how well they fit those facts, and guesses that the"
            " best one is about the person",
            ("linker",),
        ),
    )


def learn_claims(
    private: Corpus, atomizer: Atomizer, source: KnowledgeSource, rng: Generator
) -> list[Knowledge]:
    """Return what is known about each record; records about which nothing is known are left out."""
    claims = claims_of(atomizer, private)
    drawn = drawn_from(source, private, claims, int(rng.integers(2**32)))
    rows = zip(private.persons, private.ids, drawn, strict=True)
    return [
        Knowledge(person, id_, known.facts, known.used, original=known.original)
        for person, id_, known in rows
        if known.facts
    ]


def link_records(
    release: TextRelease,
    knowledge: Sequence[Knowledge],
    linker: Linker,
    rng: Generator,
) -> list[Guess]:
    """Return for each target the ten released records that fit what is known best.

    The text of a guess is the text of the record linked first. Links are kept with the release,
    so that attacks that ask the same linker the same question share the answer.
    """
    corpus = release.corpus
    queries = [k.text for k in knowledge]
    hidden = [corpus.places(k.unseen) for k in knowledge]
    question = hashlib.sha256(json.dumps([corpus.hash, queries, hidden]).encode())
    key = f"links/{kept_as(linker)}/{question.hexdigest()[:24]}"
    kept = corpus.derived.get(key)
    if kept is None:
        asked, read = [*map(_as_read, queries)], _all_as_read(corpus.texts)
        links = links_of(linker, asked, read, hidden, DEPTH, rng)
        kept = [links.indices.tolist(), _finite(links.scores.tolist())]
        corpus.derived.put(key, kept)
    crowds = _crowds(corpus)
    guesses = []
    for known, row, scores in zip(knowledge, *kept, strict=True):
        found = [(i, s) for i, s in zip(row, scores, strict=True) if i >= 0]
        texts = [corpus.texts[i] for i, _ in found]
        guesses.append(
            Guess(
                known,
                tuple(corpus.ids[i] for i, _ in found),
                tuple(s for _, s in found),
                texts[0] if found else "",
                release.aligned,
                _worth(texts, crowds),
            )
        )
    return guesses


@lru_cache(maxsize=2)  # an audit links to the same release, and its baseline, again and again
def _all_as_read(texts: Texts) -> Texts:
    """Return texts with ages and days in one notation, see `_as_read`."""
    now = ((text, _as_read(text)) for text in texts)
    column = changed(texts, (new if new != old else None for old, new in now))
    return texts if column is None else Texts(column)


def _as_read(text: str) -> str:
    """Return a text with ages in digits and days in one notation.

    Who knows that somebody is 46, or was born on 3 March, reads *forty-six* and *03.03.*, too.
    """
    return days_in_words(ages_in_digits(text))


class _Crowds(NamedTuple):
    """What more than `DEPTH` people's records read alike.

    Attributes:
        people: Of how many people, as the release tells them apart, there are records of each
            such text.
        of: The same for all texts together.
    """

    people: Mapping[str, int]
    of: int


@lru_cache(maxsize=2)
def _crowds(corpus: Corpus) -> _Crowds:
    alike = _people_of_texts(zip(corpus.texts, corpus.persons, strict=True))
    return _Crowds({text: n for text, n in alike.items() if n > DEPTH}, alike.total())


def _worth(texts: Sequence[str], crowds: _Crowds) -> tuple[float, ...]:
    """Return how much of a hit each of the best records is, in [0, 1].

    Which of more than ten people's records with one text are among the ten is luck. So these count
    together as much as ten guesses drawn from all records would hold of them, at the most:
    narrowing people down to such a group says nothing on who of the group they are. What the first
    guess finds is not luck alone, and ``linkage.top1`` counts it.

    Args:
        texts: Those of the best records.
        crowds: The texts of many people.
    """
    among = Counter(texts)
    shares = (DEPTH * crowds.people.get(text, 0) / crowds.of / among[text] for text in texts)
    return tuple(min(1.0, share) if share else 1.0 for share in shares)


def _finite(rows: list[list[float]]) -> list[list[float]]:
    return [[s if math.isfinite(s) else 0.0 for s in row] for row in rows]


def rank_of_target(guess: Guess, private: Corpus) -> int | None:
    """Return the 1-based rank of the first record about the target, or None.

    A released record is about the person of the private record of the same id.
    """
    for rank, id_ in enumerate(guess.records, start=1):
        position = private.position.get(id_)
        if position is not None and private.persons[position] == guess.knowledge.person:
            return rank
    return None


def places_of(
    release: TextRelease,
    knowledge: Sequence[Knowledge],
    private: Corpus,
    linker: Linker,
    rng: Generator,
) -> list[Place]:
    """Return where each target's own record stands when all released records are ranked.

    Records that tie stand in the linker's random order, as at the first guess. Of a release so
    large that the rankings of all targets would not fit, some targets are linked at a time.

    Args:
        release: A release whose records stand for the private ones of the same id.
        knowledge: What is known about each target.
        private: Says whom a released record is about.
        linker: Ranks the records.
        rng: Breaks ties.
    """
    texts = _all_as_read(release.corpus.texts)
    own = own_records(release, private, {k.person for k in knowledge})
    positions = {
        person: [release.corpus.position[id_] for id_ in ids] for person, ids in own.items()
    }
    size = max(1, _CELLS // max(1, len(texts)))
    places = []
    for start in range(0, len(knowledge), size):
        part = knowledge[start : start + size]
        asked = [_as_read(k.text) for k in part]
        links = links_of(linker, asked, texts, [()] * len(part), len(texts), rng)
        for known, row in zip(part, links.indices, strict=True):
            mine = positions.get(known.person, [])
            at = np.flatnonzero(np.isin(row, mine))
            places.append(Place(int(at[0]) + 1 if len(at) else None, len(mine), len(texts)))
    return places


def blinded(knowledge: Sequence[Knowledge], release: Release, private: Corpus) -> list[Knowledge]:
    """Return the same knowledge for adversaries who do not see the target's own records."""
    own = own_records(release, private, {k.person for k in knowledge})
    return [replace(k, unseen=frozenset(own.get(k.person, ()))) for k in knowledge]


def own_records(release: Release, private: Corpus, people: Container[str]) -> dict[str, list[str]]:
    """Return the ids of some people's released records, by person."""
    own: dict[str, list[str]] = {}
    for id_, person in zip(private.ids, private.persons, strict=True):
        if person in people and id_ in release.corpus.position:
            own.setdefault(person, []).append(id_)
    return own


def by_luck(
    score: Callable[[int, int], float], people: Sequence[str], release: Release, private: Corpus
) -> list[float]:
    """Return what luck gives each target, from how many of the released records are theirs.

    Args:
        score: Takes how many records there are, and how many of them are the target's.
        people: The person of each target.
        release: The release.
        private: Says whom a released record is about.
    """
    own = own_records(release, private, {*people})
    records = len(release.corpus)
    of = {number: score(records, number) for number in {0, *map(len, own.values())}}
    return [of[len(own.get(person, ()))] for person in people]


def left_to_luck(outcomes: Sequence[Outcome], release: Release) -> list[bool]:
    """Return of each target whether the record linked to them reads as other people's do."""
    found = (outcome.evidence for outcome in outcomes)
    linked = [e.passage if isinstance(e, LinkedRecord) else None for e in found]
    rows = zip(release.corpus.texts, release.corpus.persons, strict=True)
    wanted = {*linked}  # of a million rows, those of the few records that were linked
    people = _people_of_texts(row for row in rows if row[0] in wanted)
    return [passage is not None and people[passage] > 1 for passage in linked]


def _people_of_texts(rows: Iterable[tuple[str, str]]) -> Counter[str]:
    """Return of how many people, as a release tells them apart, there are records of each text.

    Args:
        rows: The text and the person of each record.
    """
    return Counter(text for text, _ in {*rows})
