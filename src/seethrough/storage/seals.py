"""A first line that says what a file was made by and for, and that it is whole.

A value is stored with its maker, such as a version and the hashes of inputs, and the SHA-256 of
both. That protects against accidents: bytes that flipped, a file that was edited, cut short,
renamed or copied, the work of another version. It does not protect against anyone who can write
in the folder and means to deceive: the checksum has no secret, so anyone who changes a value can
compute it anew, and could just as well change the report. If you rely on a verdict, audit in a
folder that nobody else can write to.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from seethrough.errors import InputError

LIBRARIES = (
    "numpy",
    "scipy",
    "spacy",
    "pystemmer",
    "rapidfuzz",
    "onnxruntime",
    "presidio-analyzer",
)
"""The libraries whose version may change a figure."""

CHECKSUM = "sha256"
"""The part of a report that says what all other parts are."""


def sealed(maker: Mapping[str, Any], value: bytes) -> bytes:
    """Return a file's content: the line that says what made it, then the value."""
    return _seal(maker, value) + b"\n" + value


def unsealed(content: bytes, maker: Mapping[str, Any]) -> bytes | None:
    """Return the value in a file's content; None if another maker made it or it changed."""
    seal, _, value = content.partition(b"\n")
    return value if seal == _seal(maker, value) else None


def maker_of(content: bytes) -> dict[str, Any] | None:
    """Return what made a file's content, in any version; None if it has changed since."""
    seal, _, value = content.partition(b"\n")
    try:
        maker = json.loads(seal)
        return maker if maker.pop("sha256") == _digest(maker, value) else None
    except (ValueError, AttributeError, KeyError, TypeError, RecursionError):
        return None


def with_checksum(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return a report that ends with the SHA-256 of all the rest of it."""
    rest = {name: part for name, part in report.items() if name != CHECKSUM}
    return {**rest, CHECKSUM: hashlib.sha256(encoded(rest)).hexdigest()}


def check_report(report: Any, file: object) -> None:
    """Refuse a report that is not what was written; one without a checksum cannot be checked.

    Args:
        report: The value of its JSON.
        file: Where it was read.

    Raises:
        InputError: It was damaged or edited.
    """
    if not isinstance(report, dict) or CHECKSUM not in report:
        return
    try:
        same = with_checksum(report)[CHECKSUM] == report[CHECKSUM]
    except ValueError:  # a number with too many digits
        same = False
    if not same:
        raise InputError(f"{file}: was damaged or edited after it was written; audit again")


@cache
def package_version() -> str:
    """Return the version of this package, which makes what is sealed."""
    return _installed("seethrough") or "unknown"


@cache
def library_versions() -> Mapping[str, str]:
    """Return the versions of `LIBRARIES`, of those that are installed."""
    found = {name: _installed(name) for name in LIBRARIES}
    return {name: version for name, version in found.items() if version is not None}


def _installed(name: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None


def encoded(value: Any) -> bytes:
    """Return the JSON of a value in the one form that seals and their inputs have."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(
        errors="surrogatepass"
    )


def _seal(maker: Mapping[str, Any], value: bytes) -> bytes:
    return encoded({**maker, "sha256": _digest(maker, value)})


def _digest(maker: Mapping[str, Any], value: bytes) -> str:
    return hashlib.sha256(encoded(maker) + b"\n" + value).hexdigest()
