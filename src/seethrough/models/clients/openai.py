"""Any endpoint that speaks OpenAI's chat protocol: vLLM, Ollama, llama.cpp, a commercial one."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from seethrough.errors import UnavailableError
from seethrough.language_model import (
    CUT_SHORT,
    REFUSED,
    Answer,
    NoProbabilitiesError,
    OnAnswer,
    OnRow,
    Options,
    Prompt,
)
from seethrough.models.clients.addresses import masked
from seethrough.models.clients.completions import Choice, read_choice
from seethrough.models.clients.endpoint_errors import (
    UNREADABLE,
    RejectedError,
    explain_status,
    no_answer,
    no_completion,
    parameter_refused,
)
from seethrough.models.clients.event_stream import joined
from seethrough.models.clients.http_client import HttpClient, NoAnswerError, Reply, TooSlowError
from seethrough.models.health import SILENCE, Health
from seethrough.models.request_pool import RetryPolicy, TryAgainError, work_through
from seethrough.models.usage import Usage

TIMEOUT = 50.0
"""Seconds that one answer may take by default."""

EXTRA = 5.0
"""Seconds beyond one whole time-out for which a server is asked at least."""

CERTAIN = 1.01
"""The most that probabilities may be, or be together: 1, and what rounding adds."""

TOP = 20
"""How many of the most likely next tokens are asked for; the most that OpenAI gives."""

_OPTIONAL = ("response_format", "seed", "temperature", "max_tokens")
"""Parameters that some servers refuse; the request is then made without."""

_PROBABILITIES = ("logprobs", "top_logprobs")


@dataclass(frozen=True)
class OpenAI:
    """A model behind an OpenAI-compatible endpoint.

    At most ``policy.concurrency`` requests are made at once. A busy server (429), a
    server error (5xx), a time-out, a dropped connection, an answer without end and one that is
    not the protocol's are tried again with growing pauses, until the server has given no good
    answer for too long (``health``). JSON schemas are sent where a prompt has one, until the
    server refuses them.

    Attributes:
        model: The server's name for the model.
        base_url: The endpoint, such as ``http://127.0.0.1:8000/v1``.
        key: The API key; not part of the model's identity.
        provider: The part before the slash in the model's name.
        timeout: Seconds that one try may take, from connecting to the last byte.
        policy: How many requests at once, and how long to keep trying.
        usage: Counts tokens, requests and cost.
        health: How the server has answered so far; None for one of this object's own.
        caveat: What a reader of a report made with this model must know.
    """

    model: str
    base_url: str = field(repr=False)  # may hold a password
    key: str = field(default="", repr=False)
    provider: str = "openai"
    timeout: float = TIMEOUT
    policy: RetryPolicy = RetryPolicy()
    usage: Usage = field(default_factory=Usage, repr=False, compare=False)
    health: Health | None = field(default=None, repr=False, compare=False)
    caveat: str = ""

    @property
    def name(self) -> str:
        """The model's identity; the address is not part of it, so that a server may move."""
        return f"{self.provider}/{self.model}"

    def generate(
        self, prompts: Sequence[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        """Answer every prompt; see ``LanguageModel.generate``."""
        with self._client() as client:
            return work_through(
                len(prompts),
                lambda i: self._answer(client, prompts[i], options),
                lambda error: Answer("", error.problem, instead=error.said),
                self.policy,
                on_answer,
                self._health,
            )

    def choose(
        self, prompts: Sequence[Prompt], answers: Sequence[str], on_row: OnRow | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the probability of each answer to each prompt; see ``ScoringModel.choose``."""
        with self._client() as client:
            rows = work_through(
                len(prompts),
                lambda i: self._weigh(client, prompts[i], answers),
                lambda error: [math.nan] * len(answers),
                self.policy,
                on_row,
                self._health,
            )
        return np.array(rows, dtype=np.float64).reshape(len(prompts), len(answers))

    def _client(self) -> HttpClient:
        return HttpClient(self.base_url, {"Authorization": f"Bearer {self.key or 'none'}"})

    @cached_property
    def _health(self) -> Health:
        return self.health or health_of(self.base_url, self.timeout)

    @cached_property
    def _refused(self) -> set[str]:
        """The optional parameters that the server has refused so far."""
        return set()

    def _answer(self, client: HttpClient, prompt: Prompt, options: Options) -> Answer:
        wanted: dict[str, Any] = {
            "temperature": options.temperature,
            "seed": options.seed + options.sample,
            "max_tokens": options.max_tokens,
        }
        if prompt.schema:
            schema = {"name": prompt.task or "answer", "strict": True}
            wanted["response_format"] = {
                "type": "json_schema",
                "json_schema": {**schema, "schema": json.loads(prompt.schema)},
            }
        try:
            choice = self._request(client, prompt, wanted)
        except RejectedError as error:
            return Answer("", error.problem, instead=error.said)
        if choice.refused:
            return Answer(choice.text, REFUSED, *choice.used, choice.beside)
        problem = CUT_SHORT if choice.cut_short else ""
        return Answer(choice.text, problem, *choice.used, choice.beside)

    def _weigh(self, client: HttpClient, prompt: Prompt, answers: Sequence[str]) -> list[float]:
        wanted = {"temperature": 0.0, "max_tokens": 1, "logprobs": True, "top_logprobs": TOP}
        try:
            choice = self._request(client, prompt, wanted)
        except RejectedError:
            return [math.nan] * len(answers)
        if not choice.likeliest and (choice.refused or not (choice.text or choice.cut_short)):
            return [math.nan] * len(answers)  # of this prompt nothing was written at all
        if not choice.likeliest:
            raise NoProbabilitiesError(f"{self._where} gives no log-probabilities")
        try:
            return share_out(choice.likeliest, answers)
        except ValueError as error:
            self.usage.count(0, 0, failed=True)
            raise TryAgainError("the server's probabilities are none") from error

    def _request(self, client: HttpClient, prompt: Prompt, wanted: dict[str, Any]) -> Choice:
        """Return the first choice; leaves out of the request what the server refuses."""
        messages = [{"role": m.role, "content": m.content} for m in prompt.messages]
        for _ in range(len(_OPTIONAL) + 1):
            given = {k: v for k, v in wanted.items() if k not in self._refused}
            if "max_tokens" in self._refused:
                given["max_completion_tokens"] = wanted["max_tokens"]
            body = {"model": self.model, "messages": messages, **given}
            reply = self._post(client, body, wanted["max_tokens"])
            if reply.status == 200:
                return self._choice(reply)
            if reply.status == 400:
                refused = parameter_refused(reply, [*given])
                if refused in _PROBABILITIES:
                    raise NoProbabilitiesError(f"{self._where} gives no log-probabilities")
                if refused in _OPTIONAL:
                    self._refused.add(refused)
                    continue
            if reply.status == 404:
                raise UnavailableError(
                    f"{self._where} knows no model {self.model!r}{_models_of(client)}"
                )
            self.usage.count(0, 0, failed=True)
            explain_status(reply, self.base_url)
        raise RejectedError("the server refuses every form of the request")

    def _post(self, client: HttpClient, body: dict[str, Any], length: int) -> Reply:
        seconds = self._health.allowed(length, self.timeout)
        began = time.monotonic()
        try:
            reply = client.request("POST", "/chat/completions", seconds, body)
        except NoAnswerError as error:
            self.usage.count(0, 0, failed=True)
            if isinstance(error, TooSlowError):
                self._health.too_slow(length)
            before = self.usage.total.requests > 0
            last = self._health.last_chance
            raise no_answer(error, self.base_url, seconds, before, last) from error
        if reply.status == 200:
            self._health.took(length, time.monotonic() - began)
        return reply

    def _choice(self, reply: Reply) -> Choice:
        try:
            choice = read_choice(joined(reply.body) if reply.is_stream else reply.json())
        except UNREADABLE as error:
            self.usage.count(0, 0, failed=True)
            raise no_completion(error, reply) from error
        self.usage.count(*choice.used)
        return choice

    @property
    def _where(self) -> str:
        return f"the server at {masked(self.base_url)}"


def health_of(base_url: str, timeout: float, fewer: str = "--model-concurrency N") -> Health:
    """Return a fresh view of a server, given up after a minute, or after one whole time-out.

    Args:
        base_url: Its address.
        timeout: Seconds that one try may take.
        fewer: The option that limits how many requests are made at once; empty for none.
    """
    less = f", or make fewer at once with {fewer}," if fewer else ""
    return Health(
        f"the server at {masked(base_url)}",
        max(SILENCE, timeout + EXTRA),
        "; check it, or allow more time with --model-timeout SECONDS (less if only some prompts"
        " hang), and run the same command again to continue",
        f"; it limits how many requests it answers: wait until it answers again{less} and run the"
        " same command again to continue",
    )


def share_out(candidates: Sequence[tuple[str, float]], answers: Sequence[str]) -> list[float]:
    """Return the probability of each answer from those of the most likely first tokens.

    Args:
        candidates: Tokens with their log-probabilities.
        answers: Texts that differ in their first token; a token counts for an answer that begins
            with it, spaces around it aside.

    Returns:
        Probabilities that sum to 1, or nan for each where no candidate begins an answer.

    Raises:
        ValueError: They cannot be the probabilities of tokens.
    """
    if any(math.isnan(logprob) or logprob > math.log(CERTAIN) for _, logprob in candidates):
        raise ValueError("a probability is no number, or above 1")
    if sum({token: math.exp(logprob) for token, logprob in candidates}.values()) > CERTAIN:
        raise ValueError("the probabilities of different tokens are above 1 together")
    weights = [0.0] * len(answers)
    for token, logprob in candidates:
        for i, answer in enumerate(answers):
            if token.strip() and answer.startswith(token.strip()):
                weights[i] += math.exp(logprob)
    total = sum(weights)
    return [w / total for w in weights] if total > 0 else [math.nan] * len(answers)


def _models_of(client: HttpClient) -> str:
    try:
        listed = client.request("GET", "/models", 10.0).json()["data"]
        known = sorted(str(model["id"]) for model in listed)
    except (NoAnswerError, ValueError, AttributeError, LookupError, TypeError):
        return ""  # only a hint inside another error
    return f"; it has {', '.join(known[:8])}" if known else ""
