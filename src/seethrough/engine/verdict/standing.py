"""Whose contact data, codes, full names and addresses are in the release, whatever the share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from seethrough.engine.floors.beyond_chance import apart
from seethrough.engine.verdict.exposure import MOST_NAMED
from seethrough.evidence.standing import StandingIdentifiers
from seethrough.reasons import Reason, Word
from seethrough.text.normalised import JOINED

if TYPE_CHECKING:
    from seethrough.engine.runs.cells import Arm, Cell
    from seethrough.evidence.evidence import Evidence
    from seethrough.records.corpus import Corpus

_DIGITS = 7
_CODE = 5
"""Letters and digits that a code has at the least; fewer may be a year, an age or a dose."""
_IN_CODES = re.compile(r"[\d_/]")
"""What codes, account names, profiles and addresses have, and names have not."""

HOUSEHOLD = 5
"""So many people at the most share contact data that are still somebody's own."""

_SHARED_BY: Sequence[tuple[str, Word, int, int]] = (
    ("contacts_standing", "fail", 1, 1),
    ("contacts_shared", "inconclusive", 2, HOUSEHOLD),
)
"""What contact data in a release mean, by how many people's records hold them."""


def contacts_standing(cells: Sequence[Cell], private: Corpus) -> list[Reason]:
    """Return whose contact data or numbers are in the release, whatever the share of all.

    A mail address or a number of seven digits and more that one person's records alone hold is
    nobody else's, so no control excuses it; names may be. What few people share, as a household
    does, stands for the control of each, too: it is no failure, but nobody passes with it.

    Args:
        cells: The cells of an audit; those whose evidence holds identifiers count.
        private: All private records: who else holds what a sampled person's records hold.
    """
    holders: dict[str, set[str]] = {}
    standing: dict[str, set[str]] = {}
    for cell in cells:
        for known, seen in cell.targets.evidence(StandingIdentifiers):
            for fact in seen.identifiers:
                holders.setdefault(fact, set()).add(known.person)
            for fact, *_ in seen.standing:
                if is_contact(fact):
                    standing.setdefault(fact, set()).add(known.person)
    few = [fact for fact in standing if len(holders[fact]) <= HOUSEHOLD]
    # Records that were not attacked may hold it, too.
    held = {fact: len(holders[fact] | own) for fact, own in _holders(few, private).items()}
    everybody = set().union(*holders.values())
    reasons = []
    for kind, word, least, most in _SHARED_BY:
        facts = (fact for fact, count in held.items() if least <= count <= most)
        people = sorted({person for fact in facts for person in standing[fact]})
        if people:
            named = {"people": people[:MOST_NAMED]}
            told = {"people": len(people), "of": len(everybody), "private": named}
            reasons.append(Reason(kind, word, ("identifiers",), facts=told))
    return reasons


def is_contact(fact: str) -> bool:
    """Return whether an identifier is a mail address or a number of seven digits and more."""
    return "@" in fact or sum(c.isdigit() for c in fact) >= _DIGITS


def _holders(facts: Sequence[str], private: Corpus) -> dict[str, set[str]]:
    """Return the people whose records hold each identifier, of all private ones."""
    from seethrough.engine.rows.identifiers import places

    found = places(private, facts, len(private)) if facts else {}
    return {f: {private.persons[at.record] for at in found.get(f, ())} for f in facts}


def _of_one_person(facts: Sequence[str], private: Corpus) -> list[str]:
    """Return the identifiers that the records of one person alone hold, of all private ones."""
    return [fact for fact, people in _holders(facts, private).items() if len(people) <= 1]


def names_standing(cells: Sequence[Cell], private: Corpus) -> list[Reason]:
    """Return whose full name, address, code or account stands in the release, and nobody else's.

    That is in their own released record alone; where records are not aligned, anywhere, by what no
    other private person's records hold, if that of people held out stands there less often.
    Recognisers take other words for names, too, and an address or code may be that of a shop, so
    this is no failure; but nobody who is named is anonymous, and a share of all says nothing on
    them.

    Args:
        cells: The cells of an audit; those whose evidence holds identifiers and that have a control
            count.
        private: All private records: who else holds what a sampled person's records hold.
    """
    people: set[str] = set()
    asked: set[str] = set()
    anywhere = False
    for cell in cells:
        if cell.control is None:
            continue
        named = _named_in_own(cell) if cell.paired else _named_anywhere(cell, private)
        asked |= named.keys()
        people |= {person for person, yes in named.items() if yes}
        anywhere |= not cell.paired
    if not people:
        return []
    facts = {
        "people": len(people),
        "of": len(asked),
        "private": {"people": sorted(people)[:MOST_NAMED]},
    } | ({"anywhere": True} if anywhere else {})
    return [Reason("names_standing", "inconclusive", facts=facts)]


def _named_in_own(cell: Cell) -> dict[str, bool]:
    """Return of each person whether such an identifier stands in their own record alone."""
    assert cell.control is not None
    named: dict[str, bool] = {}
    arms = (cell.targets.knowledge, cell.targets.outcomes, cell.control.outcomes)
    for known, own, others in zip(*arms, strict=True):
        if isinstance(own.evidence, StandingIdentifiers):
            alone = _standing(own.evidence) - _standing(others.evidence)
            yes = any(map(singles_out, alone))
            named[known.person] = named.get(known.person, False) or yes
    return named


def _named_anywhere(cell: Cell, private: Corpus) -> dict[str, bool]:
    """Return of each person whether an identifier that is theirs alone stands in the release.

    Of nobody where people held out have such there, too, unless clearly fewer of them do.
    """
    assert cell.control is not None
    own, others = (_singling_out(arm) for arm in (cell.targets, cell.control))
    lone = {*_of_one_person([*set().union(*own.values())], private)}
    named = {person: not lone.isdisjoint(facts) for person, facts in own.items()}
    mine, theirs = (np.array([*map(bool, side)]) for side in (named.values(), others.values()))
    return dict.fromkeys(named, False) if theirs.any() and not apart(mine, theirs) else named


def _singling_out(arm: Arm) -> dict[str, set[str]]:
    """Return which full names, addresses, codes and accounts of each person stand."""
    found: dict[str, set[str]] = {}
    for known, outcome in zip(arm.knowledge, arm.outcomes, strict=True):
        if isinstance(outcome.evidence, StandingIdentifiers):
            standing = filter(singles_out, _standing(outcome.evidence))
            found.setdefault(known.person, set()).update(standing)
    return found


def singles_out(fact: str) -> bool:
    """Return whether an identifier is a full name, an address, a code or an account.

    Not whether it is contact data, see `contacts_standing`. A name in Chinese and others has no
    space.
    """
    if _IN_CODES.search(fact):
        return sum(map(str.isalnum, fact)) >= _CODE and not is_contact(fact)
    return len(fact.split()) > 1 or re.search(f"[{JOINED}]", fact) is not None


def _standing(seen: Evidence | None) -> set[str]:
    return {p.identifier for p in seen.standing} if isinstance(seen, StandingIdentifiers) else set()
