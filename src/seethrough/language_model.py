"""The interface of a language model: prompts, options and answers.

Backends are in ``seethrough.models``, the prompts' wording in ``seethrough.prompts``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, NamedTuple, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from seethrough.errors import UnavailableError

Role = Literal["system", "user", "assistant"]


class Message(NamedTuple):
    """One turn of a conversation with a model."""

    role: Role
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt.

    Attributes:
        messages: The turns, oldest first.
        task: Which task of the package this is, the name of its prompt file; never sent.
        template: SHA-256 of the prompt file that it was made from; enters the cache key.
        schema: A JSON schema that the answer should follow, as JSON text; empty for free text.
        shared: How many characters of the last turn come before its last value. Prompts of one
            task that agree so far (a passage, of which several claims are asked) can have it
            processed once.
    """

    messages: tuple[Message, ...]
    task: str = ""
    template: str = ""
    schema: str = ""
    shared: int = 0

    def then(self, answer: str, request: str) -> Prompt:
        """Return the conversation continued by the model's ``answer`` and a further ``request``."""
        more = (Message("assistant", answer), Message("user", request))
        return replace(self, messages=self.messages + more, shared=0)


@dataclass(frozen=True, slots=True)
class Options:
    """Options of an answer.

    Attributes:
        temperature: Randomness of the answer, 0 (the most likely words) and up.
        seed: Seed of the server's sampling, where it honours one.
        sample: Which of several answers to the same prompt this is, from 0. It is added to the
            seed and enters the cache key, so that samples differ and each is asked for once.
        max_tokens: The longest answer, in tokens, above 0.
    """

    temperature: float = 0.0
    seed: int = 0
    sample: int = 0
    max_tokens: int = 1024


class Answer(NamedTuple):
    """An answer.

    Attributes:
        text: The answer; may be partial or empty if there is a problem.
        problem: Empty for a whole answer; else one line on what went wrong, without record text:
            ``cut short``, ``refused``, or why the server did not answer.
        prompt_tokens: Tokens read, 0 if the server does not say.
        completion_tokens: Tokens written, 0 if the server does not say.
        beside: What came with the answer and is no part of it: the model's reasoning, or the
            words with which it refused. Whoever asks the server can read it.
        instead: What the server sent where no answer came, such as the page of an error. Whoever
            asks it can read that, too.
    """

    text: str
    problem: str = ""
    prompt_tokens: int = 0
    completion_tokens: int = 0
    beside: str = ""
    instead: str = ""


CUT_SHORT = "cut short"
"""The problem of an answer that ran into ``Options.max_tokens``."""

REFUSED = "refused"
"""The problem of an answer that the model or its filter would not give."""

EMPTY = "an empty answer"
"""The problem of an answer that says nothing, where it ended by itself."""

OnAnswer = Callable[[int, Answer], None]
"""Called once for each prompt, with its index, as its answer arrives; from one thread at a time."""

OnRow = Callable[[int, Sequence[float]], None]
"""Called once for each prompt, with its index, as the probabilities of its answers arrive."""


class LanguageModel(Protocol):
    """Writes text."""

    @property
    def name(self) -> str:
        """The model's identity, ``provider/model``; enters cache keys and reports."""

    @property
    def caveat(self) -> str:
        """What a reader of a report made with this model must know; empty for none."""

    def generate(
        self, prompts: Sequence[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        """Answer every prompt.

        Args:
            prompts: n prompts; the backend decides how many are asked at a time.
            options: How to answer all of them.
            on_answer: Called with each answer as it arrives.

        Returns:
            One answer per prompt, in order; a prompt that could not be answered has a problem.

        Raises:
            UnavailableError: No prompt at all can be answered: no server, a wrong key, an
                unknown model.
        """


@runtime_checkable
class ScoringModel(Protocol):
    """Gives the probabilities of a few fixed answers."""

    def choose(
        self, prompts: Sequence[Prompt], answers: Sequence[str], on_row: OnRow | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the probability of each answer to each prompt.

        Prompts that begin alike should stand together: what they share is then processed once.

        Args:
            prompts: n prompts.
            answers: k answers that differ in their first token.
            on_row: Called with each row as it arrives.

        Returns:
            An (n, k) array with rows that sum to 1; a row of nan if none of the answers was
            among the most likely continuations, or the prompt could not be answered.

        Raises:
            NoProbabilitiesError: The server gives no log-probabilities.
            UnavailableError: As for ``LanguageModel.generate``.
        """


class NoProbabilitiesError(UnavailableError):
    """The server gives no log-probabilities: ask for written answers instead."""


def cache_key(model: str, prompt: Prompt, asked: Options | Sequence[str]) -> str:
    """Return 64 hexadecimal digits that identify one answer.

    Args:
        model: The model's name.
        prompt: The whole prompt with the hash of its prompt file.
        asked: The options with the sample number, or the answers to choose from.
    """
    how: Any = asdict(asked) if isinstance(asked, Options) else list(asked)
    whole = [model, prompt.messages, prompt.template, prompt.schema, how]
    text = json.dumps(whole, ensure_ascii=False)
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
