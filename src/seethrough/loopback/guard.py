"""Requests that a page of another site makes a browser send are refused before anything reads them.

A name that another site points at this machine is not one of ours (``Host``); what a foreign page
sends carries its own address (``Origin``); and it cannot send JSON without a preflight request,
which is refused, too.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

_HOST = re.compile(r"(?:127\.0\.0\.1|localhost)(?::\d{1,5})?", re.IGNORECASE | re.ASCII)


class Refusal(NamedTuple):
    """A status and one line that says why; it quotes nothing of the request."""

    status: int
    message: str


def refusal(method: str, headers: Headers) -> Refusal | None:
    """Return why a request is refused, or None if it is allowed.

    Args:
        method: Such as ``POST``.
        headers: All of them; of each that is looked at, every copy counts.
    """
    hosts = headers.getlist("host")
    if len(hosts) != 1 or not _HOST.fullmatch(hosts[0]):
        return Refusal(403, "address this server as 127.0.0.1 or localhost")
    ours = f"http://{hosts[0]}".lower()
    if any(origin.lower() != ours for origin in headers.getlist("origin")):
        return Refusal(403, "pages of other sites are refused")
    kinds = [kind.partition(";")[0].strip().lower() for kind in headers.getlist("content-type")]
    if method == "POST" and kinds != ["application/json"]:
        return Refusal(415, "send JSON, with the header Content-Type: application/json")
    return None


class Guard:
    """Middleware that answers refused requests and passes all others on.

    Args:
        app: The guarded application.
        refuse: Makes the answer.
    """

    def __init__(self, app: ASGIApp, refuse: Callable[[Refusal], Response]) -> None:
        self.app = app
        self.refuse = refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or pass on."""
        refused = refusal(scope["method"], Headers(scope=scope))
        answer = self.app if refused is None else self.refuse(refused)
        await answer(scope, receive, send)
