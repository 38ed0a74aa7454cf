"""Against a server that gives recorded answers in the form that the service documents."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from seethrough import spec
from seethrough.engine.sanitize import sanitize
from seethrough.errors import UnavailableError, UsageError
from seethrough.models import request_pool
from seethrough.records.corpus import Corpus

ENTITIES = (("Maria Lopez", "Person"), ("Chicago", "Address"), ("555-0100", "PhoneNumber"))


class Service(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.bodies: list[Any] = []
        self.statuses: list[int] = []
        self.after = "0"
        self.lock = threading.Lock()


class Handler(BaseHTTPRequestHandler):
    server: Service

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with self.server.lock:
            self.server.bodies.append((self.path, dict(self.headers), body))
            status = self.server.statuses.pop(0) if self.server.statuses else 200
        if self.headers["Ocp-Apim-Subscription-Key"] != "right":
            status = 401
        self.reply(status, self.answer(body) if status == 200 else {"error": {"code": "x"}})

    def answer(self, body: Any) -> Any:
        documents, errors = [], []
        for document in body["analysisInput"]["documents"]:
            text, found = document["text"], []
            if "INVALID" in text:
                error = {"code": "InvalidArgument", "message": "Invalid document."}
                errors.append({"id": document["id"], "error": error})
                continue
            for words, category in ENTITIES:
                if (place := text.find(words)) >= 0:
                    found.append(
                        {
                            "text": words,
                            "category": category,
                            "offset": place,
                            "length": len(words),
                            "confidenceScore": 0.99,
                        }
                    )
                    text = text.replace(words, "*" * len(words))
            documents.append(
                {"id": document["id"], "redactedText": text, "entities": found, "warnings": []}
            )
        results = {"documents": documents, "errors": errors, "modelVersion": "2023-09-01"}
        return {"kind": "PiiEntityRecognitionResults", "results": results}

    def reply(self, status: int, body: Any) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        if status == 429:
            self.send_header("Retry-After", self.server.after)
        if status == 302:
            self.send_header("Location", "http://example.org/")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    server = Service()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    monkeypatch.setenv("AZURE_LANGUAGE_ENDPOINT", f"http://127.0.0.1:{server.server_port}/")
    monkeypatch.setenv("AZURE_LANGUAGE_KEY", "right")
    monkeypatch.setattr(request_pool, "FIRST_PAUSE", 0.001)
    yield server
    server.shutdown()
    server.server_close()


def test_what_the_service_finds_is_starred_out(service: Service) -> None:
    texts = ["Call Maria Lopez on 555-0100.", "", "Nothing here. 🐥", " "]
    release = sanitize(Corpus.from_texts(texts), "azure_pii:domain=phi")
    assert release.corpus.texts == ["Call *********** on ********.", "", "Nothing here. 🐥", " "]
    assert release.ledger == {}
    assert release.details["replaced"] == {"Person": 1, "PhoneNumber": 1}
    ((path, _, body),) = service.bodies
    assert path == "/language/:analyze-text?api-version=2023-04-01"
    assert body["kind"] == "PiiEntityRecognition"
    assert body["parameters"]["domain"] == "phi"
    assert body["analysisInput"]["documents"][1] == {
        "id": "1",
        "language": "en",
        "text": "Nothing here. 🐥",
    }


def test_five_documents_a_request_and_long_texts_in_pieces(service: Service) -> None:
    long = "Maria Lopez lives in Chicago. " * 400
    release = sanitize(Corpus.from_texts([long, *["In Chicago."] * 9]), "azure_pii")
    assert release.corpus.texts[0] == "*********** lives in *******. " * 400
    assert set(release.corpus.texts[1:]) == {"In *******."}
    sizes = [
        [len(d["text"]) for d in b["analysisInput"]["documents"]] for _, _, b in service.bodies
    ]
    assert all(len(s) <= 5 for s in sizes)
    assert max(map(max, sizes)) <= 5_000


def test_failures_pass_or_are_withheld(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    service.statuses = [429, 500, 503]
    texts = ["In Chicago.", "INVALID in Chicago."]
    release = sanitize(Corpus.from_texts(texts), "azure_pii")
    assert release.corpus.texts == ["In *******.", ""]
    assert release.ledger == {"withheld": 1}
    service.statuses = [500] * 999
    monkeypatch.setattr("seethrough.models.clients.openai.SILENCE", 0.5)
    monkeypatch.setattr("seethrough.models.clients.openai.EXTRA", -60.0)
    with pytest.raises(UnavailableError, match=r"gave no good answer in .* x status 500"):
        sanitize(Corpus.from_texts(texts), "azure_pii")


def test_a_service_that_asks_to_wait_for_long_ends_the_work(service: Service) -> None:
    service.statuses, service.after = [429], "3600"
    with pytest.raises(UnavailableError, match=r"^127\.0\.0\.1 asks to wait 60 minutes; run the"):
        sanitize(Corpus.from_texts(["In Chicago."]), "azure_pii")


def test_of_a_long_text_that_failed_in_part_nothing_is_released(service: Service) -> None:
    bad, good = "INVALID in Chicago. " * 300, "In Chicago. " * 500
    for text in (f"{bad}{good}", f"{good}{bad}"):
        release = sanitize(Corpus.from_texts([text]), "azure_pii")
        assert len(service.bodies[-1][2]["analysisInput"]["documents"]) > 1
        assert release.corpus.texts == [""]
        assert release.ledger == {"withheld": 1}


def test_a_wrong_key_a_redirect_and_a_wrong_address(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = Corpus.from_texts(["In Chicago."])
    for status in (302, 404):
        service.statuses = [status]
        with pytest.raises(UnavailableError, match=f"status {status}.*check the endpoint"):
            sanitize(corpus, "azure_pii")
    monkeypatch.setenv("AZURE_LANGUAGE_KEY", "wrong")
    with pytest.raises(UnavailableError, match="refused the key"):
        sanitize(corpus, "azure_pii")


def test_nothing_is_sent_before_it_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    corpus = Corpus.from_texts(["In Chicago."])
    monkeypatch.delenv("AZURE_LANGUAGE_ENDPOINT", raising=False)
    monkeypatch.delenv("AZURE_LANGUAGE_KEY", raising=False)
    with pytest.raises(UsageError, match="address of a Language resource"):
        sanitize(corpus, "azure_pii")
    remote = spec.parse("sanitizers", "azure_pii:endpoint=https://x.cognitiveservices.azure.com")
    with pytest.raises(UsageError, match="AZURE_LANGUAGE_KEY"):
        sanitize(corpus, remote)
    monkeypatch.setenv("AZURE_LANGUAGE_KEY", "right")
    with pytest.raises(
        UsageError, match=r"to x\.cognitiveservices\.azure\.com; add --allow-remote"
    ):
        sanitize(corpus, remote)
    assert sanitize(Corpus.from_texts(["", " "]), remote).corpus.texts == ["", " "]


@pytest.mark.parametrize("bad", ["domain=none2", "concurrency=0"])
def test_wrong_fields(bad: str) -> None:
    with pytest.raises(UsageError):
        spec.parse("sanitizers", f"azure_pii:{bad}")
