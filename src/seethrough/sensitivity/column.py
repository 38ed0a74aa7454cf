"""Sensitivity classes given in a column ``classes`` of the private records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.errors import InputError
from seethrough.protocols import SENSITIVITIES, Sensitivity

if TYPE_CHECKING:
    from seethrough.records.corpus import Record

COLUMN = "classes"


def classes_of(record: Record, claims: Sequence[str]) -> list[Sensitivity | None]:
    """Return the classes of claims in a record's own column; None if it is empty.

    The column holds a list of classes, one a claim in order, or an object with a class for each of
    some claims (compared as they are written).

    Args:
        record: A private record.
        claims: Its claims.

    Raises:
        InputError: The column holds something else, another number of classes than there are
            claims, or an unknown class.
    """
    given = record.fields.get(COLUMN)
    if given is None or given == "":
        return [None] * len(claims)
    if isinstance(given, Mapping):
        return [_known(given[claim], record) if claim in given else None for claim in claims]
    if not isinstance(given, list | tuple):
        raise _wrong(record, "holds neither a list of classes nor an object of claims and classes")
    if len(given) != len(claims):
        raise _wrong(record, f"holds {len(given)} classes for {len(claims)} claims")
    return [_known(value, record) for value in given]


def _known(value: Any, record: Record) -> Sensitivity | None:
    if value is None or value == "":
        return None
    if value not in SENSITIVITIES:
        raise _wrong(record, f"has an unknown class; write one of {', '.join(SENSITIVITIES)}")
    return SENSITIVITIES[SENSITIVITIES.index(value)]


def _wrong(record: Record, problem: str) -> InputError:
    return InputError(f'private record {record.id}: column "{COLUMN}" {problem}')
