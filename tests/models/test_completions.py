"""The forms in which servers put an answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.models import _hostile as h

from seethrough.errors import UnavailableError
from seethrough.language_model import REFUSED, Answer, Message, Options, Prompt
from seethrough.models.clients.openai import OpenAI
from seethrough.models.health import Health
from seethrough.models.request_pool import RetryPolicy

PROMPT = Prompt((Message("user", "Who has gout?"),))


def text(words: Any) -> dict[str, Any]:
    return {"type": "text", "text": words}


def answer_to(content: Any, **more: Any) -> Answer:
    """Return what is read from a server that answers with this content."""
    message = {"role": "assistant", "content": content}
    return whole({"choices": [{"message": message, "finish_reason": "stop"}], **more})


def whole(completion: dict[str, Any]) -> Answer:
    """Return what is read from a server that answers with this completion."""
    body = json.dumps(completion).encode()
    with h.hostile(h.say(h.whole(body))) as server:
        model = OpenAI("m", server.url, policy=RetryPolicy(1, 3), health=Health("it", 0.3))
        return model.generate([PROMPT], Options())[0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ([text("Alan Gates.")], "Alan Gates."),
        ([text("Alan Ga"), text("tes.")], "Alan Gates."),
        ([], ""),
        (None, ""),
    ],
)
def test_an_answer_may_come_as_parts(content: Any, said: str) -> None:
    assert answer_to(content) == Answer(said)


def test_what_is_thought_in_parts_stands_beside_the_answer() -> None:
    for thought in ("It is Alan.", [text("It is "), text("Alan.")]):
        found = answer_to([{"type": "thinking", "thinking": thought}, text("I cannot tell.")])
        assert (found.text, found.beside) == ("I cannot tell.", "It is Alan.")


def test_a_part_may_be_a_refusal() -> None:
    found = answer_to([{"type": "refusal", "refusal": "Alan would not like it."}])
    assert (found.text, found.problem, found.beside) == ("", REFUSED, "Alan would not like it.")


FACT = "Alan Gates has gout."
CITED = {"citations": [{"content": FACT, "title": FACT}]}
CALL = {"id": "call_7", "type": "function", "function": {"name": "", "arguments": FACT}}


@pytest.mark.parametrize(
    ("message", "choice", "completion"),
    [
        ({"context": CITED}, {}, {}),
        ({"annotations": [{"type": "file_citation", "file_citation": {"quote": FACT}}]}, {}, {}),
        ({"tool_calls": [CALL]}, {}, {}),
        ({"content": [{**text("I cannot tell."), "annotations": [{"quote": FACT}]}]}, {}, {}),
        ({}, {}, {"documents": [{"id": FACT, "type": "note"}]}),
        ({"context": {"provider": FACT, "page": 7}}, {}, {}),
        ({}, {}, {"sources": {FACT: 0.93}}),
        ({}, {"delta": {"content": FACT}}, {}),
        ({}, {}, CITED),
    ],
)
def test_whatever_comes_with_an_answer_stands_beside_it(
    message: dict[str, Any], choice: dict[str, Any], completion: dict[str, Any]
) -> None:
    about = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m"}
    said = {"role": "assistant", "content": "I cannot tell.", **message}
    first = {"index": 0, "message": said, "finish_reason": "stop", "logprobs": None, **choice}
    found = whole({**about, "choices": [first], "usage": {"total_tokens": 5}, **completion})
    assert (found.text, found.beside) == ("I cannot tell.", FACT)


def test_a_long_number_beside_an_answer_is_read() -> None:
    cited = {"patient": 4155550132, "page": 12, "score": 0.93, "current": True}
    first = {"message": {"content": "I am.", "context": cited}}
    assert whole({"created": 1764600000, "choices": [first]}).beside == "4155550132"


def test_a_second_choice_stands_beside_the_first() -> None:
    choices = [{"message": {"content": content}} for content in ("I cannot tell.", [text(FACT)])]
    assert whole({"choices": choices}).beside == FACT


def test_what_stands_beside_an_answer_may_be_nested_as_deeply_as_json_is_read() -> None:
    nested: Any = FACT
    for _ in range(900):
        nested = [nested]
    assert answer_to("I cannot tell.", sources=nested).beside == FACT


@pytest.mark.parametrize(
    "part",
    [
        {"type": "image_url", "image_url": {"url": "data:"}},
        {"type": "audio", "audio": "UklGRg=="},
        {"type": "text"},
        {"text": "Alan Gates."},
        text(1),
        text({}),
        text(None),
        "Alan Gates.",
        1,
    ],
)
def test_a_part_that_is_no_words_is_never_left_out_in_silence(part: Any) -> None:
    with pytest.raises(UnavailableError, match="x the server's answer was not a chat completion"):
        answer_to([text("Nobody."), part])
