"""Reading the lists that models write."""

from __future__ import annotations

import re

from seethrough.models.answers import refused

NUMBERED_FORM = "Write a numbered list, one entry on each line."

_ENTRY = re.compile(r"^\s*(?:[-*•]|\(?\d{1,3}[.):])\s*(.+?)\s*$", re.MULTILINE)
_DRESS = re.compile(r"^[\"'“*_`]+|[\"'”*_`]+$")
_EXPLAINED = re.compile(r"^\*\*([^*]+?):?\*\*\s*(?:[:–—-]\s.*)?$|^\*\*([^*]+?):\*\*\s.*$")
_LONGEST = 200


def read_list(text: str) -> list[str] | None:
    """Return the entries of a numbered or bulleted list, without marks and quotes; else None.

    Of ``**Name**: what it means``, which models like to write, the name is the entry.
    """
    if refused(text):
        return None
    entries = [_DRESS.sub("", _named(entry)).strip() for entry in _ENTRY.findall(text)]
    return [entry for entry in entries if entry and len(entry) <= _LONGEST] or None


def _named(entry: str) -> str:
    explained = _EXPLAINED.match(entry)
    return entry if explained is None else explained[1] or explained[2]
