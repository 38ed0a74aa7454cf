"""JSON over HTTP within a deadline and a size, both for the whole of an answer.

A time-out of each read, which is what HTTP libraries offer, lets a server that drips a byte now and
then hold a request for ever. Here one deadline covers connecting, sending, the head and the body.
"""

from __future__ import annotations

import base64
import http.client
import io
import json
import math
import select
import socket
import ssl
import threading
import time
import urllib.request
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib.metadata import version
from types import TracebackType
from typing import Any, NamedTuple, Self, cast
from urllib.parse import unquote, urlsplit

from seethrough.errors import UsageError
from seethrough.models.addresses import is_loopback

LONGEST_ANSWER = 2 << 20
"""Bytes; the longest answers of models that think aloud have a tenth of it."""

LONGEST_CONNECTING = 10.0
"""Seconds for each address of a host."""

_BLOCK = 1 << 16


class NoAnswerError(Exception):
    """No whole answer came."""


class TooSlowError(NoAnswerError):
    """The deadline passed."""


class TooLongError(NoAnswerError):
    """The answer is larger than was allowed."""


class NobodyListensError(NoAnswerError):
    """No connection was made: there is no such host, or nobody listens there."""


class BrokenError(NoAnswerError):
    """The connection broke, or what came is not HTTP."""


class Reply(NamedTuple):
    """An answer.

    Attributes:
        status: The HTTP status.
        headers: By their names in lower case.
        body: The bytes.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """Return the body's value.

        Raises:
            ValueError: It is not JSON.
        """
        try:
            return json.loads(self.body)
        except RecursionError:
            raise ValueError("nested too deeply") from None


class HttpClient:
    """Asks one server; each thread has a connection of its own that is used again.

    Redirects are not followed. A proxy from the environment is used but for a server on this
    machine: what is sent goes to the address that was allowed.

    Args:
        base_url: What the paths are appended to. User name and password in it are sent as basic
            authorization.
        headers: Sent with each request.
        longest: The most bytes of one answer.

    Raises:
        UsageError: A header, such as the one of a key, holds what a header cannot.
    """

    def __init__(
        self, base_url: str, headers: Mapping[str, str], longest: int = LONGEST_ANSWER
    ) -> None:
        self._target = _Target(base_url)
        self._headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Accept-Encoding": "identity",  # a small packed answer may be a huge one
            "User-Agent": f"seethrough/{version('seethrough')}",
            **headers,
            **self._target.headers,
        }
        for name, value in self._headers.items():
            if not (value.isascii() and value.isprintable()):
                raise UsageError(
                    f"the header {name} holds a character that is not printable ASCII; look at the"
                    " key, which is not shown here"
                )
        self._longest = longest
        self._own = threading.local()
        self._all: list[_Connection] = []
        self._lock = threading.Lock()

    @property
    def host(self) -> str:
        """The server's name, without anything secret."""
        return self._target.host

    def __enter__(self) -> Self:
        """Open nothing yet."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all connections, also where a thread still waits on one."""
        with self._lock:
            for connection in self._all:
                connection.hang_up()
            self._all.clear()

    def request(self, method: str, path: str, seconds: float, body: Any = None) -> Reply:
        """Send a request and return the whole answer.

        Args:
            method: ``GET`` or ``POST``.
            path: Appended to the base URL.
            seconds: The time for all of it, above 0.
            body: A JSON-able value, or None for none.

        Raises:
            NoAnswerError: Which kind says why.
        """
        connection = self._connection()
        connection.start(seconds, self._longest)
        content = None if body is None else json.dumps(body).encode()
        try:
            connection.request(method, self._target.path(path), content, dict(self._headers))
            response = connection.getresponse()
            found = io.BytesIO()
            while part := response.read(_BLOCK):
                found.write(part)
            if response.length:
                raise BrokenError("the body ended early")
        except BaseException as error:
            connection.hang_up()
            if isinstance(error, NoAnswerError):
                raise
            if isinstance(error, TimeoutError):
                raise TooSlowError from error
            if isinstance(error, OSError | http.client.HTTPException | ValueError):
                raise BrokenError(type(error).__name__) from error
            raise
        headers = {name.lower(): value for name, value in response.getheaders()}
        return Reply(response.status, headers, found.getvalue())

    def _connection(self) -> _Connection:
        found: _Connection | None = getattr(self._own, "connection", None)
        if found is None:
            found = self._own.connection = _Connection(self._target)
            with self._lock:
                self._all.append(found)
        elif found.stale:
            found.hang_up()
        return found


class _Target:
    """Where requests go: the server, and the proxy before it."""

    def __init__(self, base_url: str) -> None:
        parts = urlsplit(base_url)
        self.tls = parts.scheme == "https"
        self.host = parts.hostname or ""
        self.port = parts.port or (443 if self.tls else 80)
        self._path, self._query = parts.path.rstrip("/"), parts.query
        self.headers: dict[str, str] = _basic("Authorization", base_url)
        self.proxy: tuple[str, int] | None = None
        self.proxy_headers: dict[str, str] = {}
        proxy = "" if is_loopback(base_url) else self._proxy(parts.scheme)
        if proxy:
            whole = urlsplit(proxy if "://" in proxy else f"http://{proxy}")
            self.proxy = (whole.hostname or "", whole.port or 80)
            self.proxy_headers = _basic("Proxy-Authorization", whole.geturl())
            if not self.tls:
                self.headers |= self.proxy_headers

    def _proxy(self, scheme: str) -> str:
        if urllib.request.proxy_bypass(self.host):
            return ""
        known = urllib.request.getproxies()
        return known.get(scheme) or known.get("all") or ""

    def path(self, path: str) -> str:
        """Return what stands in the request's first line."""
        whole = f"{self._path}{path}" + (f"?{self._query}" if self._query else "")
        through = self.proxy is not None and not self.tls
        return f"http://{_bracketed(self.host)}:{self.port}{whole}" if through else whole


class _Connection(http.client.HTTPConnection):
    """A connection all of whose waiting is within one deadline."""

    def __init__(self, target: _Target) -> None:
        super().__init__(target.host, target.port)
        self.default_port = 443 if target.tls else 80  # goes without saying in the head
        self._to = target
        self._deadline = math.inf
        self._left = 0
        self._wire: socket.socket | None = None

    def start(self, seconds: float, longest: int) -> None:
        """Begin to count for one request."""
        self._deadline = time.monotonic() + seconds
        self._left = longest

    def remaining(self) -> float:
        """Return the seconds that are left.

        Raises:
            TooSlowError: There are none.
        """
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TooSlowError
        return left

    def count(self, size: int) -> None:
        """Count bytes of the answer.

        Raises:
            TooLongError: There are too many.
        """
        self._left -= size
        if self._left < 0:
            raise TooLongError

    @property
    def stale(self) -> bool:
        """Whether an idle connection has something to read: its end."""
        wire = self._wire
        if wire is None or self.sock is None:
            return False
        if hasattr(select, "poll"):
            look = select.poll()
            look.register(wire, select.POLLIN)
            return bool(look.poll(0))
        return bool(select.select([wire], [], [], 0)[0])

    def hang_up(self) -> None:
        """Close; a thread that waits on the connection wakes."""
        wire, self._wire = self._wire, None
        if wire is not None:
            with suppress(OSError):
                wire.shutdown(socket.SHUT_RDWR)
            wire.close()
        self.close()

    def connect(self) -> None:
        """Connect, through the proxy where there is one."""
        to = self._to
        try:
            wire = socket.create_connection(
                to.proxy or (to.host, to.port), min(self.remaining(), LONGEST_CONNECTING)
            )
        except TimeoutError:
            raise
        except OSError as error:
            raise NobodyListensError from error
        self._wire = wire
        wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if to.tls:
            if to.proxy:
                self._open_tunnel(wire)
            wire.settimeout(self.remaining())  # holds for the whole handshake
            self._wire = wire = _trust().wrap_socket(wire, server_hostname=to.host)
        self.sock = cast(socket.socket, _Timed(wire, self))

    def _open_tunnel(self, wire: socket.socket) -> None:
        where = f"{_bracketed(self._to.host)}:{self._to.port}"
        lines = [f"CONNECT {where} HTTP/1.1", f"Host: {where}"]
        lines += [f"{name}: {value}" for name, value in self._to.proxy_headers.items()]
        timed = _Timed(wire, self)
        timed.sendall("\r\n".join([*lines, "", ""]).encode("ascii"))
        answer = http.client.HTTPResponse(cast(socket.socket, timed), method="CONNECT")
        answer.begin()
        if answer.status != 200:
            raise NobodyListensError


class _Timed:
    """Stands in for a socket: what http.client needs of one, within the deadline."""

    def __init__(self, wire: socket.socket, connection: _Connection) -> None:
        self._wire = wire
        self._connection = connection
        self._readers = 0
        self._closed = False

    def sendall(self, data: bytes) -> None:
        self._wire.settimeout(self._connection.remaining())  # holds for the whole call
        self._wire.sendall(data)

    def makefile(self, mode: str) -> io.BufferedReader:
        self._readers += 1
        return io.BufferedReader(_Incoming(self._wire, self._connection, self._read))

    def close(self) -> None:
        """Close once the answer that is being read has been read."""
        self._closed = True
        if self._readers == 0:
            self._wire.close()

    def _read(self) -> None:
        self._readers -= 1
        if self._closed and self._readers == 0:
            self._wire.close()


class _Incoming(io.RawIOBase):
    def __init__(
        self, wire: socket.socket, connection: _Connection, on_close: Callable[[], None]
    ) -> None:
        super().__init__()
        self._wire = wire
        self._connection = connection
        self._on_close = on_close

    def close(self) -> None:
        if not self.closed:
            self._on_close()
        super().close()

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._wire.settimeout(self._connection.remaining())
        size = self._wire.recv_into(buffer)
        self._connection.count(size)
        return size


def _trust() -> ssl.SSLContext:
    """Return this machine's certificate authorities, and certifi's where there are none."""
    context = ssl.create_default_context()
    if not context.get_ca_certs():
        with suppress(ImportError):
            import certifi

            context.load_verify_locations(certifi.where())
    return context


def _basic(header: str, url: str) -> dict[str, str]:
    parts = urlsplit(url)
    if parts.username is None:
        return {}
    both = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return {header: f"Basic {base64.b64encode(both.encode()).decode()}"}


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
