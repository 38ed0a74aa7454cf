"""Any endpoint that speaks OpenAI's chat protocol: vLLM, Ollama, llama.cpp, a commercial one."""

from __future__ import annotations

import ipaddress
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import numpy as np
import numpy.typing as npt

from seethrough.errors import MissingExtraError, UnavailableError
from seethrough.language_model import (
    CUT_SHORT,
    REFUSED,
    Answer,
    NoProbabilitiesError,
    OnAnswer,
    Options,
    Prompt,
)
from seethrough.models.usage import Usage
from seethrough.models.work import Patience, TryAgainError, work_through

if TYPE_CHECKING:
    import openai

TOP = 20
"""How many of the likeliest next tokens are asked for; the most that OpenAI gives."""

_OPTIONAL = ("response_format", "seed", "temperature", "max_tokens")
"""Parameters that some servers refuse; the request is then made without."""


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
        return work_through(
            len(prompts),
            lambda i: self._answer(prompts[i], options),
            lambda problem: Answer("", problem),
            self.patience,
            on_answer,
        )

    def choose(self, prompts: Sequence[Prompt], answers: Sequence[str]) -> npt.NDArray[np.float64]:
        """Return the probability of each answer to each prompt; see ``ScoringModel.choose``."""
        nothing = [math.nan] * len(answers)
        rows = work_through(
            len(prompts),
            lambda i: self._weigh(prompts[i], answers),
            lambda problem: nothing,
            self.patience,
        )
        return np.array(rows, dtype=np.float64).reshape(len(prompts), len(answers))

    @cached_property
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

    def _answer(self, prompt: Prompt, options: Options) -> Answer:
        wanted: dict[str, Any] = {
            "temperature": options.temperature,
            "seed": options.seed + options.sample,
            "max_tokens": options.max_tokens,
        }
        if prompt.schema:
            wanted["response_format"] = {
                "type": "json_schema",
                "json_schema": {
                    "name": prompt.task or "answer",
                    "strict": True,
                    "schema": json.loads(prompt.schema),
                },
            }
        try:
            choice, usage = self._request(prompt, wanted)
        except _RejectedError as error:
            return Answer("", error.problem)
        text = choice.message.content or ""
        if choice.finish_reason == "content_filter" or getattr(choice.message, "refusal", None):
            return Answer(text, REFUSED, *usage)
        return Answer(text, CUT_SHORT if choice.finish_reason == "length" else "", *usage)

    def _weigh(self, prompt: Prompt, answers: Sequence[str]) -> list[float]:
        wanted = {"temperature": 0.0, "max_tokens": 1, "logprobs": True, "top_logprobs": TOP}
        try:
            choice, _ = self._request(prompt, wanted)
        except _RejectedError:
            return [math.nan] * len(answers)
        content = choice.logprobs.content if choice.logprobs is not None else None
        if not content:
            raise NoProbabilitiesError(f"{self._where} gives no log-probabilities")
        weights = [0.0] * len(answers)
        for candidate in content[0].top_logprobs:
            token = candidate.token.strip()
            for i, answer in enumerate(answers):
                if token and answer.startswith(token):
                    weights[i] += math.exp(candidate.logprob)
        total = sum(weights)
        return [w / total for w in weights] if total > 0 else [math.nan] * len(answers)

    def _request(self, prompt: Prompt, wanted: dict[str, Any]) -> tuple[Any, tuple[int, int]]:
        """Make one request, without what the server is known to refuse."""
        import openai

        messages: Any = [{"role": m.role, "content": m.content} for m in prompt.messages]
        client = self._client
        for _ in range(len(_OPTIONAL) + 1):
            given = {k: v for k, v in wanted.items() if k not in self._refused}
            if "max_tokens" in self._refused:
                given["max_completion_tokens"] = wanted["max_tokens"]
            try:
                response: Any = client.chat.completions.create(
                    model=self.model, messages=messages, **given
                )
            except openai.BadRequestError as error:
                parameter = _parameter_refused(error, given)
                if parameter in ("logprobs", "top_logprobs"):
                    raise NoProbabilitiesError(
                        f"{self._where} gives no log-probabilities"
                    ) from error
                if parameter is not None:
                    self._refused.add(parameter)
                    continue
                self._explain(error)
            except openai.OpenAIError as error:
                self._explain(error)
            except ValueError as error:  # not JSON, or JSON cut off
                self.usage.count(0, 0, failed=True)
                raise TryAgainError("the server's answer was not JSON") from error
            return self._first_choice(response)
        raise TryAgainError("the server refuses every form of the request")

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

    def _explain(self, error: openai.OpenAIError) -> Any:
        """Raise what an error means; never with the server's words, which may quote a record."""
        import openai

        self.usage.count(0, 0, failed=True)
        if isinstance(error, openai.APITimeoutError):
            raise TryAgainError(f"no answer within {self.timeout:g} s") from error
        if isinstance(error, openai.APIConnectionError):
            if self.usage.total.requests == 0 and _connection_refused(error):
                raise UnavailableError(
                    f"no server answers at {self.base_url}; start one, or name another with "
                    "--model-base-url or SEETHROUGH_BASE_URL"
                ) from error
            raise TryAgainError("the connection broke") from error
        if isinstance(error, openai.APIStatusError):
            self._explain_status(error)
        raise TryAgainError("the server's answer was not a chat completion") from error

    def _explain_status(self, error: openai.APIStatusError) -> None:
        status = error.status_code
        if status in (401, 403):
            raise UnavailableError(
                f"{self._where} refused the key (status {status}); set OPENAI_API_KEY to a key "
                "that it knows"
            ) from error
        if status == 404:
            raise UnavailableError(
                f"{self._where} knows no model {self.model!r}{self._models_there()}"
            ) from error
        if getattr(error, "code", None) == "insufficient_quota":
            raise UnavailableError(f"{self._where} says that the quota is used up") from error
        if status == 429:
            raise TryAgainError(
                "the server was too busy (429)", _retry_after(error), busy=True
            ) from error
        if status in (408, 409, 425) or status >= 500:
            raise TryAgainError(f"the server failed ({status})", _retry_after(error)) from error
        if status < 400:
            raise UnavailableError(
                f"{self._where} sends requests elsewhere (status {status}); give the final address"
            ) from error
        code = f"{getattr(error, 'code', '')} {getattr(error, 'type', '')}"
        if "content_filter" in code:
            raise _RejectedError(REFUSED) from error
        too_long = "context" in code or status == 413
        raise _RejectedError(
            "too long for the model" if too_long else f"rejected by the server ({status})"
        ) from error

    def _models_there(self) -> str:
        try:
            known = sorted(m.id for m in self._client.models.list())
        except Exception:
            return ""
        return f"; it has {', '.join(known[:8])}" if known else ""


class _RejectedError(Exception):
    """The server will never answer this one prompt."""

    def __init__(self, problem: str) -> None:
        super().__init__(problem)
        self.problem = problem


def is_loopback(url: str) -> bool:
    """Return whether an address is on this machine."""
    host = (urlsplit(url).hostname or "").rstrip(".").lower()
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _parameter_refused(error: openai.BadRequestError, given: dict[str, Any]) -> str | None:
    """Return the optional parameter that the server does not take, or None."""
    optional = [*(p for p in _OPTIONAL if p in given), "logprobs", "top_logprobs"]
    named = str(getattr(error, "param", None) or "")
    for parameter in optional:
        if parameter in given and named.partition(".")[0] == parameter:
            return parameter
    words = str(getattr(error, "message", "")).lower()
    if not any(w in words for w in ("support", "unknown", "unrecogni", "invalid", "not allowed")):
        return None
    said = {"response_format": ("response_format", "json_schema", "guided")}
    for parameter in optional:
        if parameter in given and any(w in words for w in said.get(parameter, (parameter,))):
            return parameter
    return None


def _retry_after(error: openai.APIStatusError) -> float | None:
    """Return the seconds that the server asked to wait, at most five minutes."""
    try:
        seconds = float(error.response.headers["retry-after"])
    except (KeyError, ValueError):
        return None
    return min(max(seconds, 0.0), 300.0) if math.isfinite(seconds) else None


def _connection_refused(error: BaseException) -> bool:
    """Return whether nobody listens at the address, or it has no such host."""
    cause: BaseException | None = error
    while cause is not None:
        if type(cause).__name__ == "ConnectError":
            return True
        cause = cause.__cause__ or cause.__context__
    return False
