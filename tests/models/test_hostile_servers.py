"""A model server that drips, hangs, never ends, or talks nonsense costs little time and memory."""

from __future__ import annotations

import base64
import gzip
import itertools
import re
import socket
import threading
import time
import tracemalloc
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.models import _hostile as h

from seethrough.cli import run
from seethrough.errors import UnavailableError, UsageError
from seethrough.language_model import Message, Options, Prompt
from seethrough.models import answers as reading
from seethrough.models import health, request_pool
from seethrough.models.cached import Cached
from seethrough.models.clients.http_client import (
    LONGEST_ANSWER,
    BrokenError,
    HttpClient,
    NoAnswerError,
    TooLongError,
    TooSlowError,
)
from seethrough.models.clients.openai import OpenAI, health_of
from seethrough.models.health import Health
from seethrough.models.request_pool import RetryPolicy
from seethrough.models.resolve import resolve, using
from seethrough.notices import noticed_by
from seethrough.retrieval.embedders import resolve_embedder
from seethrough.samples import path

HEAD = b"HTTP/1.1 200 OK\r\n"
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"
PROMPTS = [Prompt((Message("user", f"Question {i}"),)) for i in range(4)]
PROMPTS_OF_SEVEN = [Prompt((Message("user", f"Question {i}"),)) for i in range(7)]


SOON = 15.0
"""Seconds; for what takes about one, on a machine that has much else to do."""


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_pool, "FIRST_PAUSE", 0.005)
    monkeypatch.setattr(request_pool, "LAST_WORDS", 0.5)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that a server's health is told, to be set."""
    now = [1000.0]
    monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def ask(client: HttpClient, seconds: float = 0.4) -> bytes:
    return client.request("POST", "/chat/completions", seconds, {"a": 1}).body


@pytest.mark.parametrize(
    "behaviour",
    [
        h.hang,
        h.drip(HEAD + b"X: y\r\n" * 10_000),
        h.drip(b"HTTP/1.1 100 Continue\r\n\r\n"),
        h.first_then_drip(HEAD + b"Content-Length: 99999\r\n\r\n", b" "),
        h.first_then_drip(CHUNKED, b"1\r\n \r\n"),
        h.first_then_drip(HEAD + b"Connection: close\r\n\r\n", b" "),
        h.endless(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["hangs", "head", "continue", "body", "chunks", "until closed", "endless continue"],
)
def test_the_deadline_is_for_the_whole_answer(behaviour: h.Behaviour) -> None:
    with h.hostile(behaviour) as server, HttpClient(server.url, {}) as client:
        began = time.monotonic()
        with pytest.raises((TooSlowError, TooLongError)):
            ask(client)
        assert time.monotonic() - began < SOON


@pytest.mark.parametrize(
    "behaviour",
    [
        h.endless(CHUNKED, b"ffff\r\n" + b" " * 0xFFFF + b"\r\n"),
        h.endless(HEAD + b"Content-Length: 999999999999\r\n\r\n", b"[" * 65_536),
        h.endless(HEAD + b"Connection: close\r\n\r\n", b" " * 65_536),
    ],
    ids=["chunks", "a length", "until closed"],
)
def test_an_answer_without_end_fills_no_memory(behaviour: h.Behaviour) -> None:
    with h.hostile(behaviour) as server, HttpClient(server.url, {}) as client:
        tracemalloc.start()
        try:
            with pytest.raises(TooLongError):
                ask(client, 10.0)
            assert tracemalloc.get_traced_memory()[1] < 4 * LONGEST_ANSWER
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize(
    "behaviour",
    [
        h.close_after(b""),
        h.close_after(b"nonsense\r\n\r\n"),
        h.close_after(HEAD + b"Content-Length: 100\r\n\r\n" + h.completion()[:20]),
        h.close_after(CHUNKED + b"zz\r\n"),
        h.close_after(HEAD + b"X: y\r\n" * 100_000 + b"\r\n"),
        h.close_after(HEAD + b"X: " + b"y" * 500_000 + b"\r\n\r\n"),
    ],
    ids=["nothing", "not HTTP", "half", "a chunk without size", "many headers", "a long header"],
)
def test_what_is_not_http_is_a_broken_connection(behaviour: h.Behaviour) -> None:
    with (
        h.hostile(behaviour) as server,
        HttpClient(server.url, {}) as client,
        pytest.raises(BrokenError),
    ):
        ask(client, 5.0)


def test_a_connection_is_used_again_until_the_server_ends_it() -> None:
    good = h.whole(h.completion())
    until_closed = h.close_after(HEAD + b"Connection: close\r\n\r\n" + h.completion())
    behaviours = (h.say(good), h.say(good), h.close_after(good), until_closed, h.say(good))
    with h.hostile(*behaviours) as server, HttpClient(server.url, {}) as client:
        for _ in behaviours:
            assert ask(client, 5.0) == h.completion()
            time.sleep(0.02)
    assert server.connections == 3
    assert all(b"\r\nAccept-Encoding: identity\r\n" in request for request in server.requests)


BOMB = gzip.compress(b" " * 50_000_000)
BAD = {
    "not JSON": (h.whole(b"<html>"), "the server's answer was not JSON"),
    "nested": (h.whole(b"[" * 500_000), "the server's answer was not JSON"),
    "packed": (h.whole(BOMB, "Content-Encoding: gzip"), "the server's answer was not JSON"),
    "another form": (h.whole(b'{"choices": []}'), "the server's answer was not a chat completion"),
    "a list": (h.whole(b"[1]"), "the server's answer was not a chat completion"),
    "content": (
        h.whole(b'{"choices": [{"message": {"content": [1]}}]}'),
        "the server's answer was not a chat completion",
    ),
    "an error": (h.whole(b"", status=500), "the server failed (500)"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_server_that_never_answers_well_is_given_up(name: str) -> None:
    content, problem = BAD[name]
    with h.hostile(h.say(content)) as server:
        policy = RetryPolicy(4, 3)
        model = OpenAI("m", server.url, policy=policy, health=Health("the server here", 0.5))
        began = time.monotonic()
        with pytest.raises(UnavailableError) as raised:
            model.generate(PROMPTS, Options())
    assert time.monotonic() - began < SOON
    told = str(raised.value)
    assert told.startswith("the server here gave no good answer in 0.5 s of asking (")
    assert told.endswith(f" x {problem}) and is not asked again")


@pytest.mark.parametrize("behaviour", [h.hang, h.drip(HEAD)], ids=["hangs", "drips"])
def test_a_server_that_hangs_is_given_up_while_it_is_waited_for(behaviour: h.Behaviour) -> None:
    with h.hostile(behaviour) as server:
        watched = Health("the server here", 0.6)
        model = OpenAI("m", server.url, timeout=0.25, policy=RetryPolicy(2, 99), health=watched)
        began = time.monotonic()
        with pytest.raises(UnavailableError, match=r"no good answer in 0.6 s .*no answer within"):
            model.generate(PROMPTS, Options())
        assert 0.6 <= time.monotonic() - began < SOON
        began = time.monotonic()
        with pytest.raises(UnavailableError):
            model.generate(PROMPTS, Options())
        assert time.monotonic() - began < SOON


def test_only_time_of_asking_without_a_good_answer_counts(clock: list[float]) -> None:
    watched = Health("the server", 60.0)
    with watched.timed():
        clock[0] += 30
        watched.failed("not JSON")
        assert watched.seconds_left() == 30.0
    clock[0] += 1000  # nobody asks
    assert watched.seconds_left() == 30.0
    with watched.timed(), watched.timed():  # two batches at once count once
        clock[0] += 20
    assert watched.seconds_left() == 10.0
    with watched.timed():
        watched.failed("busy", busy=True)
        assert watched.seconds_left() == 60.0 * health.BUSY - 50.0
        clock[0] += 5
        watched.answered()
        assert watched.seconds_left() == 60.0 * health.KNOWN
        clock[0] += 200
        assert watched.seconds_left() < 0
        assert "the server gave no good answer in 180 s" in str(watched.given_up())
        assert watched.seconds_left() == pytest.approx(18.0)
        watched.answered()
        assert watched.seconds_left() == 60.0 * health.KNOWN


@pytest.mark.parametrize(
    ("busy", "advice"), [(2, "--model-concurrency N"), (1, "--model-timeout SECONDS")]
)
def test_a_server_that_limits_requests_is_given_up_with_advice_on_that(
    busy: int, advice: str, clock: list[float]
) -> None:
    watched = health_of("http://127.0.0.1:1/v1", 50.0)
    for i in range(3):
        watched.failed("the server was too busy (429)", busy=i < busy)
    told = str(watched.given_up())
    assert re.findall(r"--model\S+ \w+", told) == [advice]
    assert told.endswith(" and run the same command again to continue")


def test_a_good_answer_now_and_then_is_enough() -> None:
    bad, good = h.say(h.whole(b"<html>")), h.say(h.whole(h.completion()))
    with h.hostile(*[bad, bad, good] * 8) as server:
        model = OpenAI("m", server.url, policy=RetryPolicy(1, 9), health=Health("the server", SOON))
        for _ in range(2):
            assert [a.text for a in model.generate(PROMPTS, Options())] == ["fine"] * 4
    assert len(server.requests) == 24


def test_a_prompt_that_always_fails_does_not_keep_a_run_from_going_on(tmp_path: Path) -> None:
    good, bad = h.say(h.whole(h.completion())), h.say(h.whole(b"", status=500))
    for asked, behaviours in ((PROMPTS[:1], [good]), (PROMPTS[:2], [bad])):
        with h.hostile(*behaviours) as server:
            watched = Health("the server", 1.0)
            model = OpenAI("m", server.url, policy=RetryPolicy(1, 3), health=watched)
            answers = Cached(model, tmp_path).generate(asked, Options())
    assert [a.problem for a in answers] == ["", "the server failed (500) (3 tries)"]


@pytest.mark.parametrize(
    ("status", "body", "said"),
    [
        (500, b"<pre>context = Alan Gates has gout</pre>", None),
        (
            503,
            b'{"detail": {"context": ["Alan Gates", {"id": "has gout"}]}}',
            "Alan Gates\nhas gout",
        ),
        (400, b'{"error": {"message": "too long: Alan Gates has gout"}}', None),
        (200, b'{"answer": "Alan Gates has gout"}', "Alan Gates has gout"),
    ],
)
def test_what_came_instead_of_an_answer_can_be_read(
    status: int, body: bytes, said: str | None
) -> None:
    good, bad = h.say(h.whole(h.completion())), h.say(h.whole(body, status=status))
    with h.hostile(good, bad) as server:
        watched = Health("the server", 1.0)
        model = OpenAI("m", server.url, policy=RetryPolicy(1, 2), health=watched)
        answers = [model.generate([prompt], Options())[0] for prompt in PROMPTS[:2]]
    assert [bool(a.problem) for a in answers] == [False, True]
    assert (answers[1].text, answers[1].beside, answers[0].instead) == ("", "", "")
    assert "Gates" not in answers[1].problem
    assert answers[1].instead == said if said else "Alan Gates has gout" in answers[1].instead


def test_a_prompt_on_which_the_server_always_hangs_is_given_up_alone() -> None:
    good = h.say(h.whole(h.completion()))
    with h.hostile(*[good] * 3, h.hang) as server:
        watched = Health("the server", 1.2)
        model = OpenAI("m", server.url, timeout=0.8, policy=RetryPolicy(1), health=watched)
        answers = model.generate(PROMPTS, Options())
    assert [a.problem for a in answers] == [*[""] * 3, "no answer within 0.8 s (3 tries)"]


def test_a_prompt_that_waits_for_others_is_not_given_up_for_the_time_they_take() -> None:
    good = h.say(h.whole(h.completion()))

    def slow(wire: socket.socket, over: threading.Event) -> None:
        over.wait(0.4)
        good(wire, over)

    with h.hostile(good, h.hang, *[slow] * 5, h.hang, good) as server:
        watched = Health("the server", 1.0)
        model = OpenAI("m", server.url, timeout=0.8, policy=RetryPolicy(1), health=watched)
        answers = model.generate(PROMPTS_OF_SEVEN, Options())
    assert [a.text for a in answers] == ["fine"] * 7


def test_a_prompt_on_which_the_server_hangs_twice_at_once_is_given_up_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(request_pool, "SECOND_LEAST", 1.0)
    good = h.say(h.whole(h.completion()))
    with h.hostile(*[good] * 6, h.hang) as server:
        watched = Health("the server", 1.3)
        model = OpenAI("m", server.url, timeout=1.2, policy=RetryPolicy(2), health=watched)
        answers = model.generate(PROMPTS_OF_SEVEN, Options())
    assert sorted(a.problem for a in answers) == [*[""] * 6, "no answer within 1.2 s (2 tries)"]


@pytest.mark.parametrize(("places", "hanging"), [(1, 2), (8, 1)])
def test_prompts_on_which_the_server_always_hangs_do_not_end_the_work(
    places: int, hanging: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_pool, "SECOND_LEAST", 9.0)
    good = h.say(h.whole(h.completion()))
    with h.hostile(*[good] * (7 - hanging), h.hang) as server:
        watched = Health("the server", 1.0)
        model = OpenAI("m", server.url, timeout=0.7, policy=RetryPolicy(places), health=watched)
        readings = reading.ask(model, PROMPTS_OF_SEVEN, Options(), str)
    assert Counter(found.value for found in readings) == {"fine": 7 - hanging, None: hanging}


@pytest.mark.parametrize(("hanging", "ends"), [(9, False), (40, True)])
def test_prompts_that_all_hang_at_once_are_given_up_alone_or_the_work_ends(
    hanging: int, ends: bool
) -> None:
    prompts = [Prompt((Message("user", f"Question {i}"),)) for i in range(hanging)]
    with h.hostile(h.say(h.whole(h.completion())), h.hang) as server:
        watched = Health("the server here", 0.6)
        model = OpenAI("m", server.url, timeout=0.4, policy=RetryPolicy(8, 99), health=watched)
        model.generate(PROMPTS[:1], Options())
        began = time.monotonic()
        if ends:
            with pytest.raises(
                UnavailableError, match=r"no good answer in 1.8 s .*not asked again"
            ):
                model.generate(prompts, Options())
        else:
            answers = model.generate(prompts, Options())
            assert {answer.problem.partition(" (")[0] for answer in answers} == {
                "no answer within 0.4 s"
            }
        assert time.monotonic() - began < SOON


def test_a_server_that_hangs_on_one_prompt_after_another_is_given_up(clock: list[float]) -> None:
    watched = Health("the server", 50.0)
    with watched.timed():
        watched.answered()
        for _ in range(health.ALONE):
            clock[0] += 140
            watched.gave_up_one()
            assert watched.seconds_left() == 50
        clock[0] += 45
        watched.gave_up_one()
        assert watched.seconds_left() == 5


def test_a_server_has_the_time_that_it_asked_for_and_that_of_one_more_answer(
    clock: list[float],
) -> None:
    watched = Health("the server", 50.0)
    with watched.timed():
        watched.failed("busy", busy=True, after=280.0)
        watched.answered()
        clock[0] += 10
        watched.failed("not JSON")
        clock[0] += 270
        assert watched.seconds_left() == 50
        watched.failed("busy", busy=True, after=280.0)
        assert watched.seconds_left() == health.LONGEST_WAIT + 50 - 280
        watched.answered()
        assert watched.seconds_left() == 280 + 50
        clock[0] += 290
        watched.answered()
        assert watched.seconds_left() == 50 * health.KNOWN
        watched.failed("busy", busy=True, after=280.0)
        clock[0] += 280 + 50
        assert "no good answer in 330 s" in str(watched.given_up())
        assert watched.seconds_left() == pytest.approx(50 * health.BUSY * health.AGAIN)


def test_timeouts_learn_from_the_answers_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST", 0.2)
    learned = Health("the server here")
    for _ in range(health.ENOUGH - 1):
        learned.took(100, 0.01)
    assert learned.allowed(100, 50.0) == 50.0
    learned.took(100, 0.3)
    assert learned.allowed(100, 50.0) == pytest.approx(1.5)
    assert learned.allowed(1, 50.0) == 50.0  # answers of another length say nothing
    for _ in range(3):
        learned.too_slow(100)
    assert learned.allowed(100, 50.0) == pytest.approx(12.0)
    assert learned.allowed(100, 5.0) == 5.0
    for _ in range(64):
        learned.took(100, 0.01)
    assert learned.allowed(100, 50.0) == pytest.approx(0.2)
    assert learned.allowed(100, 0.1) == 0.1


def test_a_hanging_request_costs_what_the_others_took(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "LEAST", 0.2)
    good = h.say(h.whole(h.completion()))
    with h.hostile(*[good] * 5, h.hang, good) as server:
        model = OpenAI("m", server.url, timeout=30.0, policy=RetryPolicy(1, 3))
        model.generate(PROMPTS + PROMPTS[:1], Options())
        began = time.monotonic()
        (answer,) = model.generate([Prompt((Message("user", "Once more"),))], Options())
    assert answer.text == "fine"
    assert time.monotonic() - began < SOON


def test_what_hangs_is_asked_a_second_time_where_a_place_is_idle(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(request_pool, "SECOND_LEAST", 0.1)
    monkeypatch.setattr(health, "LEAST", 60.0)
    good = h.say(h.whole(h.completion()))
    with h.hostile(*[good] * 6, h.hang, good) as server:
        model = OpenAI("m", server.url, timeout=60.0, policy=RetryPolicy(2, 3))
        began = time.monotonic()
        answers = model.generate(PROMPTS * 3, Options())
        assert time.monotonic() - began < SOON
    assert [answer.text for answer in answers] == ["fine"] * 12
    assert len(server.requests) == 13


def test_a_clock_that_jumps_moves_no_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    jumps = itertools.cycle([-86_400.0, 86_400.0, 1e9, 0.0])
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + next(jumps))
    good = h.say(h.whole(h.completion()))
    with h.hostile(h.hang, good) as server:
        model = OpenAI("m", server.url, timeout=0.4, policy=RetryPolicy(1, 3))
        began = time.monotonic()
        answers = model.generate(PROMPTS, Options())
        assert 0.4 <= time.monotonic() - began < SOON
    assert [answer.text for answer in answers] == ["fine"] * 4
    assert len(server.requests) == 5


def test_an_audit_of_a_server_without_an_answer_ends_with_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("seethrough.models.clients.openai.SILENCE", 0.5)
    monkeypatch.setattr("seethrough.models.clients.openai.EXTRA", 0.1)
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:2]
    Path("private.jsonl").write_text("".join(lines), "utf-8")
    with h.hostile(h.hang, user="anna:s3cret@") as server:
        status = run(
            [
                "sanitize", "private.jsonl", "--with", "paraphrase", "--out", "out.jsonl",
                "--model", "openai/m", "--model-base-url", server.url, "--model-timeout", "0.3",
            ]
        )  # fmt: skip
    last = capsys.readouterr().err.splitlines()[-1]
    assert status == 69
    where = server.url.replace("anna:s3cret@", "***@")
    assert last.startswith(f"seethrough: the server at {where} gave no good answer in 0.5 s of")
    assert "x no answer within 0.3 s) and is not asked again; check it, or allow more" in last
    assert "--model-timeout SECONDS (less if only some prompts hang), and run the same" in last
    assert not Path("out.jsonl").exists()


def test_the_timeout_of_a_command_reaches_every_kind_of_model() -> None:
    with using(timeout=7.0):
        assert resolve("vllm/m").timeout == 7.0  # type: ignore[attr-defined]
        assert resolve("local").timeout == 7.0  # type: ignore[attr-defined]
    assert resolve("vllm/m").timeout == 50.0  # type: ignore[attr-defined]
    assert resolve("local").timeout == 900.0  # type: ignore[attr-defined]


def test_credentials_are_sent_and_never_shown() -> None:
    with h.hostile(h.say(h.whole(h.completion())), user="anna:p%40ss@") as server:
        model = OpenAI("m", server.url)
        assert model.generate(PROMPTS[:1], Options())[0].text == "fine"
    sent = base64.b64encode(b"anna:p@ss").decode()
    assert f"Authorization: Basic {sent}".encode() in server.requests[0]
    assert "p%40ss" not in repr(model)
    with pytest.raises(UnavailableError, match=r"no server answers at http://\*\*\*@127") as raised:
        OpenAI("m", server.url).generate(PROMPTS[:1], Options())
    assert "p%40ss" not in str(raised.value)


@pytest.mark.parametrize("status", [401, 404, 302])
def test_no_error_shows_them_either(status: int) -> None:
    with h.hostile(h.say(h.whole(b"{}", status=status)), user="anna:s3cret@") as server:
        for base in (server.url, f"{server.url}?key=s3cret"):
            with pytest.raises(UnavailableError) as raised:
                OpenAI("m", base).generate(PROMPTS[:1], Options())
            assert "s3cret" not in str(raised.value)
            with using(base_url=base), pytest.raises(UnavailableError) as raised:
                resolve_embedder("vllm/m").embed(["a"])
            assert "s3cret" not in str(raised.value)
    assert b"POST /v1/chat/completions?key=s3cret HTTP/1.1" in b"".join(server.requests)


@pytest.mark.parametrize(
    "url",
    [
        "anna:s3cret@host:8000/v1",
        "ftp://anna:s3cret@host/v1",
        "http://anna:s3cret/s3cret@host:80/v1",
        "http://anna:s3cret@ho st/v1",
        "http://anna:s3cret@host:99999/v1?key=s3cret",
        "http://anna:s3cret@\x1b[2J/v1",
        "http://",
    ],
)
def test_an_address_that_is_none_is_said_without_them(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SEETHROUGH_BASE_URL", url)
    texts, out = str(path("private.jsonl")), str(tmp_path / "out.jsonl")
    assert (
        run(["sanitize", texts, "--with", "paraphrase", "--model", "openai/m", "--out", out]) == 64
    )
    told = capsys.readouterr().err
    assert "the model's base URL" in told
    assert "s3cret" not in told
    assert "\x1b" not in told


def test_a_key_that_no_header_can_hold_is_not_shown() -> None:
    with pytest.raises(UsageError, match="a character that is not printable") as raised:
        OpenAI("m", "http://127.0.0.1:9/v1", key="s3cret\nX: y").generate(PROMPTS, Options())
    assert "s3cret" not in str(raised.value)


def test_an_embedder_keeps_to_its_deadline_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("seethrough.models.clients.openai.SILENCE", 0.5)
    monkeypatch.setattr("seethrough.models.clients.openai.EXTRA", 0.1)
    with (
        h.hostile(h.drip(HEAD)) as server,
        using(base_url=server.url, timeout=0.2),
        pytest.raises(UnavailableError, match=r"gave no good answer .* x no answer within 0.2 s"),
    ):
        resolve_embedder("vllm/m").embed(["a"])


def test_threads_that_wait_wake_when_the_client_is_closed() -> None:
    ended: list[BaseException] = []

    def wait(client: HttpClient) -> None:
        try:
            ask(client, 60.0)
        except NoAnswerError as error:
            ended.append(error)

    with h.hostile(h.hang) as server:
        with HttpClient(server.url, {}) as client:
            thread = threading.Thread(target=wait, args=(client,))
            thread.start()
            while not server.requests:
                time.sleep(0.01)
        thread.join(5)
    assert [type(error) for error in ended] == [BrokenError]


@pytest.mark.parametrize(
    ("after", "told"), [(301, "5 minutes"), (86_400, "24 hours"), (1e300, "2.778e+296 hours")]
)
def test_a_server_that_asks_to_wait_for_long_ends_the_work_with_one_line(
    after: float, told: str
) -> None:
    busy = h.say(h.whole(b"", f"Retry-After: {after}", status=429))
    line = rf"^the server at \S+ asks to wait {re.escape(told)}; run the same command again after"
    with h.hostile(busy) as server, pytest.raises(UnavailableError, match=line):
        OpenAI("m", server.url).generate(PROMPTS, Options())


def test_a_wait_is_told_once_where_it_is_worth_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "WORTH_SAYING", 0.3)
    told: list[str] = []
    busy, short = (
        h.say(h.whole(b"", f"Retry-After: {after}", status=503)) for after in ("0.4", "0.1")
    )
    with h.hostile(short, *[busy] * 4, h.say(h.whole(h.completion()))) as server:
        with noticed_by(told.append):
            OpenAI("m", server.url, policy=RetryPolicy(4)).generate(PROMPTS, Options())
        where = server.url
    assert told == [f"the server at {where} asks to wait 0.4 s; it is asked again after that time"]


def test_the_next_wait_is_told_again(clock: list[float]) -> None:
    watched = Health("the server")
    told = [watched.wait_to_tell(60)]
    clock[0] += 59
    told.append(watched.wait_to_tell(60))
    clock[0] += 1
    told.append(watched.wait_to_tell(60))
    assert [bool(line) for line in told] == [True, False, True]
    assert not Health("the server").wait_to_tell(19)
