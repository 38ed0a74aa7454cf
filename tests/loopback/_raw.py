"""Bytes to a server and what comes back, below any client library."""

from __future__ import annotations

import re
import socket
from contextlib import suppress
from typing import NamedTuple

from seethrough.loopback import HOST, Loopback


class Answer(NamedTuple):
    """What a server said: a status, headers by lower-case name, the body."""

    status: int
    headers: dict[str, str]
    body: bytes


def connected(server: Loopback, seconds: float = 20.0) -> socket.socket:
    """Return a connection; whatever it waits for, it waits at most so long."""
    return socket.create_connection((HOST, server.port), timeout=seconds)


def request(
    line: str, headers: dict[str, str] | None = None, body: bytes = b"", host: str = "127.0.0.1"
) -> bytes:
    """Return a request that asks for the connection to be closed behind the answer."""
    head = {"Host": host, "Connection": "close", **(headers or {})}
    if body:
        head.setdefault("Content-Length", str(len(body)))
    lines = [f"{line} HTTP/1.1", *(f"{name}: {value}" for name, value in head.items())]
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def posted(path: str, body: bytes, headers: dict[str, str] | None = None) -> bytes:
    """Return a post of JSON, or of what pretends to be JSON."""
    return request(f"POST {path}", {"Content-Type": "application/json", **(headers or {})}, body)


def rest(connection: socket.socket) -> bytes:
    """Return all that still comes, until the server closes the connection."""
    parts = []
    with suppress(ConnectionResetError, BrokenPipeError):
        while part := connection.recv(1 << 16):
            parts.append(part)
    return b"".join(parts)


def answer(connection: socket.socket) -> Answer:
    """Return the next answer of a connection that stays open, however it is cut into packets."""
    content = b""
    while b"\r\n\r\n" not in content or len(content) < _length(content):
        part = connection.recv(1 << 16)
        assert part, "closed before the answer was whole"
        content += part
    (found,) = answers(content)
    return found


def _length(content: bytes) -> int:
    """Return how long the first answer is, head and body."""
    head, blank, _ = content.partition(b"\r\n\r\n")
    (body,) = re.findall(rb"(?i)content-length: (\d+)", head)
    return len(head) + len(blank) + int(body)


def answers(content: bytes) -> list[Answer]:
    """Return the answers of one connection; each must say how long it is."""
    found = []
    while content:
        head, _, content = content.partition(b"\r\n\r\n")
        status, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (i.partition(": ") for i in lines)}
        length = int(headers.get("content-length", len(content)))
        if content.startswith(b"HTTP/1."):  # the answer to HEAD says how long, and has no body
            length = 0
        found.append(Answer(int(status.split()[1]), headers, content[:length]))
        content = content[length:]
    return found


def ask(server: Loopback, content: bytes) -> list[Answer]:
    """Send bytes and return all answers."""
    with connected(server) as connection:
        with suppress(ConnectionResetError, BrokenPipeError):
            connection.sendall(content)
        return answers(rest(connection))
