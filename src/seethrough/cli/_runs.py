"""Where commands keep finished work."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

RUNS = "seethrough-runs"


def run_for(given: Path | None, components: Sequence[Any], *inputs: object) -> Path | None:
    """Return the folder where a command's models keep their answers, and training its checkpoints.

    Args:
        given: The folder that the user named, or None.
        components: What may ask a model.
        inputs: What else distinguishes this run: hashes of the data, the seed.

    Returns:
        The given folder; else one under ``RUNS`` named after everything, the same for the same
        command, so that a killed one continues; None if no model is asked or trained.
    """
    from seethrough.engine.content_key import content_key
    from seethrough.models.named import models_of
    from seethrough.storage.store import run_name

    long = models_of(components) or any(getattr(c, "trains", False) for c in components)
    if given is not None or not long:
        return given
    parts = [[content_key(c) for c in components], *map(str, inputs)]
    return Path(RUNS) / run_name(parts)
