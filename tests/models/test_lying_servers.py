"""A model server whose numbers cannot be true: nothing is computed from them."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from tests.models import _hostile as h

from seethrough.cli import run
from seethrough.errors import UnavailableError
from seethrough.language_model import Message, NoProbabilitiesError, Options, Prompt
from seethrough.models import request_pool
from seethrough.models.clients.openai import OpenAI, share_out
from seethrough.models.request_pool import RetryPolicy
from seethrough.models.resolve import using
from seethrough.retrieval.embedders import resolve_embedder
from seethrough.samples import path

PROMPT = Prompt((Message("user", "Yes or no?"),))
LIES = {
    "above one": [("Yes", 2.0), ("No", -1.0)],
    "far above one": [("Yes", 1000.0), ("No", -1.0)],
    "infinite": [("Yes", math.inf), ("No", -1.0)],
    "no number": [("Yes", math.nan), ("No", -1.0)],
    "together above one": [("Yes", -0.1), ("No", -0.1)],
}


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_pool, "FIRST_PAUSE", 0.005)
    monkeypatch.setattr("seethrough.models.clients.openai.SILENCE", 0.5)
    monkeypatch.setattr("seethrough.models.clients.openai.EXTRA", 0.1)


def chosen(likeliest: list[tuple[str, float]]) -> h.Behaviour:
    """Return the behaviour of a server that names these tokens with these log-probabilities."""
    tokens = [{"token": token, "logprob": logprob} for token, logprob in likeliest]
    choice = {
        "message": {"role": "assistant", "content": "Yes"},
        "finish_reason": "stop",
        "logprobs": {"content": [{"token": "Yes", "logprob": 0.0, "top_logprobs": tokens}]},
    }
    return h.say(h.whole(json.dumps({"choices": [choice]}).encode()))


@pytest.mark.parametrize("lie", LIES)
def test_probabilities_that_cannot_be_are_asked_for_again(lie: str) -> None:
    good = [("Yes", math.log(0.6)), ("No", math.log(0.2))]
    with h.hostile(chosen(LIES[lie]), chosen(good)) as server:
        model = OpenAI("m", server.url, timeout=0.2, policy=RetryPolicy(1, 3))
        assert model.choose([PROMPT], ["Yes", "No"]) == pytest.approx(np.array([[0.75, 0.25]]))
    assert len(server.requests) == 2


@pytest.mark.parametrize("lie", LIES)
def test_a_server_that_always_lies_gives_no_probability(lie: str) -> None:
    with h.hostile(chosen(LIES[lie])) as server:
        model = OpenAI("m", server.url, timeout=0.2, policy=RetryPolicy(1, 3))
        try:
            rows = model.choose([PROMPT], ["Yes", "No"])
        except UnavailableError as error:
            assert "the server's probabilities are none" in str(error)  # noqa: PT017
        else:
            assert np.isnan(rows).all()


def test_probabilities_of_other_tokens_rate_nothing() -> None:
    with h.hostile(chosen([("Maybe", -1.0), ("", -1.5), (" ", -3.0)])) as server:
        assert np.isnan(OpenAI("m", server.url).choose([PROMPT], ["Yes", "No"])).all()


@pytest.mark.parametrize(
    ("said", "reason"), [("", "content_filter"), ("No", "content_filter"), ("", "stop")]
)
def test_a_prompt_that_is_not_answered_does_not_end_the_others(said: str, reason: str) -> None:
    filtered = {"message": {"content": said}, "finish_reason": reason, "logprobs": None}
    bare = h.say(h.whole(json.dumps({"choices": [filtered]}).encode()))
    with h.hostile(bare, chosen([("Yes", 0.0)])) as server:
        model = OpenAI("m", server.url, policy=RetryPolicy(1, 3))
        rows = model.choose([PROMPT, PROMPT], ["Yes", "No"])
    assert np.isnan(rows[0]).all()
    assert rows[1].tolist() == [1.0, 0.0]


def test_a_token_that_is_thought_and_not_said_is_an_answer_without_probabilities() -> None:
    thought = {"message": {"content": ""}, "finish_reason": "length", "logprobs": None}
    with h.hostile(h.say(h.whole(json.dumps({"choices": [thought]}).encode()))) as server:
        model = OpenAI("m", server.url, policy=RetryPolicy(1, 3))
        with pytest.raises(NoProbabilitiesError):
            model.choose([PROMPT], ["Yes", "No"])


def test_what_rounding_adds_is_no_lie() -> None:
    assert share_out([("Yes", 0.001), ("No", -9999.0)], ["Yes", "No"]) == [1.0, 0.0]
    assert share_out([("Yes", -0.1), ("Yes", -0.1)], ["Yes", "No"]) == [1.0, 0.0]


@pytest.mark.parametrize(
    "count", ["1e999", "NaN", "-5", "1" + "0" * 300, '"x"', "[]", "1.5", "true"]
)
def test_tokens_that_cannot_be_are_not_counted_and_the_answer_is(count: str) -> None:
    for usage in (f'{{"prompt_tokens": {count}, "completion_tokens": 7}}', count):
        body = h.completion()[:-1] + f', "usage": {usage}}}'.encode()
        with h.hostile(h.say(h.whole(body))) as server:
            model = OpenAI("m", server.url)
            assert [answer.text for answer in model.generate([PROMPT], Options())] == ["fine"]
            total = model.usage.total
        assert (total.requests, total.failures, total.prompt_tokens) == (1, 0, 0)
        assert total.completion_tokens == (7 if usage != count else 0)


def test_a_number_too_large_is_no_probability() -> None:
    body = json.dumps({"choices": [{"message": {"content": "Yes"}, "logprobs": {"content": [
        {"top_logprobs": [{"token": "Yes", "logprob": -(10**400)}]}]}}]})  # fmt: skip
    with h.hostile(h.say(h.whole(body.encode()))) as server:
        model = OpenAI("m", server.url, timeout=0.2, policy=RetryPolicy(1, 3))
        with pytest.raises(UnavailableError, match="the server's answer was not a chat completion"):
            model.choose([PROMPT], ["Yes", "No"])


@pytest.mark.system
def test_an_audit_judged_by_a_liar_rates_nothing_and_never_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:4]
    Path("a.jsonl").write_text("".join(lines), "utf-8")
    words = [
        "audit", "a.jsonl", "a.jsonl", "--attack", "inference", "--atomizer", "sentence",
        "--linker", "bm25", "--judge", "llm:method=probability", "--model", "openai/m",
        "--run", "r", "--json", "--model-timeout", "0.3",
    ]  # fmt: skip
    for lie in (LIES["above one"], [("Maybe", -0.1)]):
        with h.hostile(chosen(lie)) as server:
            status = run([*words, "--model-base-url", server.url])
        out, err = capsys.readouterr()
        assert status in (1, 2, 69)  # 1: the originals stand there, whatever the judge says
        if status != 69:
            report = json.loads(out)
            judged = [e for e in report["estimates"] if e["name"] == "semantic.leak_rate"]
            assert [e["n"] for e in judged] in ([], [0])
            assert report["verdict"] != "pass"
        else:
            assert out == ""
            assert err.splitlines()[-1].startswith("seethrough: ")


def embedded(*rows: dict[str, object]) -> h.Behaviour:
    return h.say(h.whole(json.dumps({"data": [*rows]}).encode()))


@pytest.mark.parametrize(
    "rows",
    [
        [{"index": 0, "embedding": [1.0, math.nan]}, {"index": 1, "embedding": [1.0, 0.0]}],
        [{"index": 0, "embedding": [1.0, math.inf]}, {"index": 1, "embedding": [1.0, 0.0]}],
        [{"index": 0, "embedding": [1.0, 0.0]}, {"index": 0, "embedding": [0.0, 1.0]}],
        [{"index": 5, "embedding": [1.0, 0.0]}, {"index": 6, "embedding": [0.0, 1.0]}],
        [{"index": 0, "embedding": []}, {"index": 1, "embedding": []}],
        [{"index": 0, "embedding": [1.0]}, {"index": 1, "embedding": [1.0, 0.0]}],
        [{"index": 0, "embedding": [0.0, 0.0]}, {"index": 1, "embedding": [0.0, 0.0]}],
        [{"index": 0, "embedding": [1.0, 0.0]}],
    ],
)
def test_vectors_that_cannot_be_are_not_used(rows: list[dict[str, object]]) -> None:
    with (
        h.hostile(embedded(*rows)) as server,
        using(base_url=server.url, timeout=0.2),
        pytest.raises(UnavailableError),
    ):
        resolve_embedder("vllm/m").embed(["a", "b"])


def test_texts_without_a_word_may_have_vectors_of_zeros() -> None:
    rows = [{"index": 0, "embedding": [0.0, 0.0]}, {"index": 1, "embedding": [0.0, 0.0]}]
    with h.hostile(embedded(*rows)) as server, using(base_url=server.url):
        assert resolve_embedder("vllm/m").embed(["", " "]).tolist() == [[0.0, 0.0]] * 2


def test_vectors_are_put_in_order() -> None:
    rows = [{"index": 1, "embedding": [0.0, 2.0]}, {"index": 0, "embedding": [2.0, 0.0]}]
    with h.hostile(embedded(*rows)) as server, using(base_url=server.url):
        assert resolve_embedder("vllm/m").embed(["a", "b"]).tolist() == [[1.0, 0.0], [0.0, 1.0]]
