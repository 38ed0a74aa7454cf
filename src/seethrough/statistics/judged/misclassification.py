"""Shares corrected for a judge that errs at known rates (Rogan and Gladen 1978)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from seethrough.statistics.intervals import Figured, Z

LEAST = 0.1
"""The least ``found - false`` of a judge whose answers can be corrected."""

RINGS, DIRECTIONS = 6, 24
"""How many pairs of error rates are tried within their uncertainty: so many rings of so many."""


class Errors(NamedTuple):
    """How often a judge is right on one kind of passage.

    Attributes:
        found: Share of the disclosed claims that it calls disclosed, in [0, 1].
        false: Share of the other claims that it calls disclosed, in [0, 1], below ``found``.
        found_error: Standard error of ``found`` for a text collection that it has not met.
        false_error: The same of ``false``.
    """

    found: float
    false: float
    found_error: float
    false_error: float


PERFECT = Errors(1.0, 0.0, 0.0, 0.0)


class Part(NamedTuple):
    """The claims that were judged against one kind of passage.

    Attributes:
        share: Their share of all claims, in [0, 1].
        called: The share of them that the judge calls disclosed, in [0, 1].
    """

    share: float
    called: float


Parts = Mapping[str, Part]


def share(raw: Figured, parts: Parts, errors: Mapping[str, Errors]) -> Figured:
    """Return a share of disclosed claims, corrected, with a 95 % interval.

    The share of each kind is kept in [0, 1] before they are added: where the judge calls less
    disclosed than it would call so falsely, it errs less on these passages than measured, and that
    takes nothing from the others. The interval squares and adds the distances of the raw one,
    stretched like the share, and what the error rates leave open. Its upper end is not above what
    would be true if no call were false: what the judge seldom calls disclosed it seldom calls so
    falsely, whatever its errors elsewhere.

    Args:
        raw: The share that the judge calls disclosed, with its interval.
        parts: The same claims by kind of passage; their shares sum to 1.
        errors: The judge's error rates for each kind.

    Raises:
        ValueError: A judge tells disclosed from other claims by less than ``LEAST``.

    References:
        Rogan and Gladen (1978), Estimating prevalence from the results of a screening test. Zou and
        Donner (2008), Construction of confidence limits about effect measures.
    """
    at, low, high = raw
    true = {kind: _true(part, errors[kind]) for kind, part in parts.items()}
    below = {kind: part for kind, part in parts.items() if true[kind] < 0}
    above = {kind: part for kind, part in parts.items() if true[kind] > 1}
    within = {kind: part for kind, part in parts.items() if 0 <= true[kind] <= 1}
    # Beyond 0 or 1 the judge errs less here than elsewhere: then an end is as far as that allows.
    measured = _measured(within, errors)
    least = measured.with_(_none(below, errors)).with_(_least(above, errors)).low(at - low)
    most = measured.with_(_most(below, errors)).with_(_all(above, errors)).high(high - at)
    most = min(most, _most(parts, errors).high(high - at))
    return _corrected(parts, errors), _bounded(least), _bounded(most)


def difference(raw: Figured, first: Parts, second: Parts, errors: Mapping[str, Errors]) -> Figured:
    """Return the difference of two corrected shares with a 95 % interval, in [-1, 1].

    Each share is that of ``share``, kept in [0, 1] kind by kind. Error rates that
    both sides share act on both at once: where the passages are of one kind, the rate of false
    calls cancels out of a small difference.

    In simulations of shares of 0.1 to 0.8 beside 0.02 to 0.05 and the shipped judge's errors, the
    difference lies above the interval in 0 to 2 % of cases where the kinds differ, and in 0 to 12 %
    where they are one, most where the judge is known worst and much more is disclosed on one side.

    Args:
        raw: First less second as the judge calls them, with its interval.
        first: The claims of the first share by kind of passage.
        second: Those of the second.
        errors: The judge's error rates for each kind.

    Raises:
        ValueError: A judge tells disclosed from other claims by less than ``LEAST``.
    """
    value = _gap(first, second, errors)
    stretch = max(_stretch(first, errors), _stretch(second, errors))
    at, low, high = raw
    below, above = _shifts(first, second, errors)
    open_ = Z * _open([(1.0, first), (-1.0, second)], errors)
    # The first are larger where both shares are of one kind, the second where the kinds differ.
    below, above = max(below, open_), max(above, open_)
    return (
        value,
        max(-1.0, value - math.hypot(stretch * (at - low), below)),
        min(1.0, value + math.hypot(stretch * (high - at), above)),
    )


def _gap(first: Parts, second: Parts, errors: Mapping[str, Errors]) -> float:
    return _corrected(first, errors) - _corrected(second, errors)


def _shifts(first: Parts, second: Parts, errors: Mapping[str, Errors]) -> tuple[float, float]:
    """Return how far below and above a difference may lie as the error rates are not known exactly.

    Both rates for one kind of passage are moved together within the ellipse that is ``Z`` errors
    wide, those for other kinds kept; squares are added over the kinds. Rates that a share refutes,
    as it would lie below 0 or above 1, do not count.
    """
    value = _gap(first, second, errors)
    below = above = 0.0
    for kind in sorted({*first, *second}):
        own = [parts[kind] for parts in (first, second) if kind in parts]
        gaps = [
            _gap(first, second, {**errors, kind: rates})
            for rates in _moved(errors[kind])
            if all(0 <= _true(part, rates) <= 1 for part in own)
        ]
        below = math.hypot(below, max(0.0, value - min(gaps, default=value)))
        above = math.hypot(above, max(0.0, max(gaps, default=value) - value))
    return below, above


def _moved(rates: Errors) -> list[Errors]:
    """Return error rates in the ellipse around these, as far as the judge is then any use."""
    moved = []
    for ring in range(1, RINGS + 1):
        for turn in range(DIRECTIONS):
            angle = 2 * math.pi * turn / DIRECTIONS
            far = Z * ring / RINGS
            found = _bounded(rates.found + far * math.sin(angle) * rates.found_error)
            false = _bounded(rates.false + far * math.cos(angle) * rates.false_error)
            if found - false >= LEAST:
                moved.append(rates._replace(found=found, false=false))
    return moved


class _Sum(NamedTuple):
    """The disclosed claims of some kinds of passage, as a share of all claims.

    Attributes:
        value: Their share.
        stretch: By how much it moves with the share that the judge calls disclosed.
        open: How far off the judge's error rates may put it.
    """

    value: float
    stretch: float
    open: float

    def with_(self, other: _Sum) -> _Sum:
        """Return the sum with that of other kinds."""
        value, stretch, open_ = other
        return _Sum(self.value + value, self.stretch + stretch, math.hypot(self.open, open_))

    def low(self, sampling: float) -> float:
        """Return the lower end; the share that the judge calls disclosed may be so much less."""
        return self.value - math.hypot(self.stretch * sampling, self.open)

    def high(self, sampling: float) -> float:
        """Return the upper end; the share that the judge calls disclosed may be so much more."""
        return self.value + math.hypot(self.stretch * sampling, self.open)


def _measured(parts: Parts, errors: Mapping[str, Errors]) -> _Sum:
    """Return what is disclosed where the judge errs as measured."""
    open_ = Z * _open([(1.0, parts)], errors)
    return _Sum(_corrected(parts, errors), _stretch(parts, errors), open_)


def _none(parts: Parts, errors: Mapping[str, Errors]) -> _Sum:
    """Return nothing, which more calls by chance would add to."""
    return _Sum(0.0, _stretch(parts, errors), 0.0)


def _all(parts: Parts, errors: Mapping[str, Errors]) -> _Sum:
    """Return everything, which fewer calls by chance would take from."""
    return _Sum(sum(part.share for part in parts.values()), _stretch(parts, errors), 0.0)


def _least(parts: Parts, errors: Mapping[str, Errors]) -> _Sum:
    """Return the least that can be disclosed where the judge misses nothing."""
    false = {k: min(1 - LEAST, errors[k].false + Z * errors[k].false_error) for k in parts}
    value = sum(p.share * (p.called - false[k]) / (1 - false[k]) for k, p in parts.items())
    return _Sum(value, sum(p.share / (1 - false[k]) for k, p in parts.items()), 0.0)


def _most(parts: Parts, errors: Mapping[str, Errors]) -> _Sum:
    """Return the most that can be disclosed where every call is right.

    What the judge may miss more than measured is as it is where it misses most, since so much grows
    faster than its error.
    """
    value = stretch = missed = 0.0
    for kind, part in parts.items():
        rates = errors[kind]
        least = max(LEAST, rates.found - Z * rates.found_error)
        value += part.share * part.called / rates.found
        stretch += part.share / rates.found
        missed = math.hypot(missed, part.share * part.called * (1 / least - 1 / rates.found))
    return _Sum(value, stretch, missed)


def _bounded(share: float) -> float:
    return min(1.0, max(0.0, share))


def _power(errors: Errors) -> float:
    power = errors.found - errors.false
    if power < LEAST:
        raise ValueError(f"the judge finds {errors.found} and calls {errors.false} falsely")
    return power


def _corrected(parts: Parts, errors: Mapping[str, Errors]) -> float:
    return sum(part.share * _bounded(_true(part, errors[kind])) for kind, part in parts.items())


def _true(part: Part, errors: Errors) -> float:
    return (part.called - errors.false) / _power(errors)


def _stretch(parts: Parts, errors: Mapping[str, Errors]) -> float:
    return sum(part.share / _power(errors[kind]) for kind, part in parts.items())


def _open(sides: Sequence[tuple[float, Parts]], errors: Mapping[str, Errors]) -> float:
    """Return the standard error of a sum of corrected shares that the error rates bring in.

    How much an error rate counts for depends on the true share. So it is taken where the judge errs
    more than measured and where it errs less, and the larger one counts.
    """
    kinds = sorted({kind for _, parts in sides for kind in parts})
    return max(
        math.hypot(*(_of_kind(kind, errors[kind], sides, towards) for kind in kinds))
        for towards in (-Z, Z)
    )


def _of_kind(
    kind: str, rates: Errors, sides: Sequence[tuple[float, Parts]], towards: float
) -> float:
    """Return what the error rates for one kind of passage bring in.

    Args:
        kind: The kind of passage.
        rates: The error rates.
        sides: The sign of each share in the sum, and its claims by kind of passage.
        towards: By how many standard errors of their own the shares are moved.
    """
    power = _power(rates)
    by_found = by_false = 0.0
    for sign, parts in sides:
        if kind in parts:
            true = _bounded(_true(parts[kind], rates))
            off = math.hypot(true * rates.found_error, (1 - true) * rates.false_error) / power
            moved = _bounded(true + towards * off)
            by_found += sign * parts[kind].share * moved / power
            by_false += sign * parts[kind].share * (1 - moved) / power
    return math.hypot(by_found * rates.found_error, by_false * rates.false_error)
