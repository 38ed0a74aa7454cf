"""A server on loopback that speaks OpenAI's chat protocol."""

from __future__ import annotations

import hmac
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from seethrough.errors import SeethroughError, UnavailableError
from seethrough.loopback.exchange import json_answer, read_json
from seethrough.loopback.limits import Limits
from seethrough.loopback.server import Loopback
from seethrough.loopback.turns import Turns

LIMITS = Limits(body=1 << 20)

_LONGEST_ANSWER = 100_000
_MOST_STOPS = 16


@dataclass(frozen=True)
class Asked:
    """What a client asks.

    Attributes:
        question: The last turn of the user's.
        begun: The model's own turn behind it, with which the answer is to go on; mostly empty.
        stops: Strings before which the answer ends.
        tokens: The most tokens of the answer; 0 where the client does not say.
    """

    question: str
    begun: str = ""
    stops: tuple[str, ...] = ()
    tokens: int = 0


@dataclass(frozen=True)
class Told:
    """What a client is told.

    Attributes:
        parts: The answer, in pieces where it may be sent so.
        problem: Why there is none; the server then answers 503.
        withheld: Whether it was held back, which the protocol calls ``content_filter``.
    """

    parts: Sequence[str]
    problem: str = ""
    withheld: bool = False


class Chat(Loopback):
    """Answers ``POST /v1/chat/completions`` and ``GET /v1/models`` on 127.0.0.1 while it is open.

    Questions are answered one at a time. A client that asks for a stream gets the finished answer
    in pieces.

    Args:
        name: What the one model is called.
        answer: Answers; called in a thread of its own.
        port: The port; 0 for a free one.
        key: What a request must carry as its bearer token; empty for none.

    Raises:
        UnavailableError: The port is taken or not allowed.
    """

    def __init__(
        self, name: str, answer: Callable[[Asked], Told], port: int = 0, key: str = ""
    ) -> None:
        self._name = name
        self._ask = answer
        self._key = key.encode()
        self._turns = Turns()
        routes = [
            Route("/v1/models", self._list),
            Route("/v1/chat/completions", self._answer, methods=["POST"]),
        ]
        try:
            super().__init__(routes, port, LIMITS, problem=_problem)
        except OSError as error:
            raise UnavailableError(
                f"port {port} of 127.0.0.1 cannot be used ({error.strerror or error});"
                " --port 0 takes a free one"
            ) from error

    @property
    def url(self) -> str:
        """The base URL for a client."""
        return f"{super().url}/v1"

    async def _list(self, request: Request) -> Response:
        self._check_key(request)
        return json_answer({"object": "list", "data": [{"id": self._name, "object": "model"}]})

    async def _answer(self, request: Request) -> Response:
        self._check_key(request)
        body = await read_json(request, LIMITS)
        asked = _asked(body)
        try:
            told = await self._turns.take(request, lambda: self._ask(asked))
        except SeethroughError as error:
            raise HTTPException(503, str(error)) from None
        if told.problem:
            raise HTTPException(503, told.problem)
        finish = "content_filter" if told.withheld else "stop"
        if body.get("stream") is True:
            return StreamingResponse(
                _events(self._name, told.parts, finish), media_type="text/event-stream"
            )
        return json_answer(_completion(self._name, "".join(told.parts), finish))

    def _check_key(self, request: Request) -> None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        # Headers reach us as Latin-1: this gives back the bytes that were sent.
        right = hmac.compare_digest(token.strip().encode("latin-1"), self._key)
        if self._key and not (right and scheme.lower() == "bearer"):
            raise HTTPException(401, "wrong key", {"WWW-Authenticate": "Bearer"})


def _asked(body: Any) -> Asked:
    """Return what a request asks.

    Raises:
        HTTPException: 400 where there is no user turn that is text, or a setting is none.
    """
    try:
        turns = [(turn["role"], turn["content"]) for turn in body["messages"]]
        said = [_text(content) for role, content in turns if role == "user"]
        begun = _text(turns[-1][1]) if turns[-1][0] == "assistant" else ""
        (said[-1] + begun).encode()  # half a surrogate pair is JSON, but no text for a model
    except (ValueError, KeyError, TypeError, IndexError, AttributeError):
        raise HTTPException(400, "no messages with a user turn of text") from None
    stops = body.get("stop")
    stops = [stops] if isinstance(stops, str) else [] if stops is None else stops
    tokens = body.get("max_tokens")
    tokens = 0 if tokens is None else tokens
    if not isinstance(stops, list) or not all(isinstance(s, str) for s in stops):
        raise HTTPException(400, "stop is no text and no list of texts")
    if type(tokens) is not int or not 0 <= tokens <= _LONGEST_ANSWER:
        raise HTTPException(400, f"max_tokens is no whole number up to {_LONGEST_ANSWER:,}")
    if len(stops) > _MOST_STOPS:
        raise HTTPException(400, f"stop holds more than {_MOST_STOPS} texts")
    return Asked(said[-1], begun, tuple(stop for stop in stops if stop), tokens)


def _text(content: Any) -> str:
    """Return a turn's text: a string, or the text parts of a list."""
    if isinstance(content, str):
        return content
    parts = [part["text"] for part in content]
    if not all(isinstance(part, str) for part in parts):
        raise TypeError("a part's text is no text")
    return "\n".join(parts)


def _completion(name: str, text: str, finish: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "seethrough",
        "object": "chat.completion",
        "created": 0,
        "model": name,
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    }


def _events(name: str, parts: Sequence[str], finish: str) -> Iterator[bytes]:
    """Yield an answer as server-sent events."""
    deltas: list[dict[str, str]] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": part} for part in parts]
    rows: list[tuple[dict[str, str], str | None]] = [(delta, None) for delta in deltas]
    for delta, reason in [*rows, ({}, finish)]:
        event = {
            "id": "seethrough",
            "object": "chat.completion.chunk",
            "created": 0,
            "model": name,
            "choices": [{"index": 0, "delta": delta, "finish_reason": reason}],
        }
        yield b"data: " + json.dumps(event).encode() + b"\n\n"
    yield b"data: [DONE]\n\n"


def _problem(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "seethrough"}}
