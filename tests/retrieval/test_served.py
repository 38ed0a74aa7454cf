"""A service that already runs is attacked by its address, as one that is built here."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from seethrough import write
from seethrough.cli import run
from seethrough.engine.audit import audit
from seethrough.engine.result import Audit
from seethrough.errors import UsageError
from seethrough.loopback.chat import Asked, Chat, Told
from seethrough.model_releases.same_model import QUESTIONS
from seethrough.models.resolve import using
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.opening import open_service, parse_attacked, parse_service
from seethrough.retrieval.served import Served
from seethrough.retrieval.serving import RagServer

FAKE = "model=fake,embedder=fake"
ATTACK = "extraction:questions=80"


def people(first: int) -> Corpus:
    """Return records of thirty people, no two of which have a passage in common."""
    draw = random.Random(first)
    words = ["".join(draw.choices("abdefgiklmnoprstu", k=6)) for _ in range(900)]
    names = [f"person-{number}" for number in range(first, first + 30)]
    texts = [f"{name} " + " ".join(words[30 * i : 30 * i + 25]) for i, name in enumerate(names)]
    return Corpus.from_texts(texts, ids=names, persons=names)


PRIVATE, CONTROL = people(0), people(30)


def audited(url: str, answers_from: Corpus = PRIVATE) -> Audit:
    release = open_service(TextRelease(answers_from), parse_attacked(url))
    return audit(PRIVATE, release, attacks=[ATTACK], control=CONTROL)


def says(answer: Callable[[str], str]) -> Chat:
    return Chat("rag", lambda asked: Told([answer(asked.question)]))


def kinds(found: Audit) -> set[str]:
    return {reason.kind for reason in found.verdict.reasons}


def test_by_its_address_as_much_is_extracted_as_from_the_same_service_built_here() -> None:
    built = open_service(TextRelease(PRIVATE), FAKE)
    here = audit(PRIVATE, built, attacks=[ATTACK], control=CONTROL)
    with RagServer(built) as server:
        there = audited(server.url)
    assert there.verdict.word == "fail"
    assert there["extraction.repeat_prompts"].value == 1.0
    for figure in ("repeat_prompts", "repeat_contexts", "records", "rouge_prompts", "email"):
        one, other = (found[f"extraction.{figure}"] for found in (here, there))
        assert (one.value, one.low, one.high, one.n) == (
            other.value, other.low, other.high, other.n
        )  # fmt: skip
        assert one.control == other.control
        assert other.baseline is not None
        assert other.baseline.value == 0
    assert [test.passed for test in there.self_tests] == [True, True]


def test_a_service_that_answers_from_the_originals_never_passes() -> None:
    with says(lambda question: f"Nothing is known here of this: {question}") as server:
        found = audited(server.url)
        assert found.verdict.word == "inconclusive"
        assert "originals_behind" in kinds(found)
        assert "answers_alike" not in kinds(found)
        synthetic = people(60)
        assert audited(server.url, synthetic).verdict.word == "pass"


def test_a_service_that_answers_everything_alike_does_not_pass() -> None:
    with says(lambda question: "The service is closed today.") as server:
        found = audited(server.url, people(60))
    assert found.verdict.word == "inconclusive"
    assert "answers_alike" in kinds(found)


def test_a_service_that_answers_only_so_many_questions_does_not_pass() -> None:
    asked = itertools.count(1)

    def answer(question: str) -> str:
        left = next(asked) <= 15
        return f"Nothing is known of {question}" if left else "Your quota of today is used up."

    with says(answer) as server:
        found = audited(server.url, people(60))
    assert found.verdict.word == "inconclusive"
    (reason,) = (r for r in found.verdict.reasons if r.kind == "answers_alike")
    assert reason.facts["asked"] == "after"


def test_a_service_that_recites_whatever_does_not_tell_it_to_repeat_fails() -> None:
    def answer(question: str) -> str:
        if "repeat" in question:
            return f"Nothing is known of {question}"
        return PRIVATE.texts[len(question) % len(PRIVATE)]

    with says(answer) as server:
        found = audited(server.url, people(60))
    assert found["extraction.repeat_prompts"].value == 0
    assert found.verdict.word == "fail"
    assert "recited" in kinds(found)


def test_a_service_that_retells_whatever_it_is_not_told_to_repeat_does_not_pass() -> None:
    asked = itertools.count()

    def answer(question: str) -> str:
        if "repeat" in question or question in QUESTIONS:
            return f"Nothing is known of {question}"
        words = PRIVATE.texts[next(asked) % len(PRIVATE)].split()
        return " ".join(sorted(words[::2]))

    with says(answer) as server:
        found = audited(server.url, people(60))
    assert found["extraction.rouge_prompts"].value == 0
    assert found.verdict.word == "inconclusive"
    (reason,) = (r for r in found.verdict.reasons if r.kind == "retold")
    assert (reason.facts["people"], reason.facts["held_out"]) == (20, 0)


def test_questions_without_an_answer_are_counted_and_no_pass() -> None:
    def answer(asked: Asked) -> Told:
        return Told([] if len(asked.question) % 2 else [f"Nothing of {asked.question}"])

    with Chat("rag", answer) as server:
        found = audited(server.url, people(60))
    assert found.verdict.word == "inconclusive"
    assert 20 < found.coverage["questions_unanswered"] < 60


def test_an_error_that_recites_a_record_is_as_good_as_an_answer() -> None:
    def answer(asked: Asked) -> Told:
        if "repeat" in asked.question and len(asked.question) % 9 == 0:
            return Told([], f"Traceback: context={PRIVATE.texts[4]}")
        return Told([f"Nothing of {asked.question}"])

    with Chat("rag", answer) as server, using(tries=1):
        found = audited(server.url, people(60))
    assert found.verdict.word == "fail"
    assert "recited" in kinds(found)
    assert found.coverage.get("questions_unanswered", 0) == 0


def test_what_is_asked_is_where_it_runs_and_what_it_is_called() -> None:
    at = "http://127.0.0.1:8000/v1"
    assert parse_attacked(at) == Served(at)
    assert parse_attacked(f"served:url={at},model=rag,max_tokens=9") == Served(at, "rag", 9)
    assert parse_attacked("k=3") == parse_service("k=3")
    hashes = {Served(at, *more).over(PRIVATE).hash for more in ((), ("rag",), ("rag", 9))}
    assert len(hashes) == 3


@pytest.mark.parametrize(
    "url", ["http://anna:s3cret@127.0.0.1/v1", "https://127.0.0.1/v1?key=s3cret", "http://"]
)
def test_an_address_with_a_password_or_without_a_host_is_refused(url: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse_attacked(url)
    assert "s3cret" not in str(raised.value)


def test_only_questions_are_said_to_go_to_a_service_elsewhere() -> None:
    running = Served("https://rag.example.com/v1").over(PRIVATE)
    sent = r"^the audit would send the text of its questions to rag\.example\.com; add --allow-rem"
    with pytest.raises(UsageError, match=sent):
        running.ask(["Who keeps bees?"])


def test_what_it_searches_cannot_be_chosen() -> None:
    with pytest.raises(UsageError, match="--lookup: a service that already runs"):
        Served("http://127.0.0.1:1/v1").over(PRIVATE, PRIVATE)


def test_the_command_takes_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write(PRIVATE, "private.jsonl")
    write(CONTROL, "control.jsonl")
    words = ["audit", "private.jsonl", "private.jsonl", "--as", "rag", "--attack", ATTACK]
    words += ["--control", "control.jsonl", "--run", "r", "--service"]
    with RagServer(open_service(TextRelease(PRIVATE), FAKE)) as server:
        assert run([*words, server.url]) == 1
        told = capsys.readouterr()
        assert f"Service: served:url={server.url}: it runs already" in " ".join(
            (told.out + told.err).split()
        )
        report = json.loads(Path("r/report.json").read_text("utf-8"))
        assert report["release"]["service"]["url"] == server.url
        assert f"--service served:url={server.url}" in " ".join(
            Path("r/report.html").read_text("utf-8").split()
        )
        assert run([*words, server.url, "--lookup"]) == 64
    words[words.index("r")] = "another"
    assert run([*words, "https://rag.example.org/v1"]) == 64
    assert "add --allow-remote" in capsys.readouterr().err
    assert run(["serve", "private.jsonl", "--service", server.url]) == 64
    assert "audit and a plan take the address" in capsys.readouterr().err


PLAN = """
private = "private.jsonl"
control = "control.jsonl"
attacks = ["extraction:questions=80"]
run = "r"

[[releases]]
{source}
as = "rag"
service = "{service}"
{more}
"""


def compared(source: str, service: str, more: str = "") -> int:
    write(PRIVATE, "private.jsonl")
    write(CONTROL, "control.jsonl")
    Path("plan.toml").write_text(PLAN.format(source=source, service=service, more=more))
    return run(["compare", "plan.toml", "--json"])


def test_a_plan_takes_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    file = 'file = "private.jsonl"'
    assert compared(file, FAKE) == 1
    here = capsys.readouterr().out
    with RagServer(open_service(TextRelease(PRIVATE), FAKE)) as server:
        assert compared(file, server.url) == 1
    there = capsys.readouterr().out
    (release,) = json.loads(there)["releases"]
    assert release["service"]["url"] == server.url
    ours, theirs = (json.loads(told)["cells"][0]["estimates"] for told in (here, there))
    assert [(e["name"], e["value"], e["control"]) for e in ours] == [
        (e["name"], e["value"], e["control"]) for e in theirs
    ]


@pytest.mark.parametrize(
    ("source", "more", "told"),
    [
        ('with = "scrub"', "", "needs file = FILE, what it answers from"),
        ('file = "private.jsonl"', "lookup = true", "searches what it searches; leave lookup out"),
    ],
)
def test_a_plan_cannot_choose_what_a_service_that_runs_answers_from(
    source: str,
    more: str,
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert compared(source, "served:url=http://127.0.0.1:1/v1", more) == 64
    assert (
        capsys.readouterr().err
        == f"seethrough: plan.toml: release 1: service: a service that already runs {told}\n"
    )
