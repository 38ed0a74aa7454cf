"""Forms of yes and no within texts, read as their reader does: what says yes is told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence

FEWEST = 5
"""So many different items that say no make a form: in 41 real collections no text has them."""

_SIGNS = "☐☑☒✓✔✗✘✅❌"
_BOX = re.compile(
    rf"(?:\[(?P<box>[ xX*✓✔]?)\]|(?P<sign>[{_SIGNS}]))[ \t]*"
    rf"(?P<label>[^\W_][^\[\]{_SIGNS}\n;,|]*)"
)
_ANSWER = re.compile(
    r"(?:^|(?<=[\n;,|{.(]))[ \t\"*-]*(?P<label>[^\W_][^\n;,|{}\[\]:=\"]{0,80}+)\"?"
    r"[ \t]*[:=][ \t]*\"?(?:(?P<yes>yes|true|y|present)"
    r"|(?:no|false|n|absent|unknown))\"?(?=[ \t]*(?:[\n;,|}).]|$))",
    re.IGNORECASE,
)
_TICKED = frozenset("xX*✓✔☑☒✅")
_SEPARATORS = re.compile(r"[;,|](?:[ \t]*[;,|])+")


def with_ticked(texts: Sequence[str]) -> Iterator[str]:
    """Return texts in which the items of a form are their labels where they are ticked.

    ``[x] asthma [ ] HIV`` and ``"asthma": true, "HIV": false`` hold the same words for everybody,
    so that nobody can be told apart by them. Items that say no tell nothing, as cells of a column
    do (`seethrough.engine.rows.labels`). Items of one text alone, as of a list of things to do,
    stay as they are.

    Args:
        texts: Any texts; one stays as it is where fewer than `FEWEST` items say no.
    """
    held = Counter(
        label
        for text in texts
        for label in {_label(i) for f in _forms(text) for i in f.finditer(text)}
    )
    common = {label for label, count in held.items() if count > 1}
    return (_told(text, common) for text in texts)


def _forms(text: str) -> Sequence[re.Pattern[str]]:
    """Return how a text may write items of a form."""
    boxes = text.count("[") >= FEWEST or any(sign in text for sign in _SIGNS)
    answers = text.count(":") + text.count("=") >= FEWEST
    return [*([_BOX] if boxes else ()), *([_ANSWER] if answers else ())]


def _told(text: str, common: Container[str]) -> str:
    def read(item: re.Match[str]) -> str:
        if _label(item) not in common:
            return item.group()
        return item["label"] if _says_yes(item) else ""

    for form in _forms(text):
        denied = {_label(item) for item in form.finditer(text) if not _says_yes(item)}
        if sum(label in common for label in denied) >= FEWEST:
            text = _SEPARATORS.sub(";", form.sub(read, text))
    return text


def _label(item: re.Match[str]) -> str:
    return item["label"].strip()


def _says_yes(item: re.Match[str]) -> bool:
    found = item.groupdict()
    return bool(found.get("yes")) or (found.get("box") or found.get("sign")) in _TICKED
