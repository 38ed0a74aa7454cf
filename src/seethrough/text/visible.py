r"""Text from files made harmless for a terminal: special characters become escapes.

A name, an id or a column can hold characters that a terminal obeys instead of showing: C0 and C1
control characters (line feeds and ANSI escape sequences among them), marks that turn the direction
of what follows, line and paragraph separators. The author of the file could clear the screen with
them, hide lines or forge one.

Source: Unicode Technical Report 36, "Unicode Security Considerations", section 2 (visual security
issues); ECMA-48 for the control sequences.
"""

from __future__ import annotations

import re
import unicodedata

_ORDERS = re.compile(
    "[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufff9-\ufffb]"
)


def visible(text: str) -> str:
    r"""Return ``text`` as one line that a terminal shows as it is.

    Each character that is not printable (Unicode's categories Other and Separator, without spaces)
    becomes the escape that Python writes for it: ``\n``, ``\x1b``, ``\u202e``. Backslashes stay, so
    that the result of the result is the same. A name in a script that joins its letters by a
    control character, such as Persian, is shown with that escape in it.
    """
    if text.isprintable():
        return text
    return "".join(c if _is_plain(c) else _escape(c) for c in text)


def shortened(text: str, longest: int) -> str:
    """Return ``visible(text)`` with single spaces, cut to ``longest`` characters.

    Many spaces, or a long name, could otherwise push the words that follow to the beginning of the
    terminal's next line.
    """
    line = " ".join(visible(text).split())
    return line if len(line) <= longest else f"{line[: longest - 1]}…"


def escaped_json(encoded: str) -> str:
    r"""Return JSON with every control character and order of direction as ``\uXXXX`` escape.

    It encodes the same value. JSON itself demands escapes only of the first 32 characters.
    """
    return _ORDERS.sub(lambda match: f"\\u{ord(match.group()):04x}", encoded)


def _is_plain(character: str) -> bool:
    return character.isprintable() or unicodedata.category(character) == "Zs"


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
