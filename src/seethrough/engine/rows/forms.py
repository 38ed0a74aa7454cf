"""Forms of yes and no within texts, read as their reader does: what says yes is told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import chain, groupby
from typing import NamedTuple

from seethrough.text.normalised import ascii_runs, ascii_table

FEWEST = 5
"""So many different items that say no make a form."""

_SIGNS = "☐☑☒✓✔✗✘✅❌"
_MARK = rf"\[[ xX*✓✔+-]?\]|\([xX✓✔+ -]\)|[{_SIGNS}]"
_CUT = re.compile(
    r"(?:^|(?<=[\n.;]))[ \t]*\d{1,2}[.)](?=\s)|\.(?=[\s\"]|$)|[ \t][-–—](?=[ \t])"
    rf"|[\n\t;,|?:={{}}\"]|(?={_MARK}|\((?:yes|no|positive|negative|present|absent)\))",
    re.IGNORECASE,
)
_MARKED = re.compile(rf"{_MARK}|[+-](?=[^\W\d_])")
_AROUND = " \t\r*_"
_TICKED = frozenset("xX*✓✔☑☒✅+")
_YES = frozenset(("yes", "y", "true", "present", "positive", "1", "+"))
_NO = frozenset(("no", "n", "false", "absent", "negative", "never", "none", "unknown", "0", "-"))
_EMPTY = re.compile(r"\[[ -]?\]|\([ -]\)|[☐✗✘❌]|-(?=[^\W\d_])(?<![^\s,;(].)")
_BEGINS_EMPTY = "[(-☐✗✘❌"
_WORDS = ascii_table(lambda char: char.lower() if char.isalnum() else " ")
_SPEAKER = 20
"""Letters of a speaker's name at the most."""
_SEPARATORS = re.compile(r"[;,|.?](?:[ \t]*[;,|.?])+")


class _Piece(NamedTuple):
    """What stands between two separators of a text, without the blanks around it.

    Attributes:
        start: Its first character.
        end: Where it ends.
        cut: The separator behind it.
        label: What it asks; "" where it only answers.
        says: Yes or no; None where it only asks.
    """

    start: int
    end: int
    cut: str
    label: str
    says: bool | None


class _Item(NamedTuple):
    """A label that is ticked or not, and where it and its answer stand, first the label."""

    label: str
    ticked: bool
    places: Sequence[tuple[int, int]]


def with_ticked(texts: Sequence[str]) -> Iterator[str]:
    """Return texts in which the items of a form are their labels where they are ticked.

    ``[x] asthma [ ] HIV``, ``"asthma": true, "HIV": false``, ``Asthma? Yes. HIV? No.`` and
    ``+asthma, -HIV`` hold the same words for everybody, so that nobody can be told apart by them.
    Items that say no tell nothing, as cells of a column do (`seethrough.engine.rows.labels`). Items
    of one text alone, as of a list of things to do, stay as they are.

    Args:
        texts: Any texts; one stays as it is where fewer than `FEWEST` items say no.
    """
    found = [_items(text) for text in texts]
    held = Counter(label for items in found for label in {item.label for item in items})
    common = {label for label, count in held.items() if count > 1}
    return (_told(*one, common) for one in zip(texts, found, strict=True))


def _told(text: str, found: Sequence[_Item], common: Collection[str]) -> str:
    items = [item for item in found if item.label in common]
    if len({item.label for item in items if not item.ticked}) < FEWEST:
        return text
    told: dict[tuple[int, int], str] = {}
    for item in items:
        told |= {place: "" for place in item.places}
        told[item.places[0]] = item.label if item.ticked else ""
    out, end = "", 0
    for (start, stop), label in sorted(told.items()):
        out += text[end:start] + label
        end = stop
    return _SEPARATORS.sub(";", out + text[end:])


def _items(text: str) -> list[_Item]:
    """Return the items of what may be a form; a row of answers belongs to the labels before it."""
    denials = sum(map(_NO.__contains__, ascii_runs(text, _WORDS)))
    if denials + sum(map(text.count, _BEGINS_EMPTY)) < FEWEST:  # ten times as fast
        return []
    if denials + len(_EMPTY.findall(text)) < FEWEST:
        return []
    items: list[_Item] = []
    asked: list[_Piece] = []
    for answers, run in groupby(_pieces(text), key=lambda piece: piece.says is not None):
        if not answers:
            asked = [*run]
            continue
        said = [*run]
        labelled = [piece for piece in said if piece.label]
        items += [_Item(p.label, bool(p.says), ((p.start, p.end),)) for p in labelled]
        if FEWEST <= len(said) <= len(asked) and not labelled:
            items += [
                _Item(label.label, bool(answer.says), (label[:2], answer[:2]))
                for label, answer in zip(asked[-len(said) :], said, strict=True)
            ]
        elif asked and not said[0].label:
            label, answer = _question(asked), said[0]
            items.append(_Item(label.label, bool(answer.says), ((label.start, answer.end),)))
        asked = []
    return items


def _question(asked: Sequence[_Piece]) -> _Piece:
    """Return what an answer belongs to: the question before a short *Patient:*, else the last."""
    *_, before, last = [*asked[:1], *asked]
    return before if before.cut == "?" and len(last.label) <= _SPEAKER else last


def _pieces(text: str) -> Iterator[_Piece]:
    """Yield the labels and answers of a text, in order."""
    signed = "+" in text
    start = 0
    for cut in chain(_CUT.finditer(text), [None]):
        end = cut.start() if cut else len(text)
        piece = text[start:end].lstrip(_AROUND)
        start, piece = end - len(piece), piece.rstrip(_AROUND)
        mark = found.group() if (found := _MARKED.match(piece)) else ""
        said = piece[len(mark) :].strip(_AROUND)
        read = _read(mark if signed or mark != "-" else "", said)
        if read is not None:
            yield _Piece(start, start + len(piece), cut.group() if cut else "", *read)
        start = cut.end() if cut else end


def _read(mark: str, said: str) -> tuple[str, bool | None] | None:
    """Return what a piece asks and whether it says yes or no; None where it does neither.

    Of ``[x] yes [ ] no`` the box that is empty says nothing.
    """
    ticked = bool(_TICKED & {*mark})
    answer = said.strip("()").lower()
    if answer in _YES or answer in _NO:
        return ("", answer in _YES) if ticked or not mark else None
    if mark:
        return said, ticked
    return (said, None) if any(map(str.isalnum, said)) else None
