"""What the sources that draw from the target's own claims share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seethrough.protocols import Known


def known_claims(claims: Sequence[str], indices: Iterable[int]) -> Known:
    """Return the claims at ``indices``, in the order of the record, as knowledge."""
    used = sorted(indices)
    return Known(tuple(claims[i] for i in used), frozenset(used))


def require_positive(k: int) -> None:
    """Raise ValueError where ``k`` is not at least 1."""
    if k < 1:
        raise ValueError(f"k={k} must be at least 1")
