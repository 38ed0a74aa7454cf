"""Any endpoint that speaks OpenAI's chat protocol: vLLM, Ollama, llama.cpp, a commercial one."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from seethrough.errors import MissingExtraError, UnavailableError
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
from seethrough.models.addresses import is_loopback
from seethrough.models.endpoint_errors import RejectedError, explain, parameter_refused
from seethrough.models.usage import Usage
from seethrough.models.work import Patience, TryAgainError, work_through

if TYPE_CHECKING:
    import openai

TOP = 20
"""How many of the likeliest next tokens are asked for; the most that OpenAI gives."""

_OPTIONAL = ("response_format", "seed", "temperature", "max_tokens")
"""Parameters that some servers refuse; the request is then made without."""

_PROBABILITIES = ("logprobs", "top_logprobs")


@dataclass(frozen=True)
class OpenAI:
    """A model behind an OpenAI-compatible endpoint.

    Requests are made side by side, ``patience.concurrency`` at most. A busy server (429), a
    server error (5xx), a time-out, a dropped connection and an answer that is not the
    protocol's are tried again with growing pauses. JSON schemas are sent where a prompt has one,
    until the server refuses them.

    Attributes:
        model: The server's name for the model.
        base_url: The endpoint, such as ``http://127.0.0.1:8000/v1``.
        key: The API key; not part of the model's identity.
        provider: What stands before the slash in the model's name.
        timeout: Seconds that one try may take.
        patience: How many requests at once, and how long to go on.
        usage: Counts tokens, requests and cost.
        caveat: What a reader of a report made with this model must know.
    """

    model: str
    base_url: str
    key: str = field(default="", repr=False)
    provider: str = "openai"
    timeout: float = 120.0
    patience: Patience = Patience()
    usage: Usage = field(default_factory=Usage, repr=False, compare=False)
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
                lambda problem: Answer("", problem),
                self.patience,
                on_answer,
            )

    def choose(
        self, prompts: Sequence[Prompt], answers: Sequence[str], on_row: OnRow | None = None
    ) -> npt.NDArray[np.float64]:
        """Return the probability of each answer to each prompt; see ``ScoringModel.choose``."""
        with self._client() as client:
            rows = work_through(
                len(prompts),
                lambda i: self._weigh(client, prompts[i], answers),
                lambda problem: [math.nan] * len(answers),
                self.patience,
                on_row,
            )
        return np.array(rows, dtype=np.float64).reshape(len(prompts), len(answers))

    def _client(self) -> openai.OpenAI:
        try:
            import openai
        except ImportError as error:
            raise MissingExtraError("llm", "openai") from error
        # No proxy from the environment and no redirect may carry a local request elsewhere.
        http = openai.DefaultHttpxClient(
            trust_env=not is_loopback(self.base_url), follow_redirects=False
        )
        return openai.OpenAI(
            base_url=self.base_url,
            api_key=self.key or "none",
            timeout=self.timeout,
            max_retries=0,
            http_client=http,
        )

    @cached_property
    def _refused(self) -> set[str]:
        """The optional parameters that the server has refused so far."""
        return set()

    def _answer(self, client: openai.OpenAI, prompt: Prompt, options: Options) -> Answer:
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
            choice, usage = self._request(client, prompt, wanted)
        except RejectedError as error:
            return Answer("", error.problem)
        text = choice.message.content or ""
        if choice.finish_reason == "content_filter" or getattr(choice.message, "refusal", None):
            return Answer(text, REFUSED, *usage)
        return Answer(text, CUT_SHORT if choice.finish_reason == "length" else "", *usage)

    def _weigh(self, client: openai.OpenAI, prompt: Prompt, answers: Sequence[str]) -> list[float]:
        wanted = {"temperature": 0.0, "max_tokens": 1, "logprobs": True, "top_logprobs": TOP}
        try:
            choice, _ = self._request(client, prompt, wanted)
        except RejectedError:
            return [math.nan] * len(answers)
        content = choice.logprobs.content if choice.logprobs is not None else None
        if not content:
            raise NoProbabilitiesError(f"{self._where} gives no log-probabilities")
        return share_out([(c.token, c.logprob) for c in content[0].top_logprobs], answers)

    def _request(
        self, client: openai.OpenAI, prompt: Prompt, wanted: dict[str, Any]
    ) -> tuple[Any, tuple[int, int]]:
        """Return the first choice and the tokens used; leaves out what the server refuses."""
        import openai

        messages: Any = [{"role": m.role, "content": m.content} for m in prompt.messages]
        for _ in range(len(_OPTIONAL) + 1):
            given = {k: v for k, v in wanted.items() if k not in self._refused}
            if "max_tokens" in self._refused:
                given["max_completion_tokens"] = wanted["max_tokens"]
            try:
                response: Any = client.chat.completions.create(
                    model=self.model, messages=messages, **given
                )
            except openai.NotFoundError as error:
                raise UnavailableError(
                    f"{self._where} knows no model {self.model!r}{_models_of(client)}"
                ) from error
            except openai.BadRequestError as error:
                refused = parameter_refused(error, [*given])
                if refused in _PROBABILITIES:
                    raise NoProbabilitiesError(
                        f"{self._where} gives no log-probabilities"
                    ) from error
                if refused in _OPTIONAL:
                    self._refused.add(refused)
                    continue
                self._fail(error)
            except openai.OpenAIError as error:
                self._fail(error)
            except ValueError as error:  # not JSON, or JSON cut off
                self.usage.count(0, 0, failed=True)
                raise TryAgainError("the server's answer was not JSON") from error
            return self._first_choice(response)
        raise RejectedError("the server refuses every form of the request")

    def _first_choice(self, response: Any) -> tuple[Any, tuple[int, int]]:
        try:
            choice = response.choices[0]
            _ = choice.message.content, choice.finish_reason
            used = response.usage
            counts = (used.prompt_tokens or 0, used.completion_tokens or 0) if used else (0, 0)
        except (AttributeError, IndexError, TypeError) as error:
            self.usage.count(0, 0, failed=True)
            raise TryAgainError("the server's answer was not a chat completion") from error
        self.usage.count(*counts)
        return choice, counts

    @property
    def _where(self) -> str:
        return f"the server at {self.base_url}"

    def _fail(self, error: openai.OpenAIError) -> Any:
        self.usage.count(0, 0, failed=True)
        explain(error, self.base_url, self.timeout, self.usage.total.requests > 0)


def share_out(candidates: Sequence[tuple[str, float]], answers: Sequence[str]) -> list[float]:
    """Return the probability of each answer from those of the likeliest first tokens.

    Args:
        candidates: Tokens with their log-probabilities.
        answers: Texts that differ in their first token; a token counts for an answer that begins
            with it, spaces around it aside.

    Returns:
        Probabilities that sum to 1, or nan for each where no candidate begins an answer.
    """
    weights = [0.0] * len(answers)
    for token, logprob in candidates:
        for i, answer in enumerate(answers):
            if token.strip() and answer.startswith(token.strip()):
                weights[i] += math.exp(logprob)
    total = sum(weights)
    return [w / total for w in weights] if total > 0 else [math.nan] * len(answers)


def _models_of(client: openai.OpenAI) -> str:
    try:
        known = sorted(m.id for m in client.models.list())
    except Exception:
        return ""  # only a hint inside another error
    return f"; it has {', '.join(known[:8])}" if known else ""
