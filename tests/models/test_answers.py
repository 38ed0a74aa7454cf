from __future__ import annotations

import json
import time
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.errors import UnavailableError
from seethrough.language_model import CUT_SHORT, Answer, Message, OnAnswer, Options, Prompt
from seethrough.models import health
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


class Babbling:
    """Answers every prompt with the same text; each takes some seconds of the clock."""

    caveat = ""
    seconds = 1.0

    def __init__(self, name: str, text: str, clock: list[float]) -> None:
        self.name, self.text, self.clock = name, text, clock
        self.asked = 0

    def generate(
        self, prompts: list[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        for i in range(len(prompts)):
            self.asked += 1
            self.clock[0] += self.seconds
            if on_answer is not None:
                on_answer(i, Answer(self.text))
        return [Answer(self.text)] * len(prompts)


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


@pytest.mark.parametrize("text", [
    "[" * 50_000 + "]" * 50_000,
    '{"a":' * 50_000 + "1" + "}" * 50_000,
    "[" * 100_000,
    "[" + ", " * 50_000,
    '["' * 50_000,
])  # fmt: skip
def test_an_answer_of_brackets_is_read_in_no_time(text: str) -> None:
    started = time.process_time()
    assert list(json_values(text)) == []
    assert time.process_time() - started < 5


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
        "I'm so sorry, but no.",
        "I am very sorry. This is not possible.",
        "I’m sorry, I can’t help with that.",
        "I am unable to process personal data.",
        "I won't rewrite this text.",
        "I cannot fulfill your request.",
        "I'm sorry for the inconvenience, but I cannot process medical records.",
        "I'm sorry you're going through this, but I can't provide a rewrite.",
        "I won't be able to assist with that.",
        "I cannot translate this.",
        "I can't. The text contains personal data.",
    ],
)
def test_refusals(text: str) -> None:
    assert refused(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Sorry sight: he fell.",
        "The patient cannot walk.",
        "#\nI am 40",
        "I can't sleep since my son died in March.",
        "I'm sorry to bother you, doctor.",
        "I am unable to work since the accident in Leeds.",
        "I can't help but think of her.",
        "I am so sorry for your loss.",
        "I can't fully turn my head.",
        "I'm sorry if this is long.",
        "I'm sorry I missed the session.",
        "I apologize for the delay.",
        "I apologise for being late, the bus broke down.",
        "I'm sorry that I can't walk as I did.",
    ],
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
        ('[{"a": "said \\"}\\" now"}, {"b": 1', [[{"a": 'said "}" now'}]]),
        ('[{"a": "ends in a backslash \\\\"}, {"b": 1', [[{"a": "ends in a backslash \\"}]]),
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


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    now = [1000.0]
    monkeypatch.setattr(health, "time", SimpleNamespace(monotonic=lambda: now[0]))
    return now


def test_a_model_whose_answers_are_never_readable_is_given_up(clock: list[float]) -> None:
    """Over many batches, each of which is asked again and again."""
    model = Babbling("babbling/a", "um", clock)
    prompts = [prompt("a")] * 5
    told: list[str] = []
    while not told:
        try:
            assert [r.problem for r in ask(model, prompts, Options(), number)] == [
                "unreadable answer"
            ] * 5
        except UnavailableError as error:
            told.append(str(error))
        clock[0] += 1000.0  # nobody asks
    assert told == [
        "the model babbling/a gave no good answer in 55 s of asking (55 x unreadable answer) and is"
        " not asked again; name another with --model and run the same command again to continue"
    ]
    assert model.asked == 55


def test_a_slow_model_gets_twenty_answers_and_one_that_was_read_once_is_counted_alone(
    clock: list[float],
) -> None:
    slow = Babbling("babbling/b", "um", clock)
    slow.seconds = 30.0
    with pytest.raises(UnavailableError, match=r"\(20 x unreadable"):
        ask(slow, [prompt("a")] * 100, Options(), number)
    assert slow.asked == 20
    once = Babbling("babbling/c", "7", clock)
    assert ask(once, [prompt("a")], Options(), number) == [Reading(7)]
    once.text = "um"
    for _ in range(100):
        assert ask(once, [prompt("a")], Options(), number)[0].value is None
    assert once.asked == 301
