from __future__ import annotations

import logging
from pathlib import Path

import pytest

from seethrough.errors import UsageError
from seethrough.language_model import Message, Options, Prompt
from seethrough.models import resolve as module
from seethrough.models.cached import Cached
from seethrough.models.clients.local import Local
from seethrough.models.clients.openai import OpenAI
from seethrough.models.fakes.fake import Fake
from seethrough.models.resolve import Settings, default_model, leaves_this_machine, resolve, using


@pytest.fixture(autouse=True)
def _clean(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SEETHROUGH_MODEL", "SEETHROUGH_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(module, "_told", set())
    monkeypatch.setattr(module, "_usage", {})


def test_the_default_is_local_then_the_environment_then_the_run(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert isinstance(resolve(), Local)
    monkeypatch.setenv("SEETHROUGH_MODEL", "fake/echo")
    assert resolve() == Fake("echo")
    with using(model="fake"):
        assert default_model() == "fake"
        assert resolve("fake/garbage") == Fake("garbage")
    assert default_model() == "fake/echo"


def test_an_endpoint_on_loopback_is_local(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SEETHROUGH_BASE_URL", "http://127.0.0.1:9/v1/")
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    model = resolve("openai/tiny/b")
    assert isinstance(model, OpenAI)
    assert (model.model, model.base_url, model.key) == ("tiny/b", "http://127.0.0.1:9/v1", "k")
    assert leaves_this_machine("openai/tiny") is None
    with using(base_url="http://[::1]:1/v1"):
        other = resolve("openai/tiny")
        assert isinstance(other, OpenAI)
        assert other.base_url == "http://[::1]:1/v1"
    ollama = resolve("ollama/gemma")
    assert isinstance(ollama, OpenAI)
    assert ollama.name == "ollama/gemma"


def test_anything_else_must_be_allowed_and_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    with pytest.raises(
        UsageError, match=r"openai/gpt would send the text of the records to api\.openai\.com; add"
    ):
        resolve("openai/gpt")
    assert leaves_this_machine("openai/gpt") == "https://api.openai.com/v1"
    assert leaves_this_machine("local") is None
    with caplog.at_level(logging.WARNING), using(allow_remote=True):
        assert isinstance(resolve("openai/gpt"), OpenAI)
        resolve("openai/gpt")
    assert [r.getMessage() for r in caplog.records] == [
        "the text of the records is sent to api.openai.com for the model openai/gpt"
    ]


def test_credentials_in_an_address_are_not_shown() -> None:
    with (
        using(base_url="https://user:secret@example.org/v1"),
        pytest.raises(UsageError, match=r"to example\.org;") as raised,
    ):
        resolve("openai/x")
    assert "secret" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("gpt-4o", "no model provider is named 'gpt-4o'"),
        ("openai", "write openai/NAME"),
        ("openai/", "write openai/NAME"),
        ("fake/nonsense", "no model fake/nonsense"),
    ],
)
def test_wrong_names(name: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        resolve(name)


def test_a_base_url_without_a_scheme() -> None:
    with using(base_url="localhost:8000"), pytest.raises(UsageError, match="must begin with http"):
        resolve("openai/x")


def test_answers_are_kept_where_the_run_says(tmp_path: Path) -> None:
    with using(model="fake/echo", cache=tmp_path):
        model = resolve()
        assert isinstance(model, Cached)
        for _ in range(2):
            model.generate([Prompt((Message("user", "hi"),))], Options())
    assert (tmp_path / "answers.sqlite").exists()
    count = module.usage()["fake/echo"]
    assert (count.requests, count.cached) == (1, 1)


def test_settings_come_back_after_an_error() -> None:
    with pytest.raises(RuntimeError), using(model="fake"):
        raise RuntimeError
    assert module.current() == Settings()


def test_cost() -> None:
    with using(model="fake/echo", prompt_price=1e6, completion_price=2e6):
        resolve().generate([Prompt((Message("user", "one two"),))], Options())
    assert module.usage()["fake/echo"].cost == 2 * 1 + 2 * 2


def test_files_of_one_name_do_not_share_kept_answers(tmp_path: Path) -> None:
    found = []
    for folder in ("one", "other"):
        file = tmp_path / folder / "model.gguf"
        file.parent.mkdir()
        file.write_text(folder)
        with using(cache=tmp_path / "kept"):
            found.append(resolve(f"local/{file}"))
    assert found[0].name == found[1].name
    assert found[0] != found[1]
    assert len({model.version for model in found if isinstance(model, Cached)}) == 2
