"""A connection that ends when its client stalls.

uvicorn waits forever for the head of a request: its only clock runs between two requests.
"""

from __future__ import annotations

import asyncio
import socket
from typing import ClassVar

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from seethrough.loopback.limits import Limits


class Connection(H11Protocol):
    """A client's connection. A clock runs while the client is awaited, not while it waits.

    The state of each request holds ``hang_up``, which ends the connection without an answer.
    """

    limits: ClassVar[Limits]
    _clock: asyncio.TimerHandle | None = None
    _since: float = 0.0

    @classmethod
    def under(cls, limits: Limits) -> type[Connection]:
        """Return the class of connections that keep to ``limits``."""
        return type("LimitedConnection", (cls,), {"limits": limits})

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock, send without delay, and make room."""
        super().connection_made(transport)
        # Else the body waits for the client to confirm the head, which takes 40 ms. asyncio sees to
        # that for sockets only that name their protocol; those of ``socket.create_server`` don't.
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.app_state = {**self.app_state, "hang_up": transport.close}
        self._watch()
        self._make_room()

    def data_received(self, data: bytes) -> None:
        """Take bytes, and start or stop the clock."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request, or continue with one that has arrived."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """Start the clock: the client does not take its answer."""
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        """Stop the clock: the client takes its answer."""
        super().resume_writing()
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        super().connection_lost(exc)
        self._stop_clock()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, with the headers of every other answer."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()  # an answer is under way: a second one would be taken for it
            return
        headers = [
            *self.server_state.default_headers,
            (b"content-type", b"text/plain; charset=utf-8"),
            (b"connection", b"close"),
        ]
        refusal = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        for event in (refusal, h11.Data(data=msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    @property
    def waiting(self) -> bool:
        """Whether the client is awaited: with a request, or to take an answer."""
        answering = self.cycle is not None and not self.cycle.response_complete
        return not answering or self.flow.write_paused

    def _watch(self) -> None:
        if not self.waiting:
            self._stop_clock()
        elif self._clock is None and not self.transport.is_closing():
            self._since = self.loop.time()
            self._clock = self.loop.call_later(self.limits.seconds, self.transport.abort)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.cancel()
            self._clock = None

    def _make_room(self) -> None:
        """End the connection that has been awaited longest where there are too many."""
        here = [
            other
            for other in self.connections
            if isinstance(other, Connection) and not other.transport.is_closing()
        ]
        others = [other for other in here if other is not self and other.waiting]
        if len(here) > self.limits.clients and others:
            min(others, key=lambda other: other._since).transport.abort()
