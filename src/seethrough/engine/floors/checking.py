"""Everything that no control excuses, in one list."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.engine.floors import (
    alignment,
    control,
    naming,
    repeated,
    repeated_by_nobody,
)
from seethrough.engine.originals import sentences
from seethrough.engine.originals.reasons import nearly_verbatim, verbatim
from seethrough.engine.originals.standing import find_in
from seethrough.reasons import Reason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from seethrough.records.corpus import Corpus


def check(
    private: Corpus, readings: Sequence[Corpus], aligned: bool, held_out: Corpus | None
) -> list[Reason]:
    """Return what bars a pass whatever the figures say.

    Args:
        private: The private records.
        readings: The released records as they were released and, after them, other readings of
            the same records, such as deobfuscated ones; the first carries the file's name.
        aligned: Whether released records stand for the private ones of the same id.
        held_out: The control people's records, or None; an aligned release has another control.
    """
    released = readings[0]
    standing = find_in(private, readings)
    reasons = verbatim(standing, private)
    reasons += naming.reasons(private, released, released.name)
    if aligned:
        reasons += alignment.reasons(private, readings[-1])
        reasons += repeated.reasons(private, released)
        reasons += sentences.reasons(private, readings)
    elif held_out is not None:
        whole = {found.record for found in standing}
        reasons += nearly_verbatim(private, readings[-1], held_out, whole)
        reasons += control.reasons(private, readings[-1], held_out)
        reasons += repeated_by_nobody.reasons(private, readings[-1], held_out)
    return reasons
