"""Disguised text and how it is undone."""

from __future__ import annotations

import base64

from fuzzing.checks import record_of
from seethrough.deobfuscation.undoing import deobfuscate
from seethrough.text.languages.legibility import kind_of

LONGEST = 512
SEEDS = (
    base64.b64encode(b"Ann Lee keeps ninety bees in Oslo."),
    base64.b32encode(b"Ann Lee keeps ninety bees."),
    base64.b85encode(b"Ann Lee keeps ninety bees."),
    b"Ann Lee keeps ninety bees.".hex().encode(),
    b"Naa Yrr xrrcf avargl orrf va gur tneqra.",
    b"A n n  L e e  k e e p s  b e e s .",
    b"&#65;nn keeps &amp;amp; \\u0042ees %41nn =41nn U+0041",
    b"4nn k33p5 b335",
    b".- -. -. / .-.. . .",
    b"01000001 01101110 01101110 00100000 01001100",
    b"65 110 110 32 76 101 101",
    "‮sreek nnA‬ Аnn ⁦a⁩ a​b".encode(),
    b"AAnnnn LLeeee kkeeeepps bbeeeess",
    b"annkeepsninetybeesinthegardenbehindthehouse",
)
WORDS = (
    b"&#x",
    b"\\u{",
    b"\\x",
    b"%u00",
    b"U+",
    b"&amp;",
    b"=\n",
    b"\xe2\x80\xae",
    b"\xe2\x80\xac",
    b"\\N{",
)


def check(content: bytes) -> None:
    text = record_of(content)
    (found,) = deobfuscate([text])
    assert isinstance(found.text, str)
    (again,) = deobfuscate([found.text])
    assert again.text == found.text, "undoing twice undoes more"
    kind_of(text)
