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


def answer_to(content: Any) -> Answer:
    """Return what is read from a server that answers with this content."""
    message = {"role": "assistant", "content": content}
    body = json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode()
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
