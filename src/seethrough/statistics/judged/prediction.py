"""Shares that a judge predicts and raters correct (prediction-powered inference)."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from seethrough.statistics.arrays import FloatArray
from seethrough.statistics.clusters import (
    alike_size,
    degrees_of_freedom,
    left_out,
    paired_correlation,
    ratio_residuals,
    t_quantile,
    varies,
)
from seethrough.statistics.intervals import Figured, clopper_pearson, difference

LEAST_RATED = 30
"""With fewer rated claims a judge is not corrected by them."""

LEAST_PEOPLE = 10
"""With rated claims about fewer people a judge is not corrected by them."""

BY_CHANCE = 0.01
"""How seldom a random sample may be taken for one that somebody picked."""

_NOTHING = 1e-12


class Checked(NamedTuple):
    """What raters said of claims that a judge had rated, person by person.

    Attributes:
        rated: (g,) how many claims about each person were rated; 0 for some.
        gained: (g,) how many of them raters call disclosed and the judge does not.
        lost: (g,) how many the judge calls disclosed and raters do not.
    """

    rated: FloatArray
    gained: FloatArray
    lost: FloatArray

    @property
    def claims(self) -> int:
        """How many claims were rated."""
        return int(self.rated.sum())

    @property
    def people(self) -> int:
        """How many people they are about."""
        return int((self.rated > 0).sum())

    @property
    def enough(self) -> bool:
        """Whether they suffice to correct a judge."""
        return self.claims >= LEAST_RATED and self.people >= LEAST_PEOPLE


class Drawn(NamedTuple):
    """Which of the claims that a judge read were rated, passage by passage.

    Attributes:
        claims: (g,) how many the judge read against each passage, at least 1.
        called: (g,) how many of them it calls disclosed.
        rated: (g,) how many of them were rated; 0 for some.
        rated_called: (g,) how many of the rated ones the judge calls disclosed.
    """

    claims: FloatArray
    called: FloatArray
    rated: FloatArray
    rated_called: FloatArray


def picked(drawn: Drawn) -> bool:
    """Return whether the rated claims are surely no random sample of what the judge read.

    The judge's own calls are known of all claims. The share of them among the rated ones is
    compared with that among all, by the exact interval of a sample that is worth as many claims as
    one of whole passages, which are alike within. A random sample is taken for a picked one in at
    most ``BY_CHANCE`` of cases, about.

    Args:
        drawn: At least one rated claim.
    """
    n, hits = float(drawn.rated.sum()), float(drawn.rated_called.sum())
    share = float(drawn.called.sum() / drawn.claims.sum())
    of_passage = drawn.called / drawn.claims
    between = float(drawn.claims @ (of_passage - share) ** 2 / drawn.claims.sum())
    spread = share * (1 - share)
    if spread <= _NOTHING:
        return False
    variance = float(drawn.rated @ drawn.rated) * between + n * (spread - between)
    worth = max(1, round(min(n, n**2 * spread / variance)))
    low, high = clopper_pearson(hits / n * worth, worth, BY_CHANCE)
    return not low <= share <= high


def shift(checked: Checked) -> Figured:
    """Return the raters' share of disclosed claims less the judge's, with a 95 % interval.

    Bonett and Price's interval for paired shares, which leaves room for errors where the raters saw
    none, widened where the people differ more than chance explains (the design effect), or would if
    those with many rated claims were as alike within as all are (``clusters.alike_size``).

    Args:
        checked: At least two rated claims, about at least two people.

    References:
        Bonett and Price (2012), Adjusted Wald confidence interval for a difference of binomial
        proportions based on paired data. Kish (1965), Survey Sampling, section 8.2.
    """
    seen = checked.rated > 0
    rated, net = checked.rated[seen], (checked.gained - checked.lost)[seen]
    n, people, more = float(rated.sum()), len(rated), float(net.sum())
    discordant = float((checked.gained + checked.lost).sum())
    centre = more / (n + 2)
    variance = (discordant + 2 - more**2 / (n + 2)) / (n + 2) ** 2
    changes = left_out(ratio_residuals(net, rated), rated)
    spread = discordant / n - (more / n) ** 2
    between = float(np.dot(changes, changes)) * (people - 1) / people
    effect, freedom = 1.0, people - 1.0
    if spread / n > _NOTHING:
        apart = (checked.gained + checked.lost)[seen]
        effect = max(1.0, between * n / spread, n / alike_size(spread, net, apart, rated))
        if varies(changes):
            freedom = min(degrees_of_freedom(changes), max(1.0, n**2 / float(rated @ rated) - 1))
    half = t_quantile(freedom) * math.sqrt(effect * variance)
    return more / n, min(more / n, centre - half), max(more / n, centre + half)


def share(
    raw: Figured, called: FloatArray, asked: FloatArray, checked: Checked, read: float = 1.0
) -> Figured:
    """Return a share of disclosed claims: what the judge says of all, plus how far raters differ.

    ``value = raw + read * shift``. The interval is by the square-and-add rule, with the correlation
    of the two parts over people. Value and ends are kept in [0, 1].

    Args:
        raw: ``sum(called) / sum(asked)`` with its interval.
        called: (g,) how many claims about each person the judge calls disclosed.
        asked: (g,) how many there are.
        checked: What raters said of some, drawn at random from those that the judge read.
        read: The share of all claims that the judge read, in [0, 1]; the others stand against
            empty passages, where it cannot err.

    References:
        Angelopoulos et al. (2023), Prediction-powered inference, section 2 (mean estimation).
    """
    away, low, high = (-read * end for end in shift(checked))
    own = ratio_residuals(called, asked)
    theirs = np.zeros(len(asked))
    seen = checked.rated > 0
    theirs[seen] = ratio_residuals((checked.lost - checked.gained)[seen], checked.rated[seen])
    differ = float((checked.gained + checked.lost).sum()) / checked.claims - shift(checked)[0] ** 2
    spread = math.sqrt(max(raw[0] * (1 - raw[0]) * differ, 0.0)) or 0.25
    correlation = paired_correlation(own, theirs, spread)
    ends = difference(raw, (away, high, low), correlation)
    value = raw[0] - away
    return tuple(min(1.0, max(0.0, end)) for end in (value, *ends))  # type: ignore[return-value]


def widened(figure: Figured, further: list[tuple[float, float]]) -> Figured:
    """Return a figure with its interval widened by further errors, by the square-and-add rule.

    Args:
        figure: A value and the ends of its 95 % interval.
        further: How far below and above each further error reaches in 95 of 100 cases.
    """
    value, low, high = figure
    return (
        value,
        value - math.hypot(value - low, *(below for below, _ in further)),
        value + math.hypot(high - value, *(above for _, above in further)),
    )
