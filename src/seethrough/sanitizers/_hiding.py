"""Hiding what gives a claim away: generalise words, cut a clause, drop a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from seethrough.report.words import Token, Vocabulary, is_stop, tokens
from seethrough.sanitizers._leaks import Leak, Part

OMITTED = "[…]"
"""What stands for words that were taken out of a sentence."""

_AGE = re.compile(
    r"\b(\d{1,3})(?:[- ]years?[- ]old|[- ]?(?:yo|y/o)\b|(?=[MFmf]\b)[MFmf])", re.IGNORECASE
)
_BANDS = ((13, "young"), (20, "teenage"), (40, "adult"), (65, "middle-aged"), (200, "older"))
_OMISSIONS = re.compile(r"\[…\](?:[\s,;:/–-]*\[…\])+")


def hide(
    text: str, leaks: Sequence[Leak], tries: Mapping[tuple[int, int], int], usual: Vocabulary
) -> str:
    """Return the text of a record without what gives its leaked claims away.

    A claim that leaks for the first time has its telling words in the sentence generalised (ages)
    or taken out: numbers, names and words that few people's records use, or, where it shares none
    of those, every word that it shares with the sentence. At the second time the clause goes, and
    after that the whole sentence.

    Args:
        text: The released text.
        leaks: What leaks from it.
        tries: How often each claim, by record and place, was hidden before.
        usual: What is usual in the release.
    """
    changes: dict[Part, str] = {}
    for leak in leaks:
        tried = tries.get((leak.record, leak.claim), 0)
        words = telling_words(text, leak, usual) if tried == 0 else {}
        if words:
            changes.update(words)
        elif tried <= 1 and leak.clause != leak.sentence:
            changes[leak.clause] = OMITTED
        else:
            changes[leak.sentence] = ""
    return tidy(replace_parts(text, changes))


def telling_words(text: str, leak: Leak, usual: Vocabulary) -> dict[Part, str]:
    """Return the words of the leaking sentence that tell the claim, and what to write for them."""
    start, end = leak.sentence
    said = {token.key for token in tokens(leak.text) if not _light(leak.text, token)}
    found = [
        Part(start + token.start, start + token.end)
        for token in tokens(text[start:end])
        if token.key in said and not _light(text[start:end], token)
    ]
    special = [part for part in found if _special(text[part.start : part.end], usual)]
    words = dict.fromkeys(special or found, OMITTED)
    for age in _AGE.finditer(text, start, end):
        if any(part.start == age.start() for part in special):
            years = int(age.group(1))
            band = next((name for limit, name in _BANDS if years < limit), "older")
            words[Part(age.start(), age.end())] = band
    return words


def replace_parts(text: str, changes: Mapping[Part, str]) -> str:
    """Return the text with parts replaced; a part inside a larger one goes with it."""
    out = []
    last = 0
    for part in sorted(changes, key=lambda p: (p.start, -p.end)):
        if part.start < last:
            continue
        out += [text[last : part.start], changes[part]]
        last = part.end
    return "".join([*out, text[last:]])


def tidy(text: str) -> str:
    """Return the text with neighbouring omissions joined and the blanks that edits left mended."""
    text = _OMISSIONS.sub(OMITTED, text)
    text = re.sub(r"[ \t]+([,;:.!?])", r"\1", text)
    text = re.sub(r"[ \t]{2,}", " ", text)
    text = re.sub(rf"(?m)^[ \t]*{re.escape(OMITTED)}[.!?,;:]*[ \t]*$\n?", "", text)
    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return text.strip() if re.search(r"\w", text) else ""


def _light(text: str, token: Token) -> bool:
    return is_stop(text[token.start : token.end])


def _special(word: str, usual: Vocabulary) -> bool:
    key = tokens(word)[0].key
    name = word[0].isupper() and word.lower() in usual.names
    return key[0].isdigit() or key in usual.rare or name
