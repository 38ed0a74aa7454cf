"""Servers that stream whatever is asked: the answer is read, and half of one is none."""

from __future__ import annotations

import json
import math
import sys
from typing import Any

import pytest
from tests.models import _hostile as h

from seethrough.errors import UnavailableError
from seethrough.language_model import CUT_SHORT, REFUSED, Answer, Message, Options, Prompt
from seethrough.models import request_pool
from seethrough.models.clients import http_client
from seethrough.models.clients.openai import OpenAI
from seethrough.models.health import Health
from seethrough.models.request_pool import RetryPolicy

PROMPT = Prompt((Message("user", "Who has gout?"),))
DONE = b"data: [DONE]\n\n"


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_pool, "FIRST_PAUSE", 0.005)


def event(delta: Any, reason: str | None = None, **more: Any) -> bytes:
    choice = {"index": 0, "delta": delta, "finish_reason": reason, **more}
    return b"data: " + json.dumps({"choices": [choice]}).encode() + b"\n\n"


def said(*words: str) -> bytes:
    return b"".join(event({"content": word}) for word in words)


END = event({}, "stop")
WHOLE = event({"role": "assistant", "content": ""}) + said("Alan ", "Gät", "es.") + END + DONE


def in_chunks(body: bytes, size: int = 1 << 20, ended: bool = True) -> bytes:
    """Return a streamed answer in chunks of so many bytes."""
    head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n"
    parts = [body[i : i + size] for i in range(0, len(body), size)]
    sent = b"".join(b"%x\r\n%s\r\n" % (len(part), part) for part in parts)
    return head + b"Transfer-Encoding: chunked\r\n\r\n" + sent + (b"0\r\n\r\n" if ended else b"")


def until_closed(body: bytes) -> h.Behaviour:
    return h.close_after(
        b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n" + body
    )


def answers_of(*behaviours: h.Behaviour, number: int = 1, **given: Any) -> list[Answer]:
    with h.hostile(*behaviours) as server:
        watched = Health("it", given.pop("silence", 5.0))
        model = OpenAI("m", server.url, policy=RetryPolicy(1, 3), health=watched, **given)
        return model.generate([PROMPT] * number, Options())


@pytest.mark.parametrize("size", [1, 7, 1 << 20])
def test_a_stream_is_the_same_answer_wherever_it_is_cut(size: int) -> None:
    behaviour = h.say(in_chunks(WHOLE, size))
    assert [a.text for a in answers_of(behaviour, number=2)] == ["Alan Gätes."] * 2
    assert answers_of(until_closed(WHOLE))[0].text == "Alan Gätes."


@pytest.mark.parametrize(
    "body",
    [
        WHOLE.replace(b"\n", b"\r\n"),
        WHOLE.replace(b"\n", b"\r"),
        b"\xef\xbb\xbf" + WHOLE.partition(b"\n\n")[2],
        b": ping\n\n" + WHOLE.replace(b"\n\n", b"\n\n: ping\n\nevent: chunk\nid: 1\n"),
        WHOLE.replace(b"data: ", b"data:"),
        WHOLE.replace(b', "delta"', b',\ndata: "delta"'),
        WHOLE.removesuffix(DONE),
        WHOLE.replace(END, b""),
        WHOLE.removesuffix(b"\n\n"),
        WHOLE + b"data: behind the end\n\n",
    ],
    ids=["CRLF", "CR", "mark", "comments", "no space", "lines", "no DONE", "no reason", "end", "x"],
)
def test_streams_are_written_in_several_ways(body: bytes) -> None:
    assert answers_of(h.say(in_chunks(body)))[0] == Answer("Alan Gätes.")


def test_a_line_separator_within_an_answer_ends_no_event() -> None:
    body = event({"content": "Alan\u2028Gates."}).decode("unicode_escape").encode() + DONE
    assert answers_of(h.say(in_chunks(body)))[0].text == "Alan\u2028Gates."


ERROR = b'data: {"error": {"message": "Alan Gates is too long", "code": 500}}\n\n'
HALVES = {
    "no end": (said("Alan "), "the server's answer broke off"),
    "an empty reason": (event({"content": "Alan "}, ""), "the server's answer broke off"),
    "an error": (said("Alan ") + ERROR, "the server's answer broke off"),
    "an error, done": (said("Alan ") + ERROR + DONE, "the server's answer broke off"),
    "an error behind the end": (said("Alan ") + END + ERROR, "the server's answer broke off"),
    "nothing": (b"", "the server's answer broke off"),
    "half an event": (said("Alan ", "Gates.")[:-20] + b"\n\n" + DONE, "was not JSON"),
    "half a letter": (said("Alan ") + "data: ä".encode()[:-1], "was not JSON"),
    "no piece": (DONE, "was not a chat completion"),
    "another form": (b'data: {"text": "Alan "}\n\n' + DONE, "was not a chat completion"),
    "no words": (event({"content": 1}) + DONE, "was not a chat completion"),
}


@pytest.mark.parametrize("name", HALVES)
def test_half_an_answer_is_no_answer(name: str) -> None:
    body, problem = HALVES[name]
    half, good = h.say(in_chunks(body)), h.say(in_chunks(WHOLE))
    assert [a.text for a in answers_of(half, good, half, good, number=2)] == ["Alan Gätes."] * 2
    given_up = answers_of(good, half, number=2)[1]
    assert given_up.text == ""
    assert given_up.problem.endswith(f"{problem} (3 tries)")
    assert "Gates" not in given_up.problem
    with pytest.raises(UnavailableError, match=f"x the server's answer .*{problem.split()[-1]}"):
        answers_of(half, silence=0.3)


def test_a_connection_that_breaks_within_a_stream_leaves_no_answer() -> None:
    for body in (said("Alan "), WHOLE):
        half = h.close_after(in_chunks(body, ended=False))
        found = answers_of(h.say(in_chunks(WHOLE)), half, number=2)[1]
        assert found == Answer("", "the connection broke (3 tries)")
    broken = answers_of(h.say(in_chunks(WHOLE)), until_closed(WHOLE[:-60]), number=2)[1]
    assert broken.text == ""


def test_a_stream_that_never_ends_is_too_slow() -> None:
    dripping = h.first_then_drip(in_chunks(said("Alan "), ended=False), b"6\r\n: ping\r\n")
    found = answers_of(h.say(in_chunks(WHOLE)), dripping, number=2, timeout=0.2)[1]
    assert (found.text, found.problem) == ("", "no answer within 0.2 s (3 tries)")


def test_how_an_answer_ended_and_what_stands_beside_it_is_read() -> None:
    used = b'data: {"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 5}}\n\n'
    thought = event({"reasoning_content": "It is "}) + event({"reasoning_content": "Alan."})
    cut = thought + said("Al") + event({}, "length") + used + DONE
    assert answers_of(h.say(in_chunks(cut)))[0] == Answer("Al", CUT_SHORT, 3, 5, "It is Alan.")
    withheld = said("Al") + event({}, "content_filter") + DONE
    assert answers_of(h.say(in_chunks(withheld)))[0] == Answer("Al", REFUSED)
    refused = event({"refusal": "I "}) + event({"refusal": "will not."}, "stop") + DONE
    assert answers_of(h.say(in_chunks(refused)))[0] == Answer("", REFUSED, beside="I will not.")
    parts = event({"content": [{"type": "text", "text": "Alan "}]}) + said("Gates.") + DONE
    assert answers_of(h.say(in_chunks(parts)))[0].text == "Alan Gates."


def test_what_is_cited_in_a_stream_or_asked_of_a_tool_stands_beside_the_answer() -> None:
    begun, more = (
        {"index": 0, **beginning, "function": {"arguments": words}}
        for beginning, words in (({"id": "call_7", "type": "function"}, "Alan "), ({}, "Gates."))
    )
    called = event({"tool_calls": [begun]}) + event({"tool_calls": [more]})
    cited = event({"context": {"citations": [{"content": "He has gout."}]}})
    last = b'data: {"choices": [], "sources": [{"text": "It hurts."}]}\n\n'
    found = answers_of(h.say(in_chunks(cited + called + said("I ", "am.") + END + last + DONE)))[0]
    assert found.text == "I am."
    assert sorted(found.beside.split("\n")) == ["Alan Gates.", "He has gout.", "It hurts."]


def test_a_stream_nested_too_deeply_is_no_answer() -> None:
    depth = 800 if sys.version_info < (3, 12) else 1_200  # what json reads and joining does not
    deep = b'data: {"choices": [{"delta": {"x": ' + b"[" * depth + b"]" * depth + b"}}]}\n\n"
    with pytest.raises(UnavailableError, match="x the server's answer was not a chat completion"):
        answers_of(h.say(in_chunks(deep + WHOLE)), silence=0.3)


def test_another_answer_of_the_same_stream_is_not_mixed_in() -> None:
    other = event({"content": "Mary "}, "stop").replace(b'"index": 0', b'"index": 1')
    found = answers_of(h.say(in_chunks(other + WHOLE)))[0]
    assert (found.text, found.beside) == ("Alan Gätes.", "Mary ")
    with pytest.raises(UnavailableError):
        answers_of(h.say(in_chunks(said("Alan ") + other)), silence=0.3)


def test_probabilities_are_read_from_a_stream() -> None:
    likeliest = [{"token": "Yes", "logprob": math.log(0.6)}, {"token": "No", "logprob": -20.0}]
    body = event({"role": "assistant"}, logprobs=None)
    body += event({"content": "Yes"}, "length", logprobs={"content": [{"top_logprobs": likeliest}]})
    with h.hostile(h.say(in_chunks(body + DONE))) as server:
        row = OpenAI("m", server.url).choose([PROMPT], ["Yes", "No"])[0]
    assert row.tolist() == pytest.approx([1.0, 0.0], abs=1e-6)


def test_a_stream_may_be_as_long_as_its_frames_make_it(monkeypatch: pytest.MonkeyPatch) -> None:
    longest = len(WHOLE)
    monkeypatch.setattr(http_client.HttpClient.__init__, "__defaults__", (longest,))
    fits = said(*["a"] * (len(WHOLE) * 7 // len(said("a")))) + DONE
    assert set(answers_of(h.say(in_chunks(fits)))[0].text) == {"a"}
    with pytest.raises(UnavailableError, match="an answer that does not end"):
        answers_of(h.say(in_chunks(fits * 2)), silence=0.3)
