"""What a linker gives back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from seethrough import spec
from seethrough.contracts.given import fixed
from seethrough.errors import ContractError
from seethrough.protocols import Generator, Linker, Links


def links_of(
    linker: Linker,
    queries: Sequence[str],
    documents: Sequence[str],
    hidden: Sequence[Sequence[int]],
    depth: int,
    rng: Generator,
) -> Links:
    """Return what a linker finds, as ``Linker.link`` does.

    Raises:
        ContractError: It did not rank ``depth`` documents for each query, or ranked one that the
            query must not see; a control, or a rank, would be of something else.
    """
    hidden = [fixed(unseen) for unseen in hidden]
    links = linker.link(fixed(queries), fixed(documents), fixed(hidden), depth, rng)
    problem = _problem(links, len(documents), hidden, (len(queries), depth))
    if problem:
        raise ContractError(f"linker {spec.name_of(linker)}: {problem}")
    return links


def _problem(
    links: Any, documents: int, hidden: Sequence[Sequence[int]], shape: tuple[int, int]
) -> str:
    """Return what is wrong with links; nothing where nothing is."""
    if not isinstance(links, Links):
        return f"gave {type(links).__name__}; give Links(indices, scores)"
    indices, scores = links
    if not (isinstance(indices, np.ndarray) and isinstance(scores, np.ndarray)):
        return "gave indices or scores that are no NumPy arrays"
    if indices.shape != shape or scores.shape != shape:
        return (
            f"gave indices of shape {indices.shape} and scores of shape {scores.shape} for"
            f" {shape[0]:,} queries and depth {shape[1]:,}; each has a row for each query and a"
            " column for each rank, -1 and -inf where there are fewer documents"
        )
    if not np.issubdtype(indices.dtype, np.integer) or (indices < -1).any():
        return "gave indices that are no whole numbers from -1 up"
    if (indices >= documents).any():
        return f"gave an index of {indices.max():,} for {documents:,} documents"
    if not np.issubdtype(scores.dtype, np.floating) or np.isnan(scores).any():
        return "gave scores that are no numbers"
    if (scores[indices < 0] != -np.inf).any():
        return "gave a score for no document; beside an index of -1 stands -inf"
    if (scores[:, 1:] > scores[:, :-1]).any():
        return "gave documents that are not in the order of their scores, the best first"
    ordered = np.sort(indices, axis=1)
    if ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any():
        return "gave a document twice for one query"
    for row, unseen in zip(indices, hidden, strict=True):
        if len(unseen) and np.isin(row, [*unseen]).any():
            return "gave a document that the query must not see (hidden)"
    return ""
