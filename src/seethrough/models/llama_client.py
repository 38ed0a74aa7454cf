"""Talking to the llama.cpp child so that the same question always gets the same answer.

llama.cpp reuses what the next prompt shares with the last one, and the rounding of what it computes
depends on where that reuse ends. Left alone, a probability moves by 0.02 with the order of the
questions. So what several prompts share (``Prompt.shared``) is processed first and by itself, the
cache is cut back to exactly that before each prompt, and the rest follows: the same steps for a
prompt whatever came before.
"""

from __future__ import annotations

import http.client
import json
import math
import threading
import urllib.error
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from seethrough.errors import UnavailableError
from seethrough.language_model import CUT_SHORT, Answer, Options, Prompt
from seethrough.models.openai import share_out
from seethrough.models.usage import Usage

TOP = 50
"""How many of the likeliest next tokens are asked for; the whole vocabulary takes seconds."""

SAMPLER = {"top_k": 40, "top_p": 0.95, "min_p": 0.05, "repeat_penalty": 1.0}
"""How tokens are drawn at temperatures above 0, fixed here against changing defaults."""


@dataclass
class LlamaClient:
    """One llama.cpp server with a single slot.

    Attributes:
        address: Its address on loopback.
        key: Its API key.
        timeout: Seconds that one request may take.
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
        whole = self._post("/apply-template", {"messages": messages})["prompt"]
        last = prompt.messages[-1].content
        place = whole.rfind(last)
        cut = place + prompt.shared if place >= 0 and prompt.shared else 0
        beginning = self._tokens(whole[:cut])
        with self._lock:
            if beginning:
                if beginning != self._beginning:
                    self._process(beginning, reuse=False)
                self._process(beginning, reuse=True)
                self._beginning = beginning
            else:
                self._beginning = []
            tokens = beginning + self._tokens(whole[cut:])
            return self._complete(tokens, bool(beginning), asked)

    def _process(self, tokens: list[int], reuse: bool) -> None:
        """Fill the slot's cache with exactly ``tokens``.

        With ``reuse``, the cache is cut back and its last token computed again by itself.
        """
        self._complete(tokens, reuse, {"n_predict": 0})

    def _complete(self, tokens: list[int], reuse: bool, asked: dict[str, Any]) -> Any:
        return self._post(
            "/completion", {"prompt": tokens, "cache_prompt": reuse, "id_slot": 0, **asked}
        )

    def _tokens(self, text: str) -> list[int]:
        if not text:
            return []
        asked = {"content": text, "add_special": False, "parse_special": True}
        return list(self._post("/tokenize", asked)["tokens"])

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            self.address + path,
            json.dumps(body).encode(),
            {"Authorization": f"Bearer {self.key}", "Content-Type": "application/json"},
        )
        direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with direct.open(request, timeout=self.timeout) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            with error:
                if error.code == 400:
                    raise _TooLongError from error
            raise UnavailableError(f"llama.cpp failed with status {error.code}") from error
        except TimeoutError as error:
            raise UnavailableError(
                f"llama.cpp gave no answer within {self.timeout:g} s; give it longer with"
                " --model-timeout SECONDS, or name a smaller model"
            ) from error
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise UnavailableError(
                "llama.cpp stopped answering; is there enough memory for the model?"
            ) from error


class _TooLongError(Exception):
    """The prompt does not fit into the context."""
