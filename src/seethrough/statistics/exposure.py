"""Is a person exposed beyond what chance explains, one among many who were looked at?"""

from __future__ import annotations

import math

import numpy as np

from seethrough.statistics.arrays import FloatArray, IntArray

_LEAST_SPREAD = 0.05
"""Intraclass correlation that is assumed at the least: claims of a record are never independent."""

_CAREFUL = 0.5, 0.7
"""By how many of their standard errors rate and correlation are raised for a test.

The control's own are estimates, of few people poor ones. In simulations (3 to 300 people, rates
around 0.1, correlations of 0.02 to 0.3) somebody is named without a leak in 0.2 to 1 % of the
draws; with the plain estimates in 4 % with 3 or 10 people and 2 to 3 % with 30 or 100.

The limit: of a person whose like the control has not, nobody can know what chance gives away. Where
that is 70 % for one person in 20 (or 50) and 1 % for all others, somebody is named without a leak
in 25 % (23 %) of the draws with 20 people on either side, in 9 % (21 %) with 60 and 0 % (7 %) with
200. With a rate of 0.02, 20 people and 5 to 19 claims each it is 6 % at a correlation of 0.3 and
14 % at 0.4; with 50 to 199 claims 20 and 25 %. To name nobody who is not far beyond the control's
worst person changes nothing there, since the control has no such person. To suppose a correlation
of 0.4 throughout would not name one of 60 people whose 12 claims of 12 are given away where the
control has 1 %."""


def exposure_p_values(
    disclosed: IntArray, asked: IntArray, control_disclosed: IntArray, control_asked: IntArray
) -> FloatArray:
    """Return for each person how likely so many disclosed claims are without a leak.

    Without a leak a person's claims are disclosed as in the control: with a rate that differs from
    person to person, so that their number is beta-binomial. Its parameters are fitted to the
    control by moments, with half a disclosed claim added, so that a control in which nothing was
    disclosed does not make the first disclosed claim impossible; then both are raised by a part of
    their standard errors (``_CAREFUL``).

    Args:
        disclosed: (n,) disclosed claims of each person.
        asked: (n,) claims of each person that were asked for.
        control_disclosed: (m,) the same in the control; m at least 1 with a claim asked for.
        control_asked: (m,) the same in the control.

    Returns:
        (n,) probabilities in [0, 1] of that many disclosed claims or more; 1 where none was asked.

    References:
        Williams (1975), The analysis of binary responses from toxicological experiments; Kleinman
        (1973), Proportions with extraneous variance: single and independent samples, section 3.
    """
    rate, spread = raised(control_disclosed, control_asked)
    scale = (1 - spread) / spread
    counts, person = np.unique(np.stack([disclosed, asked]), axis=1, return_inverse=True)
    tails = [_tail(int(x), int(n), rate * scale, (1 - rate) * scale) for x, n in counts.T]
    p_values: FloatArray = np.array(tails, dtype=np.float64)[person.reshape(-1)]
    return p_values


def _tail(least: int, n: int, a: float, b: float) -> float:
    """Return the chance of ``least`` successes or more of a beta-binomial with ``n`` trials.

    ``scipy.stats`` has the same, but takes long to import.
    """
    from scipy.special import betaln

    fewer = np.arange(min(least, n + 1))
    ways = -np.log(n + 1) - betaln(n - fewer + 1, fewer + 1)
    chances = np.exp(ways + betaln(fewer + a, n - fewer + b) - betaln(a, b))
    return max(0.0, 1.0 - float(chances.sum()))


def beta_binomial(disclosed: IntArray, asked: IntArray) -> tuple[float, float]:
    """Return the mean rate and the intraclass correlation of counts, by moments.

    Args:
        disclosed: (m,) disclosed claims of each person.
        asked: (m,) claims that were asked for; one is above 0 at the least.

    Returns:
        The rate in (0, 1), and the correlation in [0.05, 0.95].

    Raises:
        ValueError: No claim was asked for.
    """
    known = asked > 0
    x, n = disclosed[known].astype(np.float64), asked[known].astype(np.float64)
    if not len(n):
        raise ValueError("no claim was asked for in the control")
    rate = float((x.sum() + 0.5) / (n.sum() + 1))
    squares = float((n * (x / n - rate) ** 2).sum())
    # The expectation of the squares is rate (1 - rate) (m + spread * sum(n - 1)).
    pairs = float((n - 1).sum())
    spread = (squares / (rate * (1 - rate)) - len(n)) / pairs if pairs else 0.0
    return rate, float(min(0.95, max(_LEAST_SPREAD, spread)))


def raised(disclosed: IntArray, asked: IntArray) -> tuple[float, float]:
    """Return rate and correlation of ``beta_binomial``, raised by a part of their standard errors.

    Args:
        disclosed: (m,) disclosed claims of each person.
        asked: (m,) claims that were asked for; one is above 0 at the least.

    References:
        Donner and Koval (1980), The estimation of intraclass correlation in the analysis of family
        data, for the standard error of a correlation.
    """
    rate, spread = beta_binomial(disclosed, asked)
    people, claims = int((asked > 0).sum()), float(asked.sum())
    each = claims / people
    error = 1.0
    if people > 1 and each > 1:
        inner = (1 - spread) * (1 + (each - 1) * spread)
        error = inner * math.sqrt(2 / (each * (each - 1) * (people - 1)))
    spread = min(0.95, spread + _CAREFUL[1] * error)
    inflation = 1 + (each - 1) * spread
    return min(0.99, rate + _CAREFUL[0] * math.sqrt(rate * (1 - rate) * inflation / claims)), spread
