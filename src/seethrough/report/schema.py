"""The version of the machine form, and reports from files that are not of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from seethrough.errors import InputError, SeethroughError
from seethrough.storage.seals import CHECKSUM

SCHEMA = 3
"""A report of another version is not read."""


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
