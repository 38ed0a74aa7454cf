from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.language_model import CUT_SHORT, Answer, Message, OnAnswer, Options, Prompt
from seethrough.models.answers import (
    RETRY,
    RETRY_TEMPERATURE,
    Reading,
    ask,
    json_values,
    refused,
    room,
)


class Scripted:
    """Gives its answers one batch after another and keeps what it was asked."""

    name = "scripted"
    caveat = ""

    def __init__(self, *batches: list[Answer]) -> None:
        self.batches = list(batches)
        self.asked: list[tuple[list[Prompt], Options]] = []

    def generate(
        self, prompts: list[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        self.asked.append((list(prompts), options))
        batch = self.batches.pop(0)
        assert len(batch) == len(prompts)
        return batch


def prompt(text: str) -> Prompt:
    return Prompt((Message("user", text),))


def number(text: str) -> int | None:
    return int(text) if text.isdigit() else None


def test_a_readable_answer_is_read_once() -> None:
    model = Scripted([Answer("1"), Answer("2")])
    assert ask(model, [prompt("a"), prompt("b")], Options(), number) == [Reading(1), Reading(2)]
    assert len(model.asked) == 1


def test_an_unreadable_answer_gets_a_turn_of_repair() -> None:
    model = Scripted([Answer("1"), Answer("um")], [Answer("7")])
    assert ask(model, [prompt("a"), prompt("b")], Options(), number, "Write a digit.") == [
        Reading(1),
        Reading(7),
    ]
    (repair,) = model.asked[1][0]
    assert [m.role for m in repair.messages] == ["user", "assistant", "user"]
    assert repair.messages[1].content == "um"
    assert "Write a digit." in repair.messages[2].content


def test_then_a_fresh_try_and_then_the_problem() -> None:
    model = Scripted([Answer("um")], [Answer("er")], [Answer("oh")])
    assert ask(model, [prompt("a")], Options(sample=2), number) == [
        Reading(None, "unreadable answer")
    ]
    prompts, options = model.asked[2]
    assert prompts == [prompt("a")]
    assert options.sample == 2 + RETRY
    assert options.temperature > 0


def test_a_refusal_gets_no_repair_but_a_fresh_try() -> None:
    model = Scripted([Answer("I'm sorry, but I can't do that.")], [Answer("3")])
    assert ask(model, [prompt("a")], Options(), number) == [Reading(3)]
    assert model.asked[1][1].sample == RETRY
    model = Scripted([Answer("", "refused")], [Answer("", "refused")])
    assert ask(model, [prompt("a")], Options(), number) == [Reading(None, "refused")]


def test_an_answer_that_was_cut_short_is_never_read_and_gets_more_room() -> None:
    model = Scripted([Answer("12", CUT_SHORT)], [Answer("123")])
    assert ask(model, [prompt("a")], Options(max_tokens=10), number) == [Reading(123)]
    again = Options(RETRY_TEMPERATURE, sample=RETRY, max_tokens=20)
    assert model.asked[1] == ([prompt("a")], again)


@pytest.mark.parametrize(
    "text",
    [
        "I'm sorry, but no.",
        "I cannot assist with that.",
        "As an AI, I",
        " **I can’t** do",
        "Sorry, no",
    ],
)
def test_refusals(text: str) -> None:
    assert refused(text)


@pytest.mark.parametrize(
    "text", ["", "Sorry sight: he fell.", "The patient cannot walk.", "#\nI am 40"]
)
def test_no_refusals(text: str) -> None:
    assert not refused(text)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ('{"a": 1}', [{"a": 1}]),
        ('Sure!\n```json\n{"a": [1, 2,],}\n```\nDone.', [{"a": [1, 2]}]),
        ('{"a": [{"b": 1}, {"b": 2}, {"b"', [{"a": [{"b": 1}, {"b": 2}]}]),
        ('{"a": "brace } in \\" text", "c": [', []),
        ("no json here", []),
        ("{", []),
        ("]]]]{{{{", []),
        ('[1] and {"x": "line\nbreak"}', [[1], {"x": "line\nbreak"}]),
    ],
)
def test_json_in_odd_company(text: str, values: list[object]) -> None:
    assert list(json_values(text)) == values


@given(
    st.dictionaries(st.text(), st.lists(st.integers() | st.text()), max_size=4), st.text("xyz \n")
)
def test_json_is_found_in_any_prose(value: dict[str, list[int | str]], prose: str) -> None:
    assert next(json_values(prose + json.dumps(value) + prose)) == value


@given(st.text('{}[]",:a1\\ \n', max_size=300))
def test_reading_json_ends_and_never_raises(text: str) -> None:
    list(json_values(text))


@pytest.mark.parametrize(
    ("texts", "most", "beside", "tokens"),
    [([], 100, 64, 64), (["ab", "abcd"], 100, 10, 14), (["é"], 9, 0, 2), (["a" * 99], 50, 9, 50)],
)
def test_an_answer_has_room_for_the_longest_text(
    texts: list[str], most: int, beside: int, tokens: int
) -> None:
    assert room(texts, most, beside) == tokens
    assert room(["\ud800"], 10, 0) >= 1  # half a surrogate pair
