"""The page on loopback where people rate claims: a small server, and the files that it shows.

Whoever has the address may rate, and nobody else: it holds a random token. The server listens on
loopback only, answers requests for its own host name only (so that no other site can reach it by
pointing a name at this machine), and its pages may load nothing from elsewhere. Texts reach the
page as JSON and are put in as text, never as markup.
"""

from __future__ import annotations

import hmac
import json
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from typing import Any
from urllib.parse import parse_qs, urlsplit

from seethrough.annotating import Session, check_rater
from seethrough.errors import UsageError

HOST = "127.0.0.1"
LARGEST = 4_096
"""The longest request body, in bytes."""

FILES = {
    "": ("page.html", "text/html; charset=utf-8"),
    "page.css": ("page.css", "text/css; charset=utf-8"),
    "page.js": ("page.js", "text/javascript; charset=utf-8"),
}
HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
        " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Page:
    """The page, served from threads of its own.

    Args:
        session: What is rated.
        port: Where; a free one where 0.

    Raises:
        UsageError: The port is taken or not allowed.
    """

    def __init__(self, session: Session, port: int = 0) -> None:
        self.token = secrets.token_urlsafe(24)
        try:
            self._server = _Server((HOST, port), session, self.token)
        except OSError as error:
            raise UsageError(
                f"port {port} cannot be used ({error.strerror}); leave it out"
            ) from None

    @property
    def url(self) -> str:
        """The address with the token."""
        return f"http://{HOST}:{self._server.server_address[1]}/{self.token}/"

    def serve(self) -> None:
        """Answer requests until ``stop`` is called from another thread."""
        self._server.serve_forever(poll_interval=0.2)

    def stop(self) -> None:
        """End ``serve``."""
        self._server.shutdown()

    def close(self) -> None:
        """Give the port back."""
        self._server.server_close()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, address: tuple[str, int], session: Session, token: str) -> None:
        super().__init__(address, _Handler)
        self.session = session
        self.token = token


class _Handler(BaseHTTPRequestHandler):
    server: _Server
    server_version = "seethrough"
    sys_version = ""
    timeout = 30  # seconds that a silent connection may hold a thread

    def do_GET(self) -> None:
        path, query = self._request()
        if path is None:
            return
        if path in FILES:
            name, kind = FILES[path]
            self._send(HTTPStatus.OK, kind, resources.files(__name__).joinpath(name).read_bytes())
        elif path == "pair":
            self._answer(query)
        else:
            self._refuse(HTTPStatus.NOT_FOUND)

    def do_POST(self) -> None:
        path, _ = self._request()
        if path is None:
            return
        kind = self.headers.get("Content-Type", "").partition(";")[0].strip()
        length = self.headers.get("Content-Length", "")
        if path != "rate":
            self._refuse(HTTPStatus.NOT_FOUND)
        elif kind != "application/json":  # a form of another site cannot send that
            self._refuse(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
        elif not length.isdecimal() or int(length) > LARGEST:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        else:
            self._rate(self.rfile.read(int(length)))

    def _request(self) -> tuple[str | None, Mapping[str, str]]:
        """Return the path behind the token and the query; refuse what is not for us."""
        port = self.server.server_address[1]
        host = self.headers.get("Host", "")
        origin = self.headers.get("Origin")
        ours = {f"{name}:{port}" for name in (HOST, "localhost")}
        parts = urlsplit(self.path)
        token, _, path = parts.path.removeprefix("/").partition("/")
        if host not in ours or (origin is not None and origin.removeprefix("http://") not in ours):
            self._refuse(HTTPStatus.FORBIDDEN)
        elif not hmac.compare_digest(token.encode("utf-8", "replace"), self.server.token.encode()):
            self._refuse(HTTPStatus.NOT_FOUND)
        else:
            return path, {name: values[-1] for name, values in parse_qs(parts.query).items()}
        return None, {}

    def _answer(self, query: Mapping[str, str]) -> None:
        try:
            rater = check_rater(query.get("rater", ""))
            place = int(query["place"]) if "place" in query else None
        except (UsageError, ValueError) as error:
            return self._json(HTTPStatus.BAD_REQUEST, {"error": str(error)})
        self._json(HTTPStatus.OK, self.server.session.show(rater, place))

    def _rate(self, body: bytes) -> None:
        """Keep one rating; it is on disk before the answer is sent."""
        session = self.server.session
        try:
            said = json.loads(body)
            rater = check_rater(said["rater"])
            place, grade = said["place"], said["grade"]
            if type(place) is not int or not 0 <= place < len(session.pairs):
                raise ValueError("no such pair")
            if grade is None:
                session.file.withdraw(rater, session.pairs[place])
            elif type(grade) is int:
                session.file.rate(rater, session.pairs[place], grade)
            else:
                raise ValueError("grade must be 1, 2 or 3")
        except (UsageError, ValueError, KeyError, TypeError, AttributeError) as error:
            return self._json(HTTPStatus.BAD_REQUEST, {"error": f"not kept: {error}"})
        except OSError as error:
            problem = {"error": f"not kept: {error.strerror or 'the file cannot be written'}"}
            return self._json(HTTPStatus.INTERNAL_SERVER_ERROR, problem)
        self._json(HTTPStatus.OK, {"kept": True})

    def _json(self, status: HTTPStatus, value: Mapping[str, Any]) -> None:
        self._send(status, "application/json", json.dumps(value).encode())

    def _refuse(self, status: HTTPStatus) -> None:
        self.close_connection = True
        self._send(status, "text/plain; charset=utf-8", f"{status.phrase}\n".encode())

    def _send(self, status: HTTPStatus, kind: str, content: bytes) -> None:
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: addresses hold the token and raters' names."""
