"""Signs beside words and numbers: "HIV+" is not "HIV-", "> 0.5" is not "< 0.5", "-5" is not "5"."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Literal, NamedTuple

from seethrough.judges.offline.reading import sentences

_WORD = re.compile(r"[^\W_]+")
_ANY = re.compile(r"[+<>≤≥±−]|(?<!\w)-|-(?!\w)")
_ARROW = re.compile(r"[-=]+>|<[-=]+")
_COMPARES = re.compile(r"[<>≤≥±]|\+\s?/\s?[-−]")
_APART = re.compile(r"\s*[(\[]\s?([+−–-])\s?[)\]]|\s+([+−–-])(?=\W|$)")
_AHEAD = re.compile(r"[\s(\[]([+−-])$")
_FAINT = "~"
"""A dash with blanks around it: a minus only beside a plus."""
_OPPOSITE = [{"<", ">"}, {"+", "-"}, {"+", _FAINT}]
_SAME = {"≤": "<", "≥": ">", "−": "-", "–": "-"}


class Signed(NamedTuple):
    """A word with the signs right before and behind it, "" where there is none."""

    word: str
    before: str = ""
    behind: str = ""


def clash(claim: str, passage: str) -> Literal["", "other", "opposite"]:
    """Return whether what a passage says in a claim's words has other signs, or opposite ones.

    The places with the claim's words in a row count, else the longest row of them in order. One
    with the same signs is enough. They are opposite if the passage never has the claim's.
    """
    if not (_ANY.search(claim) or _ANY.search(passage)):
        return ""
    wanted = signed_words(claim)
    found = _of_passage(passage)
    pairs = [list(zip(wanted, place, strict=True)) for place in _in_a_row(wanted, found)]
    pairs = pairs or [_in_order(wanted, list(chain(*found)))]
    if any(all(_same(*pair) for pair in place) for place in pairs):
        return ""
    opposed = {said for place in pairs for said, there in place if _opposite(said, there)}
    return "opposite" if opposed.difference(chain(*found)) else "other"


@functools.lru_cache(maxsize=2_048)
def _of_passage(passage: str) -> list[list[Signed]]:
    return [signed_words(sentence) for sentence in sentences(passage)]


def signed_words(sentence: str) -> list[Signed]:
    """Return the lower-case words and numbers of a sentence with their signs.

    A hyphen within a word, a range such as "5-10", a dash and a bullet are no signs.
    """
    places = list(_WORD.finditer(sentence))
    words = ["", *(place.group() for place in places), ""]
    starts = [*(place.start() for place in places), len(sentence)]
    ends = [0, *(place.end() for place in places)]
    gaps = [sentence[end:start] for end, start in zip(ends, starts, strict=True)]
    return [
        Signed(part, _before(gaps[i], *words[i : i + 2]), _behind(gaps[i + 1], words[i + 2]))
        for i in range(len(places))
        for part in _WORD.findall(words[i + 1].lower())
    ]


def _before(gap: str, left: str, word: str) -> str:
    """Return the sign of a word, from what stands between it and the word to its left."""
    number = word[0].isdigit()
    compares = _COMPARES.search(gap)
    if compares and number and not _ARROW.search(gap):
        return compares.group()[0].replace("+", "±")
    ahead = _AHEAD.search(gap)
    if not ahead or not left or (number and left[-1].isdigit()):
        return ""
    sign = _SAME.get(ahead.group(1), ahead.group(1))
    return "" if number and sign == "+" else sign


def _behind(gap: str, right: str) -> str:
    """Return the sign of a word, from what stands between it and the word to its right."""
    if _ARROW.search(gap) or _COMPARES.match(gap):
        return ""
    if gap[:1] == "+":
        return "+"
    if gap[:1] in ("-", "−"):
        return "-" if gap[1:2] not in ("-", "−") and (len(gap) > 1 or not right) else ""
    apart = _APART.match(gap)
    if not apart or (apart.group(2) and apart.end() == len(gap) and right):
        return ""
    sign = apart.group(1) or apart.group(2)
    return sign if sign == "+" else "-" if apart.group(1) else _FAINT


def _in_a_row(
    wanted: Sequence[Signed], found: Sequence[Sequence[Signed]]
) -> Iterator[Sequence[Signed]]:
    """Yield every place with a claim's words in a row."""
    words = [signed.word for signed in wanted]
    for sentence in found:
        for start in range(len(sentence) - len(words) + 1):
            place = sentence[start : start + len(words)]
            if [signed.word for signed in place] == words:
                yield place


def _in_order(wanted: Sequence[Signed], there: Sequence[Signed]) -> list[tuple[Signed, Signed]]:
    """Return the longest row of a claim's words that a passage has in order, side by side."""
    from rapidfuzz.distance import LCSseq

    steps = LCSseq.opcodes([signed.word for signed in wanted], [signed.word for signed in there])
    return [
        pair
        for step in steps
        if step.tag == "equal"
        for pair in zip(
            wanted[step.src_start : step.src_end],
            there[step.dest_start : step.dest_end],
            strict=True,
        )
    ]


def _same(said: Signed, there: Signed) -> bool:
    behind = {said.behind, there.behind} - {""} or {""}
    same = said.behind == there.behind or behind == {_FAINT}
    return same and said.before == there.before


def _opposite(said: Signed, there: Signed) -> bool:
    before = {_SAME.get(sign, sign) for sign in (said.before, there.before)}
    minus = said.word[0].isdigit() and before == {"-", ""}
    return minus or before in _OPPOSITE or {said.behind, there.behind} in _OPPOSITE
