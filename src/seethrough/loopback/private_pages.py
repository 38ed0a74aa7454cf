"""A server on loopback whose pages only those can reach who were told their address."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Sequence

from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Mount, Router
from starlette.types import ASGIApp, Receive, Scope, Send

from seethrough.errors import UsageError
from seethrough.loopback.limits import Limits
from seethrough.loopback.server import Loopback
from seethrough.loopback.turns import Turns


class PrivatePages(Loopback):
    """Serves routes whose addresses all begin with a random token; any other is not found.

    Args:
        routes: The routes, without the token.
        port: The port; a free one if 0.
        limits: The limits of a client.
        policy: The content security policy.

    Raises:
        UsageError: The port is taken or not allowed.
    """

    def __init__(self, routes: Sequence[BaseRoute], port: int, limits: Limits, policy: str) -> None:
        self.token = secrets.token_urlsafe(24)
        self._turns = Turns()
        # The address of a redirect would quote the request.
        pages = Router(routes, redirect_slashes=False)
        guarded = Mount("/{token}", pages, middleware=[Middleware(_TokenGuard, token=self.token)])
        try:
            super().__init__([guarded], port, limits, policy)
        except OSError as error:
            raise UsageError(
                f"port {port} cannot be used ({error.strerror}); leave it out"
            ) from None

    @property
    def url(self) -> str:
        """The address with the token."""
        return f"{super().url}/{self.token}/"


class _TokenGuard:
    """Middleware that finds nothing behind a wrong token, in a time that tells nothing of it."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self.app = app
        self.token = token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = scope["path_params"]["token"].encode("utf-8", "replace")
        if not hmac.compare_digest(given, self.token):
            raise HTTPException(404)
        await self.app(scope, receive, send)
