from __future__ import annotations

import errno
import json
import os
import random
import sqlite3
import stat
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from seethrough.errors import InputError, OutputError, UsageError
from seethrough.language_model import Answer, Message, OnAnswer, OnRow, Options, Prompt, cache_key
from seethrough.models.cached import Cached
from seethrough.models.call_log import call_log
from seethrough.models.fakes.fake import Fake
from seethrough.models.health import Health
from seethrough.models.kept_answers import FILE
from seethrough.notices import noticed_by


class Counting:
    """Answers with the number of the request; dies at ``dies_at``."""

    name = "counting"
    caveat = "small"

    def __init__(self, dies_at: int = 10**9) -> None:
        self.asked: list[Prompt] = []
        self.dies_at = dies_at

    def generate(
        self, prompts: Sequence[Prompt], options: Options, on_answer: OnAnswer | None = None
    ) -> list[Answer]:
        answers = []
        for i, prompt in enumerate(prompts):
            if len(self.asked) == self.dies_at:
                raise KeyboardInterrupt
            self.asked.append(prompt)
            text = prompt.messages[-1].content
            answer = Answer(text.upper(), "refused" if text == "no" else "", 3, 4)
            answers.append(answer)
            if on_answer is not None:
                on_answer(i, answer)
        return answers

    def choose(
        self, prompts: Sequence[Prompt], answers: Sequence[str], on_row: OnRow | None = None
    ) -> npt.NDArray[np.float64]:
        self.asked += prompts
        rows = [[1 / 3, 2 / 3] if p.messages[0].content else [np.nan] * 2 for p in prompts]
        for i, row in enumerate(rows):
            if on_row is not None:
                on_row(i, row)
        return np.array(rows).reshape(len(prompts), 2)


def prompt(text: str, template: str = "") -> Prompt:
    return Prompt((Message("user", text),), template=template)


def test_only_answers_that_are_kept_say_that_a_server_answers(tmp_path: Path) -> None:
    for known in (False, True):
        inner = Counting()
        inner.health = Health("the server")  # type: ignore[attr-defined]
        Cached(inner, tmp_path).generate([prompt("a")], Options())
        assert inner.health.known == known  # type: ignore[attr-defined]


def test_what_was_answered_is_not_asked_again(tmp_path: Path) -> None:
    inner = Counting()
    model = Cached(inner, tmp_path / "run")
    prompts = [prompt("a"), prompt("b"), prompt("a")]
    told: list[tuple[int, str]] = []
    first = model.generate(prompts, Options(), lambda i, a: told.append((i, a.text)))
    assert [a.text for a in first] == ["A", "B", "A"]
    assert sorted(told) == [(0, "A"), (1, "B"), (2, "A")]
    assert len(inner.asked) == 2
    told.clear()
    assert Cached(inner, tmp_path / "run").generate(prompts, Options()) == first
    assert len(inner.asked) == 2
    assert (model.name, model.caveat) == ("counting", "small")


def test_models_of_one_name_and_other_versions_do_not_answer_for_each_other(
    tmp_path: Path,
) -> None:
    inner = Counting()
    for version, asked in (("1", 1), ("2", 2), ("1", 2)):
        Cached(inner, tmp_path, version).generate([prompt("a")], Options())
        assert len(inner.asked) == asked


def test_a_killed_batch_goes_on_where_it_ended(tmp_path: Path) -> None:
    prompts = [prompt(str(i)) for i in range(10)]
    with pytest.raises(KeyboardInterrupt):
        Cached(Counting(dies_at=6), tmp_path).generate(prompts, Options())
    second = Counting()
    answers = Cached(second, tmp_path).generate(prompts, Options())
    assert [a.text for a in answers] == [str(i) for i in range(10)]
    assert second.asked == prompts[6:]


def test_answers_with_a_problem_are_asked_again(tmp_path: Path) -> None:
    inner = Counting()
    model = Cached(inner, tmp_path)
    for _ in range(2):
        assert model.generate([prompt("no")], Options())[0].problem == "refused"
    assert len(inner.asked) == 2


def test_everything_that_matters_is_in_the_key() -> None:
    one, options = prompt("a", "hash"), Options()
    keys = {
        cache_key("m", one, options),
        cache_key("n", one, options),
        cache_key("m", prompt("b", "hash"), options),
        cache_key("m", prompt("a", "other file"), options),
        cache_key("m", replace(one, schema="{}"), options),
        cache_key("m", one.then("x", "y"), options),
        cache_key("m", one, replace(options, temperature=1.0)),
        cache_key("m", one, replace(options, seed=1)),
        cache_key("m", one, replace(options, sample=1)),
        cache_key("m", one, replace(options, max_tokens=1)),
        cache_key("m", one, ["Yes", "No"]),
        cache_key("m", one, ["1", "2", "3"]),
        cache_key("m", Prompt((Message("system", "a"),), template="hash"), options),
    }
    assert len(keys) == 13
    assert cache_key("m", prompt("\ud800"), options)  # a lone surrogate is no reason to fail


def test_probabilities_are_kept_to_the_last_bit_and_nan_is_not(tmp_path: Path) -> None:
    inner = Counting()
    model = Cached(inner, tmp_path)
    prompts = [prompt("a"), prompt(""), prompt("a")]
    first = model.choose(prompts, ["Yes", "No"])
    assert np.array_equal(first, model.choose(prompts, ["Yes", "No"]), equal_nan=True)
    assert [p.messages[0].content for p in inner.asked] == ["a", "", ""]
    assert model.choose([], ["Yes", "No"]).shape == (0, 2)


def test_the_file_is_its_owners_alone(tmp_path: Path) -> None:
    Cached(Fake(), tmp_path / "deep" / "run").generate([prompt("a")], Options())
    file = tmp_path / "deep" / "run" / "answers.sqlite"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def logged(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "calls.jsonl").read_text("ascii").splitlines()]


def test_every_call_is_logged_once(tmp_path: Path) -> None:
    model = Cached(Counting(), tmp_path)
    options = Options(temperature=0.5, seed=3, sample=2, max_tokens=9)
    for _ in range(2):  # what is kept is no call
        model.generate([prompt("é 🙂\ud800"), prompt("b"), prompt("b")], options)
    first, second = logged(tmp_path)
    assert datetime.fromisoformat(first.pop("timestamp")).tzinfo is not None
    assert first == {
        "event": "model",
        "model": "counting",
        "input": [{"role": "user", "content": "é 🙂\ud800"}],
        "tools": [],
        "tool_choice": "none",
        "config": {"temperature": 0.5, "seed": 5, "max_tokens": 9},
        "output": {
            "model": "counting",
            "choices": [
                {
                    "message": {
                        "role": "assistant",
                        "content": "É 🙂\ud800",
                        "source": "generate",
                        "model": "counting",
                    },
                    "stop_reason": "stop",
                }
            ],
            "completion": "É 🙂\ud800",
            "usage": {"input_tokens": 3, "output_tokens": 4, "total_tokens": 7},
        },
        "metadata": {"task": ""},
    }
    assert second["output"]["completion"] == "B"
    assert stat.S_IMODE((tmp_path / "calls.jsonl").stat().st_mode) == 0o600


@pytest.mark.parametrize(
    ("problem", "stop", "error"),
    [
        ("cut short", "max_tokens", None),
        ("refused", "content_filter", None),
        ("timed out", "unknown", "timed out"),
    ],
)
def test_calls_that_failed_are_logged(
    tmp_path: Path, problem: str, stop: str, error: str | None
) -> None:
    with call_log(tmp_path, "m") as log:
        log.answered(prompt("a"), Options(), Answer("hal", problem))
    (event,) = logged(tmp_path)
    assert event["output"]["choices"][0]["stop_reason"] == stop
    assert event.get("error") == error


def test_probabilities_are_logged(tmp_path: Path) -> None:
    Cached(Counting(), tmp_path).choose([prompt("a"), prompt("")], ["Yes", "No"])
    first, second = logged(tmp_path)
    assert first["metadata"]["probabilities"] == {"Yes": 1 / 3, "No": 2 / 3}
    assert first["output"]["completion"] == "No"
    assert (second["error"], second["output"]["completion"]) == ("no probabilities", "")


def test_a_full_disk_stops_the_log_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int, content: bytes) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with call_log(tmp_path, "m") as log, monkeypatch.context() as patched:
        patched.setattr(os, "write", full)
        with pytest.raises(OutputError, match=r"calls\.jsonl: the disk is full; free space"):
            log.answered(prompt("s3cret"), Options(), Answer("a"))


def test_several_threads_log_whole_lines(tmp_path: Path) -> None:
    long = [prompt(f"{n} " * 9000) for n in range(8)]
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda p: Cached(Counting(), tmp_path).generate([p], Options()), long))
    assert {event["input"][0]["content"] for event in logged(tmp_path)} == {
        p.messages[0].content for p in long
    }


def test_several_threads_and_a_lone_surrogate(tmp_path: Path) -> None:
    model = Cached(Counting(), tmp_path)
    prompts = [prompt(f"p{i % 7} \ud800") for i in range(20)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda _: model.generate(prompts, Options()), range(8)))
    assert all(result == results[0] for result in results)


def changed(file: Path, statement: str) -> None:
    connection = sqlite3.connect(file)
    with connection:
        connection.execute(statement)
    connection.close()


@pytest.mark.parametrize(
    "statement",
    [
        'update kept set value = cast(\'["D", "", 3, 4]\' as blob)',
        "update kept set value = cast(x'ff' as text)",
        "update kept set value = (select value from kept where instr(value, '\"B\"'))",
    ],
)
def test_an_answer_that_was_changed_is_asked_for_again(statement: str, tmp_path: Path) -> None:
    prompts = [prompt("a"), prompt("b")]
    first = Cached(Counting(), tmp_path).generate(prompts, Options())
    changed(tmp_path / FILE, f"{statement} where instr(value, '\"A\"')")
    again, told = Counting(), list[str]()
    with noticed_by(told.append):
        for _ in range(2):
            assert Cached(again, tmp_path).generate(prompts, Options()) == first
    assert len(again.asked) == 1
    assert told == [
        f"{tmp_path / FILE}: some answers were damaged or changed; they are requested again"
    ]


def test_no_flipped_bit_changes_an_answer(tmp_path: Path) -> None:
    prompts = [prompt(f"What is {i}?") for i in range(40)]
    first = Cached(Counting(), tmp_path).generate(prompts, Options())
    file = tmp_path / FILE
    whole, draw, told = file.read_bytes(), random.Random(0), list[str]()
    for _ in range(100):
        content = bytearray(whole)
        content[draw.randrange(len(whole))] ^= 1 << draw.randrange(8)
        file.write_bytes(content)
        try:
            with noticed_by(lambda line: None):
                assert Cached(Counting(), tmp_path).generate(prompts, Options()) == first
        except (InputError, UsageError) as error:
            told.append(str(error))
    assert len(told) < 50
    assert all(line.startswith(f"{file}: ") and "What" not in line for line in told)


def test_a_file_that_is_no_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"s3cret " * 1000)
    with pytest.raises(InputError, match=r"answers.sqlite: damaged; remove it, and") as raised:
        Cached(Counting(), tmp_path).generate([prompt("a")], Options())
    assert "s3cret" not in str(raised.value)


def test_a_full_disk_keeps_what_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own limit says what a full disk says."""
    opened = sqlite3.connect

    def small(*given: object, **named: object) -> sqlite3.Connection:
        connection = opened(*given, **named)
        connection.execute("pragma max_page_count = 6")
        return connection

    prompts = [prompt(str(i) * 500) for i in range(100)]
    with monkeypatch.context() as patched:
        patched.setattr(sqlite3, "connect", small)
        with pytest.raises(OutputError) as raised:
            Cached(Counting(), tmp_path).generate(prompts, Options())
    assert str(raised.value) == (
        f"{tmp_path / FILE}: the disk is full; free space there, then run the same command again"
    )
    again = Counting()
    answers = Cached(again, tmp_path).generate(prompts, Options())
    assert [a.text for a in answers] == [str(i) * 500 for i in range(100)]
    assert 0 < len(again.asked) < 100
