"""Who is most exposed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from seethrough.viewing.form import FOUND

if TYPE_CHECKING:
    from seethrough.statistics.arrays import FloatArray, IntArray


def ranks(found: Mapping[str, IntArray]) -> IntArray:
    """Return the rank of each finding, 0 for the most exposed.

    As in the report: first who is found, then the share of facts that leaked, then their number;
    behind that, what stands, is recited, guessed or comes back, and which records fit few people.
    Ties go by person, then release.

    Args:
        found: ``release``, ``person`` and `COUNTS`, all (n,).

    Returns:
        (n,) int32, a permutation.
    """
    import numpy as np

    def share(part: str, whole: str) -> FloatArray:
        return found[part] / np.maximum(found[whole], 1)

    keys = [
        found["found"] == FOUND,
        share("leaked", "claims"),
        found["leaked"],
        share("standing", "identifiers"),
        found["answers"],
        share("guessed", "attributes"),
        share("back", "words"),
        share("fitting", "counted"),
    ]
    worst_last = [-key.astype(float) for key in reversed(keys)]
    order = np.lexsort((found["release"], found["person"], *worst_last))
    rank = np.empty(len(order), np.int32)
    rank[order] = np.arange(len(order), dtype=np.int32)
    return rank
