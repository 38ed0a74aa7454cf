"""A server that speaks OpenAI's chat protocol with the fake model, and misbehaves on request.

Public, so that anyone can test against it without a network::

    with FakeServer(faults=Faults(busy=0.1, dropped=0.05)) as server:
        model = OpenAI("fake", server.url)
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
from collections import Counter
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seethrough.language_model import Message, NoProbabilitiesError, Options, Prompt
from seethrough.loopback import Limits, Loopback
from seethrough.loopback.exchange import json_answer, read_json
from seethrough.models.fakes.fake import TASK_WORDS, Fake

LIMITS = Limits(body=1 << 26, seconds=60.0, clients=512)


@dataclass(frozen=True)
class Faults:
    """The rates of faults, as shares of all requests; which requests depends only on the seed.

    Attributes:
        busy: Answered 429 with ``Retry-After: 0.05``.
        broken: Answered 500.
        garbage: Answered 200 with what is not JSON.
        truncated: Answered 200 with the first half of the JSON.
        dropped: The connection is closed without an answer.
        slow: Answered after five times the delay.
        seed: Another seed hits other requests.
    """

    busy: float = 0.0
    broken: float = 0.0
    garbage: float = 0.0
    truncated: float = 0.0
    dropped: float = 0.0
    slow: float = 0.0
    seed: int = 0

    def of(self, request: int) -> str:
        """Return what goes wrong with the request of this number, or an empty string."""
        digest = hashlib.sha256(f"{self.seed} {request}".encode()).digest()
        luck = int.from_bytes(digest[:8], "big") / 2**64
        for name in ("busy", "broken", "garbage", "truncated", "dropped", "slow"):
            luck -= getattr(self, name)
            if luck < 0:
                return name
        return ""


class FakeServer(Loopback):
    """Serves a fake model on a free loopback port while it is open.

    Args:
        model: What answers.
        faults: What goes wrong.
        delay: Seconds that each answer takes.
        slots: How many answers are made at once; a further request is answered 429.
        key: The API key that is required; empty for none.
        names: The models that it knows.
        refuses: Parameters that it answers with 400, such as ``response_format``.
        longest: The most words in a prompt; 0 for any number.
    """

    def __init__(
        self,
        model: Fake | None = None,
        faults: Faults | None = None,
        delay: float = 0.0,
        slots: int = 64,
        key: str = "",
        names: tuple[str, ...] = ("fake",),
        refuses: tuple[str, ...] = (),
        longest: int = 0,
    ) -> None:
        self.model = model or Fake()
        self.faults = faults or Faults()
        self.delay = delay
        self.key = key
        self.names = names
        self.refuses = refuses
        self.longest = longest
        self.free = slots
        """How many answers may still be made at once."""
        self.outcomes: Counter[str] = Counter()
        """How requests ended: ``answered``, or the fault."""
        self.answered: Counter[str] = Counter()
        """How often each prompt was answered well, by its last turn."""
        self.requests: list[dict[str, Any]] = []
        """The bodies of all requests, in order of arrival."""
        self.held = 0.0
        """Seconds for which slots were meant to be held so far, over all requests."""
        routes = [
            Route("/v1/models", self._list),
            Route("/v1/chat/completions", self._chat, methods=["POST"]),
        ]
        super().__init__(routes, limits=LIMITS)

    @property
    def url(self) -> str:
        """The base URL."""
        return f"{super().url}/v1"

    async def _list(self, request: Request) -> Response:
        names = [{"id": name, "object": "model", "created": 0} for name in self.names]
        return json_answer({"object": "list", "data": names})

    async def _chat(self, request: Request) -> Response:
        body = await read_json(request, LIMITS)
        number = len(self.requests)
        self.requests.append(body)
        outcome, answer = await self._outcome(request, body, number)
        self.outcomes[outcome] += 1
        if outcome == "answered":
            self.answered[str(body["messages"][-1]["content"])] += 1
        return answer

    async def _outcome(
        self, request: Request, body: dict[str, Any], number: int
    ) -> tuple[str, Response]:
        """Return how a request ends, and what it is answered."""
        if self.key and request.headers.get("authorization") != f"Bearer {self.key}":
            return _error(401, "invalid_api_key")
        if not _is_chat(body):
            return _error(400, "invalid_request")
        if body["model"] not in self.names:
            return _error(404, "model_not_found")
        for parameter in self.refuses:
            if parameter in body:
                return _error(400, "unsupported_parameter", parameter)
        words = sum(len(m["content"].split()) for m in body["messages"])
        if self.longest and words > self.longest:
            return _error(400, "context_length_exceeded")
        if not self.free:
            return _error(429, "busy")
        self.free -= 1
        try:
            return await self._with_fault(request, body, self.faults.of(number))
        finally:
            self.free += 1

    async def _with_fault(
        self, request: Request, body: dict[str, Any], fault: str
    ) -> tuple[str, Response]:
        if fault == "busy":
            return _error(429, "busy")
        delay = self.delay * (5 if fault == "slow" else 1)
        self.held += delay
        await asyncio.sleep(delay)
        if fault == "dropped":
            request.state.hang_up()
            return fault, Response()
        if fault == "broken":
            return _error(500, fault)
        answer = _completion(self.model, body)
        if fault == "garbage":
            return fault, _raw(b"<html>Bad gateway?</html> {{{")
        if fault == "truncated":
            whole = json.dumps(answer).encode()
            return fault, _raw(whole[: len(whole) // 2])
        if answer is None:
            return _error(400, "unsupported_parameter", "logprobs")
        return "answered", json_answer(answer)


def _error(status: int, code: str, parameter: str | None = None) -> tuple[str, Response]:
    error = {"message": f"{code}: {parameter}", "type": "error", "param": parameter, "code": code}
    headers = {"Retry-After": "0.05"} if status == 429 else None
    answer = json_answer({"error": error}, status, headers)
    return "busy" if status == 429 else str(status), answer


def _raw(content: bytes) -> Response:
    return Response(content, media_type="application/json")


def _is_chat(body: Any) -> bool:
    """Return whether a body has what every chat has: a model, and turns of text."""
    try:
        turns = [(turn["role"], turn["content"]) for turn in body["messages"]]
        named = isinstance(body["model"], str)
    except (KeyError, TypeError):
        return False
    return named and bool(turns) and all(isinstance(part, str) for turn in turns for part in turn)


def _completion(model: Fake, body: dict[str, Any]) -> dict[str, Any] | None:
    messages = tuple(Message(m["role"], m["content"]) for m in body["messages"])
    schema = body.get("response_format", {}).get("json_schema", {})
    prompt = Prompt(messages, schema.get("name", "") or _task(messages))
    logprobs = None
    if body.get("logprobs"):
        try:
            yes, no = model.choose([prompt], ["Yes", "No"])[0].tolist()
        except NoProbabilitiesError:
            return None
        top = [
            {"token": t, "logprob": math.log(max(p, 1e-9)), "bytes": None}
            for t, p in (("Yes", yes), ("No", no))
        ]
        logprobs = {"content": [{**top[0], "top_logprobs": top}]}
        text, reason, used = "Yes", "length", (1, 1)
    else:
        most = int(body.get("max_tokens") or body.get("max_completion_tokens") or 4096)
        seed = int(body.get("seed") or 0)
        options = Options(float(body.get("temperature") or 0.0), seed, seed, most)
        answer = model.generate([prompt], options)[0]
        text, used = answer.text, (answer.prompt_tokens, answer.completion_tokens)
        reason = {"cut short": "length", "refused": "content_filter"}.get(answer.problem, "stop")
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": reason, "logprobs": logprobs}
    return {
        "id": "fake",
        "object": "chat.completion",
        "created": 0,
        "model": body["model"],
        "choices": [choice],
        "usage": {
            "prompt_tokens": used[0],
            "completion_tokens": used[1],
            "total_tokens": sum(used),
        },
    }


def _task(messages: tuple[Message, ...]) -> str:
    """Return the task whose instructions a prompt opens with, as far as it has them."""
    opening = messages[0].content
    return next((task for task, words in TASK_WORDS.items() if words in opening), "")
