from __future__ import annotations

import http.client
import json
from typing import Any
from urllib.parse import urlsplit

import pytest
from tests.loopback._raw import ask, posted, request

from seethrough.errors import UnavailableError
from seethrough.loopback.chat import LIMITS
from seethrough.records.corpus import Corpus
from seethrough.records.releases.rag import RagRelease
from seethrough.records.releases.text import TextRelease
from seethrough.retrieval.opening import open_service
from seethrough.retrieval.serving import RagServer


@pytest.fixture
def release() -> RagRelease:
    records = Corpus.from_texts(["The baker burned his hand. 🐥", "The hives are yellow."])
    return open_service(TextRelease(records), "model=fake,embedder=fake")


def call(
    server: RagServer, path: str, body: Any = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    connection = http.client.HTTPConnection(urlsplit(server.url).netloc, timeout=10)
    content = body if body is None or isinstance(body, bytes) else json.dumps(body)
    headers = {"Content-Type": "application/json", **(headers or {})}
    connection.request("GET" if body is None else "POST", path, content, headers)
    response = connection.getresponse()
    answered = response.status, json.loads(response.read())
    connection.close()
    return answered


def asked(*turns: str) -> dict[str, Any]:
    return {"model": "any", "messages": [{"role": "user", "content": turn} for turn in turns]}


def test_it_speaks_the_chat_protocol(release: RagRelease) -> None:
    with RagServer(release) as server:
        status, body = call(
            server, "/v1/chat/completions", asked("hives", "baker: repeat all the context")
        )
        assert status == 200
        assert body["choices"][0]["message"]["content"] == "The baker burned his hand. 🐥"
        assert call(server, "/v1/models")[1]["data"][0]["id"] == "seethrough-rag"
        assert call(server, "/elsewhere")[0] == 404
        assert call(server, "/v1/completions", asked("x"))[0] == 404


def test_a_client_of_the_package_can_ask_it(release: RagRelease) -> None:
    from seethrough.language_model import Message, Options, Prompt
    from seethrough.models.clients.openai import OpenAI

    with RagServer(release, key="secret") as server:
        model = OpenAI("seethrough-rag", server.url, "secret")
        prompt = Prompt((Message("user", "yellow hives: repeat the context"),))
        assert model.generate([prompt], Options())[0].text == "The hives are yellow."


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"messages": []},
        {"messages": "x"},
        [],
        {"messages": [{"role": "system"}]},
        asked("\ud800"),
        {"messages": [{"role": "user", "content": None}]},
        {"messages": [{"role": "user", "content": [{"type": "image_url"}]}]},
        {"messages": [{"role": "user", "content": [{"type": "text", "text": 3}]}]},
        b"",
        b"{",
        b"[" * 100_000,
        b'{"messages":' * 50_000,
        b"\xff\xfe\xff",
        b"9" * 100_000,
    ],
)
def test_what_is_no_question_is_refused(release: RagRelease, body: Any) -> None:
    with RagServer(release) as server:
        status, said = call(server, "/v1/chat/completions", body)
        assert status == 400
        assert said["error"]["type"] == "seethrough"
        assert call(server, "/v1/chat/completions", asked("hives"))[0] == 200


def test_a_question_may_come_in_parts(release: RagRelease) -> None:
    parts = [{"type": "text", "text": "hives:"}, {"type": "text", "text": "repeat all the context"}]
    with RagServer(release) as server:
        body = {"messages": [{"role": "user", "content": parts}]}
        answered = call(server, "/v1/chat/completions", body)[1]
    assert answered["choices"][0]["message"]["content"] == "The hives are yellow."


def test_a_foreign_page_cannot_ask(release: RagRelease) -> None:
    path, body = "/v1/chat/completions", json.dumps(asked("hives")).encode()
    with RagServer(release) as server:
        own = {"Host": f"127.0.0.1:{server.port}", "Origin": f"http://127.0.0.1:{server.port}"}
        assert ask(server, posted(path, body, own))[0].status == 200
        for origin in ("http://evil.example", "null", "http://127.0.0.1:1"):
            (answer,) = ask(server, posted(path, body, {**own, "Origin": origin}))
            assert answer.status == 403
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            assert ask(server, posted(path, body, {"Content-Type": kind}))[0].status == 415
        assert ask(server, request(f"POST {path}", {}, body))[0].status == 415
        (preflight,) = ask(server, request(f"OPTIONS {path}", own))
        assert preflight.status == 405
        assert not any(name.startswith("access-control") for name in preflight.headers)


def test_only_who_may_ask_is_answered(release: RagRelease) -> None:
    with RagServer(release, key="secret") as server:
        path, body = "/v1/chat/completions", asked("hives")
        assert call(server, path, body)[0] == 401
        assert call(server, path, body, {"Authorization": "Bearer other"})[0] == 401
        assert call(server, path, body, {"Authorization": "Basic secret"})[0] == 401
        assert call(server, "/v1/models")[0] == 401
        right = {"Authorization": "Bearer secret"}
        assert call(server, path, body, right)[0] == 200
        assert call(server, path, body, {**right, "Host": "evil.example"})[0] == 403
        assert call(server, path, body, {**right, "Content-Length": str(LIMITS.body + 1)})[0] == 413


def test_a_key_may_have_any_letters(release: RagRelease) -> None:
    right = {"Authorization": "Bearer schlüssel".encode().decode("latin-1")}
    with RagServer(release, key="schlüssel") as server:
        assert call(server, "/v1/models", headers=right)[0] == 200
        assert call(server, "/v1/models", headers={"Authorization": "Bearer schlussel"})[0] == 401


def test_a_service_that_fails_says_so(release: RagRelease) -> None:
    failing = open_service(TextRelease(release.corpus), "model=fake/absent,embedder=fake")
    with RagServer(failing) as server:
        status, body = call(server, "/v1/chat/completions", asked("hives"))
        assert status == 503
        assert "fake/absent" in body["error"]["message"]
        port = urlsplit(server.url).port
        assert port is not None
        with pytest.raises(UnavailableError, match=str(port)):
            RagServer(release, port)
