"""The limits of a client."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a client.

    Attributes:
        body: Bytes of a request's body; a larger one is answered 413.
        seconds: How long a client may take over the head of a request, over its body, and over
            taking an answer that does not fit into the system's buffers.
        clients: Connections at once. One more ends the one that has been silent longest; where all
            are being answered, it gets status 503.
    """

    body: int = 1 << 20
    seconds: float = 10.0
    clients: int = 128
