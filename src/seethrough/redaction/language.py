"""Records in which rules for English find little."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.notices import notice
from seethrough.text.languages.legibility import legibility
from seethrough.text.languages.letterhead import without_letterhead

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

MANY = 0.1
"""The share of the records with text from which on the user is told."""


def tell_of_many_unread(private: Corpus) -> None:
    """Tell the user where many records are not in English, as their names stay."""
    found = legibility(private.rewritten(without_letterhead(private.texts, private.persons)).texts)
    if found.unread_share > MANY:
        notice(
            f"{private.name}: {found.unread:,} of {found.total - found.empty:,} records with text"
            " are not plain English; names and other details in them are missed, and ordinary words"
            " taken for them"
        )
