"""Multiple choice: can a question about a record still be answered from what was released?"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple

import numpy as np

from seethrough.errors import UsageError
from seethrough.fields import ModelName, ReadFile
from seethrough.language_model import LanguageModel, NoProbabilitiesError, Options, ScoringModel
from seethrough.models.answers import ask, refused
from seethrough.models.resolve import default_model, resolve
from seethrough.prompts import load
from seethrough.protocols import Figure, Generator, Tally
from seethrough.records.releases.text import TextRelease
from seethrough.utilities._pairs import UNALIGNED, counted, estimated, paired, unmeasured

if TYPE_CHECKING:
    from seethrough.estimates.estimate import Estimate
    from seethrough.language_model import Prompt
    from seethrough.records.corpus import Corpus

LETTERS = "ABCDEFGHIJ"
FORM = "Answer with the letter of one option and nothing else."
_LAST_QUESTION = re.compile(r"[^.!?\n]*\?[\s\"'”’)]*$")
_LETTER = re.compile(
    r"\W*(?i:(?:the\s+)?(?:(?:right|correct|best)\s+)?(?:(?:answer|option)\s*(?:is\b)?)?)"
    r"\W*([A-J])(?=\s*$|\s*\n|[.):,;*\]])"
)


class Quiz(NamedTuple):
    """One question.

    Attributes:
        question: What is asked.
        options: Two to ten answers.
        answer: Which is right, from 0.
    """

    question: str
    options: tuple[str, ...]
    answer: int


@dataclass(frozen=True)
class McqAccuracy:
    """Asks a language model the multiple-choice question of each record about its released text.

    The control shows it the released text of another person, the baseline no text: what the
    model knows or guesses by itself. What a release is worth is what it adds to both. Question
    and options are never sanitized. Where the records have no column with the question, it is
    the last sentence of the private text, if that ends with a question mark, as in MedQA.

    Where the server gives log-probabilities the most likely letter counts, else the letter that
    the model writes. An answer that cannot be read or does not come, after a turn of repair and
    a fresh try, does not count as right or wrong; the method says how many there were.

    Source: A False Sense of Privacy, section 2.6, appendix A.1.1 (MedQA) and C.6.1.

    Attributes:
        model: ``provider/model``; the run's model if not given.
        question: The column with the question.
        options: The column with the options: ``{"A": ...}`` or a list, or either as JSON text.
        answer: The column with the right option: its letter, its text or its number.
        method: ``auto``, ``probability`` or ``written``.
        prompt: The user's own prompt file; empty for the package's.
    """

    model: ModelName = field(default_factory=default_model)
    question: str = "question"
    options: str = "options"
    answer: str = "answer_idx"
    method: Literal["auto", "probability", "written"] = "auto"
    prompt: ReadFile = ""

    figures: ClassVar[tuple[Figure, ...]] = (
        Figure(
            "utility.mcq_accuracy",
            "higher_is_better",
            "How often the model answers a record's question correctly from its released text.",
            "The model may know many answers without any text: compare the baseline.",
            title="Questions answered correctly from the release",
        ),
    )

    def measure(self, private: Corpus, release: TextRelease, rng: Generator) -> Sequence[Estimate]:
        """Return the share of the questions that are answered rightly.

        Args:
            private: The private records with question, options and answer in other columns;
                those without do not count.
            release: The release; where its records do not align, nothing is measured.
            rng: Draws another person's released text for the control.

        Raises:
            UsageError: No record has a question with options and an answer; nothing says from
                where numbers of options count; or the model is remote and that was not allowed.
            UnavailableError: The model is not there.
        """
        figure = self.figures[0]
        if not release.aligned:
            return [unmeasured(self, figure, UNALIGNED)]
        quizzes = self._asked(private)
        asked = [i for i, quiz in enumerate(quizzes) if quiz is not None]
        pairs = paired(private, release, rng)
        quiz = [q for q in quizzes if q is not None]
        model = resolve(self.model)

        def answers(texts: Sequence[str]) -> tuple[list[Tally], Counter[str]]:
            return self._answers(model, [texts[i] for i in asked], quiz)

        own, problems = answers(pairs.released)
        control, unread = (None, Counter()) if pairs.others is None else answers(pairs.others)
        baseline, unknown = answers([""] * len(private))
        return [
            estimated(
                self,
                figure,
                own,
                [pairs.persons[i] for i in asked],
                note=counted(problems, len(asked)),
                unanswered=(problems + unread + unknown).total(),
                control=control,
                baseline=baseline,
            )
        ]

    def require(self, private: Corpus, release: TextRelease) -> None:
        """Raise where the private records have no questions; as for ``measure``."""
        if release.aligned:
            self._asked(private)

    def _asked(self, private: Corpus) -> list[Quiz | None]:
        """Return the question of each record; of one at least, where there are records."""
        quizzes = self._quizzes(private)
        if len(private) and not any(quizzes):
            raise UsageError(
                f"{private.name}: no record has a question with options and an answer; name the"
                f" columns: mcq_accuracy:question=..,options=..,answer=.. (now {self.question},"
                f" {self.options}, {self.answer})"
            )
        return quizzes

    def _quizzes(self, private: Corpus) -> list[Quiz | None]:
        rows = [record.fields for record in private]
        options = [read_options(row.get(self.options)) for row in rows]
        answers = read_answers([row.get(self.answer) for row in rows], options)
        questions = [
            self._question(row, text) for row, text in zip(rows, private.texts, strict=True)
        ]
        return [
            Quiz(question, tuple(own.values()), answer) if question and answer is not None else None
            for question, own, answer in zip(questions, options, answers, strict=True)
        ]

    def _question(self, row: Mapping[str, Any], text: str) -> str:
        question = row.get(self.question)
        if isinstance(question, str) and question.strip():
            return question
        last = _LAST_QUESTION.search(text.strip())
        return last.group().strip() if last else ""

    def _answers(
        self, model: LanguageModel, texts: Sequence[str], quizzes: Sequence[Quiz]
    ) -> tuple[list[Tally], Counter[str]]:
        """Return whether each question was answered rightly, and why some were not at all."""
        template = load("mcq", self.prompt)
        prompts = [
            template.fill(
                {
                    "record": text,
                    "question": quiz.question,
                    "options": "\n".join(
                        f"{LETTERS[i]}. {' '.join(option.split())}"
                        for i, option in enumerate(quiz.options)
                    ),
                }
            )
            for text, quiz in zip(texts, quizzes, strict=True)
        ]
        sizes = [len(quiz.options) for quiz in quizzes]
        given = None if self.method == "written" else self._by_probability(model, prompts, sizes)
        if given is None:
            given = _written(model, prompts, sizes)
        problems = Counter(answer for answer in given if isinstance(answer, str))
        tallies = [
            Tally(0.0, 0.0) if isinstance(answer, str) else Tally(float(answer == quiz.answer))
            for answer, quiz in zip(given, quizzes, strict=True)
        ]
        return tallies, problems

    def _by_probability(
        self, model: LanguageModel, prompts: Sequence[Prompt], sizes: Sequence[int]
    ) -> list[int | str] | None:
        """Return the most likely option of each question, or why there is none."""
        given: list[int | str] = ["no letter among the most likely answers"] * len(prompts)
        try:
            if not isinstance(model, ScoringModel):
                raise NoProbabilitiesError(f"{model.name} gives no log-probabilities")
            for size in sorted(set(sizes)):
                where = [i for i, s in enumerate(sizes) if s == size]
                chances = model.choose([prompts[i] for i in where], list(LETTERS[:size]))
                for i, row in zip(where, chances, strict=True):
                    if not np.isnan(row).any():
                        given[i] = int(row.argmax())
        except NoProbabilitiesError:
            if self.method == "probability":
                raise
            return None
        return given


def _written(
    model: LanguageModel, prompts: Sequence[Prompt], sizes: Sequence[int]
) -> list[int | str]:
    """Return the option that each answer names, or why it names none."""
    readings = ask(model, prompts, Options(max_tokens=64), read_letter, FORM)
    given: list[int | str] = []
    for reading, size in zip(readings, sizes, strict=True):
        if reading.value is None:
            given.append(reading.problem)
        else:
            given.append(reading.value if reading.value < size else "no such option")
    return given


def read_letter(text: str) -> int | None:
    """Return the option that an answer begins with, from 0, or None."""
    match = _LETTER.match(text.strip())
    return None if match is None or refused(text) else LETTERS.index(match.group(1))


def read_options(value: Any) -> dict[str, str]:
    """Return options by their letter; none where ``value`` holds no two to ten of them."""
    if isinstance(value, str):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            return {}
    if isinstance(value, list):
        value = dict(zip(LETTERS, value, strict=False)) if len(value) <= len(LETTERS) else {}
    if not isinstance(value, dict) or not 2 <= len(value) <= len(LETTERS):
        return {}
    return {str(letter): str(option) for letter, option in sorted(value.items())}


def read_answer(value: Any, options: Mapping[str, str]) -> int | None:
    """Return which option is right, from 0, by its letter or else its text; None if none is."""
    wanted = "" if value is None else str(value).strip()
    letters, texts = list(options), [option.strip() for option in options.values()]
    for names in (letters, [letter.lower() for letter in letters], texts):
        if wanted and wanted in names:
            return names.index(wanted)
    return None


def read_answers(values: Sequence[Any], options: Sequence[Mapping[str, str]]) -> list[int | None]:
    """Return which option is right in each row, from 0; None where none can be told.

    By its letter or else its text. Where all answers are whole numbers and some of them name no
    option, they count options: from 0 where one of them is 0, else from 1.

    Raises:
        UsageError: Nothing says whether numbers count from 0 or from 1.
    """
    named = [read_answer(value, own) for value, own in zip(values, options, strict=True)]
    given = [i for i, own in enumerate(options) if own and values[i] not in (None, "")]
    numbers = {i: number for i in given if (number := _whole(values[i])) is not None}
    if len(numbers) < len(given) or all(named[i] is not None for i in given):
        return named
    first = int(0 not in numbers.values())
    if first and all(number != len(options[i]) for i, number in numbers.items()):
        raise UsageError(
            "mcq_accuracy: the answers are numbers of options, and nothing says whether they count"
            " from 0 or from 1; write letters"
        )
    places: list[int | None] = [None] * len(values)
    for i, number in numbers.items():
        if 0 <= number - first < len(options[i]):
            places[i] = number - first
    return places


def _whole(value: Any) -> int | None:
    try:
        number = float(str(value))
    except ValueError:
        return None
    return int(number) if number.is_integer() else None
