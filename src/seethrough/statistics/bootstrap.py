"""The bootstrap over clusters: people or passages are drawn anew, never single rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from seethrough.protocols import FloatArray, Generator, IntArray

RESAMPLES = 2_000
BLOCK = 2_000_000  # weights held at once, about 16 MB


def resampled_weights(clusters: int, resamples: int, rng: Generator) -> Iterator[IntArray]:
    """Yield how often each cluster was drawn, block by block.

    Args:
        clusters: How many clusters there are, at least 1.
        resamples: How many times to draw that many clusters with replacement.
        rng: The source of randomness.

    Yields:
        (b, clusters) counts; every row sums to ``clusters``; the b sum to ``resamples``.
    """
    block = max(1, BLOCK // clusters)
    for start in range(0, resamples, block):
        rows = min(block, resamples - start)
        drawn = rng.integers(0, clusters, (rows, clusters))
        drawn += np.arange(rows)[:, None] * clusters
        yield np.bincount(drawn.ravel(), minlength=rows * clusters).reshape(rows, clusters)


def percentile_interval(
    statistic: Callable[[IntArray], FloatArray],
    clusters: int,
    rng: Generator,
    *,
    resamples: int = RESAMPLES,
    confidence: float = 0.95,
) -> tuple[float, float]:
    """Return the percentile interval of a statistic under resampling of clusters.

    Args:
        statistic: Takes (b, clusters) weights and returns (b,) values; nan where a resample
            leaves it undefined, and those resamples are left out.
        clusters: How many clusters there are, at least 1.
        rng: The source of randomness.
        resamples: How many resamples to draw.
        confidence: The coverage aimed at, in (0, 1).

    Returns:
        The ends of the interval; nan where no resample had a value.

    References:
        Davison and Hinkley (1997), Bootstrap Methods and their Application, section 3.8.
    """
    draws = np.concatenate([statistic(w) for w in resampled_weights(clusters, resamples, rng)])
    draws = draws[~np.isnan(draws)]
    if not len(draws):
        return float("nan"), float("nan")
    low, high = np.quantile(draws, [(1 - confidence) / 2, (1 + confidence) / 2])
    return float(low), float(high)
