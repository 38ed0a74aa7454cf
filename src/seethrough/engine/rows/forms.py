"""Forms of yes and no within a text, read as their reader does: what says yes is told."""

from __future__ import annotations

import re

FEWEST = 5
"""So many different items that say no make a form: in 41 real collections no text has them."""

_BOX = re.compile(
    r"(?:\[(?P<box>[ xX*✓✔]?)\]|(?P<sign>[☐☑☒✓✔✗✘✅❌]))[ \t]*"
    r"(?P<label>[^\W_][^\[\]☐☑☒✓✔✗✘✅❌\n;,|]*)"
)
_ANSWER = re.compile(
    r"(?:^|(?<=[\n;,|{.(]))[ \t\"*-]*(?P<label>[^\W_][^\n;,|{}\[\]:=\"]{0,80})\"?"
    r"[ \t]*[:=][ \t]*\"?(?:(?P<yes>yes|true|y|present)"
    r"|(?:no|false|n|absent|unknown))\"?(?=[ \t]*(?:[\n;,|}).]|$))",
    re.IGNORECASE,
)
_TICKED = frozenset("xX*✓✔☑☒✅")
_SEPARATORS = re.compile(r"[;,|](?:[ \t]*[;,|])+")


def with_ticked(text: str) -> str:
    """Return a text in which the items of a form are their labels where they are ticked.

    ``[x] asthma [ ] HIV`` and ``"asthma": true, "HIV": false`` hold the same words for everybody,
    so that nobody can be told apart by them. Items that say no tell nothing, as cells of a column
    do (`seethrough.engine.rows.labels`).

    Args:
        text: Any text; it stays as it is where fewer than `FEWEST` items say no.
    """
    boxes = text.count("[") >= FEWEST or not text.isascii()
    answers = text.count(":") + text.count("=") >= FEWEST
    for form in [*([_BOX] if boxes else ()), *([_ANSWER] if answers else ())]:
        denied = {item["label"] for item in form.finditer(text) if not _says_yes(item)}
        if len(denied) >= FEWEST:
            told = form.sub(lambda item: item["label"] if _says_yes(item) else "", text)
            text = _SEPARATORS.sub(";", told)
    return text


def _says_yes(item: re.Match[str]) -> bool:
    found = item.groupdict()
    return bool(found.get("yes")) or (found.get("box") or found.get("sign")) in _TICKED
