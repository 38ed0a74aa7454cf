"""Disguised text made plain, step by step until nothing is left to undo."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from seethrough.deobfuscation.bidirectional import as_displayed
from seethrough.deobfuscation.ciphers import without_reversal, without_rotation
from seethrough.deobfuscation.encodings import (
    from_base32,
    from_base64,
    from_base85,
    from_binary,
    from_decimal,
    from_hexadecimal,
    from_morse,
)
from seethrough.deobfuscation.escapes import (
    without_backslashes,
    without_entities,
    without_line_escapes,
    without_named_points,
    without_percent_signs,
    without_quoted_printable,
)
from seethrough.deobfuscation.invisible import without_invisible
from seethrough.deobfuscation.lookalikes import in_plain_letters
from seethrough.deobfuscation.marks import without_noise_marks
from seethrough.deobfuscation.spelling import (
    joined_letters,
    with_spaces,
    without_doubling,
    without_leet,
)

DEPTH = 12
"""How many layers of disguise are undone at the most."""

STEPS: Mapping[str, Callable[[str], str]] = {
    "displayed order": as_displayed,
    "invisible characters": without_invisible,
    "stacked marks": without_noise_marks,
    "HTML escapes": without_entities,
    "backslash escapes": without_backslashes,
    "line escapes": without_line_escapes,
    "code points": without_named_points,
    "percent escapes": without_percent_signs,
    "quoted-printable": without_quoted_printable,
    "look-alike letters": in_plain_letters,
    "binary": from_binary,
    "hexadecimal": from_hexadecimal,
    "character codes": from_decimal,
    "base32": from_base32,
    "base64": from_base64,
    "base85": from_base85,
    "Morse code": from_morse,
    "doubled letters": without_doubling,
    "spaced letters": joined_letters,
    "leet": without_leet,
    "rotated alphabet": without_rotation,
    "reversed letters": without_reversal,
    "lost spaces": with_spaces,
}
"""What is undone, in order: a pure function for each name."""


class Deobfuscated(NamedTuple):
    """A text as a reader or a script recovers it.

    Attributes:
        text: The plain text; the text itself where nothing was disguised.
        steps: What was undone, in order, each name once; see `STEPS`.
    """

    text: str
    steps: tuple[str, ...]


def deobfuscate(texts: Sequence[str]) -> list[Deobfuscated]:
    """Return each text with every disguise undone that `STEPS` knows, nested ones too.

    Ordinary text stays as it is, but for characters that nobody sees. A text under more than
    `DEPTH` layers stays as it is: it is not words, and `seethrough.language.legibility` counts it.
    Undoing twice is the same as undoing once. Upper case stays: the linkers and the offline judge
    fold it.

    Args:
        texts: Any texts.
    """
    return [_undone(text) for text in texts]


def _undone(text: str) -> Deobfuscated:
    now, steps = text, dict[str, None]()
    for _ in range(DEPTH):
        before = now
        for name, undo in STEPS.items():
            after = undo(now)
            if after != now:
                steps[name] = None
                now = after
        if now == before:
            return Deobfuscated(now, tuple(steps))
    return Deobfuscated(text, ())
