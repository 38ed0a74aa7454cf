"""A service on loopback that speaks OpenAI's chat protocol."""

from __future__ import annotations

import hmac
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from seethrough.errors import SeethroughError, UnavailableError
from seethrough.loopback import Limits, Loopback
from seethrough.loopback.exchange import json_answer, read_json
from seethrough.loopback.turns import Turns
from seethrough.records.release import RagRelease

LIMITS = Limits(body=1 << 20)

MODEL = "seethrough-rag"


class RagServer(Loopback):
    """Serves a release on 127.0.0.1 while it is open.

    ``POST /v1/chat/completions`` answers the last user turn, without streaming; ``GET /v1/models``
    lists the one model. The retrieved text is never sent with the answer. Questions are answered
    one at a time.

    Args:
        release: The service.
        port: The port; 0 for a free one.
        key: What a request must carry as its bearer token; empty for none.
        limits: The limits of a client.

    Raises:
        UnavailableError: The port is taken or not allowed.
    """

    def __init__(
        self, release: RagRelease, port: int = 0, key: str = "", limits: Limits = LIMITS
    ) -> None:
        self._release = release
        self._key = key.encode()
        self._limits = limits
        self._turns = Turns()
        routes = [
            Route("/v1/models", self._list),
            Route("/v1/chat/completions", self._answer, methods=["POST"]),
        ]
        try:
            super().__init__(routes, port, limits, problem=_problem)
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
        return json_answer({"object": "list", "data": [{"id": MODEL, "object": "model"}]})

    async def _answer(self, request: Request) -> Response:
        self._check_key(request)
        question = _question(await read_json(request, self._limits))
        try:
            reply = (await self._turns.take(request, lambda: self._release.ask([question])))[0]
        except SeethroughError as error:
            raise HTTPException(503, str(error)) from None
        if reply.problem:
            raise HTTPException(503, reply.problem)
        return json_answer(_completion(reply.text))

    def _check_key(self, request: Request) -> None:
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        # Headers reach us as Latin-1: this gives back the bytes that were sent.
        right = hmac.compare_digest(token.strip().encode("latin-1"), self._key)
        if self._key and not (right and scheme.lower() == "bearer"):
            raise HTTPException(401, "wrong key", {"WWW-Authenticate": "Bearer"})


def _question(body: Any) -> str:
    """Return the last user turn of a request.

    Raises:
        HTTPException: 400 if there is none that is text.
    """
    try:
        said = [_text(turn["content"]) for turn in body["messages"] if turn["role"] == "user"]
        said[-1].encode()  # half a surrogate pair is JSON, but no text that a model could read
        return said[-1]
    except (ValueError, KeyError, TypeError, IndexError):
        raise HTTPException(400, "no messages with a user turn of text") from None


def _text(content: Any) -> str:
    """Return a turn's text: a string, or the text parts of a list."""
    if isinstance(content, str):
        return content
    parts = [part["text"] for part in content]
    if not all(isinstance(part, str) for part in parts):
        raise TypeError("a part's text is no text")
    return "\n".join(parts)


def _completion(text: str) -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {
        "id": "seethrough",
        "object": "chat.completion",
        "created": 0,
        "model": MODEL,
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    }


def _problem(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "seethrough"}}
