"""Texts that neither attacks nor judge can read: a figure from them decides nothing."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.reasons import Reason
from seethrough.text.languages.legibility import Legibility, known_words

MOST_UNREAD = 0.1
"""The share of the records with text that may stay unread for an answer."""

MOST_FEWER = 0.15
"""By so much less of the released than of the private words may be known."""

MOST_MORE = 0.01
"""The most by which the released records' share may exceed the private ones'."""


def texts_unread(private: Legibility, release: Legibility) -> list[Reason]:
    """Return why an audit of such texts decides nothing, one reason for each side, if any.

    Args:
        private: Of the private records.
        release: Of the released records, deobfuscated.

    Returns:
        Reasons of the kind ``unreadable`` where more than a tenth of the records with text are not
        read, or clearly more of the released than of the private ones, whole or in part: the few
        that were translated or coded, and sentences in another language, cannot be read here. Their
        facts: ``side`` (``private`` or ``release`` records), ``unread`` of ``records`` with text,
        ``share``, by kind ``languages``, ``scripts`` and ``not_words``, and ``in_part`` more that
        hold sentences in another language.
    """
    return [
        _unreadable(side, found)
        for side, found in (("private records", private), ("release", release))
        if found.unread_share > MOST_UNREAD
        or found.unread_share > private.unread_share + MOST_MORE
        or found.partly_unread_share > private.partly_unread_share + MOST_MORE
    ]


def words_unknown(private: Sequence[str], release: Sequence[str]) -> list[Reason]:
    """Return that clearly fewer released than private words are known, if so.

    People read words that are misspelt, cut or joined; linkers and judge look for the true ones.
    Names and codes are left out. Of releases by word-level mechanisms, which put rare words for
    frequent ones, the share is up to 0.13 lower, of others 0.01.

    Args:
        private: The private texts.
        release: The released texts, deobfuscated.
    """
    before, now = known_words(private), known_words(release)
    if before is None or now is None or before - now <= MOST_FEWER:
        return []
    facts = {"private_share": before, "share": now}
    return [Reason("words_unknown", "inconclusive", facts=facts)]


def answers_unread(private: Legibility, answers: Legibility) -> list[Reason]:
    """Return why answers decide nothing: many are in another language than the private records.

    What a service says in other words is compared with nothing; records in any language are
    compared with answers in the same.

    Args:
        private: Of the private records.
        answers: Of the answers, deobfuscated.
    """
    if private.unread_share > MOST_UNREAD or answers.foreign_share <= MOST_UNREAD:
        return []
    return [_unreadable("answers", answers)]


def _unreadable(side: str, found: Legibility) -> Reason:
    return Reason(
        "unreadable",
        "inconclusive",
        facts={
            "side": side,
            "unread": found.unread,
            "records": found.total - found.empty,
            "share": found.unread_share,
            "languages": dict(found.other_language),
            "scripts": dict(found.other_script),
            "not_words": found.not_words,
            "in_part": found.in_part,
            **({"drawn_from": found.records} if found.records else {}),
        },
    )
