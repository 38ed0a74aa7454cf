"""Which column of the records holds the questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.errors import InputError

if TYPE_CHECKING:
    from seethrough.records.columns import Columns
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.model import QueriedModel

NAMES = ("question_text", "question", "input", "query", "prompt", "instruction")
"""A column of one of these names holds questions, if no other of them is there."""


def questions_of(corpus: Corpus, column: str = "") -> list[str] | None:
    """Return the question of each record; None where no column holds any.

    Which column it is depends on what columns there are, never on what stands in them: a single
    person's record would decide what a model learns of all others.

    Args:
        corpus: The records; their text is the answer.
        column: The column; found by its name where empty.

    Raises:
        InputError: Several columns may be meant, or a record lacks the column.
    """
    rows = [record.fields for record in corpus]
    there = set[str]().union(*rows)
    named = [column] if column else [name for name in NAMES if name in there]
    if not named:
        return None
    if len(named) > 1:
        raise InputError(
            f"{corpus.name}: the columns {' and '.join(named)} may both hold the questions; say"
            f" which with question=, as in question={named[-1]}"
        )
    (name,) = named
    if not all(name in row for row in rows):
        raise InputError(
            f"{corpus.name}: a record has no column {name!r} of questions; name another with"
            " question="
        )
    return [str(row.get(name) or "").strip() for row in rows]


def check_learned(columns: Columns, place: str) -> None:
    """Refuse to learn the questions themselves where nobody said so and there are answers.

    Args:
        columns: Which columns were used, and which of them were guessed.
        place: What to call the file or table.

    Raises:
        InputError: The text was guessed, is called like questions, and another column like a text.
    """
    from seethrough.records.column_names import names_a_text, normalized

    used = {columns.text, columns.id, columns.person}
    others = [name for name in columns.order if name not in used]
    answers = [n for n in others if names_a_text(normalized(n)) and normalized(n) not in NAMES]
    if "text" in columns.guessed and normalized(columns.text) in NAMES and answers:
        raise InputError(
            f"{place}: the model would learn to write column {columns.shown(columns.text)}; name"
            f" the column that it learns, such as --text {columns.shown(answers[0])}"
        )


def check_asked(model: QueriedModel, corpus: Corpus, column: str = "") -> None:
    """Refuse records without questions where a model was tuned to answer some.

    Asked nothing, it would seem to know little of what it knows.

    Args:
        model: The model.
        corpus: The records that it is attacked with.
        column: The column of the questions; found by its name where empty.

    Raises:
        InputError: No column holds any question.
    """
    from seethrough.model_releases.answering import TunedModel

    tuned = isinstance(model, TunedModel) and model.form.head
    if tuned and questions_of(corpus, column) is None:
        raise InputError(
            f"{corpus.name}: no column of questions, and the model was tuned to answer some; name"
            " it with question=, and the column of the answers with --text"
        )
