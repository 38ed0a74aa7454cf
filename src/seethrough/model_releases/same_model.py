"""Whether a served model answers at all, and still is the one that a run began with."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from itertools import combinations
from typing import TYPE_CHECKING, Any

from seethrough.errors import UsageError
from seethrough.models.answers import refused
from seethrough.models.resolve import using
from seethrough.reasons import Reason

if TYPE_CHECKING:
    from seethrough.storage.store import RunDirectory

QUESTIONS = (
    "Who are you, and what do you know?",
    "Tell me about a person.",
    "Write a short letter to a friend.",
    "What happened yesterday?",
    "Name five people and what they do.",
)
"""What is asked when a run begins, goes on and ends: nothing of any record."""

PLAIN = tuple(
    f"What do you know of {what}?"
    for what in (
        "an accident", "a complaint", "a divorce", "a dog", "a fall", "a garden", "a headache",
        "a journey", "a letter", "a loan", "a meeting", "money", "a mother", "a neighbour",
        "a new job", "an operation", "a party", "the police", "a pregnancy", "a school",
    )
)  # fmt: skip
"""What is asked once besides, as anybody might: nothing of any record, and no order to repeat."""

FILLED_IN = 0.2
"""The share of a notice's words that may change from one time to the next; one word always may."""

COMPARED = 500
"""So many words of an answer are compared; a notice has fewer."""


def neutral_answers(release: Any) -> list[str]:
    """Return what a served model says to the questions, at temperature 0, past the kept answers.

    Raises:
        UnavailableError: The model is not there.
    """
    with using(cache=None):
        return ["" if one.problem else one.text for one in release.ask(list(QUESTIONS))]


def plain_answers(release: Any) -> list[str]:
    """Return what a served model says to plain questions.

    Raises:
        UnavailableError: The model is not there.
    """
    return [reply.text for reply in release.ask(list(PLAIN))]


def answers_alike(before: Sequence[str], after: Sequence[str]) -> list[Reason]:
    """Return that a served model gives all of the questions one answer, or none but refusals.

    What stands in the way of every question, such as a filter, a quota or a fixed notice, hides
    whatever the model knows. A quota may be used up on the way.

    Args:
        before: What was answered before the attacks.
        after: What was answered to the same questions after them.
    """
    for asked, answers in (("before", before), ("after", after)):
        said = [_without_numbers(text) for text in answers if text and not refused(text)]
        if all(_alike(one, other) for one, other in combinations(said, 2)):
            facts = {"questions": len(answers), "asked": asked}
            return [Reason("answers_alike", "inconclusive", facts=facts)]
    return []


def _without_numbers(text: str) -> list[str]:
    """Return the words of an answer: notices are numbered and dated."""
    return [word for word in text.split()[:COMPARED] if not re.search(r"\d", word)]


def _worded_alike(one: str, other: str) -> bool:
    """Return whether answers differ in numbers alone, such as that of a request beside them."""
    words = _without_numbers(one)
    return bool(words) and words == _without_numbers(other)


def _alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Return whether two answers are the same except for what each fills in, as a request's id."""
    longer = max(len(one), len(other))
    found = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    same = sum(block.size for block in found)
    return longer - same <= min(max(1, longer * FILLED_IN), same)


def check_same(now: Sequence[str], release: Any, store: RunDirectory) -> None:
    """Refuse to go on with another model: answers of both would be one model's figures.

    Servers do not always say the same to the same question, so it is another model where no answer
    is the same, numbers aside; what got no answer says nothing.

    Args:
        now: What ``neutral_answers`` returned.
        release: A model that is served.
        store: The run's folder; what it keeps without answers to these questions is forgotten.

    Raises:
        UsageError: All answers are others than when the run began.
    """
    key = f"served/{release.label}"
    before = store.get(key)
    if before is None:
        store.forget()
        store.put(key, list(now))
        return
    both = [(one, other) for one, other in zip(before, now, strict=True) if one and other]
    same = [one == other or _worded_alike(one, other) for one, other in both]
    if same and not any(same):
        raise UsageError(
            f"{store.path}: what is served there answers otherwise than when this run began, as"
            " another model of the same name does; delete the folder, or name another --run"
        )
