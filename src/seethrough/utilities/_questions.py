"""Questions with reference answers, and what a service answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.errors import InputError, UsageError
from seethrough.estimates.estimate import Estimate
from seethrough.language_model import CUT_SHORT, REFUSED
from seethrough.model_releases.form import WITHHELD
from seethrough.protocols import Figure, Tally
from seethrough.records.formats.rows import opened_rows
from seethrough.records.patterns import compiled
from seethrough.utilities._pairs import counted, estimated

if TYPE_CHECKING:
    from seethrough.records.releases.answering import AnsweringRelease

QUESTION_FIELDS = ("question_text", "question", "input", "query", "prompt")
ANSWER_FIELDS = (
    "answers",
    "answer",
    "golden_answers",
    "output",
    "reference",
    "text",
    "answer_regex",
)

_WORTH_NOTHING = ("", WITHHELD, REFUSED, CUT_SHORT)
_GROUP = re.compile(r"\\.|\[[^\]]*\]|\(\?:|[()?^$*+]")


@dataclass(frozen=True, slots=True)
class Question:
    """A question and what counts as its answer.

    Attributes:
        text: The question.
        references: Reference answers, at least one.
        pattern: A regular expression that a correct answer matches (CuratedTrec); else empty.
    """

    text: str
    references: tuple[str, ...]
    pattern: str = ""


def read_questions(path: str, most: int = 0) -> list[Question]:
    """Return the questions of a JSONL file.

    The question is read from the first of ``QUESTION_FIELDS`` that is not empty, the answer, a
    text, a list of texts or SQuAD's object of them, from the first of ``ANSWER_FIELDS``.

    Args:
        path: The file.
        most: The most questions, from the beginning; 0 for all.

    Raises:
        InputError: The file cannot be read, or a line has no question or no answer.
    """
    with opened_rows(path, "jsonl", allow_remote=False) as source:
        rows = islice(source.rows, most or None)
        found = [_question(row, path, number) for number, row in rows]
    if not found:
        raise InputError(f"{path}: no questions")
    return found


def questions_of(utility: Any) -> list[Question]:
    """Return what a utility with ``questions`` (a file) and ``most`` asks.

    Raises:
        UsageError: No file of questions is named.
        InputError: As for ``read_questions``.
    """
    if not utility.questions:
        raise UsageError(f"{spec.name_of(utility)} needs questions: name a file, --questions")
    return read_questions(utility.questions, utility.most)


def measure(
    utility: Any,
    figure: Figure,
    release: AnsweringRelease,
    score: Callable[[Sequence[str], Sequence[Question]], Sequence[float]],
) -> Estimate:
    """Ask a service or a model and score its answers; the baseline is without the private data.

    Args:
        utility: Has ``questions`` (a file) and ``most``.
        figure: What is measured; higher is better.
        release: The service or the model.
        score: Gives each answer its score in [0, 1].

    Raises:
        UsageError: No file of questions is named.
    """
    questions = questions_of(utility)
    asked = [q.text for q in questions]
    own, problems = _tallies(release, asked, questions, score)
    alone, missing = _tallies(release.emptied(), asked, questions, score)
    names = [str(i) for i in range(len(asked))]
    without = counted(missing, len(asked))
    without = without and f"of {release.described.emptied}, {without}"
    note = "; ".join(filter(None, (counted(problems, len(asked)), without)))
    return estimated(
        utility,
        figure,
        own,
        names,
        note=note,
        unanswered=(problems + missing).total(),
        baseline=alone,
    )


def nearest(
    answers: Sequence[str],
    questions: Sequence[Question],
    scores: Callable[[Sequence[str], Sequence[str]], Iterable[float]],
) -> list[float]:
    """Return the score of each answer against its nearest reference.

    Args:
        answers: The answers.
        questions: Their questions.
        scores: Takes n references and as many answers, and returns n scores of at least 0.
    """
    pairs = [(i, r) for i, question in enumerate(questions) for r in question.references]
    found = [0.0] * len(answers)
    made = scores([r for _, r in pairs], [answers[i] for i, _ in pairs])
    for (i, _), one in zip(pairs, made, strict=True):
        found[i] = max(found[i], float(one))
    return found


def best(answer: str, references: Sequence[str], score: Callable[[str, str], float]) -> float:
    """Return the highest score of an answer against any of its references."""
    return max(score(answer, reference) for reference in references)


def _tallies(
    release: AnsweringRelease,
    asked: Sequence[str],
    questions: Sequence[Question],
    score: Callable[[Sequence[str], Sequence[Question]], Sequence[float]],
) -> tuple[list[Tally], Counter[str]]:
    """Return each answer's score, and why some answers never came.

    An answer that is refused, withheld or stops before its first word is no gap in what was
    measured: it is worth nothing.
    """
    replies = release.ask(asked)
    scores = score(["" if r.problem else r.text for r in replies], questions)
    missing = [r.problem if r.problem not in _WORTH_NOTHING else "" for r in replies]
    tallies = [Tally(0.0, 0.0) if m else Tally(s) for m, s in zip(missing, scores, strict=True)]
    return tallies, Counter(filter(None, missing))


def _question(row: Mapping[str, Any], path: str, number: int) -> Question:
    text = next((t for f in QUESTION_FIELDS for t in _texts(row.get(f))), "")
    given = {f: texts for f in ANSWER_FIELDS if (texts := _texts(row.get(f)))}
    if not text or not given:
        raise InputError.at(path, number, "no question or no answer")
    name, references = next(iter(given.items()))
    if name != "answer_regex":
        return Question(text, references)
    pattern = references[0]
    try:
        compiled(pattern)
    except ValueError:
        raise InputError.at(path, number, "answer_regex is not a regular expression") from None
    return Question(text, _spelled(pattern), pattern)


def _texts(value: Any) -> tuple[str, ...]:
    """Return the texts of a field: itself, its items or, as in SQuAD, those under ``text``."""
    if isinstance(value, Mapping):
        value = value.get("text")
    items = value if isinstance(value, list) else [value]
    texts = (str(item).strip() for item in items if isinstance(item, str | int | float))
    return tuple(filter(None, texts))


def _spelled(pattern: str) -> tuple[str, ...]:
    """Return the alternatives of a simple pattern as plain texts, for measures of wording."""
    plain = [" ".join(_GROUP.sub(" ", part).split()) for part in pattern.split("|")]
    return tuple(dict.fromkeys(text for text in plain if text)) or (pattern,)
