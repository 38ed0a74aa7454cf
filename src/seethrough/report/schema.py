"""The version of the machine form, and reports from files that are not of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from seethrough.errors import InputError, SeethroughError
from seethrough.storage.seals import CHECKSUM, check_report
from seethrough.storage.store import read_json, say_unfinished

SCHEMA = 4
"""A report of another version is not read."""


_NEEDED = frozenset((
    "schema", "run", "private", "release", "verdict", "standard", "answers", "reasons",
    "attacks", "figures", "estimates", "curves", "curve_over", "findings",
    "leaks_by_kind", "coverage", "self_test", "judges", "versions", "seed",
))  # fmt: skip


def check(report: Any) -> None:
    """Raise InputError unless this is a report of this version's form."""
    if not isinstance(report, Mapping) or report.get("schema") != SCHEMA:
        raise InputError("not a report of this version of seethrough; audit again")
    missing = sorted(_NEEDED - report.keys())
    if missing:
        raise InputError(f"not a whole report: it has no {', '.join(missing)}; audit again")


def read_report(file: Path) -> dict[str, Any]:
    """Return the machine form in a file; say where a later run in its folder did not finish.

    Raises:
        InputError: It is not there, not JSON, damaged, or no report of this version's form.
    """
    report: dict[str, Any] = read_json(file)
    check_report(report, file)
    try:
        check(report)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    say_unfinished(file.parent)
    return report


@contextmanager
def shown_from(file: object, report: Any) -> Iterator[None]:
    """Run a block that shows a report; one that it cannot show is none.

    What goes wrong with a report that carries a checksum is a bug: this package wrote it.

    Args:
        file: Where it was read.
        report: The value of its JSON; anybody may have written it.

    Raises:
        InputError: Its parts are not those of a report.
    """
    try:
        yield
    except (SeethroughError, OSError):
        raise
    except Exception as error:
        if isinstance(report, dict) and CHECKSUM in report:
            raise
        raise InputError(f"{file}: not a whole report of this version; audit again") from error
