"""The nearest output words of many words at once, exactly."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

_BLOCK_ENTRIES = 1 << 23
"""Entries of the score matrix held at once (32 MB of float32)."""

_SAMPLE = 2048
"""Outputs that a first guess of the k-th distance is taken from."""


def nearest(
    queries: npt.NDArray[np.float32], outputs: npt.NDArray[np.float32], k: int
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Return the k outputs nearest to each query by Euclidean distance, the nearest first.

    Args:
        queries: (m, d) vectors.
        outputs: (n, d) vectors, n at least k.
        k: How many, at least 1.

    Returns:
        (m, k) indices of outputs and their distances; among equals the smaller index mostly
        comes first.
    """
    m, n = len(queries), len(outputs)
    indices = np.empty((m, k), dtype=np.int64)
    distances = np.empty((m, k))
    # The largest q.o - |o|^2/2 is the smallest distance: one product and no square root.
    half = (outputs.astype(np.float64) ** 2).sum(axis=1, keepdims=True) / 2
    lifted = np.hstack([outputs, -half.astype(np.float32)]).T.copy()
    step = max(1, n // _SAMPLE)
    sampled = -(-n // step)
    rank = min(sampled, -(-2 * k * sampled // n) + 3)
    block = min(m, max(1, _BLOCK_ENTRIES // n))
    buffer = np.empty((block, n), dtype=np.float32)
    for begin in range(0, m, block):
        rows = queries[begin : begin + block]
        asked = np.hstack([rows, np.ones((len(rows), 1), dtype=np.float32)])
        scores = np.matmul(asked, lifted, out=buffer[: len(rows)])
        few = np.partition(scores[:, ::step], sampled - rank, axis=1)
        bound = few[:, sampled - rank, None]
        row, column = np.divmod(np.flatnonzero(scores >= bound), n)
        found = np.bincount(row, minlength=len(rows))
        scarce = np.flatnonzero(found < min(n, k + k // 2 + 4))
        if len(scarce):
            wanted = min(n, 2 * k + 8)
            best = np.argpartition(-scores[scarce], wanted - 1, axis=1)[:, :wanted]
            keep = ~np.isin(row, scarce)
            row = np.concatenate([row[keep], np.repeat(scarce, wanted)])
            column = np.concatenate([column[keep], best.reshape(-1)])
        apart = rows[row].astype(np.float64) - outputs[column]
        exact = np.sqrt(np.einsum("ij,ij->i", apart, apart))
        order = np.lexsort((column, exact, row))
        first = np.searchsorted(row[order], np.arange(len(rows)))
        chosen = order[first[:, None] + np.arange(k)]
        indices[begin : begin + len(rows)] = column[chosen]
        distances[begin : begin + len(rows)] = exact[chosen]
    return indices, distances
