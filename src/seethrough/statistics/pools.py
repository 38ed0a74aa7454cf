"""How often what is ranked first among all is ranked first among fewer, drawn at random.

Pure functions of ranks; nothing is drawn.
"""

from __future__ import annotations

import numpy as np

from seethrough.statistics.arrays import FloatArray, IntArray


def first_of(better: IntArray, others: IntArray, drawn: IntArray) -> FloatArray:
    """Return the chance that none of those who are better is drawn.

    It is ``C(others - better, drawn) / C(others, drawn)``, the hypergeometric chance of no success.

    Args:
        better: (n,) how many of the others come before one's own, each from 0 to ``others``.
        others: (n,) how many others there are.
        drawn: (n,) how many of them are drawn without replacement, each from 0 to ``others``.

    Returns:
        (n,) values in [0, 1].
    """
    from scipy.special import gammaln  # scipy.stats takes a second to import

    worse = np.asarray(others - better, dtype=np.float64)
    never = drawn > worse
    drawn = np.where(never, 0, drawn)
    logs = gammaln(worse + 1) - gammaln(others + 1.0)
    logs += gammaln(others - drawn + 1.0) - gammaln(worse - drawn + 1)
    chance: FloatArray = np.where(never, 0.0, np.exp(np.minimum(logs, 0.0)))
    return chance


def sizes_to(most: int) -> list[int]:
    """Return sizes of pools from 2 to ``most``: 2, 5, 10, 20, 50 and so on, and ``most`` itself."""
    steps = [digit * 10**power for power in range(len(str(most))) for digit in (1, 2, 5)]
    return [*(size for size in steps if 1 < size < most), *([most] if most > 1 else [])]
