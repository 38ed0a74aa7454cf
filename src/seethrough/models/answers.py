"""Reading a model's answers, and asking again if one cannot be read."""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Generic, NamedTuple, TypeVar

from seethrough.language_model import (
    CUT_SHORT,
    REFUSED,
    Answer,
    LanguageModel,
    Options,
    Prompt,
)
from seethrough.models.health import SILENCE, Health
from seethrough.progress import counted
from seethrough.prompts import load

K = TypeVar("K")
T = TypeVar("T")

RETRY = 1_000
"""Added to the sample number of a fresh retry, so that it is another draw with a key of its own."""

RETRY_TEMPERATURE = 0.5
"""The lowest temperature of a fresh retry: at 0 the answer would be the same."""

FEWEST = 20
"""Answers that could not be read before a model is given up, however long they took."""

_EVERYDAY = (
    "afford|bear|believe|bend|breathe|concentrate|cook|cope|drink|drive|eat|enjoy|even|fall|feel"
    "|find|finish|forget|get|go|have|hear|help but|hold|keep|leave|lift|live|look|lose|make it|move"
    "|pay|play|raise|reach|remember|rest|run|seem|sit|sleep|smell|speak|stand|stay|stop|swallow"
    "|take|talk|taste|tell (?:him|her|them|if|whether|my)|think|touch|trust|turn|understand"
    "|use (?:my|his|her)|wait|walk|wear|work|be (?:alone|around|with|at)"
)
"""What people say of themselves that they cannot do, and no model of its task."""
_CANNOT = (
    r"i(?: can(?:no|['’])t| won['’]t|(?:['’]m| am) (?:unable|not able)(?: to)?+)"
    rf"(?!\W+(?:\w+ly )?(?:{_EVERYDAY})\b)"
)
_REFUSAL = re.compile(
    r"^\W*(?:(?:i['’]m|i am) (?:\w+ )?sorry\b"
    rf"(?:(?! (?:to|for|about|if|that|you|i|not)\b)|.{{0,150}}?\b{_CANNOT})"
    rf"|sorry,|i apologi[sz]e\b(?! for (?:the late|the delay|being late|my late)\b)|{_CANNOT}"
    r"|as an ai\b|i must decline)",
    re.IGNORECASE | re.DOTALL,
)


class Reading(NamedTuple, Generic[T]):
    """What was read from the answers to one prompt.

    Attributes:
        value: What it says, or None if no answer could be read.
        problem: Why there is none; empty if there is one.
    """

    value: T | None
    problem: str = ""


def ask(
    model: LanguageModel,
    prompts: Sequence[Prompt],
    options: Options,
    read: Callable[[str], T | None],
    form: str = "",
) -> list[Reading[T]]:
    """Ask, read, and ask again where an answer cannot be read.

    An answer that cannot be read gets one turn of repair that shows it to the model; then, and
    where the answer was refused, was cut short or did not come, one fresh try with another sample
    number, with twice the room where an answer was cut short. What is still not readable is
    reported. A model none of whose answers to a task could be read in ``SILENCE`` seconds of asking
    is given up.

    Args:
        model: The model to ask.
        prompts: What to ask.
        options: How; ``sample`` below ``RETRY``.
        read: Returns what an answer says, or None if it cannot be read.
        form: One sentence on the form of the answer, for the repair.

    Returns:
        One reading per prompt, in order.

    Raises:
        UnavailableError: None of the model's answers to this task, in this process, can be read.
    """
    if not prompts:
        return []
    one_more = counted(f"{model.name}: {prompts[0].task}", len(prompts))
    readable = _readable(model.name, prompts[0].task)

    def note(index: int, answer: Answer) -> None:
        if not readable.known and answer.problem in ("", REFUSED, CUT_SHORT):  # one came
            _note(_read(answer, read), readable)

    def arrived(index: int, answer: Answer) -> None:
        one_more()
        note(index, answer)

    def again(asked: Mapping[int, Prompt], options: Options) -> None:
        if asked:
            answers = model.generate([*asked.values()], options, note)
            for index, answer in zip(asked, answers, strict=True):
                readings[index] = _read(answer, read)

    with readable.timed():
        first = model.generate(prompts, options, arrived)
        readings = [_read(answer, read) for answer in first]
        shown = {
            index: prompts[index].then(answer.text, _repair(form))
            for index, answer in enumerate(first)
            if readings[index].value is None
            and answer.text
            and readings[index].problem not in (REFUSED, CUT_SHORT)
        }
        again(shown, options)
        # At temperature 0 an answer that did not end would not end again.
        cut_short = any(reading.problem == CUT_SHORT for reading in readings)
        fresh = replace(
            options,
            sample=options.sample + RETRY,
            temperature=max(options.temperature, RETRY_TEMPERATURE),
            max_tokens=options.max_tokens * (1 + cut_short),
        )
        again({i: prompts[i] for i, r in enumerate(readings) if r.value is None}, fresh)
    return readings


def ask_each(
    model: LanguageModel,
    prompts: Mapping[K, Prompt],
    options: Options,
    read: Callable[[str], T | None],
    form: str,
) -> dict[K, Reading[T]]:
    """Ask as ``ask`` does, and return what was read by the keys of the prompts."""
    return dict(zip(prompts, ask(model, [*prompts.values()], options, read, form), strict=True))


def room(texts: Iterable[str], most: int, beside: int = 64) -> int:
    """Return the longest answer to allow, in tokens, if it restates a text.

    A small model may not stop. No token is shorter than a byte, so a version of a text with the
    same length needs no more.

    Args:
        texts: What the answers are about.
        most: The longest answer in any case.
        beside: How far an answer may exceed the longest text: an explanation, an introduction.
    """
    longest = max((len(text.encode("utf-8", "replace")) for text in texts), default=0)
    return min(most, longest + beside)


_OPENING = re.compile(r"[{\[]")
_MOST_OPENINGS = 50
"""How many brackets are tried as the start of a value: an answer of brackets alone must end."""

_DEEPEST = 100
"""How many brackets may be open where an answer was cut short."""


def refused(text: str) -> bool:
    """Return whether an answer opens like a refusal."""
    return _REFUSAL.match(text) is not None


def json_values(text: str) -> Iterator[Any]:
    """Yield the JSON objects and arrays in a text, outermost first, in order.

    Remarks and code fences around them, trailing commas, and an end that is missing because
    the answer was cut short are tolerated. Of an answer that was cut short only what is whole
    counts: ``json-repair`` would complete the value in which it broke off, such as half a claim.
    """
    decoder = json.JSONDecoder(strict=False)
    position = 0
    for _ in range(_MOST_OPENINGS):
        match = _OPENING.search(text, position)
        if match is None:
            return
        start = match.start()
        for candidate in _candidates(text[start:]):
            try:
                value, length = decoder.raw_decode(candidate)
            except (json.JSONDecodeError, RecursionError):
                continue
            yield value
            position = start + max(length, 1)
            break
        else:
            position = start + 1


def _candidates(text: str) -> Iterator[str]:
    yield text
    without_commas = re.sub(r",(\s*[}\]])", r"\1", text)
    if without_commas != text:
        yield without_commas
    yield from _closed(without_commas)


def _closed(text: str) -> Iterator[str]:
    """Yield ``text`` cut behind one of its last whole values, with its open brackets closed."""
    stack: list[str] = []
    cuts: deque[tuple[int, str]] = deque(maxlen=3)
    quoted = escaped = False
    for i, character in enumerate(text):
        if quoted:
            quoted = escaped or character != '"'
            escaped = character == "\\" and not escaped
        elif character == '"':
            quoted = True
        elif character in "{[":
            if len(stack) == _DEEPEST:
                return
            stack.append("}" if character == "{" else "]")
        elif character in "}]":
            if not stack or stack.pop() != character:
                break
            if not stack:
                return
            cuts.append((i + 1, "".join(reversed(stack))))
    for end, closing in reversed(cuts):
        yield text[:end] + closing


@cache
def _readable(model: str, task: str) -> Health:
    """Return a model's health at a task: whether its answers can be read."""
    return Health(
        f"the model {model}{task and f', asked for {task},'}",
        SILENCE,
        "; name another with --model and run the same command again to continue",
    )


def _note(reading: Reading[Any], readable: Health) -> None:
    if reading.value is not None:
        readable.answered()
        return
    readable.failed(reading.problem)
    if readable.failures >= FEWEST and readable.seconds_left() <= 0:
        raise readable.given_up()


def _read(answer: Answer, read: Callable[[str], T | None]) -> Reading[T]:
    if answer.problem:
        return Reading(None, answer.problem)
    value = read(answer.text)
    if value is not None:
        return Reading(value)
    return Reading(None, REFUSED if refused(answer.text) else "unreadable answer")


def _repair(form: str) -> str:
    return load("repair_answer").fill(plain={"format": form}).messages[-1].content
