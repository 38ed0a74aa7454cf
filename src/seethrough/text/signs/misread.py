"""Letters and signs whose UTF-8 was read as Windows-1252: ``MÃ¼ller``, ``patientâ€™s``."""

from __future__ import annotations

import re

_BYTES = {
    bytes([byte]).decode("cp1252", "ignore") or chr(byte): byte for byte in range(0x80, 0x100)
}
_BYTES |= {chr(byte): byte for byte in range(0x80, 0xA0)}
_REST = "".join(char for char, byte in _BYTES.items() if byte < 0xC0)
_CLOSING = "‘’“”–—…"
_MISREAD = re.compile(
    f"[ÂÃÄÅ](?:(?![{_CLOSING}])[{_REST}]|[{_CLOSING}](?=[^\\W\\d_]))|â[€‚„\x80\x82\x84][{_REST}]"
)
"""A sign that may close a quotation of a capital, as in *„Ä“*, counts within a word only."""


def read_again(text: str) -> str:
    """Return a text whose Latin letters and signs are those that its bytes stand for.

    ``Ã¼`` is ``ü`` and ``â€™`` a quotation mark. A text that was read well has no such signs behind
    one another: of 35,000 English ones two had them, and both were misread.
    """
    return text if text.isascii() else _MISREAD.sub(_again, text)


def _again(match: re.Match[str]) -> str:
    read = bytes(map(_BYTES.__getitem__, match.group())).decode(errors="ignore")
    return read if read >= "\u00a0" else match.group()
