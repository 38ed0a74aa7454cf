"""The guarantee that atomizing loses nothing: every content word is in some claim."""

from __future__ import annotations

import re
from collections.abc import Iterable

from seethrough.text.stemmer import english_stem
from seethrough.text.words import vocabulary

STOP_WORDS = vocabulary(
    """a about after again all also am an and any are as at be because been before being both but
    by can could did do does doing don for from had has have having he her hers herself him himself
    his how however i if in into is it its itself just ll m may me might must my myself of off on
    or other our ours ourselves out over own please re s shall she should so some such t than that
    the their theirs them themselves then there these they this those through to too until up upon
    ve very was we were what when where whether which while who whom whose why will with within
    would yes you your yours yourself yourselves although though whereas ok okay oh hi hello dear
    re d during since per us give given gives please kindly
    plus yet im ive mine wanna gonna dont doesnt haven hasn hadn don doesn didn isn aren wasn weren
    wouldn couldn shouldn havent hasnt hadnt isnt arent wasnt werent shes hes theyre weve youve"""
)
_FORMS = {"goes": "go"}
"""The stemmer takes *goes* for another word than *go*."""
_WORD = re.compile(r"[^\W_]+")


def content_stems(text: str) -> set[str]:
    """Return the stems (Porter 2) of a text's words that are no function words.

    Words that deny (*no*, *not*, *never*, *without*, *nor*) count as content.
    """
    found = (m.lower() for m in _WORD.findall(text))
    words = {_FORMS.get(w, w) for w in found if w not in STOP_WORDS}
    return {english_stem(word) for word in words}


def uncovered(text: str, claims: Iterable[str]) -> set[str]:
    """Return the content stems of ``text`` that no claim holds."""
    return content_stems(text) - content_stems(" ".join(claims))
