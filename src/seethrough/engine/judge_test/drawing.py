"""Probes of a judge made from the user's own claims: some must be heard, some must not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from seethrough.engine.judge_test.negation import negate
from seethrough.engine.judge_test.rewording import is_field, reword, unlike
from seethrough.judges.rouge import words
from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.protocols import Generator
from seethrough.text.stop_words import STOP_WORDS

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

CLAIMS = 60
"""How many of the user's claims a judge is tested on at the most."""

CANDIDATES = 3 * CLAIMS
"""How many claims are looked at to find those that can be reworded or denied."""

PART = 30
"""How many claims are put into other words at once."""

Rule = Callable[[Sequence[str]], list[str | None]]
"""Makes a probe of each claim, or None."""

_ENGLISH = 0.15  # the least share of English function words; other languages share a few of them


@dataclass(frozen=True, slots=True)
class Probe:
    """A claim and a passage of which it is known whether it tells the claim.

    Attributes:
        person: Whose claim it is.
        claim: The claim.
        passage: The passage.
        record: The id of the private record that the passage is, or empty.
    """

    person: str
    claim: str
    passage: str
    record: str = ""


def own_and_strangers(
    claims: Sequence[Sequence[str]], corpus: Corpus, rng: Generator
) -> tuple[list[Probe], list[Probe]]:
    """Return claims beside their own record, and, if there are two people, a stranger's."""
    persons, texts = corpus.persons, corpus.texts
    everybody = sorted({p for p, text in zip(persons, texts, strict=True) if text.strip()})
    records: dict[str, list[int]] = {}
    for row, person in enumerate(persons):
        if texts[row].strip():
            records.setdefault(person, []).append(row)
    own, strangers = [], []
    for row, claim in _drawn(claims, corpus, rng, CLAIMS):
        own.append(Probe(persons[row], claim, texts[row]))
        if len(everybody) < 2:
            continue
        other = everybody[int(rng.integers(len(everybody) - 1))]
        other = everybody[-1] if other == persons[row] else other
        row_of_other = records[other][int(rng.integers(len(records[other])))]
        id_ = corpus.ids[row_of_other]
        strangers.append(Probe(persons[row], claim, texts[row_of_other], id_))
    return own, strangers


def as_released(probes: Sequence[Probe], released: Corpus) -> list[tuple[Probe, Probe]]:
    """Return probes whose record was released with any text, each before and after.

    Args:
        probes: Claims beside private records.
        released: The released records, which stand for the private ones of the same id.
    """
    pairs = [
        (probe, replace(probe, passage=released.texts[released.position[probe.record]]))
        for probe in probes
        if probe.record in released.position
    ]
    return [(before, after) for before, after in pairs if after.passage.strip()]


def reworded(claims: Sequence[Sequence[str]], corpus: Corpus, rng: Generator) -> list[Probe]:
    """Return claims beside a passage that tells them and their neighbours in other words."""
    places = _transformed(_candidates(claims, corpus, rng), reword)
    near = [_beside(claims[row], claim) for row, claim, _ in places]
    wanted = list(dict.fromkeys(c for beside in near for c in beside))
    made = dict(zip(wanted, _by_workers(reword, wanted), strict=True))
    out = []
    for (row, claim, told), beside in zip(places, near, strict=True):
        others = [new for new in (made[c] for c in beside) if new is not None]
        passage = " ".join([*others[:1], told, *others[1:]])
        out.append(Probe(corpus.persons[row], claim, passage if unlike(claim, passage) else told))
    return out


def denied(claims: Sequence[Sequence[str]], corpus: Corpus, rng: Generator) -> list[Probe]:
    """Return claims beside their own denial."""
    made = _transformed(_candidates(claims, corpus, rng), negate)
    return [Probe(corpus.persons[row], claim, new) for row, claim, new in made]


def _transformed(
    candidates: Sequence[tuple[int, str]],
    rule: Rule,
) -> list[tuple[int, str, str]]:
    """Return the first claims that a rule applies to, and what it makes of them."""
    out: list[tuple[int, str, str]] = []
    for start in range(0, len(candidates), CLAIMS):
        part = candidates[start : start + CLAIMS]
        made = zip(part, _by_workers(rule, [claim for _, claim in part]), strict=True)
        out += [(row, claim, new) for (row, claim), new in made if new is not None]
        if len(out) >= CLAIMS:
            break
    return out[:CLAIMS]


def _by_workers(rule: Rule, claims: Sequence[str]) -> list[str | None]:
    return list(chain.from_iterable(spread(rule, parts_of(claims, PART))))


def _candidates(
    claims: Sequence[Sequence[str]], corpus: Corpus, rng: Generator
) -> list[tuple[int, str]]:
    """Draw claims of records that have enough English function words, and fields of forms."""
    kept = []
    for row, claim in _drawn(claims, corpus, rng, CANDIDATES):
        said = words(" ".join(claims[row]))
        if is_field(claim) or sum(word in STOP_WORDS for word in said) >= _ENGLISH * len(said):
            kept.append((row, claim))
    return kept


def _drawn(
    claims: Sequence[Sequence[str]], corpus: Corpus, rng: Generator, most: int
) -> list[tuple[int, str]]:
    """Return at most so many (record, claim), one a person, then another, until they are used up.

    Claims without a letter or digit say nothing and are left out.
    """
    if len(claims) != len(corpus):
        raise ValueError(f"claims of {len(claims)} records but {len(corpus)} records")
    by_person: dict[str, list[tuple[int, str]]] = {}
    for row, person in enumerate(corpus.persons):
        told = [(row, claim) for claim in claims[row] if words(claim)]
        by_person.setdefault(person, []).extend(told)
    piles = [pile for _, pile in sorted(by_person.items()) if pile]
    piles = [piles[i] for i in rng.permutation(len(piles))[:most]]
    piles = [[pile[i] for i in rng.permutation(len(pile))[:most]] for pile in piles]
    turns = range(max((len(pile) for pile in piles), default=0))
    return [pile[turn] for turn in turns for pile in piles if turn < len(pile)][:most]


def _beside(claims: Sequence[str], claim: str) -> list[str]:
    """Return the claims before and after a claim of a record."""
    place = list(claims).index(claim)
    return [claims[i] for i in (place - 1, place + 1) if 0 <= i < len(claims)]
