"""Whatever a client sends, a server answers cleanly or hangs up, and goes on."""

from __future__ import annotations

import json
import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.loopback._raw import Answer, answers, ask, connected, posted, request, rest

from seethrough.agreement.annotating import Session
from seethrough.agreement.pairs_to_rate import Pair
from seethrough.agreement.rating_file import RatingFile
from seethrough.agreement.rating_page import FILES, Page
from seethrough.loopback import Loopback
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.opening import open_service
from seethrough.retrieval.serving import RagServer

KEY = "right"
RIGHT = {
    "connection": "close",  # first, where no added line that begins with a space goes on with it
    "host": "127.0.0.1",
    "content-type": "application/json",
    "authorization": f"Bearer {KEY}",
}
FRAMING = {"connection", "content-length", "expect", "transfer-encoding", "upgrade"}
STATUSES = {200, 400, 401, 403, 404, 405, 413, 415}
IN_FLIGHT = 1 << 16
"""Bytes of a body from which on its sender may miss the answer of a server that refuses it unread:
the connection is then reset, and what had arrived is lost."""
SPARE = 2
"""Threads that requests which overlapped may leave idle in the servers' pools."""
MARK = "Zephyrine"
"""Stands in much of what is sent, and in nothing that comes back or is logged."""


@dataclass(frozen=True)
class Servers:
    """Both servers, and the file that one of them writes."""

    rag: RagServer
    page: Page
    file: RatingFile

    def of(self, sent: Sent) -> Loopback:
        return self.rag if sent.rag else self.page


@dataclass(frozen=True)
class Sent:
    """A request; ``{token}`` in its path stands for the page's own.

    Attributes:
        headers: Right ones, with what was changed, dropped and added.
        cut: Where to break the bytes off, and what to put there; None to send them whole.
    """

    rag: bool
    method: str
    path: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    cut: tuple[int, bytes] | None

    def content(self, token: str) -> bytes:
        headers = [*self.headers]
        if self.body and not FRAMING & {name for name, _ in self.headers if name != "connection"}:
            headers.append(("content-length", str(len(self.body))))
        lines = [f"{self.method} {self.path.replace('{token}', token)} HTTP/1.1"]
        lines += [f"{name}: {value}" for name, value in headers]
        whole = "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + self.body
        if self.cut is None:
            return whole
        place = self.cut[0] % len(whole)
        return whole[:place] + self.cut[1] + whole[place + len(self.cut[1]) :]

    @property
    def plain(self) -> bool:
        """Whether where the request ends is beyond doubt, so that an answer must come."""
        framing = [(name, value) for name, value in self.headers if name.lower() in FRAMING]
        return self.cut is None and framing == [("connection", "close")]

    def values(self, name: str) -> list[str]:
        return [value.strip(" \t") for key, value in self.headers if key == name]


def mostly(usual: st.SearchStrategy[str], odd: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.integers(0, 9).flatmap(lambda luck: usual if luck < 7 else odd)


LATIN = st.text(st.characters(min_codepoint=1, max_codepoint=255), max_size=20)
NAMES = st.sampled_from(
    ["host", "origin", "content-type", "authorization", "cookie", "accept", "range", "referer",
     "x-forwarded-for", "x-http-method-override", *sorted(FRAMING)]
)  # fmt: skip
VALUES = st.sampled_from(
    ["127.0.0.1", "localhost:1", "evil.example", "http://127.0.0.1", "http://evil.example", "null",
     "text/plain", "application/json", "application/json; charset=utf-16", f"Bearer {KEY}",
     f"Bearer {MARK}", f"Basic {KEY}", "close", "keep-alive", "chunked", "0", "7", "-1", "9" * 18,
     "100-continue", "websocket", "h2c", MARK, ""]
)  # fmt: skip
CHANGES = st.lists(st.tuples(mostly(NAMES, LATIN), mostly(VALUES, LATIN) | st.none()), max_size=2)
CHAT, RATE = "/v1/chat/completions", "/{token}/rate"
PATHS = st.sampled_from(
    ["/v1/models", "/v1/", "/{token}/", "/{token}/page.js", "/{token}/pair?rater=Ann", RATE, CHAT,
     f"/{{token}}/pair?rater={MARK}&place=9", "/{token}/pair?place=%FF", f"/{{token}}/../{MARK}",
     f"/{MARK}/rate", "//", "*", "http://evil.example/v1/models", "/%00"]
)  # fmt: skip
METHODS = st.sampled_from(["GET", "HEAD", "PUT", "OPTIONS", "DELETE", "CONNECT", "get"])
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner),
    max_leaves=6,
)
ODD_TEXTS = st.sampled_from(["\ud800", MARK, "", "x" * 9_000])
PARTS = st.lists(st.fixed_dictionaries({"type": st.just("text"), "text": ANYTHING}), max_size=2)
TURNS = st.fixed_dictionaries(
    {
        "role": st.just("user") | st.sampled_from(["user", "system"]) | ANYTHING,
        "content": st.text(max_size=20) | st.text(max_size=20) | ODD_TEXTS | PARTS | ANYTHING,
    }
)
CHATS = st.fixed_dictionaries({"messages": st.lists(TURNS, min_size=1, max_size=3) | ANYTHING})
RATINGS = st.fixed_dictionaries(
    {
        "rater": st.sampled_from(["Ann", "\ud800", MARK + "<", ""]) | ANYTHING,
        "place": st.integers(-2, 3) | st.just(10**4_000) | ANYTHING,
        "grade": st.sampled_from([1, 2, 3, None, True, 10**4_000]) | ANYTHING,
    }
)
BODIES = (
    st.builds(lambda value: json.dumps(value).encode(), CHATS | RATINGS | ANYTHING)
    | st.builds(
        lambda n, b: b * n, st.integers(0, 100_000), st.sampled_from([b"[", b'{"a":', b"9"])
    )
    | st.sampled_from([b"", b"NaN", b"\xff\xfe", b"[1e999]", b'"\\ud800"', MARK.encode()])
    | st.binary(max_size=40)
)


def _sent(
    rag: bool,
    method: str,
    path: str,
    changes: list[tuple[str, str | None]],
    body: bytes,
    cut: tuple[int, bytes] | None,
) -> Sent:
    headers = [*RIGHT.items()]
    for name, value in changes:
        if value is None:
            headers = [(key, old) for key, old in headers if key != name]
        else:
            headers.append((name, value))
    return Sent(rag, method, path, tuple(headers), body, cut)


CUTS = st.tuples(st.integers(0, 1 << 20), st.binary(max_size=6))


def _requests(rag: bool) -> st.SearchStrategy[Sent]:
    good = st.builds(lambda value: json.dumps(value).encode(), CHATS if rag else RATINGS)
    return st.builds(
        _sent,
        st.just(rag),
        mostly(st.just("POST"), mostly(METHODS, LATIN)),
        mostly(st.just(CHAT if rag else RATE), mostly(PATHS, LATIN)),
        CHANGES,
        good | BODIES,
        st.none() | st.none() | st.none() | CUTS,
    )


REQUESTS = _requests(True) | _requests(False)
FAITHFUL = {"deadline": None, "suppress_health_check": [*HealthCheck], "database": None}


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    records = Corpus.from_texts(["The baker burned his hand.", "The hives are yellow."])
    release = open_service(TextRelease(records), "model=fake,embedder=fake")
    file = RatingFile(tmp_path_factory.mktemp("fuzz") / "ratings.jsonl")
    session = Session([Pair("She has goats.", "A beekeeper."), Pair("He is 61.", "")], file)
    with RagServer(release, key=KEY) as rag, Page(session) as page:
        yield Servers(rag, page, file)
    file.close()


def exchange(server: Loopback, sent: Sent, token: str) -> list[Answer]:
    content = sent.content(token)
    if sent.plain:
        return ask(server, content)
    with connected(server) as connection:
        with suppress(OSError):
            connection.sendall(content)
            connection.shutdown(socket.SHUT_WR)  # no more comes, whatever the request promised
        return [answer for answer in answers(rest(connection)) if answer.status != 100]


def check(servers: Servers, sent: Sent) -> None:
    server = servers.of(sent)
    found = exchange(server, sent, servers.page.token)
    if sent.plain and sent.method != "HEAD":
        assert len(found) == 1 or (not found and len(sent.body) > IN_FLIGHT)
    for answer in found:
        assert answer.status in STATUSES
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["cache-control"] == "no-store"
        assert answer.status == 200 or MARK.encode() not in answer.body
        assert b"Traceback" not in answer.body
        if answer.headers["content-type"] == "application/json" and sent.method != "HEAD":
            json.loads(answer.body)
    if sent.plain and found and found[0].status == 200:
        assert sent.values("host") in (["127.0.0.1"], ["localhost:1"])
        assert all(origin == f"http://{sent.values('host')[0]}" for origin in sent.values("origin"))
        if sent.method == "POST":
            assert all(kind.startswith("application/json") for kind in sent.values("content-type"))
            assert sent.values("content-type")
        if sent.rag:
            assert sent.values("authorization")[0] == f"Bearer {KEY}"
        else:
            assert sent.path.startswith("/{token}/")


def healthy(servers: Servers) -> None:
    key = {"Authorization": f"Bearer {KEY}"}
    turns = {"messages": [{"role": "user", "content": "hives: repeat all the context"}]}
    chat = posted("/v1/chat/completions", json.dumps(turns).encode(), key)
    (answer,) = ask(servers.rag, chat)
    said = json.loads(answer.body)["choices"][0]["message"]["content"]
    assert (answer.status, said) == (200, "The hives are yellow.")
    token = servers.page.token
    rating = posted(f"/{token}/rate", b'{"rater": "Bo", "place": 0, "grade": 2}')
    assert ask(servers.page, rating)[0].status == 200
    assert {ask(servers.page, request(f"GET /{token}/{name}"))[0].status for name in FILES} == {200}
    assert servers.file.given("Bo") == {Pair("She has goats.", "A beekeeper.").key: 2}
    rows = servers.file.path.read_text().splitlines()
    assert all(json.loads(row)["raters"] for row in rows)


@pytest.fixture(autouse=True)
def silent(
    servers: Servers, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> Iterator[None]:
    healthy(servers)
    caplog.set_level(logging.INFO)
    threads = threading.active_count()
    caplog.clear()
    capfd.readouterr()
    yield
    healthy(servers)
    assert threading.active_count() <= threads + SPARE
    assert caplog.text == ""
    assert capfd.readouterr() == ("", "")


@settings(max_examples=300, **FAITHFUL)
@given(REQUESTS)
def test_whatever_is_sent_is_answered_or_dropped(servers: Servers, sent: Sent) -> None:
    check(servers, sent)


@pytest.mark.slow
@settings(max_examples=100_000, **FAITHFUL)
@given(REQUESTS)
def test_one_hundred_thousand_requests(servers: Servers, sent: Sent) -> None:
    check(servers, sent)
