"""What clients can take from a server: time, memory, threads, connections."""

from __future__ import annotations

import logging
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from tests.loopback._raw import Answer, answer, answers, ask, connected, posted, request, rest

from seethrough.loopback import CLOSED, Limits, Loopback
from seethrough.loopback.exchange import json_answer, read_json
from seethrough.loopback.turns import Turns

SHORT = Limits(body=1_000, seconds=0.5, clients=20)
SECURITY = {
    "cache-control": "no-store",
    "content-security-policy": CLOSED,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


class Rooms:
    """Routes that echo, fail, wait for ``door``, and answer more than a buffer holds."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.turns = Turns()
        self.door = threading.Event()
        self.worked = 0
        self.routes = [
            Route("/echo", self.echo, methods=["POST"]),
            Route("/bug", self.bug),
            Route("/wait", self.wait),
            Route("/big", self.big),
        ]

    async def echo(self, request: Request) -> Response:
        return json_answer(await read_json(request, self.limits))

    async def bug(self, request: Request) -> Response:
        raise RuntimeError(f"secret {request.url}")

    async def wait(self, request: Request) -> Response:
        def work() -> int:
            self.worked += 1
            self.door.wait(20)
            return self.worked

        return json_answer(await self.turns.take(request, work))

    async def big(self, request: Request) -> Response:
        return Response(b"x" * (1 << 25))


@contextmanager
def serving(limits: Limits = SHORT) -> Iterator[tuple[Loopback, Rooms]]:
    rooms = Rooms(limits)
    with Loopback(rooms.routes, limits=limits) as server:
        try:
            yield server, rooms
        finally:
            rooms.door.set()


def until(condition: Any) -> None:
    end = time.monotonic() + 15
    while time.monotonic() < end:
        if condition():
            return
        time.sleep(0.002)
    raise AssertionError("never")


def send_until_dropped(connection: socket.socket, content: bytes, pause: float = 0.0) -> None:
    with pytest.raises(ConnectionError):
        until(lambda: connection.sendall(content) or time.sleep(pause))


def healthy(server: Loopback) -> Answer:
    """Return the answer to a good request."""
    (answer,) = ask(server, posted("/echo", b'{"a": [1]}'))
    assert (answer.status, answer.body) == (200, b'{"a": [1]}')
    return answer


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (posted("/echo", b"{}"), 200),
        (request("GET /nothing"), 404),
        (request("GET /echo"), 405),
        (request("OPTIONS /echo"), 405),
        (request("GET /bug"), 500),
        (request("GET /echo", host="evil.example"), 403),
        (request("POST /echo", {"Content-Type": "text/plain"}, b"{}"), 415),
        (posted("/echo", b"x" * 1_001), 413),
        (posted("/echo", b"{" * 1_000), 400),
        (b"no HTTP\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 100_000, 400),
    ],
)
def test_every_answer_carries_the_security_headers(sent: bytes, status: int) -> None:
    with serving() as (server, _):
        (answer,) = ask(server, sent)
    assert answer.status == status
    assert answer.headers.items() >= SECURITY.items()
    assert "server" not in answer.headers


def test_a_bug_is_answered_and_told_without_the_request(
    caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    with serving() as (server, _):
        for sent in (request("GET /bug?secret"), b"secret\r\n\r\n", posted("/echo", b"secret")):
            (answer,) = ask(server, sent)
            assert b"secret" not in answer.body
        assert b'"a bug: RuntimeError"' in ask(server, request("GET /bug"))[0].body
        healthy(server)
    assert "secret" not in caplog.text
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("start", [b"", b"G", b"POST /echo HTTP/1.1\r\nHost: localhost\r\n"])
@pytest.mark.parametrize("drip", [False, True])
def test_a_head_that_does_not_come_is_dropped(start: bytes, drip: bool) -> None:
    with serving() as (server, _), connected(server) as connection:
        began = time.monotonic()
        connection.sendall(start)
        if drip:
            send_until_dropped(connection, b"A", 0.1)
        else:
            assert rest(connection) == b""
        assert 0.4 < time.monotonic() - began < 15
        healthy(server)


@pytest.mark.parametrize("drip", [False, True])
def test_a_body_that_does_not_come_is_answered_408(drip: bool) -> None:
    with serving() as (server, _), connected(server) as connection:
        began = time.monotonic()
        connection.sendall(posted("/echo", b"[", {"Content-Length": "900"}))
        for _ in range(3 if drip else 0):
            time.sleep(0.1)
            connection.sendall(b"1")
        (answer,) = answers(rest(connection))
        assert 0.4 < time.monotonic() - began < 15
        assert answer.status == 408
        healthy(server)


def test_a_body_without_end_is_refused_and_dropped() -> None:
    head = posted("/echo", b"", {"Transfer-Encoding": "chunked"})
    chunk = b"400\r\n" + b"x" * 1_024 + b"\r\n"
    with serving() as (server, _), connected(server) as connection:
        connection.sendall(head)
        began = time.monotonic()
        send_until_dropped(connection, chunk)
        assert time.monotonic() - began < 15
        healthy(server)
    with serving() as (server, _):
        (answer,) = ask(server, head + chunk + b"0\r\n\r\n")
    assert answer.status == 413


def test_who_does_not_take_the_answer_is_dropped() -> None:
    with serving() as (server, _), connected(server) as connection:
        connection.sendall(request("GET /big"))
        until(lambda: server._server.server_state.tasks)
        began = time.monotonic()
        until(lambda: not server._server.server_state.connections)
        assert 0.4 < time.monotonic() - began < 15
        assert len(rest(connection)) < 1 << 25
        healthy(server)


def test_four_hundred_stalled_clients_are_no_threads_and_keep_nobody_out() -> None:
    with ExitStack() as stack, serving() as (server, _):
        before = threading.active_count()
        stalled = [stack.enter_context(connected(server)) for _ in range(400)]
        for connection in stalled:
            connection.sendall(b"POST /echo HTTP/1.1\r\n")
        healthy(server)
        assert threading.active_count() <= before + 1
        assert len(server._server.server_state.connections) <= SHORT.clients + 1
        assert {rest(connection) for connection in stalled} == {b""}
        healthy(server)


def test_one_client_more_takes_the_place_of_the_one_that_was_silent_longest() -> None:
    with ExitStack() as stack, serving(Limits(seconds=20, clients=3)) as (server, _):
        silent = [stack.enter_context(connected(server, 1.0)) for _ in range(3)]
        until(lambda: len(server._server.server_state.connections) == 3)
        healthy(server)
        assert rest(silent[0]) == b""
        for connection in silent[1:]:
            with pytest.raises(TimeoutError):
                connection.recv(1)


def test_where_all_are_being_answered_one_more_is_told_so() -> None:
    with ExitStack() as stack, serving(Limits(seconds=20, clients=3)) as (server, rooms):
        asked = [stack.enter_context(connected(server)) for _ in range(3)]
        for connection in asked:
            connection.sendall(request("GET /wait"))
        until(lambda: len(server._server.server_state.tasks) == 3)
        (answer,) = ask(server, posted("/echo", b"{}"))
        assert answer.status == 503
        assert answer.headers.items() >= SECURITY.items()
        rooms.door.set()
        assert [answers(rest(c))[0].body for c in asked] == [b"1", b"2", b"3"]
        healthy(server)


def test_work_takes_turns_and_is_not_done_for_who_left() -> None:
    with ExitStack() as stack, serving() as (server, rooms):
        asked = [stack.enter_context(connected(server)) for _ in range(3)]
        for connection in asked:
            connection.sendall(request("GET /wait"))
            until(lambda c=connection: len(server._server.server_state.tasks) > asked.index(c))
        before = threading.active_count()
        asked[1].close()
        until(lambda: len(server._server.server_state.connections) == 2)
        time.sleep(2 * SHORT.seconds)  # whoever waits for an answer is not dropped
        assert (rooms.worked, threading.active_count()) == (1, before)
        rooms.door.set()
        assert answers(rest(asked[0]))[0].body == b"1"
        assert answers(rest(asked[2]))[0].body == b"2"
        assert rooms.worked == 2


def test_requests_of_one_connection_are_answered_in_order() -> None:
    one = b"POST /echo HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    sent = b"".join(one + b"Content-Length: 1\r\n\r\n%d" % i for i in range(5))
    with serving() as (server, _):
        found = ask(server, sent + posted("/echo", b"[]"))
    assert [answer.body for answer in found] == [b"0", b"1", b"2", b"3", b"4", b"[]"]


def test_no_http_behind_an_answer_ends_the_connection(caplog: pytest.LogCaptureFixture) -> None:
    head = posted("/nothing", b"", {"Transfer-Encoding": "chunked", "Connection": "keep-alive"})
    with serving(Limits(seconds=60)) as (server, _), connected(server) as connection:
        connection.sendall(head)
        assert answer(connection).status == 404
        connection.sendall(b"no chunk\r\n")
        assert rest(connection) == b""
        healthy(server)
    assert caplog.text == ""


def test_a_connection_that_rests_between_requests_is_closed() -> None:
    with serving() as (server, _), connected(server) as connection:
        connection.sendall(b"GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n")
        began = time.monotonic()
        assert answers(rest(connection))[0].status == 404
        assert 0.4 < time.monotonic() - began < 15


def test_a_stop_does_not_wait_for_work_or_clients() -> None:
    rooms = Rooms(SHORT)
    with Loopback(rooms.routes, limits=Limits(seconds=60)) as server:
        working, stalled = connected(server), connected(server)
        working.sendall(request("GET /wait"))
        stalled.sendall(b"POST")
        until(lambda: rooms.worked == 1)
        began = time.monotonic()
    assert time.monotonic() - began < 15
    rooms.door.set()
    working.close()
    stalled.close()
