"""Tokens in which answers are counted: words and signs."""

from __future__ import annotations

import re
import unicodedata

from seethrough.text.normalised import UNSPACED
from seethrough.text.signs.typography import in_plain_signs

TOKEN = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+|[^\w\s]")


def tokens(text: str) -> list[str]:
    """Return the words and signs of a text, letter case folded, white space left out.

    SAGE counts ten tokens without saying whose; words and signs need no model's vocabulary, and
    folding the case means that a capital letter does not hide a match. In scripts without spaces
    every sign is a word. Accents count the same whether they are signs of their own or not, and
    quotation marks and dashes whatever their shape.
    """
    return TOKEN.findall(in_plain_signs(unicodedata.normalize("NFC", text)).casefold())
