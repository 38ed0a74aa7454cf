"""Hiding what gives a claim away: generalise words, cut a clause, drop a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from seethrough.repair.leaks import Part, Trace
from seethrough.text.details import Vocabulary, content, tokens

OMITTED = "[…]"
"""The mark for words that were removed from a sentence."""

_AGE = re.compile(
    r"(?<![$€£.,])\b(\d{1,3})(?:[- ]years?[- ]old|[- ]?(?:yo|y/o)\b|(?-i:[MF])\b)", re.IGNORECASE
)
_PLACEHOLDER = re.compile(r"[\[<{]{1,2}[A-Z][A-Z0-9_ /-]*[\]>}]{1,2}")
_BANDS = ((13, "young"), (20, "teenage"), (40, "adult"), (65, "middle-aged"), (200, "older"))
_OMISSIONS = re.compile(
    r"[$€£]?\[…\](?:[ \t,;:/–-]*(?:\b(?:a|an|and|at|by|for|in|of|on|or|the|to|with)\b[ \t,;:/–-]*)*"
    r"[$€£]?\[…\])*",
    re.IGNORECASE,
)


def hide(
    text: str, traces: Sequence[Trace], tries: Mapping[tuple[int, int], int], usual: Vocabulary
) -> str:
    """Return the text of a record without the words that disclose its leaked claims.

    A claim that leaks for the first time has its revealing words in the sentence generalised (ages)
    or taken out: numbers, names and words that few people's records use, or, where it shares none
    of those, every word that it shares with the sentence. At the second time every shared word
    goes, then the clause, and after that the whole sentence.

    Args:
        text: The released text.
        traces: What leaks from it, and where.
        tries: How often each claim, by record and place, was hidden before.
        usual: What is usual in the release.
    """
    changes: dict[Part, str] = {}
    for found in traces:
        tried = tries.get((found.leak.record, found.leak.claim), 0)
        words = telling_words(text, found, usual, every=tried > 0) if tried <= 1 else {}
        if words:
            changes.update(words)
        elif tried <= 2 and found.clause != found.sentence:
            changes[found.clause] = OMITTED
        else:
            changes[found.sentence] = ""
    return tidy(replace_parts(text, changes))


def telling_words(text: str, trace: Trace, usual: Vocabulary, every: bool) -> dict[Part, str]:
    """Return the words of the leaking sentence that disclose the claim, with their replacements.

    Placeholders such as ``[NAME 1]`` disclose nothing and stay whole.

    Args:
        text: The released text.
        trace: What leaks, and where.
        usual: What is usual in the release.
        every: Whether every shared word discloses it, or only the rare ones if there are any.
    """
    start, end = trace.sentence
    said = {token.key for token in content(trace.leak.text)}
    held = {at for m in _PLACEHOLDER.finditer(text, start, end) for at in range(*m.span())}
    found = [
        Part(start + token.start, start + token.end)
        for token in content(text[start:end])
        if token.key in said and start + token.start not in held
    ]
    special = [part for part in found if _special(text[part.start : part.end], usual)]
    words = dict.fromkeys((not every and special) or found, OMITTED)
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
    """Return the text with neighbouring omissions joined and surplus blanks removed."""
    text = _OMISSIONS.sub(OMITTED, text)
    text = re.sub(r"\b([Aa]) (?=(?:adult|older)\b)", r"\1n ", text)
    text = re.sub(r"\b([Aa])n (?=(?:young|teenage|middle-aged)\b)", r"\1 ", text)
    text = re.sub(r"[ \t]{2,}", " ", text)
    text = re.sub(r"[ \t]([,;:.!?])", r"\1", text)
    text = re.sub(rf"(?m)^[ \t]*{re.escape(OMITTED)}[.!?,;:]*[ \t]*$\n?", "", text)
    text = re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)
    return text.strip() if re.search(r"\w", text) else ""


def _special(word: str, usual: Vocabulary) -> bool:
    key = tokens(word)[0].key
    name = word[0].isupper() and word.lower() in usual.names
    return key[0].isdigit() or key in usual.rare or name
