"""JSON over HTTP within a deadline and a size, both for the whole of an answer.

httpx has a time-out for each read, which lets a server that sends a byte now and then hold a
request forever. So requests run in an event loop, where one deadline covers connecting, sending,
the head and the body.
"""

from __future__ import annotations

import json
import logging
import ssl
from collections.abc import Mapping
from concurrent.futures import CancelledError
from contextlib import ExitStack
from importlib.metadata import version
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Self
from urllib.parse import urlsplit

from seethrough.errors import UsageError
from seethrough.models.clients.addresses import is_loopback

if TYPE_CHECKING:
    import httpx
    from anyio.from_thread import BlockingPortal

LONGEST_ANSWER = 2 << 20
"""Bytes; the longest answers of models that think aloud have a tenth of it."""

IN_PIECES = 8
"""How many times as long a stream of events may be: each word of it comes with a frame."""


class NoAnswerError(Exception):
    """No whole answer came."""


class TooSlowError(NoAnswerError):
    """The deadline passed."""


class TooLongError(NoAnswerError):
    """The answer is larger than was allowed."""


class NobodyListensError(NoAnswerError):
    """No connection was made: there is no such host, or no server listens there."""


class UntrustedError(NoAnswerError):
    """The server's certificate does not check."""


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
        return from_json(self.body)

    @property
    def is_stream(self) -> bool:
        """Whether the body is a stream of events, each with a piece of the answer."""
        return _is_stream(self.headers)


def from_json(text: bytes | str) -> Any:
    """Return the value of a JSON text.

    Raises:
        ValueError: It is none.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("nested too deeply") from None


class HttpClient:
    """Asks one server, from several threads at once; a context, open while requests are made.

    Redirects are not followed. A proxy from the environment is used except for a server on this
    machine: what is sent goes to the address that was allowed.

    Args:
        base_url: What the paths are appended to. User name and password in it are sent as basic
            authorization.
        headers: Sent with each request.
        longest: The most bytes of one answer; ``IN_PIECES`` times as many of a stream of events.

    Raises:
        UsageError: A header, such as the one of a key, holds what a header cannot.
    """

    def __init__(
        self, base_url: str, headers: Mapping[str, str], longest: int = LONGEST_ANSWER
    ) -> None:
        self._base_url = base_url
        self._headers = {
            "Content-Type": "application/json",
            "Accept": "application/json",
            "Accept-Encoding": "identity",  # a small packed answer may be a huge one
            "User-Agent": f"seethrough/{version('seethrough')}",
            **headers,
        }
        for name, value in self._headers.items():
            if not (value.isascii() and value.isprintable()):
                raise UsageError(
                    f"the header {name} holds a character that is not printable ASCII; check the"
                    " key, which is not shown here"
                )
        self._longest = longest
        self._open = ExitStack()
        self._portal: BlockingPortal
        self._http: httpx.AsyncClient

    @property
    def host(self) -> str:
        """The server's name, without anything secret."""
        return urlsplit(self._base_url).hostname or ""

    def __enter__(self) -> Self:
        """Start the event loop; connections are made as they are needed.

        Raises:
            UsageError: The environment names a proxy that is none.
        """
        from anyio.from_thread import start_blocking_portal

        http = self._client()
        with ExitStack() as opening:
            self._portal = portal = opening.enter_context(start_blocking_portal(name=_THREAD))
            opening.callback(lambda: portal.call(portal.stop, True))
            self._http = opening.enter_context(portal.wrap_async_context_manager(http))
            self._open = opening.pop_all()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End all connections, also where a thread still waits on one."""
        self._open.close()

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
        import httpx

        content = None if body is None else json.dumps(body).encode()
        try:
            return self._portal.call(self._ask, method, path, seconds, content)
        except TimeoutError as error:
            raise TooSlowError from error
        except httpx.ConnectError as error:
            raise _not_connected(error) from error
        except httpx.ProxyError as error:
            raise NobodyListensError from error
        except (httpx.HTTPError, httpx.InvalidURL, CancelledError) as error:
            raise BrokenError(type(error).__name__) from error

    async def _ask(self, method: str, path: str, seconds: float, content: bytes | None) -> Reply:
        import anyio

        whole = urlsplit(self._base_url)
        url = whole._replace(path=whole.path.rstrip("/") + path).geturl()
        with anyio.fail_after(seconds):
            async with self._http.stream(method, url, content=content) as response:
                longest = self._longest * (IN_PIECES if _is_stream(response.headers) else 1)
                body = bytearray()
                async for part in response.aiter_raw():
                    body += part
                    if len(body) > longest:
                        raise TooLongError
        return Reply(response.status_code, response.headers, bytes(body))

    def _client(self) -> httpx.AsyncClient:
        import httpx

        here = is_loopback(self._base_url)
        plain = here and urlsplit(self._base_url).scheme == "http"
        try:
            return httpx.AsyncClient(
                headers=self._headers,
                timeout=None,
                limits=httpx.Limits(max_connections=None),
                trust_env=not here,
                verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else _trust(),
            )
        except (ValueError, ImportError, httpx.InvalidURL):
            raise UsageError(
                "the environment names a proxy that cannot be used; check HTTPS_PROXY, HTTP_PROXY"
                " and ALL_PROXY: an address such as http://127.0.0.1:3128"
            ) from None


def _is_stream(headers: Mapping[str, str]) -> bool:
    return headers.get("content-type", "").lower().startswith("text/event-stream")


_THREAD = "seethrough-http"


def _not_ours(record: logging.LogRecord) -> bool:
    """Return whether httpx logs another client's request: an address may hold a password."""
    return record.threadName != _THREAD


logging.getLogger("httpx").addFilter(_not_ours)


def _not_connected(error: BaseException) -> NoAnswerError:
    """Return whether no server was there, or encryption could not be agreed on."""
    import anyio

    reason: BaseException | None = error
    while reason is not None:
        if isinstance(reason, ssl.SSLCertVerificationError):
            return UntrustedError()
        if isinstance(reason, ssl.SSLError | anyio.EndOfStream | anyio.BrokenResourceError):
            return BrokenError("no TLS")
        reason = reason.__cause__ or reason.__context__
    return NobodyListensError()


def _trust() -> ssl.SSLContext:
    """Return this machine's certificate authorities, and certifi's if there are none."""
    context = ssl.create_default_context()
    if not context.get_ca_certs():
        import certifi

        context.load_verify_locations(certifi.where())
    return context
