"""A service on loopback that speaks OpenAI's chat protocol."""

from __future__ import annotations

import hmac
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from seethrough.errors import SeethroughError, UnavailableError
from seethrough.release import RagRelease

LARGEST = 1 << 20
"""Bytes of a request; a larger one is refused."""

HOSTS = ("127.0.0.1", "localhost")
"""Names that a request may call the server by: a page elsewhere cannot make a browser ask it."""

MODEL = "seethrough-rag"


class RagServer:
    """Serves a release on 127.0.0.1 while it is open.

    ``POST /v1/chat/completions`` answers the last user turn, without streaming; ``GET /v1/models``
    lists the one model. The retrieved text is never sent beside the answer.

    Args:
        release: What answers.
        port: The port; 0 for a free one.
        key: What a request must carry as its bearer token; empty for none.
    """

    def __init__(self, release: RagRelease, port: int = 0, key: str = "") -> None:
        parts = {"release": release, "key": key, "lock": threading.Lock()}
        handler = type("Handler", (_Handler,), parts)
        try:
            self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        except OSError as error:
            raise UnavailableError(f"port {port} of 127.0.0.1 cannot be used: {error}") from error
        self._server.daemon_threads = True

    @property
    def url(self) -> str:
        """The base URL for a client."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def serve(self) -> None:
        """Answer until interrupted."""
        self._server.serve_forever()

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        where: TracebackType | None,
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    release: RagRelease
    key: str
    lock: threading.Lock
    wbufsize = -1  # head and body in one packet: in two, the second waits 40 ms

    def log_message(self, format: str, *args: Any) -> None:
        """Write nothing: a request's line may be followed by somebody else's questions."""

    def do_GET(self) -> None:
        """List the one model."""
        if self._refused():
            return
        if self.path != "/v1/models":
            return self._send(404, _error("not found"))
        self._send(200, {"object": "list", "data": [{"id": MODEL, "object": "model"}]})

    def do_POST(self) -> None:
        """Answer a question."""
        if self._refused():
            return
        if self.path != "/v1/chat/completions":
            return self._send(404, _error("not found"))
        question = self._question()
        if question is None:
            return
        try:
            with self.lock:
                reply = self.release.ask([question])[0]
        except SeethroughError as error:
            return self._send(503, _error(str(error)))
        if reply.problem:
            return self._send(503, _error(reply.problem))
        message = {"role": "assistant", "content": reply.text}
        choice = {"index": 0, "message": message, "finish_reason": "stop"}
        self._send(
            200,
            {
                "id": "seethrough",
                "object": "chat.completion",
                "created": 0,
                "model": MODEL,
                "choices": [choice],
                "usage": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
            },
        )

    def _question(self) -> str | None:
        """Return the last user turn, or None where an error was sent."""
        length = self.headers.get("Content-Length", "")
        if not length.isdigit() or int(length) > LARGEST:
            self.close_connection = True
            self._send(413, _error(f"a request has at most {LARGEST} bytes and says how many"))
            return None
        try:
            turns = json.loads(self.rfile.read(int(length)))["messages"]
            said = [str(turn["content"]) for turn in turns if turn["role"] == "user"]
            return said[-1]
        except (ValueError, KeyError, TypeError, IndexError):
            self._send(400, _error("no messages with a user turn"))
            return None

    def _refused(self) -> bool:
        """Send an error to whoever may not ask."""
        host = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        if host not in HOSTS:
            self._send(403, _error("ask 127.0.0.1"))
        elif self.key and not hmac.compare_digest(token.encode(), self.key.encode()):
            self._send(401, _error("wrong key"))
        else:
            return False
        self.close_connection = True
        return True

    def _send(self, status: int, body: dict[str, Any]) -> None:
        content = json.dumps(body, ensure_ascii=False).encode("utf-8", "replace")
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)


def _error(message: str) -> dict[str, Any]:
    return {"error": {"message": message, "type": "seethrough"}}
