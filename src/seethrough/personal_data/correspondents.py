"""Whom a letter addresses and who signs it, and who speaks in a dialogue.

These places hold names alone, so a name counts there that no list holds and no recogniser knows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from seethrough.text.names import is_name
from seethrough.text.words import vocabulary

_WORD = r"[A-ZÀ-Þ][^\W\d_]+(?:['’-][A-ZÀ-Þ]?[^\W\d_]+)*"
_GAP = r"[ \t]{1,3}"
_ADDRESSED = re.compile(
    rf"\s*(?P<names>{_WORD}(?:(?:,| and| &)?{_GAP}{_WORD}){{0,2}})[ \t]?[,:]"
    r"(?:[ \t]*\n|[ \t]{2,}|[ \t](?:I|We|You|My|Can|Could|Would|Please|Thanks?|Do|Did|Are|Have"
    r"|Per|As|Attached|Here|How|What|When|Where)\b)"
)
_SIGNED = re.compile(
    r"[.?!)][\"”’]?[ \t]*\n\s*[>-]*[ \t]*"
    rf"(?P<name>{_WORD}(?:{_GAP}(?:[A-Z]\.|{_WORD})){{0,2}})[ \t,.]*\s*$"
)
_SPEAKER = re.compile(rf"(?m)^[ \t>*]*(?P<name>{_WORD})[ \t]?:[ \t]+\S.*[.?!…\"”)][ \t]*$")
_APART = re.compile(rf",{_GAP}|{_GAP}(?:and|&){_GAP}")
_NOBODY = vocabulary(
    """
    all bonjour boys bros ciao cons everybody everyone folks gentlemen girls greetings guys hallo
    hello hey hi hola ladies lads pros regards rgds salut saludos sincerely team thanks thanx thx
    yours
    """
)
_END = 200
"""Characters at the end of a text among which it is signed."""


def correspondents(text: str) -> Iterator[str]:
    """Yield, each once, the names at the edges of a letter and those of a dialogue's speakers.

    A letter addresses somebody at its beginning, before a comma or colon (*Kourtney,*), and is
    signed in its last line, behind a sentence. In a dialogue names stand before colons; one of
    them at least must be a known name.
    """
    yield from dict.fromkeys(_correspondents(text))


def _correspondents(text: str) -> Iterator[str]:
    if addressed := _ADDRESSED.match(text):
        yield from _people(addressed["names"])
    if signed := _SIGNED.search(text, max(0, len(text) - _END)):
        yield from _people(signed["name"])
    speakers = [match["name"] for match in _SPEAKER.finditer(text)]
    if len(speakers) > 1 and any(map(is_name, speakers)):
        yield from speakers


def _people(written: str) -> Iterator[str]:
    for name in _APART.split(written):
        words = name.split()
        while words and words[0].lower() in _NOBODY:
            words.pop(0)
        if words and words[-1].lower() not in _NOBODY:
            yield " ".join(words)
