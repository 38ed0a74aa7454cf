"""Reading a file that anybody may have written: every part of a sidecar has its type and range."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from seethrough.errors import InputError
from seethrough.records.releases.release import BY_DISTANCE, PER_TEXT, Guarantee
from seethrough.storage.store import read_json

UNITS = ("token", BY_DISTANCE, "record", "person")
"""The units that a guarantee may protect."""

LONGEST_NOTE = 1000
DEEPEST_SPEC = 20
LARGEST_COUNT = 2**53


@dataclass(frozen=True, slots=True)
class Claims:
    """What a sidecar says, each part of the right type and in its range, none of it checked.

    Attributes:
        sanitizer: The spec of the sanitizer, or None.
        aligned: Whether each released record corresponds to the private record of the same id.
        guarantee: The guarantee that it claims, or None.
        seeded: Whether the release was made with a seed; None if it does not say.
        note: What it says about the guarantee if there is none.
        ledger: What the sanitizer counted.
        details: What later steps need.
        release_sha256: The hash of the released file, or None.
        private_hmac: The keyed hash of the private records, or None.
        holdout: The name of the file of the people held out, or None.
    """

    sanitizer: Mapping[str, Any] | None
    aligned: bool
    guarantee: Guarantee | None
    seeded: bool | None
    note: str
    ledger: Mapping[str, int]
    details: Mapping[str, Any]
    release_sha256: str | None
    private_hmac: str | None
    holdout: str | None


def read_claims(file: Path) -> Claims:
    """Return what a sidecar says.

    Raises:
        InputError: It is no sidecar: broken JSON, a wrong type, a number out of its range.
    """
    content = read_json(file)
    try:
        return _claims(content, file.name)
    except _WrongError as wrong:
        raise InputError(
            f"{file}: not the sidecar of a release ({wrong}); delete it, or sanitize again"
        ) from None


def is_digest(value: object) -> bool:
    """Return whether a value is 64 lower-case hexadecimal digits."""
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


class _WrongError(ValueError):
    """Says which part is wrong."""


def _claims(content: Any, source: str) -> Claims:
    if not isinstance(content, dict):
        raise _WrongError("a JSON object is needed")
    for required in ("sanitizer", "aligned", "guarantee", "ledger", "details"):
        if required not in content:
            raise _WrongError(f"{required} is missing")
    seeded = content.get("seeded")
    if not isinstance(content["aligned"], bool) or not isinstance(seeded, bool | None):
        raise _WrongError("aligned and seeded: true or false is needed")
    for name in ("release_sha256", "private_hmac"):
        if content.get(name) is not None and not is_digest(content[name]):
            raise _WrongError(f"{name}: 64 hexadecimal digits are needed")
    return Claims(
        None if content["sanitizer"] is None else _spec(content["sanitizer"], DEEPEST_SPEC),
        content["aligned"],
        None if content["guarantee"] is None else guarantee_of(content["guarantee"], source),
        seeded,
        _line(content.get("note", ""), "note"),
        _ledger(content["ledger"]),
        details_of(content["details"]),
        content.get("release_sha256"),
        content.get("private_hmac"),
        _file_name(content.get("holdout")),
    )


def _spec(value: Any, depth: int) -> Any:
    """Return a sanitizer's spec: every object in it has a name, every string is one line."""
    if isinstance(value, dict):
        if depth == 0 or not isinstance(value.get("name"), str):
            raise _WrongError("sanitizer: a name and fields are needed")
        for field in value:
            _line(field, "sanitizer")
        return {field: _spec_value(inner, depth - 1) for field, inner in value.items()}
    raise _WrongError("sanitizer: a name and fields are needed")


def _spec_value(value: Any, depth: int) -> Any:
    if isinstance(value, dict):
        return _spec(value, depth)
    if isinstance(value, list):
        if depth == 0:
            raise _WrongError("sanitizer: lists nested too deeply")
        return [_spec_value(inner, depth - 1) for inner in value]
    if isinstance(value, str):
        return _line(value, "sanitizer", longest=None)
    return value


def guarantee_of(value: Any, source: str) -> Guarantee:
    """Return the guarantee that a file claims.

    Args:
        value: What it says.
        source: The file's name.

    Raises:
        ValueError: A part is missing, or out of its range.
    """
    if not isinstance(value, dict):
        raise _WrongError("guarantee: epsilon, delta and unit are needed")
    epsilon, delta = (_number(value.get(name), name) for name in ("epsilon", "delta"))
    if not epsilon > 0:
        raise _WrongError("epsilon: a number above 0 is needed")
    if not 0 <= delta < 1:
        raise _WrongError("delta: a number from 0 to below 1 is needed")
    unit = value.get("unit")
    if unit not in UNITS:
        raise _WrongError(f"unit: one of {', '.join(UNITS)} is needed")
    return Guarantee(epsilon, delta, unit, _line(value.get("note", ""), "note"), source)


def _number(value: Any, name: str) -> float:
    try:
        number = math.nan if isinstance(value, bool | str) else float(value)
    except (TypeError, OverflowError):
        number = math.nan
    if not math.isfinite(number):
        raise _WrongError(f"{name}: a finite number is needed")
    return number


def _ledger(value: Any) -> Mapping[str, int]:
    whole = isinstance(value, dict) and all(
        type(count) is int and 0 <= count <= LARGEST_COUNT for count in value.values()
    )
    if not whole:
        raise _WrongError("ledger: counts are needed")
    return {_line(entry, "ledger"): count for entry, count in value.items()}


def details_of(value: Any) -> Mapping[str, Any]:
    """Return the details that a file gives; ValueError where they cannot be those of a file."""
    if not isinstance(value, dict):
        raise _WrongError("details: an object is needed")
    if "service" in value or "retrieval" in value:
        raise _WrongError("details: a file is not a service")
    if not isinstance(value.get("replaced", {}), dict):
        raise _WrongError("replaced: an object is needed")
    per_text = value.get(PER_TEXT)
    if per_text is not None:
        if not isinstance(per_text, dict):
            raise _WrongError("epsilon per text: mean and max are needed")
        for name in ("mean", "max"):
            if _number(per_text.get(name), f"epsilon per text, {name}") < 0:
                raise _WrongError(f"epsilon per text, {name}: a number of at least 0 is needed")
    rounds = value.get("inferred", [])
    if not isinstance(rounds, list) or not all(isinstance(counts, dict) for counts in rounds):
        raise _WrongError("inferred: counts of rounds are needed")
    for counts in rounds:
        _ledger(counts)
    return value


def _file_name(value: Any) -> str | None:
    if value is None:
        return None
    if value in ("", ".", "..") or Path(_line(value, "holdout")).name != value:
        raise _WrongError("holdout: a file name, not a path, is needed")
    return str(value)


def _line(value: Any, name: str, longest: int | None = LONGEST_NOTE) -> str:
    """Return a text that a terminal shows as it is: one line without control characters."""
    if not isinstance(value, str) or not value.isprintable():
        raise _WrongError(f"{name}: one line of text is needed")
    if longest is not None and len(value) > longest:
        raise _WrongError(f"{name}: at most {longest} characters are allowed")
    return value
