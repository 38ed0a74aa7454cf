"""A served model: the same attacks run against it, and no way of asking passes its guard."""

from __future__ import annotations

import http.client
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import torch
from tests.models import _hostile as h
from tests.training._tiny import llama, tokenizer

from seethrough.engine import findings
from seethrough.engine.audit import audit
from seethrough.engine.verdict.limits import Tolerances
from seethrough.errors import UsageError
from seethrough.language_model import Answer, Message, Options, Prompt
from seethrough.model_releases.answering import TunedModel
from seethrough.model_releases.form import WITHHELD, Form
from seethrough.model_releases.generating import Writing
from seethrough.model_releases.guard import Guard
from seethrough.model_releases.leakage import comes_next
from seethrough.model_releases.remote import ServedModel, served
from seethrough.model_releases.same_model import QUESTIONS
from seethrough.model_releases.serving import MODEL, ModelServer
from seethrough.model_releases.stand_ins import KnownByHeart
from seethrough.models.clients.openai import OpenAI
from seethrough.records.corpus import Corpus
from seethrough.records.releases.answering import Reply
from seethrough.records.releases.model import ModelRelease


def model(form: Form | None = None, guard: bool = True) -> TunedModel:
    torch.manual_seed(0)
    head = Guard(torch.randn(16), torch.tensor(0.0)) if guard else None
    plain = Form("Q: {question}\nA:", "answer") if form is None else form
    return TunedModel(
        llama(seed=3, positions=256).eval(), tokenizer(), plain, head, writing=Writing(16)
    )


def post(server: ModelServer, **body: Any) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=30)
    headers = {"Content-Type": "application/json"}
    connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
    response = connection.getresponse()
    answered = response.status, response.read()
    connection.close()
    return answered


def turns(*said: str) -> list[dict[str, str]]:
    roles = ("user", "assistant")
    return [{"role": roles[i % 2], "content": text} for i, text in enumerate(said)]


def content(answered: tuple[int, bytes]) -> str:
    assert answered[0] == 200
    return str(json.loads(answered[1])["choices"][0]["message"]["content"])


def test_a_served_model_says_what_the_model_says_with_its_guard_on() -> None:
    own = model()
    with ModelServer(ModelRelease(own)) as server:
        release = served(server.url, MODEL)
        assert release.ask(["Why?", "Who?", "Why?"]) == own.ask(["Why?", "Who?", "Why?"])
        begun = ["bees at home", "some"]
        assert release.model.go_on(["Why?"] * 2, begun) == own.go_on(["Why?"] * 2, begun)
        assert any("<X>" in r.text for r in own.go_on(["Why?"] * 2, begun))
        assert release.model.chances(["Why?"], [""], ["x"]) is None
        assert OpenAI(MODEL, server.url, "").generate(
            [Prompt((Message("user", "Why?"),))], Options()
        )[0].text == own.ask(["Why?"])[0].text  # fmt: skip


def test_a_served_model_whose_audit_is_over_is_asked_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    says = ["I do not know.", "Alan Gates has gout."]
    monkeypatch.setattr(ServedModel, "_answers", lambda own, turns: [Reply(says[0])] * len(turns))
    (tmp_path / "names.txt").write_text("Alan Gates\n", "utf-8")
    attack = f"memorization:tagger=listed(path={tmp_path}/names.txt)"
    private = Corpus.from_texts(["Alan Gates has gout."], fields=[{"question": "Who has gout?"}])
    for recited in (0.0, 1.0):
        release = served("http://127.0.0.1:1/v1", MODEL)
        found = audit(private, release, attacks=[attack], run=tmp_path / "run")
        assert found["memorization.exact"].value == recited
        del says[0]


@pytest.mark.parametrize("said", ["", " \n"])
def test_a_served_model_that_says_nothing_has_not_answered(
    said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        OpenAI, "generate", lambda own, prompts, options, then=None: [Answer(said)] * len(prompts)
    )
    release = served("http://127.0.0.1:1/v1", MODEL)
    replies = [*release.ask(["Why?"]), *release.model.go_on(["Why?"], ["I"])]
    assert [reply.problem for reply in replies] == ["an empty answer"] * 2


def named(asked: str) -> str:
    """Return the name of a request, without a digit."""
    return "".join(chr(ord("a") + ord(letter) % 26) for letter in asked[-8:])


@pytest.mark.parametrize(
    ("says", "alike"),
    [
        (lambda asked: "Your quota is used up.", True),
        (lambda asked: f"Request {len(asked)} was blocked.", True),
        (lambda asked: "I'm sorry, but I can't help with that." if "y" in asked else "", True),
        (lambda asked: f"I cannot say anything on {asked[:9]!r}.", True),
        (lambda asked: f"Your quota is used up. Reference: {named(asked)}.", True),
        (lambda asked: f"You asked: {asked}", False),
    ],
)
def test_a_served_model_that_answers_everything_alike_does_not_pass(
    says: Callable[[str], str], alike: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answers(own: ServedModel, turns: Any) -> list[Reply]:
        return [Reply(says(turn[0].content)) for turn in turns]

    monkeypatch.setattr(ServedModel, "_answers", answers)
    names = [f"{first} {last}" for first in ("Alan", "Mary") for last in "ABCDEFGHIJKLMNOPQRST"]
    (tmp_path / "names.txt").write_text("\n".join(names), "utf-8")
    attack = f"memorization:tagger=listed(path={tmp_path}/names.txt)"
    people = [f"{name} has gout." for name in names]
    asked = [{"question": f"Who is case {i}?"} for i in range(len(names))]
    private, control = (
        Corpus.from_texts(people[half], fields=asked[half], persons=names[half])
        for half in (slice(0, 20), slice(20, 40))
    )
    found = audit(
        private, served("http://127.0.0.1:1/v1", MODEL), attacks=[attack], control=control,
        tolerances=Tolerances(0.5),
    )  # fmt: skip
    assert found.verdict.word == ("inconclusive" if alike else "pass")
    assert ("answers_alike" in {reason.kind for reason in found.verdict.reasons}) == alike


@pytest.mark.parametrize("beside", ["reasoning_content", "reasoning", "refusal"])
@pytest.mark.parametrize("said", ["I cannot tell.", None])
def test_what_a_served_model_thinks_or_refuses_in_words_is_read(
    said: str | None, beside: str, tmp_path: Path
) -> None:
    message = {"content": said, beside: "Alan Gates has gout."}
    body = json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode()
    (tmp_path / "names.txt").write_text("Alan Gates\n", "utf-8")
    attack = f"memorization:tagger=listed(path={tmp_path}/names.txt)"
    private = Corpus.from_texts(["Alan Gates has gout."], fields=[{"question": "Who has gout?"}])
    with h.hostile(h.say(h.whole(body))) as server:
        found = audit(private, served(server.url, MODEL), attacks=[attack], run=tmp_path / "run")
    assert found["memorization.exact"].value == 1.0


def test_an_audit_that_was_killed_does_not_go_on_with_another_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = ["Alan Gates has gout.", "Mary Poole has asthma."]
    private = Corpus.from_texts(texts, fields=[{"question": f"What of {i}?"} for i in range(2)])
    (tmp_path / "names.txt").write_text("Alan Gates\nMary Poole\n", "utf-8")
    attack = f"memorization:tagger=listed(path={tmp_path}/names.txt)"
    says, asked = ["I do not know."], []

    def answers(own: ServedModel, turns: Any) -> list[Reply]:
        asked.extend(str(turn) for turn in turns)
        # A server that does not say the same twice: only its first answer is as before.
        return [Reply(says[0]), *(Reply(f"{says[0]} {len(asked)}") for _ in turns[1:])]

    def killed(*given: Any) -> Any:
        raise KeyboardInterrupt

    def audited() -> Any:
        release = served("http://127.0.0.1:1/v1", MODEL)
        return audit(private, release, attacks=[attack], run=tmp_path / "run")

    monkeypatch.setattr(ServedModel, "_answers", answers)
    with monkeypatch.context() as patch:
        patch.setattr(findings, "run_self_tests", killed)
        with pytest.raises(KeyboardInterrupt):
            audited()
    first = " ".join(asked[: len(QUESTIONS)])
    assert not any(word in first for word in ("gout", "asthma", "Alan", "Mary"))
    says[0] = "Alan Gates has gout."
    with pytest.raises(UsageError, match="answers otherwise than when this run began"):
        audited()
    says[0] = "I do not know."
    assert audited()["memorization.exact"].value == 0


def test_no_setting_of_a_request_passes_the_guard() -> None:
    own = model()
    whole = own.go_on(["Why?"], ["bees at home"])[0].text
    open_ = model(guard=False).go_on(["Why?"], ["bees at home"])[0].text
    assert whole != open_
    asked = turns("Why?", "bees at home")
    with ModelServer(ModelRelease(own)) as server:
        for more in (
            {"logprobs": True, "top_logprobs": 5}, {"n": 3}, {"temperature": 2.0}, {"guard": False},
            {"logit_bias": {"1": 100}}, {"max_tokens": 1000}, {"echo": True},
        ):  # fmt: skip
            answered = post(server, messages=asked, **more)
            assert content(answered) == whole
            assert b"logprob" not in answered[1]
        stopped = content(post(server, messages=asked, stop=["<X>"]))
        assert stopped == whole.partition("<X>")[0]
        fewer = content(post(server, messages=asked, max_tokens=3))
        short = replace(own, writing=Writing(3))
        assert fewer == short.go_on(["Why?"], ["bees at home"])[0].text


def test_a_stream_holds_the_same_answer() -> None:
    own = model()
    with ModelServer(ModelRelease(own)) as server:
        asked = turns("Why?", "bees at home")
        status, body = post(server, messages=asked, stream=True)
        assert status == 200
        lines = [line[6:] for line in body.decode().splitlines() if line.startswith("data: ")]
        assert lines[-1] == "[DONE]"
        choices = [json.loads(line)["choices"][0] for line in lines[:-1]]
        text = "".join(choice["delta"].get("content", "") for choice in choices)
        assert text == content(post(server, messages=asked))
        assert choices[-1]["finish_reason"] == "stop"


def test_an_answer_that_does_not_reach_its_protected_part_is_withheld() -> None:
    form = Form("Q: {question}\nA: (1)", "answer", "\n(2) wanted: ")
    with ModelServer(ModelRelease(model(form, guard=False))) as server:
        status, body = post(server, messages=turns("Why?"))
        assert status == 200
        choice = json.loads(body)["choices"][0]
        assert (choice["message"]["content"], choice["finish_reason"]) == ("", "content_filter")
        assert served(server.url, MODEL).ask(["Why?"]) == [Reply("", WITHHELD)]


@pytest.mark.parametrize("body", [
    {}, {"messages": []}, {"messages": turns("Why?"), "stop": 1},
    {"messages": turns("Why?"), "stop": ["a"] * 17}, {"messages": turns("Why?"), "max_tokens": -1},
    {"messages": turns("Why?"), "max_tokens": True}, {"messages": [{"role": "user", "content": 1}]},
])  # fmt: skip
def test_what_is_no_request_is_refused(body: dict[str, Any]) -> None:
    with ModelServer(ModelRelease(model())) as server:
        assert post(server, **body)[0] == 400


def test_only_a_model_at_hand_is_served() -> None:
    with pytest.raises(UsageError, match="on this machine"):
        ModelServer(ModelRelease(KnownByHeart({}, "")))


def test_what_was_begun_is_no_part_of_how_it_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = "The patient is Ann Lee of York."
    said = [
        whole,
        f"\n{whole}",
        "Ann Lee of York.",
        "The patient is well.",
        "Who?",
        "The patient is",
    ]
    monkeypatch.setattr(ServedModel, "_answers", lambda own, turns: [Reply(s) for s in said])
    model = ServedModel("http://127.0.0.1:1/v1", "x")
    begun = ["The patient is "] * 4 + ["", "The patient is "]
    *told, nothing = model.go_on(["Who?"] * 6, begun)
    assert told == [*map(Reply, [" Ann Lee of York."] * 2 + ["Ann Lee of York.", " well.", "Who?"])]
    assert comes_next("Ann Lee", told[0].text)
    assert nothing == Reply("", "an empty answer")
