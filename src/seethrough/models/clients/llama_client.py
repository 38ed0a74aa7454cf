"""Talking to the llama.cpp child so that the same question always gets the same answer.

llama.cpp reuses what the next prompt shares with the last one, and the rounding of what it computes
depends on where that reuse ends. Left alone, a probability moves by 0.02 with the order of the
questions. So what several prompts share (``Prompt.shared``) is processed first and by itself, the
cache is cut back to exactly that before each prompt, and the rest follows: the same steps for a
prompt whatever came before.
"""

from __future__ import annotations

import json
import math
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from seethrough.errors import UnavailableError
from seethrough.language_model import CUT_SHORT, Answer, Options, Prompt
from seethrough.models.clients.http_client import (
    HttpClient,
    NoAnswerError,
    TooLongError,
    TooSlowError,
)
from seethrough.models.clients.openai import share_out
from seethrough.models.usage import Usage

TOP = 50
"""How many of the most likely next tokens are asked for; the whole vocabulary takes seconds."""

SAMPLER = {"top_k": 40, "top_p": 0.95, "min_p": 0.05, "repeat_penalty": 1.0}
"""How tokens are drawn at temperatures above 0, fixed here against changing defaults."""


@dataclass
class LlamaClient:
    """One llama.cpp server with a single slot.

    Attributes:
        address: Its address on loopback.
        key: Its API key.
        timeout: Seconds that one answer may take, with all that is asked for on the way to it.
    """

    address: str
    key: str = field(repr=False)
    timeout: float = 900.0
    _beginning: list[int] = field(default_factory=list, init=False, repr=False)
    _lock: threading.Lock = field(default_factory=threading.Lock, init=False, repr=False)

    def answer(self, prompt: Prompt, options: Options, usage: Usage) -> Answer:
        """Return the answer to one prompt."""
        asked: dict[str, Any] = {
            "n_predict": options.max_tokens,
            "temperature": options.temperature,
            "seed": options.seed + options.sample,
            **SAMPLER,
        }
        if prompt.schema:
            asked["json_schema"] = json.loads(prompt.schema)
        try:
            reply = self._ask(prompt, asked)
        except _TooLongError:
            usage.count(0, 0, failed=True)
            return Answer("", "too long for the model")
        used = int(reply["tokens_evaluated"]), int(reply["tokens_predicted"])
        usage.count(*used)
        cut = reply.get("stop_type") == "limit"
        return Answer(reply["content"].strip(), CUT_SHORT if cut else "", *used)

    def weigh(self, prompt: Prompt, answers: Sequence[str], usage: Usage) -> list[float]:
        """Return the probability of each answer to one prompt, or nan for each."""
        try:
            reply = self._ask(prompt, {"n_predict": 1, "temperature": 0.0, "n_probs": TOP})
        except _TooLongError:
            usage.count(0, 0, failed=True)
            return [math.nan] * len(answers)
        usage.count(int(reply["tokens_evaluated"]), 1)
        likeliest = reply["completion_probabilities"][0]["top_logprobs"]
        return share_out([(c["token"], c["logprob"]) for c in likeliest], answers)

    def _ask(self, prompt: Prompt, asked: dict[str, Any]) -> Any:
        messages = [{"role": m.role, "content": m.content} for m in prompt.messages]
        last = prompt.messages[-1].content
        with self._lock, HttpClient(self.address, {"Authorization": f"Bearer {self.key}"}) as http:
            turn = _Turn(http, self.timeout)
            whole = turn.post("/apply-template", {"messages": messages})["prompt"]
            place = whole.rfind(last)
            cut = place + prompt.shared if place >= 0 and prompt.shared else 0
            beginning = turn.tokens(whole[:cut])
            if beginning:
                # Cut back to this, the cache computes its last token again by itself.
                nothing = {"n_predict": 0}
                if beginning != self._beginning:
                    turn.complete(beginning, False, nothing)
                turn.complete(beginning, True, nothing)
            self._beginning = beginning
            return turn.complete(beginning + turn.tokens(whole[cut:]), bool(beginning), asked)


class _Turn:
    """One prompt's way to its answer, all of it within one deadline."""

    def __init__(self, http: HttpClient, seconds: float) -> None:
        self._http = http
        self._seconds = seconds
        self._end = time.monotonic() + seconds

    def complete(self, tokens: list[int], reuse: bool, asked: dict[str, Any]) -> Any:
        """Continue from ``tokens``; with ``reuse``, from as many as the slot's cache shares."""
        return self.post(
            "/completion", {"prompt": tokens, "cache_prompt": reuse, "id_slot": 0, **asked}
        )

    def tokens(self, text: str) -> list[int]:
        """Return the tokens of a text."""
        if not text:
            return []
        asked = {"content": text, "add_special": False, "parse_special": True}
        return list(self.post("/tokenize", asked)["tokens"])

    def post(self, path: str, body: dict[str, Any]) -> Any:
        """Return the JSON value of an answer."""
        try:
            reply = self._http.request("POST", path, self._end - time.monotonic(), body)
            if reply.status == 200:
                return reply.json()
        except TooLongError as error:
            raise _TooLongError from error
        except TooSlowError as error:
            raise UnavailableError(
                f"llama.cpp gave no answer within {self._seconds:g} s; allow more time with"
                " --model-timeout SECONDS, or name a smaller model"
            ) from error
        except (NoAnswerError, ValueError) as error:
            raise UnavailableError(
                "llama.cpp stopped answering; is there enough memory for the model?"
            ) from error
        if reply.status == 400:
            raise _TooLongError
        raise UnavailableError(f"llama.cpp failed with status {reply.status}")


class _TooLongError(Exception):
    """The prompt does not fit into the context."""
