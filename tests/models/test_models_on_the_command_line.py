"""``--model`` and its environment variables reach every part that may ask a language model."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from seethrough.cli import run
from seethrough.language_model import Message, Options, Prompt
from seethrough.models.clients.openai import OpenAI
from seethrough.models.fakes.fake_server import FakeServer
from seethrough.retrieval.serving import RagServer
from seethrough.samples import path

pytestmark = pytest.mark.system

ASKING = [
    "--judge", "llm", "--atomizer", "llm", "--knowledge", "paraphrased", "--utility", "coherence",
]  # fmt: skip
TASKS = {
    "rate, for each claim": "judge",
    "atomic, independent claims": "atomizer",
    "You paraphrase": "knowledge",
    "coheren": "utility",
}


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("MODEL", "BASE_URL"):
        monkeypatch.delenv(f"SEETHROUGH_{name}", raising=False)
    for name in ("private.jsonl", "release.jsonl"):
        lines = path(name).read_text("utf-8").splitlines(keepends=True)[:4]
        Path(name).write_text("".join(lines), "utf-8")


@pytest.fixture
def server() -> Iterator[FakeServer]:
    with FakeServer() as served:
        yield served


@pytest.fixture(params=["options", "environment"])
def named(
    request: pytest.FixtureRequest, server: FakeServer, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The options that name the model; none where the environment does."""
    if request.param == "options":
        return ["--model", "openai/fake", "--model-base-url", server.url]
    monkeypatch.setenv("SEETHROUGH_MODEL", "openai/fake")
    monkeypatch.setenv("SEETHROUGH_BASE_URL", server.url)
    return []


def call(capsys: Any, *arguments: str) -> tuple[int, str, str]:
    status = run(arguments)
    printed = capsys.readouterr()
    return status, printed.out, printed.err


def tasks(server: FakeServer) -> set[str]:
    assert {body["model"] for body in server.requests} == {"fake"}
    systems = Counter(body["messages"][0]["content"] for body in server.requests)
    return {task for words, task in TASKS.items() for text in systems if words in text}


@pytest.mark.long
def test_an_audit_asks_it_in_every_part(named: list[str], server: FakeServer, capsys: Any) -> None:
    judge = [part.replace("llm", "llm:method=samples") for part in ASKING[:2]]
    asking = [*judge, *ASKING[2:]]
    status, out, err = call(
        capsys, "audit", "private.jsonl", "release.jsonl", *asking, *named, "--run", "r", "--json"
    )
    assert status in (0, 2), err
    assert tasks(server) == set(TASKS.values())
    assert "Model openai/fake: " in err
    report = json.loads(out)
    assert report["attacks"][1]["parts"]["judge"]["component"]["model"] == "openai/fake"
    assert report["attacks"][1]["overlap"]["before"] > report["attacks"][1]["overlap"]["after"]
    assert report["caveats"] == []
    asked = len(server.requests)
    again = call(
        capsys, "audit", "private.jsonl", "release.jsonl", *asking, *named, "--run", "r", "--json"
    )
    assert (again[0], again[1]) == (status, out)
    assert len(server.requests) == asked


def test_the_other_verbs_ask_it_too(server: FakeServer, capsys: Any, tmp_path: Path) -> None:
    named = ["--model", "openai/fake", "--model-base-url", server.url, "--model-price", "1,2"]
    made = ["sanitize", "private.jsonl", "--with", "paraphrase", "--out", "out.jsonl"]
    status, _, err = call(capsys, *made, *named)
    assert status == 0
    assert "Model openai/fake: 8 answers" in err
    sidecar = json.loads(Path("out.jsonl.release.json").read_text())
    assert sidecar["sanitizer"]["model"] == "openai/fake"
    assert sidecar["sanitizer"]["sanitize_first"] is True
    asked = len(server.requests)
    assert "8 more kept from an earlier run" in call(capsys, *made, "--force", *named)[2]
    assert len(server.requests) == asked
    rated = {"claim": "He is tall.", "passage": "He is tall and thin.", "ratings": [1, 1, 2]}
    (tmp_path / "rated.jsonl").write_text(json.dumps(rated) + "\n")
    status, out, _ = call(capsys, "agree", "rated.jsonl", "--judge", "llm", *named)
    assert (status, "llm:model=openai/fake" in out) == (0, True)
    assert len(server.requests) > asked
    asked = len(server.requests)
    status, out, _ = call(
        capsys, "compare", "private.jsonl", "--with", "anonymize", "--attack", "linkage", *named
    )
    assert (status, "anonymize:model=openai/fake" in out) == (0, True)
    assert len(server.requests) > asked


def test_a_repair_and_a_service_ask_it(
    named: list[str], server: FakeServer, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    repair = "repair:sanitizer=identity,judge=rouge,final_judge=local,rounds=1"
    status, _, err = call(
        capsys, "sanitize", "private.jsonl", "--with", repair, "--out", "mended.jsonl", *named
    )
    assert (status, "Model openai/fake: " in err) == (0, True)
    assert "was not asked" not in err
    sidecar = json.loads(Path("mended.jsonl.release.json").read_text())
    assert sidecar["sanitizer"]["model"] == "openai/fake"
    asked = len(server.requests)
    answers = []

    def ask_once(service: RagServer) -> None:
        with service:
            model = OpenAI("seethrough-rag", service.url)
            prompt = Prompt((Message("user", "What is it about?"),))
            answers.extend(model.generate([prompt], Options()))

    monkeypatch.setattr(RagServer, "serve", ask_once)
    status, _, err = call(capsys, "serve", "release.jsonl", "--port", "0", *named)
    assert (status, [a.problem for a in answers]) == (0, [""])
    assert answers[0].text
    assert len(server.requests) == asked + 1
    rag = ["audit", "private.jsonl", "release.jsonl", "--as", "rag", "--targets", "2"]
    status, _, err = call(capsys, *rag, *named)
    assert (status in (0, 2), "Model openai/fake: " in err) == (True, True)


def test_without_a_named_model_a_repair_needs_none(capsys: Any) -> None:
    repair = "repair:sanitizer=identity,judge=rouge,final_judge=local,rounds=1"
    status, _, err = call(
        capsys, "sanitize", "private.jsonl", "--with", repair, "--out", "mended.jsonl"
    )
    assert (status, "Model " in err) == (0, False)
    assert json.loads(Path("mended.jsonl.release.json").read_text())["sanitizer"]["model"] == ""


def test_a_model_that_cannot_be_asked_is_one_clear_line(capsys: Any) -> None:
    made = ["sanitize", "private.jsonl", "--with", "paraphrase", "--out", "out.jsonl"]
    with FakeServer(key="secret") as server:
        at = ["--model-base-url", server.url]
        status, _, err = call(capsys, *made, "--model", "openai/fake", *at)
        assert (status, "refused the key" in err) == (69, True)
        assert "OPENAI_API_KEY" in err
    with FakeServer() as server:
        at = ["--model-base-url", server.url]
        status, _, err = call(capsys, *made, "--model", "openai/other", *at)
        assert (status, "knows no model 'other'; it has fake" in err) == (69, True)
    status, _, err = call(capsys, *made, "--model", "openai/unheard", *at)
    assert (status, f"no server answers at {server.url}" in err) == (69, True)
    for wrong in (["--model", "nobody/x"], ["--model", "openai"], ["--model-price", "cheap"]):
        status, _, err = call(capsys, *made, *wrong)
        assert (status, err.count("\n")) in ((64, 1), (64, 2))
    assert not Path("out.jsonl").exists()


def test_a_judge_that_cannot_be_asked_is_said_before_anything_is_attacked(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("seethrough.engine.findings.run_attack")
    audited = ["audit", "private.jsonl", "release.jsonl", "--judge", "llm"]
    with FakeServer() as server:
        at = ["--model-base-url", server.url]
        status, _, err = call(capsys, *audited, "--model", "openai/other", *at)
        assert (status, "knows no model 'other'; it has fake" in err) == (69, True)
    status, _, err = call(capsys, *audited, "--model", "openai/mute", *at)
    assert (status, f"no server answers at {server.url}" in err) == (69, True)
    for wrong in ("nobody/x", "openai", "openai/gpt"):
        assert call(capsys, *audited, "--model", wrong)[0] == 64
    monkeypatch.setattr("seethrough.models.required.find_spec", lambda package: None)
    status, _, err = call(capsys, *audited)
    assert (status, "seethrough[local-model]" in err) == (69, True)


def test_a_judge_that_cannot_be_asked_is_said_before_anything_is_made(
    capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr("seethrough.engine.comparing.grid.Grid.row")
    compared = ["compare", "private.jsonl", "--with", "erase"]
    with FakeServer() as server:
        at = ["--model-base-url", server.url]
    for asks in (["--judge", "llm"], ["--utility", "coherence"]):
        status, _, err = call(capsys, *compared, *asks, "--model", "openai/mute", *at)
        assert (status, f"no server answers at {server.url}" in err) == (69, True)


def test_text_leaves_the_machine_only_if_allowed_and_never_unsaid(
    server: FakeServer, capsys: Any, caplog: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = ["sanitize", "private.jsonl", "--with", "paraphrase", "--out", "out.jsonl"]
    named = ["--model", "openai/fake", "--model-base-url", server.url]
    monkeypatch.setattr("seethrough.models.resolve.is_loopback", lambda url: False)
    status, _, err = call(capsys, *made, *named)
    host = server.url.removeprefix("http://").removesuffix("/v1")
    assert (status, f"would send the text of the records to {host}" in err) == (64, True)
    assert "--allow-remote" in err
    assert server.requests == []
    status, _, _ = call(capsys, *made, *named, "--allow-remote")
    assert status == 0
    assert f"the text of the records is sent to {host}" in caplog.text


@pytest.mark.long
def test_a_report_says_what_the_model_behind_it_is_worth(capsys: Any) -> None:
    call(
        capsys, "sanitize", "private.jsonl", "--with", "anonymize:rounds=2", "--model", "fake",
        "--out", "out.jsonl",
    )  # fmt: skip
    _, out, _ = call(
        capsys, "audit", "private.jsonl", "out.jsonl", "--judge", "rouge", "--run", "r"
    )
    assert "Part of this was made with the fake model" in " ".join(out.split())
    assert "guessed, before each round: " in " ".join(out.split())
    page = Path("r/report.html").read_text()
    assert "made with the fake model" in page
    _, out, _ = call(capsys, "compare", "private.jsonl", "--with", "paraphrase", "--model", "fake")
    assert "Part of this was made with the fake model" in out


def test_a_model_that_nothing_asks_is_said_to_be_unused(capsys: Any) -> None:
    made = ["sanitize", "private.jsonl", "--with", "identity", "--out", "out.jsonl"]
    assert "fake was not asked" in call(capsys, *made, "--model", "fake")[2]
    assert "not asked" not in call(capsys, *made)[2]
    assert not Path("seethrough-runs").exists()


def test_the_doctor_tries_the_model(server: FakeServer, capsys: Any) -> None:
    named = ["--model", "openai/fake", "--model-base-url", server.url]
    _, out, err = call(capsys, "doctor", "--try-model", *named)
    assert "model openai/fake: answers" in out
    assert "Model openai/fake: 1 answer, " in err
    assert "What a language model can be trusted with" in out
    assert "seed paper" not in out
    status, out, _ = call(capsys, "doctor", "--try-model", "--model", "fake/absent")
    assert (status, "BROKEN     model fake/absent" in out) == (69, True)
