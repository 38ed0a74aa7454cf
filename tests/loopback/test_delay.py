"""No answer waits until the client has confirmed its first bytes."""

from __future__ import annotations

import socket
from http.client import HTTPConnection

from starlette.responses import PlainTextResponse
from starlette.routing import Route

from seethrough.loopback import HOST, Loopback


def test_small_parts_are_sent_at_once() -> None:
    async def told(request: object) -> PlainTextResponse:
        return PlainTextResponse("here")

    with Loopback([Route("/", told)]) as server:
        client = HTTPConnection(HOST, server.port, timeout=20)
        for _ in range(2):
            client.request("GET", "/")
            assert client.getresponse().read() == b"here"
            (connection,) = server._server.server_state.connections
            own = connection.transport.get_extra_info("socket")  # type: ignore[union-attr]
            assert own.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        client.close()
