"""What a report says of a component whose own code failed: no text of a record, no path."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

from seethrough import spec
from seethrough.protocols import Attack
from seethrough.reasons import Reason


def said(error: Exception) -> str:
    """Return the kind of an error and the file that it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" in {Path(frames[-1].filename).name}" if frames else ""
    return f"{type(error).__name__}{place}"


def attack_failed(attack: Attack[Any], error: str | None) -> Reason:
    """Return that an attack failed, or could not be tested, and so carries no verdict."""
    facts = {"attack": spec.name_of(attack), "private": {"error": error}}
    return Reason("attack_failed", "inconclusive", facts=facts)
