"""Binds 127.0.0.1 and serves an application there."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import Any, Self

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute

from seethrough.loopback.connection import Connection
from seethrough.loopback.exchange import json_answer
from seethrough.loopback.guard import Guard, Refusal
from seethrough.loopback.limits import Limits

HOST = "127.0.0.1"
CLOSED = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The content security policy of a server without pages."""

_HEADERS = (
    ("Cache-Control", "no-store"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Referrer-Policy", "no-referrer"),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
)
_QUEUE = 256
"""Connections that the system holds until the event loop takes them."""

_LAST_SECONDS = 1
"""How long a running answer may take when the server is stopped."""


def plain(message: str) -> dict[str, Any]:
    """Return the JSON of an error: ``{"error": message}``."""
    return {"error": message}


class Loopback:
    """Serves routes on 127.0.0.1, to requests for that name or ``localhost``.

    Every answer carries the security headers, refusals included. Nothing is logged.

    Args:
        routes: The routes.
        port: The port; a free one if 0.
        limits: The limits of a client.
        policy: The content security policy.
        problem: Makes the JSON of an error from its message.

    Raises:
        OSError: The port is taken or not allowed.
    """

    def __init__(
        self,
        routes: Sequence[BaseRoute],
        port: int = 0,
        limits: Limits | None = None,
        policy: str = CLOSED,
        problem: Callable[[str], Mapping[str, Any]] = plain,
    ) -> None:
        limits = limits or Limits()
        self._socket = socket.create_server((HOST, port), backlog=_QUEUE)
        self.port: int = self._socket.getsockname()[1]
        self._server = uvicorn.Server(
            uvicorn.Config(
                _application(routes, problem),
                loop="asyncio",
                http=Connection.under(limits),
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                log_level=logging.CRITICAL,
                access_log=False,
                workers=1,
                proxy_headers=False,
                server_header=False,
                date_header=False,
                headers=[*_HEADERS, ("Content-Security-Policy", policy)],
                limit_concurrency=limits.clients + 1,
                backlog=_QUEUE,
                timeout_graceful_shutdown=_LAST_SECONDS,
            )
        )

    @property
    def url(self) -> str:
        """The address, without a slash at its end."""
        return f"http://{HOST}:{self.port}"

    def serve(self) -> None:
        """Answer until interrupted, or until ``stop`` is called from another thread; once only.

        Raises:
            KeyboardInterrupt: It was interrupted.
        """
        self._run()

    def stop(self) -> None:
        """End ``serve``."""
        self._server.should_exit = True

    def close(self) -> None:
        """Give the port back."""
        self._socket.close()

    def __enter__(self) -> Self:
        """Serve in a thread."""
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop."""
        self.stop()
        self._thread.join()
        self.close()

    def _run(self) -> None:
        self._server.run(sockets=[self._socket])


def _application(
    routes: Sequence[BaseRoute], problem: Callable[[str], Mapping[str, Any]]
) -> Starlette:
    def refuse(refused: Refusal) -> Response:
        return json_answer(problem(refused.message), refused.status)

    async def answer_error(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        headers = dict(error.headers or {})
        return json_answer(problem(error.detail), error.status_code, headers)

    async def answer_bug(request: Request, error: Exception) -> Response:
        # Its message may quote the request.
        return json_answer(problem(f"a bug: {type(error).__name__}"), 500)

    application = Starlette(
        routes=routes,
        middleware=[Middleware(Guard, refuse=refuse)],
        exception_handlers={HTTPException: answer_error, Exception: answer_bug},
    )
    application.router.redirect_slashes = False  # the address of a redirect quotes the request
    return application
