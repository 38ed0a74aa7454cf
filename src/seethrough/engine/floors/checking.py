"""Everything that no control excuses, in one list."""

from __future__ import annotations

from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from seethrough.engine.floors import (
    alignment,
    control,
    naming,
    repeated,
    repeated_by_nobody,
)
from seethrough.engine.floors.beyond_chance import apart
from seethrough.engine.originals import sentences
from seethrough.engine.originals.both_sides import find_both
from seethrough.engine.originals.reasons import nearly_verbatim, verbatim
from seethrough.engine.originals.standing import Standing, find, find_in
from seethrough.reasons import Reason
from seethrough.statistics.arrays import evenly, numbered

if TYPE_CHECKING:
    from collections.abc import Sequence

    from seethrough.protocols import IntArray
    from seethrough.records.corpus import Corpus

SOME, SPLITS = 50_000, 4
"""So many private records show how often texts have pieces in one another, halved so many times."""

LEVEL = 0.02
"""The level of the test that more pieces stand in people's own rows than chance puts there."""


def check(
    private: Corpus, readings: Sequence[Corpus], aligned: bool, held_out: Corpus | None
) -> list[Reason]:
    """Return what bars a pass whatever the figures say.

    Args:
        private: The private records.
        readings: The released records as they were released and, after them, other readings of
            the same records, such as deobfuscated ones; the first carries the file's name.
        aligned: Whether released records stand for the private ones of the same id.
        held_out: The control people's records, or None; an aligned release has another control.
    """
    released = readings[0]
    if aligned or held_out is None:
        standing = find_in(private, readings)
        told = _beyond_one_another(standing, private) if aligned else standing
    else:
        standing, theirs = find_both(private, held_out, readings)
        told = _beyond_control(standing, private, theirs, held_out)
    reasons = verbatim(told, private)
    reasons += naming.reasons(private, released, released.name)
    if aligned:
        reasons += alignment.reasons(private, readings[-1])
        reasons += repeated.reasons(private, released)
        reasons += sentences.reasons(private, readings)
    elif held_out is not None:
        whole = {found.record for found in standing}
        reasons += nearly_verbatim(private, readings[-1], held_out, whole)
        reasons += control.reasons(private, readings[-1], held_out)
        reasons += repeated_by_nobody.reasons(private, readings[-1], held_out)
        reasons += sentences.reasons_anywhere(private, readings, held_out)
    return reasons


def _beyond_one_another(found: Sequence[Standing], private: Corpus) -> list[Standing]:
    """Return what stands in an aligned release, without pieces that private texts share as often.

    That is how often half of the people have pieces in the texts of the other half, in that of
    `SPLITS` splits which shows most. Chance puts one piece in n into the own of n rows: where more
    stand there, those count.

    Args:
        found: The private records that stand there.
        private: The private records.
    """
    from scipy.special import bdtrc

    pieces = [s for s in found if s.in_pieces]
    own = {s.record for s in pieces if s.released == s.record}
    if own and bdtrc(len(own) - 1, len(pieces), 1 / len(private)) < LEVEL:
        pieces = [s for s in pieces if s.record not in own]
    if not pieces:
        return [*found]
    some = private.take(evenly(len(private), SOME))
    splits = ((numbered(some.persons) >> bit) % 2 for bit in range(SPLITS))
    theirs = max((_between_halves(some, split) for split in splits), key=len)
    chance = {s.record for s in pieces} - {
        s.record for s in _beyond_control(pieces, private, theirs, some)
    }
    return [s for s in found if s.record not in chance]


def _between_halves(private: Corpus, half: IntArray) -> list[Standing]:
    """Return which records of either half stand in the other, given the half of each."""
    halves = [private.take(np.flatnonzero(half == side).tolist()) for side in (0, 1)]
    return [s for one, other in permutations(halves) for s in find(one, other)]


def _beyond_control(
    found: Sequence[Standing], private: Corpus, theirs: Sequence[Standing], control: Corpus
) -> list[Standing]:
    """Return what stands in a release, without pieces that people held out have there as often.

    Notes that are one form or template filled in fall together in many short runs of words.

    Args:
        found: The private records that stand there.
        private: The private records.
        theirs: The records of people held out that do.
        control: All records of people held out.
    """
    sides = ((found, private), (theirs, control))
    pieces = ({s.record for s in side if s.in_pieces} for side, _ in sides)
    mine, others = (
        np.array([id_ in held for id_ in corpus.ids])
        for held, (_, corpus) in zip(pieces, sides, strict=True)
    )
    as_often = others.any() and not apart(mine, others)
    return [s for s in found if not (s.in_pieces and as_often)]
