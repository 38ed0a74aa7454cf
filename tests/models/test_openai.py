from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import numpy as np
import pytest

from seethrough.errors import UnavailableError
from seethrough.language_model import CUT_SHORT, REFUSED, NoProbabilitiesError, Options, Prompt
from seethrough.models import request_pool
from seethrough.models.clients.addresses import is_loopback
from seethrough.models.clients.openai import OpenAI, share_out
from seethrough.models.fakes.fake import Fake
from seethrough.models.fakes.fake_server import FakeServer, Faults
from seethrough.models.health import Health
from seethrough.models.request_pool import RetryPolicy
from seethrough.prompts import load

EAGER = RetryPolicy(concurrency=4, tries=12, seconds=30)


@pytest.fixture(autouse=True)
def _short_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_pool, "FIRST_PAUSE", 0.005)


@contextmanager
def serving(server: FakeServer) -> Iterator[OpenAI]:
    with server:
        model = OpenAI("fake", server.url, key=server.key, policy=EAGER)
        yield model


def documents(n: int) -> list[Prompt]:
    template = load("paraphrase")
    return [template.fill({"document": f"The man number {i} has pain."}) for i in range(n)]


def test_answers_come_in_order_and_are_counted() -> None:
    with serving(FakeServer()) as model:
        seen: list[int] = []
        answers = model.generate(documents(7), Options(), lambda i, a: seen.append(i))
        assert [a.text for a in answers] == [
            f"The male person number {i} shows discomfort." for i in range(7)
        ]
        assert sorted(seen) == list(range(7))
        total = model.usage.total
        assert total.requests == 7
        assert total.prompt_tokens == sum(a.prompt_tokens for a in answers) > 0
        assert model.generate([], Options()) == []
        assert model.name == "openai/fake"


def test_the_sample_number_moves_the_seed() -> None:
    server = FakeServer()
    with serving(server) as model:
        model.generate(documents(1), Options(temperature=0.7, seed=5, sample=2, max_tokens=9))
    body = server.requests[0]
    assert (body["seed"], body["temperature"], body["max_tokens"]) == (7, 0.7, 9)


def test_every_fault_passes_and_no_answer_comes_twice() -> None:
    faults = Faults(0.1, 0.1, 0.1, 0.1, 0.1, 0.05, seed=3)
    server = FakeServer(faults=faults, slots=3)
    with serving(server) as model:
        answers = model.generate(documents(60), Options())
    assert all(not a.problem for a in answers)
    assert set(server.answered.values()) == {1}
    assert len(server.answered) == 60
    assert {"busy", "500", "garbage", "truncated", "dropped"} <= set(server.outcomes)
    assert model.usage.total.requests == 60
    assert model.usage.total.failures == len(server.requests) - 60


@pytest.fixture
def known() -> Health:
    """What is known of a server that has answered well before."""
    health = Health("the server")
    health.answered()
    return health


def test_what_never_passes_is_reported_with_its_reason(known: Health) -> None:
    with serving(FakeServer(faults=Faults(broken=1.0))) as model:
        answers = OpenAI("fake", model.base_url, policy=RetryPolicy(2, 3), health=known).generate(
            documents(3), Options()
        )
    assert [a.problem for a in answers] == ["the server failed (500) (3 tries)"] * 3


def test_no_request_is_given_up_before_a_server_has_answered_well() -> None:
    """It may be starting; if it never does, the command ends and no record is lost."""
    broken = FakeServer(faults=Faults(broken=1.0))
    with broken:
        model = OpenAI("fake", broken.url, policy=RetryPolicy(2, 3), health=Health("it", 1.0))
        with pytest.raises(UnavailableError, match=r"it gave no good answer in 1 s .* x the serv"):
            model.generate(documents(3), Options())
    assert broken.outcomes["500"] > 9


def test_a_busy_server_is_given_up_after_a_time(known: Health) -> None:
    server = FakeServer(faults=Faults(busy=1.0))
    with server:
        model = OpenAI("fake", server.url, policy=RetryPolicy(2, 2, 1.0), health=known)
        answers = model.generate(documents(2), Options())
    assert [a.problem for a in answers] == ["the server was too busy (429)"] * 2
    assert server.outcomes["busy"] > 4  # more often than the number of tries


def test_a_slow_server_times_out(known: Health) -> None:
    server = FakeServer(delay=0.5)
    with server:
        model = OpenAI("fake", server.url, timeout=0.05, policy=RetryPolicy(1, 2), health=known)
        (answer,) = model.generate(documents(1), Options())
    assert answer.problem == "no answer within 0.05 s (2 tries)"


def test_refused_and_cut_short() -> None:
    with serving(FakeServer(Fake("refuse"))) as model:
        assert model.generate(documents(1), Options())[0].problem == REFUSED
    with serving(FakeServer()) as model:
        assert model.generate(documents(1), Options(max_tokens=2))[0].problem == CUT_SHORT


def test_a_wrong_key_ends_the_work_and_says_so() -> None:
    server = FakeServer(key="right")
    with server:
        model = OpenAI("fake", server.url, key="wrong-and-secret", policy=EAGER)
        with pytest.raises(UnavailableError, match=r"refused the key .*OPENAI_API_KEY") as raised:
            model.generate(documents(50), Options())
    assert "secret" not in str(raised.value)
    assert "secret" not in repr(model)
    assert len(server.requests) < 50
    with serving(FakeServer(key="right")) as model:
        assert not model.generate(documents(1), Options())[0].problem


def test_an_unknown_model_is_named_with_those_there() -> None:
    with FakeServer(names=("small", "large")) as server:
        model = OpenAI("medium", server.url, policy=EAGER)
        with pytest.raises(UnavailableError, match="no model 'medium'; it has large, small"):
            model.generate(documents(1), Options())


def test_no_server() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    model = OpenAI("fake", f"http://127.0.0.1:{port}/v1", policy=EAGER)
    told = rf"no server answers at http://127.0.0.1:{port}/v1; .* \(of a model .* --service\)"
    with pytest.raises(UnavailableError, match=told):
        model.generate(documents(1), Options())


@pytest.mark.parametrize("refused", ["response_format", "seed", "temperature", "max_tokens"])
def test_a_parameter_that_the_server_does_not_take_is_left_out(refused: str) -> None:
    server = FakeServer(refuses=(refused,))
    prompt = load("detect_spans").fill({"sentence": "In Hull."}, schema='{"type": "object"}')
    with serving(server) as model:
        answers = [model.generate([prompt], Options())[0] for _ in range(2)]
    assert not any(a.problem for a in answers)
    assert [refused in body for body in server.requests] == [True, False, False]


def test_probabilities() -> None:
    template = load("judge_choice")
    passage = "The man is 40 and smokes."
    prompts = [template.fill({"passage": passage, "claim": c}) for c in ("smokes", "a b c d", "")]
    with serving(FakeServer()) as model:
        rows = model.choose(prompts, ["Yes", "No"])
        assert rows[:, 0] == pytest.approx([1.0, 0.0, 0.0], abs=1e-6)
        assert rows.sum(axis=1) == pytest.approx(1.0)
        assert np.isnan(model.choose(prompts[:1], ["Maybe", "Perhaps"])).all()
        assert model.choose([], ["Yes", "No"]).shape == (0, 2)
    with serving(FakeServer(Fake("written"))) as model, pytest.raises(NoProbabilitiesError):
        model.choose(prompts, ["Yes", "No"])


def test_a_prompt_that_the_server_rejects_does_not_end_the_others() -> None:
    with serving(FakeServer(longest=250)) as model:
        prompts = [load("paraphrase").fill({"document": "word " * n}) for n in (1, 400, 1)]
        problems = [a.problem for a in model.generate(prompts, Options())]
        assert problems == ["", "too long for the model", ""]
        assert np.isnan(model.choose(prompts[1:2], ["Yes", "No"])).all()


@pytest.mark.parametrize(
    ("url", "here"),
    [
        ("http://127.0.0.1:8000/v1", True),
        ("http://127.9.9.9/v1", True),
        ("http://localhost:1/v1", True),
        ("http://LOCALHOST./", True),
        ("http://[::1]:80/v1", True),
        ("https://api.openai.com/v1", False),
        ("http://127.0.0.1.example.org/v1", False),
        ("http://localhost.example.org/v1", False),
        ("http://localhost@example.org/v1", False),
        ("http://10.0.0.1/v1", False),
        ("http://0.0.0.0/v1", False),
        ("not a url", False),
    ],
)
def test_loopback(url: str, here: bool) -> None:
    assert is_loopback(url) is here


def test_a_proxy_in_the_environment_gets_no_local_request(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    with serving(FakeServer()) as model:
        assert not model.generate(documents(1), Options())[0].problem


class Redirecting(BaseHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_POST(self) -> None:
        self.send_response(307)
        self.send_header("Location", "http://example.org/v1/chat/completions")
        self.send_header("Content-Length", "0")
        self.end_headers()


def test_no_redirect_carries_a_record_elsewhere() -> None:
    with ThreadingHTTPServer(("127.0.0.1", 0), Redirecting) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        model = OpenAI("fake", f"http://127.0.0.1:{server.server_port}/v1")
        with pytest.raises(UnavailableError, match=r"sends requests elsewhere \(status 307\)"):
            model.generate(documents(1), Options())
        server.shutdown()


def test_a_token_counts_for_the_answer_that_begins_with_it() -> None:
    seen = [(" uns", np.log(0.6)), ("yes", np.log(0.2)), (" ", np.log(0.1)), ("no", np.log(0.1))]
    assert share_out(seen, ["yes", "unsupported"]) == pytest.approx([0.25, 0.75])
    assert np.isnan(share_out([(" ", 0.0)], ["yes", "unsupported"])).all()
