"""A server that speaks OpenAI's chat protocol with the fake model, and misbehaves on request.

Public, so that anyone can test against it without a network::

    with FakeServer(faults=Faults(busy=0.1, dropped=0.05)) as server:
        model = OpenAI("fake", server.url)
"""

from __future__ import annotations

import hashlib
import json
import math
import threading
import time
from collections import Counter
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from seethrough.language_model import Message, NoProbabilitiesError, Options, Prompt
from seethrough.models.fake import TASK_WORDS, Fake


@dataclass(frozen=True)
class Faults:
    """How often what goes wrong, as shares of all requests; which ones depends on the seed alone.

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


class FakeServer:
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
        self.slots = threading.BoundedSemaphore(slots)
        self.outcomes: Counter[str] = Counter()
        """How requests ended: ``answered``, or the fault."""
        self.answered: Counter[str] = Counter()
        """How often each prompt was answered well, by its last turn."""
        self.requests: list[dict[str, Any]] = []
        """The bodies of all requests, in order of arrival."""
        self.held = 0.0
        """Seconds for which slots were meant to be held so far, over all requests."""
        self.lock = threading.Lock()
        self._server = _Server(("127.0.0.1", 0), _Handler)
        self._server.fake = self

    @property
    def url(self) -> str:
        """The base URL."""
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        """Start to serve."""
        serve = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        serve.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 256
    fake: FakeServer

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing: clients that go away are what this server is for."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one packet: in two, the second waits 40 ms
    server: _Server

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Answer ``/v1/models``."""
        names = [{"id": n, "object": "model", "created": 0} for n in self.server.fake.names]
        self._reply(200, {"object": "list", "data": names})

    def do_POST(self) -> None:
        """Answer ``/v1/chat/completions``."""
        fake = self.server.fake
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with fake.lock:
            number = len(fake.requests)
            fake.requests.append(body)
        outcome = self._outcome(body, number)
        with fake.lock:
            fake.outcomes[outcome] += 1
            if outcome == "answered":
                fake.answered[str(body["messages"][-1]["content"])] += 1

    def _outcome(self, body: dict[str, Any], number: int) -> str:
        fake = self.server.fake
        if fake.key and self.headers.get("Authorization") != f"Bearer {fake.key}":
            return self._error(401, "invalid_api_key")
        if body["model"] not in fake.names:
            return self._error(404, "model_not_found")
        for parameter in fake.refuses:
            if parameter in body:
                return self._error(400, "unsupported_parameter", parameter)
        words = sum(len(m["content"].split()) for m in body["messages"])
        if fake.longest and words > fake.longest:
            return self._error(400, "context_length_exceeded")
        if not fake.slots.acquire(blocking=False):
            return self._error(429, "busy")
        try:
            return self._with_fault(body, fake.faults.of(number))
        finally:
            fake.slots.release()

    def _with_fault(self, body: dict[str, Any], fault: str) -> str:
        fake = self.server.fake
        if fault == "busy":
            return self._error(429, "busy")
        delay = fake.delay * (5 if fault == "slow" else 1)
        with fake.lock:
            fake.held += delay
        time.sleep(delay)
        if fault == "dropped":
            self.close_connection = True
            return fault
        if fault == "broken":
            return self._error(500, fault)
        answer = _completion(fake.model, body)
        if fault == "garbage":
            self._send(200, b"<html>Bad gateway?</html> {{{")
            return fault
        if fault == "truncated":
            whole = json.dumps(answer).encode()
            self._send(200, whole[: len(whole) // 2])
            return fault
        if answer is None:
            return self._error(400, "unsupported_parameter", "logprobs")
        self._reply(200, answer)
        return "answered"

    def _error(self, status: int, code: str, parameter: str | None = None) -> str:
        error = {"message": f"{code}: {parameter}", "type": "error", "param": parameter}
        self._reply(status, {"error": {**error, "code": code}})
        return "busy" if status == 429 else str(status)

    def _reply(self, status: int, body: Any) -> None:
        self._send(status, json.dumps(body).encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if status == 429:
            self.send_header("Retry-After", "0.05")
        self.end_headers()
        self.wfile.write(body)


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
