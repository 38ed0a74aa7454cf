"""What an adversary reads of a text release: every column, in plain text, whole records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.reasons import Question, Reason

if TYPE_CHECKING:
    from seethrough.engine.rows.whole_row import WholeRows
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.release import Release

NOT_LOOKED_AT = ("bytes", "vectors", "too long")
"""Why a column is not read that may hold something all the same."""


@dataclass(frozen=True)
class View:
    """A release as an adversary reads it.

    Attributes:
        release: The release with whole rows, deobfuscated, for attacks.
        plain: The released records with their columns, deobfuscated, for searches.
        ledger: What was undone, and how often.
        reasons: What an audit must say about it.
    """

    release: Release
    plain: Corpus
    ledger: Mapping[str, int]
    reasons: Sequence[Reason]


def read_as_adversary(release: Release, private: Corpus) -> View:
    """Return a release as an adversary reads it.

    Disguises that a person or a script sees through are undone, records that were cut are joined,
    and the other columns of a row are read with its text; a letterhead in another language is not.
    A release that was rebuilt word by word keeps its tokens for the attacks that count them: those
    get the release as it is.

    Args:
        release: The release.
        private: The private records, whose ids tell what is a piece of a record.
    """
    from seethrough.deobfuscation.cut_records import cut_records, rejoined, rows_of_people
    from seethrough.deobfuscation.viewing import adversary_view
    from seethrough.engine.floors import recoded_words
    from seethrough.engine.rows.values import columns
    from seethrough.engine.rows.whole_row import whole_rows
    from seethrough.engine.verdict.unread import texts_unread, words_unknown
    from seethrough.text.languages.legibility import legibility
    from seethrough.text.languages.letterhead import without_letterhead

    told = columns(release.corpus)
    plain, undone = adversary_view(release.corpus, told)
    ledger = {f"released_records_deobfuscated ({step})": n for step, n in undone.items()}
    aligned = release.aligned
    pieces = cut_records(plain, private.ids) if aligned else rows_of_people(plain, private)
    reasons: list[Reason] = []
    if pieces:
        plain = rejoined(plain, pieces)
        ledger["released_records_rejoined"] = sum(map(len, pieces.values()))
        facts = {"pieces": ledger["released_records_rejoined"], "records": len(pieces)}
        reasons.append(Reason("cut_records", "pass", facts=facts))
    rows = whole_rows(plain, told if plain is release.corpus else None)
    reasons += _of_columns(rows)
    bare = [*without_letterhead(rows.corpus.texts, rows.corpus.persons)]
    read = rows.corpus.rewritten(bare).keeping(rows.corpus.derived)
    if cut := len(bare) - bare.count(None):
        ledger["released_records_without_letterhead"] = cut
    if aligned:
        reasons += recoded_words.reasons(private, read)
    reasons += texts_unread(legibility(private.texts), legibility(read.texts))
    reasons += words_unknown(private.texts, read.texts)
    return View(release.reading(read), plain, ledger, reasons)


def _of_columns(rows: WholeRows) -> list[Reason]:
    """Return which other columns were read, not looked at, or hold codes."""
    missed = {name: why for name, why in rows.unread.items() if why in NOT_LOOKED_AT}
    reasons: list[Reason] = []
    if rows.read or missed:
        facts = {
            "read": len(rows.read),
            "missed": len(missed),
            "private": {"read": list(rows.read), "missed": missed},
        }
        if missed:
            reasons.append(Reason("columns_missed", "inconclusive", facts=facts))
        else:
            reasons.append(Reason("columns_read", "pass", facts=facts))
    if rows.codes:
        facts = {"columns": len(rows.codes), "private": {"columns": list(rows.codes)}}
        questions: tuple[Question, ...] = ("sensitive", "anonymous")
        reasons.append(Reason("columns_of_codes", "inconclusive", questions, facts=facts))
    return reasons
