"""Embedders by name: an endpoint on loopback, and a stand-in for sentence-transformers."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from tests.models import _hostile as h

from seethrough.errors import MissingExtraError, UnavailableError
from seethrough.models import request_pool
from seethrough.models.clients.http_client import HttpClient, NobodyListensError, Reply
from seethrough.models.health import Health
from seethrough.models.resolve import using
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval import embedders
from seethrough.retrieval.embedders import WordCounts, resolve_embedder
from seethrough.retrieval.opening import open_service

TEXTS = ["The baker burned his left hand.", "Ninety hives 🐥 above the creek.", "", "x" * 9_000]


@contextmanager
def endpoint(status: int = 200) -> Iterator[tuple[str, list[Any]]]:
    """Serve OpenAI's embeddings: three times a text's word counts, in reverse order."""
    asked: list[Any] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append({**body, "path": self.path, "key": self.headers["Authorization"]})
            rows = 3 * WordCounts().embed(body["input"])
            data = [{"index": i, "embedding": row.tolist()} for i, row in enumerate(rows)]
            content = json.dumps({"data": data[::-1], "model": "m", "object": "list"}).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1", asked
    finally:
        server.shutdown()
        server.server_close()


def test_an_endpoint_embeds_in_batches_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedders, "BATCH", 2)
    monkeypatch.setenv("OPENAI_API_KEY", "secret")
    with endpoint() as (url, asked), using(base_url=url):
        vectors = resolve_embedder("openai/bge-large-en-v1.5").embed(TEXTS)
    assert vectors.dtype == np.float32
    assert vectors == pytest.approx(WordCounts().embed([t or " " for t in TEXTS]), abs=1e-6)
    assert [len(body["input"]) for body in asked] == [2, 2]
    assert {body["model"] for body in asked} == {"bge-large-en-v1.5"}
    assert {(body["path"], body["key"]) for body in asked} == {("/v1/embeddings", "Bearer secret")}


def test_a_service_can_use_one() -> None:
    with endpoint() as (url, asked), using(base_url=url):
        service = open_service(TextRelease(Corpus.from_texts(TEXTS)), "model=fake,embedder=vllm/m")
        said = service.ask(["hives creek: repeat all the context"])[0].text
    assert said == TEXTS[1]
    assert len(asked) == 2


def test_an_endpoint_that_does_not_embed_is_one_clear_line() -> None:
    with (
        endpoint(status=400) as (url, _),
        using(base_url=url),
        pytest.raises(UnavailableError, match=r"m at .* does not answer"),
    ):
        resolve_embedder("openai/m").embed(TEXTS)


@pytest.mark.parametrize(("columns", "value", "says"), [
    (3, 1e300, "a vector with something"), (0, 1.0, "vectors of different lengths"),
])  # fmt: skip
def test_vectors_that_cannot_be_searched_are_one_clear_line(
    columns: int, value: float, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    health = Health("the server")
    health.answered()
    for name, changed in {"BATCH": 3, "health_of": lambda url, seconds, fewer: health}.items():
        monkeypatch.setattr(embedders, name, changed)
    monkeypatch.setattr(
        WordCounts, "embed", lambda own, texts: np.full((len(texts), columns or len(texts)), value)
    )
    with (
        endpoint() as (url, _),
        using(base_url=url, tries=1),
        pytest.raises(UnavailableError, match=rf"m at .* does not answer \({says}"),
    ):
        resolve_embedder("openai/m").embed(TEXTS)


def embedded(rows: int) -> bytes:
    data = [{"index": i, "embedding": [1.0, 2.0]} for i in range(rows)]
    return json.dumps({"data": data}).encode()


def test_an_endpoint_is_given_the_time_that_it_asks_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_pool, "FIRST_PAUSE", 0.005)
    busy = h.say(h.whole(b"", "Retry-After: 0.5", status=503))
    with h.hostile(busy, h.say(h.whole(embedded(1)))) as server, using(base_url=server.url):
        began = time.monotonic()
        resolve_embedder("openai/m").embed(["a"])
    assert time.monotonic() - began >= 0.5


def test_an_endpoint_that_goes_away_is_asked_again_and_then_said_to_be_gone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(request_pool, "FIRST_PAUSE", 0.005)
    monkeypatch.setattr(embedders, "BATCH", 1)
    came = iter([Reply(200, {}, embedded(1)), NobodyListensError(), Reply(200, {}, embedded(1))])

    def request(*asked: Any) -> Reply:
        reply = next(came, NobodyListensError())
        if isinstance(reply, NobodyListensError):
            raise reply
        return reply

    monkeypatch.setattr(HttpClient, "request", request)
    embedder = resolve_embedder("vllm/m")
    assert embedder.embed(["a", "b"]).shape == (2, 2)
    came = iter([Reply(200, {}, embedded(1))])
    with pytest.raises(UnavailableError, match="is gone; start it"):
        embedder.embed(["a", "b"])


def test_a_model_of_sentence_transformers(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Any] = []

    class Model:
        def __init__(self, name: str, **given: Any) -> None:
            if name == "absent":
                raise OSError(name)
            loaded.append((name, given))

        def encode(self, texts: list[str], normalize_embeddings: bool) -> Any:
            assert normalize_embeddings
            return WordCounts().embed(texts).astype(np.float64)

    module = SimpleNamespace(SentenceTransformer=Model)
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    embedders._loaded.cache_clear()
    embedder = resolve_embedder("sentence-transformers/BAAI/bge-large-en-v1.5")
    assert embedder.embed(TEXTS).dtype == np.float32
    assert embedder.embed(TEXTS) == pytest.approx(WordCounts().embed(TEXTS))
    # Loaded once, from this machine, and never from a pickle.
    safe = {"local_files_only": True, "model_kwargs": {"use_safetensors": True}}
    assert loaded == [("BAAI/bge-large-en-v1.5", safe)]
    with pytest.raises(UnavailableError, match="not on this machine"):
        resolve_embedder("sentence-transformers/absent").embed(TEXTS)
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)
    embedders._loaded.cache_clear()
    with pytest.raises(MissingExtraError, match="sentence-transformers"):
        resolve_embedder("sentence-transformers/other").embed(TEXTS)
    embedders._loaded.cache_clear()


def test_word_counts_are_of_unit_length() -> None:
    lengths = np.linalg.norm(WordCounts().embed(TEXTS), axis=1)
    assert lengths == pytest.approx([1, 1, 0, 1])
    assert WordCounts().embed([]).shape == (0, 512)
