"""What a report says of a component whose own code failed: no text of a record, no path."""

from __future__ import annotations

import os
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from seethrough import spec
from seethrough.errors import ContractError, SeethroughError, ended_by_signal
from seethrough.protocols import Attack
from seethrough.reasons import Reason
from seethrough.records.corpus import RecordsError


def said(error: BaseException) -> str:
    """Return the kind of an error and the file that it came from."""
    if isinstance(error, ContractError) and error.__cause__ is not None:
        error = error.__cause__
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}" if frames else ""
    return f"{type(error).__name__}{place}"


def failure(error: BaseException) -> str:
    """Return what is said of an error of a component's own code, ``sys.exit`` among them.

    Raises:
        SystemExit: It is none of the component's: a signal ends the process.
    """
    if ended_by_signal(error):
        raise error
    show(error)
    return said(error)


def show(error: BaseException) -> None:
    """Show the traceback of an error that does not end the work, to who asks for it."""
    if os.environ.get("SEETHROUGH_DEBUG"):
        traceback.print_exception(error)


@contextmanager
def named(called: str) -> Iterator[None]:
    """Run a component's own code, whose mistakes end in one line that names the component.

    Args:
        called: Its kind and name.

    Raises:
        ContractError: Its code failed, except for what has a line of its own: a mistake of the
            user, a file that the system refuses, too little memory.
    """
    try:
        yield
    except (SeethroughError, MemoryError):
        raise
    except RecordsError as error:
        raise ContractError(f"{called}: {error}") from error
    except (Exception, SystemExit) as error:
        if ended_by_signal(error) or (isinstance(error, OSError) and error.errno is not None):
            raise
        raise ContractError(f"{called}: its own code failed: {said(error)}") from error


def attack_failed(attack: Attack[Any], error: str | None) -> Reason:
    """Return that an attack failed, or could not be tested, and so carries no verdict."""
    facts = {"attack": spec.name_of(attack), "private": {"error": error}}
    return Reason("attack_failed", "inconclusive", facts=facts)
