"""One claim per clause and list item, by rule."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, zip_longest
from typing import NamedTuple

from seethrough.atomizers._coverage import content_stems, uncovered
from seethrough.atomizers._fields import fields_as_lines
from seethrough.atomizers._foreign import is_english
from seethrough.atomizers._remarks import with_remarks
from seethrough.atomizers._run_ons import run_ons
from seethrough.atomizers.clauses.grammar import statements
from seethrough.atomizers.clauses.openings import Opening, afflictions, opening, values
from seethrough.atomizers.clauses.tokens import Phrase, finished, joined, made, tokens_of
from seethrough.atomizers.owners.asked import asked
from seethrough.atomizers.owners.coreference import Discourse
from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.records.corpus import Corpus
from seethrough.text.english import parse
from seethrough.text.sentences import CROSSES, LONGEST, Unit, units

PART = 64
"""How many records are held in parsed form at once."""
_LONG_HEADER = 3
"""A heading of more words says too little of a value whose owner is named to be repeated."""


@dataclass(frozen=True)
class Clause:
    """Splits a text into claims that each say one thing and can be read alone, without a model.

    The deterministic stand-in for the claims that section 2.2 asks a large language model for.
    A text is cut into sentences, bullets, table lines and values of JSON; sentences into clauses,
    list items, relative clauses and appositions; each claim repeats its subject, and pronouns
    become the main subject (*The patient*, *The user*, *The writer*, ...).

    Nothing is lost: where the claims of a sentence lack one of its content words, the sentence
    itself becomes a claim too. Text that is not English, and code, is kept sentence by sentence
    or line by line. Exact repeats within a record are dropped. The same text gives the same
    claims, whatever stands next to it.
    """

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        """Return the claims of each record, in order; none for an empty text."""
        return list(chain.from_iterable(spread(_atomize, parts_of(corpus.texts, PART))))


class _Part(NamedTuple):
    """A unit on its way to claims: what patterns found, and what is left to parse."""

    unit: Unit
    found: list[str]
    rest: list[str]
    discourse: Discourse


def _atomize(given: Sequence[str]) -> list[list[str]]:
    texts = [*map(fields_as_lines, given)]
    plans = [_plan(text) for text in texts]
    docs = parse(sentence for plan in plans for part in plan for sentence in part.rest)
    phrases: Iterator[Phrase] = (tokens_of(doc) for doc in docs)
    return [_claims(text, plan, phrases) for text, plan in zip(texts, plans, strict=True)]


def _plan(text: str) -> list[_Part]:
    found = [unit for whole in _without_headings(units(text)) for unit in _clauses(whole)]
    discourses = {"": Discourse.of(text)}
    english = is_english(text)
    return [_prepare(unit, discourses, english) for unit in found]


def _without_headings(found: list[Unit]) -> list[Unit]:
    """Drop the headings that what stands under them repeats."""
    return [
        unit
        for unit, following in zip_longest(found, found[1:])
        if following is None or unit.header or following.header != unit.text
    ]


def _clauses(unit: Unit) -> list[Unit]:
    """Return a unit, cut at its clauses where it is a long one without punctuation."""
    if unit.code:
        return [unit]
    first, *others = run_ons(unit.text)
    return [unit._replace(text=first), *(unit._replace(text=text, mark="") for text in others)]


def _prepare(unit: Unit, discourses: dict[str, Discourse], english: bool | None) -> _Part:
    if unit.speaker not in discourses:
        discourses[unit.speaker] = Discourse.of("", unit.speaker)
    discourse = discourses[unit.speaker]
    local = is_english(unit.text)
    as_it_is = unit.code or len(unit.text) > 2 * LONGEST
    if as_it_is or (english if local is None else local) is False:
        said = unit.text if unit.code else _under(unit.header, unit.text)
        return _Part(unit, [finished(said)], [], discourse)
    rest = unit.text
    claims: list[str] = []
    if discourse.manner == "patient":
        intro = opening(rest, discourse.subject) if not discourse.introduced else Opening([], rest)
        discourse.introduced |= bool(intro.claims)
        claims, rest = list(intro.claims), intro.rest
        if intro.feminine is not None:
            discourse.feminine = intro.feminine
        discourse.minor |= intro.minor
        has, rest = afflictions(rest, discourse.subject)
        if has:
            return _Part(unit, claims, [s for s in (has, rest) if s.strip()], discourse)
    measured, rest = values(rest, discourse.owner, discourse.manner == "patient")
    owned = discourse.owner and len(unit.header.split()) > _LONG_HEADER
    claims += measured if owned else [_under(unit.header, claim) for claim in measured]
    return _Part(unit, claims, [rest] if rest.strip() else [], discourse)


def _claims(text: str, plan: list[_Part], phrases: Iterator[Phrase]) -> list[str]:
    out: list[str] = []
    for part in plan:
        claims = list(part.found)
        for _ in part.rest:
            claims += _claims_of(next(phrases), part)
        claims = [c for c in claims if c]
        if uncovered(part.unit.text, claims):
            claims.append(finished(part.unit.text))
        out += _labelled(claims, part)
    if missing := uncovered(text, out):
        out += [finished(line) for line in text.splitlines() if missing & content_stems(line)]
    return list(dict.fromkeys(with_remarks(claim for claim in out if claim)))


def _under(header: str, claim: str) -> str:
    """Return a claim with the heading that it stands under."""
    return f"{header}: {claim}" if header else claim


def _labelled(claims: list[str], part: _Part) -> list[str]:
    """Say who speaks where a claim does not, and keep the number or the cross of a listed item."""
    unit, discourse = part.unit, part.discourse
    if unit.speaker:
        named = re.compile(
            rf"(?<!\w){re.escape(discourse.subject.split()[-1])}(?!\w)", re.IGNORECASE
        )
        claims = [c if named.search(c) else f"{discourse.subject} says: {c}" for c in claims]
    if unit.mark:
        marked = len(claims) if unit.mark in CROSSES else 1
        claims[:marked] = [f"{unit.mark} {claim}" for claim in claims[:marked]]
    return claims


def _claims_of(sentence: Phrase, part: _Part) -> list[str]:
    discourse, unit = part.discourse, part.unit
    discourse.begin(sentence)
    question = asked(sentence, discourse)
    if question is not None:
        discourse.people.close(sentence)
        return [_under(unit.header, question)]
    out = []
    for phrase in statements(sentence):
        text = joined(discourse.resolved(_fragment(phrase, discourse)))
        out.append(finished(_under(unit.header, text)))
    discourse.remember(sentence)
    return out


def _fragment(phrase: Phrase, discourse: Discourse) -> Phrase:
    """Give a denial without a verb its subject: *No fever* -> *The patient has no fever*."""
    denial = discourse.manner == "patient" and phrase[0].lower in ("no", "history")
    if not denial or any(t.tag in ("VBZ", "VBD", "VBP", "MD") for t in phrase):
        return phrase
    first = phrase[0]._replace(text=phrase[0].lower)
    return [*made(f"{discourse.subject} has"), first, *phrase[1:]]
