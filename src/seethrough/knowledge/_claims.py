"""What the sources that draw from the target's own claims share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from seethrough.protocols import Known


def known_claims(claims: Sequence[str], indices: Iterable[int]) -> Known:
    """Return the claims at ``indices``, in the order of the record, as knowledge."""
    used = sorted(indices)
    return Known(tuple(claims[i] for i in used), frozenset(used))
