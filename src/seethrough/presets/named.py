"""Presets by name."""

from __future__ import annotations

import difflib
from collections.abc import Mapping

from seethrough.errors import UsageError
from seethrough.presets import cpplm, false_sense, sage, vulnerability
from seethrough.presets.tables import Preset

PRESETS: Mapping[str, Preset] = {
    made.name: made
    for made in (false_sense.PRESET, vulnerability.PRESET, cpplm.PRESET, sage.PRESET)
}


def preset(name: str) -> Preset:
    """Return a preset.

    Raises:
        UsageError: There is none of that name.
    """
    if name not in PRESETS:
        close = difflib.get_close_matches(name, PRESETS, n=1)
        told = f"did you mean {close[0]}?" if close else f"there are: {', '.join(PRESETS)}"
        raise UsageError(f"--preset {name}: no such preset; {told}")
    return PRESETS[name]
