"""What an atomizer gives back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.errors import ContractError

if TYPE_CHECKING:
    from seethrough.protocols import Atomizer
    from seethrough.records.corpus import Corpus


def atomized(atomizer: Atomizer, corpus: Corpus) -> list[list[str]]:
    """Return the claims of each record, as ``Atomizer.atomize`` does.

    Raises:
        ContractError: It did not return one list of claims per record.
    """
    claims = atomizer.atomize(corpus)
    problem = _problem(claims, len(corpus))
    if problem:
        raise ContractError(
            f"atomizer {spec.name_of(atomizer)}: gave {problem}; it must return a list of"
            " claims for each record, also for an empty text"
        )
    return claims


def _problem(claims: Any, records: int) -> str:
    """Return what is wrong with claims; nothing where nothing is."""
    if not isinstance(claims, Sequence):
        return f"{type(claims).__name__} for {records:,} records"
    if len(claims) != records:
        return f"the claims of {len(claims):,} records for {records:,}"
    for own in claims:
        if isinstance(own, str) or not isinstance(own, Sequence):
            return f"{type(own).__name__} for a record"
        if not all(isinstance(claim, str) and claim.strip() for claim in own):
            return "a claim that is no text, or is empty"
    return ""
