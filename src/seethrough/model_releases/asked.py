"""Which column of the records holds the questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.errors import InputError

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

NAMES = ("question_text", "question", "input", "query", "prompt", "instruction")
"""A column of one of these names holds questions; the first that is there does."""


def questions_of(corpus: Corpus, column: str = "") -> list[str] | None:
    """Return the question of each record; None where no column holds any.

    Args:
        corpus: The records; their text is the answer.
        column: The column; found by its name where empty.

    Raises:
        InputError: A record lacks the column that was named.
    """
    rows = [record.fields for record in corpus]
    name = column or next((n for n in NAMES if any(row.get(n) for row in rows)), "")
    if not name:
        return None
    if column and not all(name in row for row in rows):
        raise InputError(
            f"{corpus.name}: a record has no column {name!r} of questions; name another with"
            " question="
        )
    return [str(row.get(name) or "").strip() for row in rows]
