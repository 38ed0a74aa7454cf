"""Servers that misbehave on the wire, below what an HTTP library would let them do."""

from __future__ import annotations

import contextlib
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

Behaviour = Callable[[socket.socket, threading.Event], None]

DRIP = 0.02
"""Seconds between two bytes: far below any time-out of a read in these tests."""


@dataclass
class Hostile:
    """A server on a free loopback port.

    Attributes:
        url: Its base URL.
        requests: The heads and bodies of all requests, as they came.
        connections: How many connections were made.
    """

    url: str
    requests: list[bytes] = field(default_factory=list)
    connections: int = 0


@contextmanager
def hostile(
    *behaviours: Behaviour, user: str = "", tls: ssl.SSLContext | None = None
) -> Iterator[Hostile]:
    """Serve; each request is answered by the next behaviour, the last one over and over."""
    over = threading.Event()
    listening = socket.create_server(("127.0.0.1", 0))
    port = listening.getsockname()[1]
    found = Hostile(f"{'https' if tls else 'http'}://{user}127.0.0.1:{port}/v1")
    lock = threading.Lock()

    def serve(plain: socket.socket) -> None:
        with contextlib.suppress(OSError), _encrypted(plain, tls) as wire:
            while request := _request(wire):
                with lock:
                    found.requests.append(request)
                    number = min(len(found.requests), len(behaviours)) - 1
                behaviours[number](wire, over)

    def accept() -> None:
        with contextlib.suppress(OSError):
            while True:
                wire, _ = listening.accept()
                found.connections += 1
                threading.Thread(target=serve, args=(wire,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield found
    finally:
        over.set()
        listening.shutdown(socket.SHUT_RDWR)
        listening.close()


def _encrypted(wire: socket.socket, tls: ssl.SSLContext | None) -> socket.socket:
    return wire if tls is None else tls.wrap_socket(wire, server_side=True)


def _request(wire: socket.socket) -> bytes:
    whole = b""
    while b"\r\n\r\n" not in whole:
        part = wire.recv(1 << 16)
        if not part:
            return b""
        whole += part
    head, _, body = whole.partition(b"\r\n\r\n")
    lengths = [line[15:] for line in head.split(b"\r\n") if line.lower()[:15] == b"content-length:"]
    while len(body) < int(lengths[0] if lengths else 0):
        body += wire.recv(1 << 16)
    return head + b"\r\n\r\n" + body


def completion(text: str = "fine") -> bytes:
    """Return the body of a good answer."""
    message = {"role": "assistant", "content": text}
    return json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode()


def whole(body: bytes, *headers: str, status: int = 200) -> bytes:
    """Return a whole answer."""
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def say(content: bytes) -> Behaviour:
    """Return a behaviour that sends ``content`` and keeps the connection."""
    return lambda wire, over: wire.sendall(content)


def close_after(content: bytes) -> Behaviour:
    """Return a behaviour that sends ``content`` and closes the connection."""

    def behave(wire: socket.socket, over: threading.Event) -> None:
        wire.sendall(content)
        wire.shutdown(socket.SHUT_RDWR)

    return behave


def hang(wire: socket.socket, over: threading.Event) -> None:
    """Never answer."""
    over.wait()


def drip(content: bytes) -> Behaviour:
    """Return a behaviour that sends ``content`` byte by byte, again and again."""

    def behave(wire: socket.socket, over: threading.Event) -> None:
        while not over.is_set():
            for byte in content:
                wire.sendall(bytes([byte]))
                time.sleep(DRIP)

    return behave


def first_then_drip(head: bytes, content: bytes) -> Behaviour:
    """Return a behaviour that sends ``head`` at once and drips ``content`` behind it."""

    def behave(wire: socket.socket, over: threading.Event) -> None:
        wire.sendall(head)
        drip(content)(wire, over)

    return behave


def endless(head: bytes, part: bytes) -> Behaviour:
    """Return a behaviour that sends ``head`` and then ``part`` for ever, as fast as it is read."""

    def behave(wire: socket.socket, over: threading.Event) -> None:
        wire.sendall(head)
        while not over.is_set():
            wire.sendall(part)

    return behave
