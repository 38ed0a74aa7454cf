"""Disguised text made plain, step by step until nothing is left to undo."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from seethrough.deobfuscation.bidirectional import as_displayed
from seethrough.deobfuscation.ciphers import without_reversal, without_rotation
from seethrough.deobfuscation.doubling import without_doubling
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
    without_tags,
)
from seethrough.deobfuscation.invisible import without_invisible
from seethrough.deobfuscation.leet import without_leet
from seethrough.deobfuscation.lookalikes import in_plain_letters
from seethrough.deobfuscation.marks import without_noise_marks
from seethrough.deobfuscation.screening import Look, look
from seethrough.deobfuscation.spacing import joined_letters, with_spaces
from seethrough.parallel.parts import parts_of
from seethrough.parallel.spreading import spread
from seethrough.text.signs.misread import read_again
from seethrough.text.signs.word_tags import without_word_tags

PART = 500
"""How many texts are read at once."""

DEPTH = 12
"""How many layers of disguise are undone at the most."""


class Step(NamedTuple):
    """One kind of disguise.

    Attributes:
        undo: Returns the text without it; the same text if there is none.
        when: Which texts may have it, by a first look.
    """

    undo: Callable[[str], str]
    when: Literal["any", "coded", "strange"] = "any"

    def may_find(self, seen: Look) -> bool:
        """Return whether a text may have it."""
        return self.when == "any" or (seen.coded if self.when == "coded" else seen.strange)


STEPS: Mapping[str, Step] = {
    "misread bytes": Step(read_again),
    "displayed order": Step(as_displayed),
    "invisible characters": Step(without_invisible),
    "stacked marks": Step(without_noise_marks),
    "HTML escapes": Step(without_entities),
    "HTML tags": Step(without_tags),
    "tags of words": Step(without_word_tags, "strange"),
    "backslash escapes": Step(without_backslashes),
    "code points": Step(without_named_points),
    "percent escapes": Step(without_percent_signs),
    "quoted-printable": Step(without_quoted_printable),
    "look-alike letters": Step(in_plain_letters),
    "doubled letters": Step(without_doubling, "strange"),
    "binary": Step(from_binary, "coded"),
    "character codes": Step(from_decimal, "coded"),
    "hexadecimal": Step(from_hexadecimal, "coded"),
    "base32": Step(from_base32, "coded"),
    "base64": Step(from_base64, "coded"),
    "base85": Step(from_base85, "coded"),
    "Morse code": Step(from_morse, "strange"),
    "line escapes": Step(without_line_escapes),
    "spaced letters": Step(joined_letters),
    "leet": Step(without_leet),
    "rotated alphabet": Step(without_rotation, "strange"),
    "reversed letters": Step(without_reversal, "strange"),
    "lost spaces": Step(with_spaces, "coded"),
}
"""What is undone, in order."""


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

    Ordinary text stays as it is, except for invisible characters. A text under more than
    `DEPTH` layers stays as it is: it is not words, and `seethrough.text.languages.legibility`
    counts it. Undoing twice is the same as undoing once. Upper case stays: the linkers and the
    offline judge fold it.

    Args:
        texts: Any texts.
    """
    found = zip(texts, disguised(texts), strict=True)
    return [now or Deobfuscated(text, ()) for text, now in found]


def readings(text: str) -> list[str]:
    """Return a text as it is and, where that is another one, with its disguises undone."""
    return [*dict.fromkeys((text, undone(text).text))]


def disguised(texts: Iterable[str]) -> Iterator[Deobfuscated | None]:
    """Yield what `deobfuscate` makes of each text, None where it stays as it is."""
    return chain.from_iterable(spread(_changed, parts_of(texts, PART)))


def _changed(texts: Sequence[str]) -> list[Deobfuscated | None]:
    """Return what becomes of each text, None where nothing does: few texts travel back."""
    return [None if (now := undone(text)).text == text else now for text in texts]


def undone(text: str) -> Deobfuscated:
    """Return what `deobfuscate` makes of one text."""
    now, steps = text, dict[str, None]()
    seen = look(now)
    for _ in range(DEPTH):
        before = now
        for name, step in STEPS.items():
            after = step.undo(now) if step.may_find(seen) else now
            if after != now:
                steps[name] = None
                now, seen = after, look(after)
        if now == before:
            return Deobfuscated(now, tuple(steps))
    return Deobfuscated(text, ())
