"""Proxies and certificates: a request goes where it may and nowhere else."""

from __future__ import annotations

import ssl
from pathlib import Path

import httpx
import pytest
from tests.models import _hostile as h

from seethrough.errors import UnavailableError, UsageError
from seethrough.language_model import Message, Options, Prompt
from seethrough.models.clients.http_client import (
    BrokenError,
    HttpClient,
    NobodyListensError,
    UntrustedError,
)
from seethrough.models.clients.openai import OpenAI

CERTIFICATE = Path(__file__).with_name("localhost.pem")  # with its key; nothing trusts it
GOOD = h.say(h.whole(h.completion()))
VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


def ask(url: str) -> bytes:
    with HttpClient(url, {}) as client:
        return client.request("POST", "/chat/completions", 5.0, {"a": 1}).body


def test_a_proxy_of_the_environment_is_asked_for_what_is_remote(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with h.hostile(GOOD, user="anna:s3cret@") as proxy:
        monkeypatch.setenv("http_proxy", proxy.url)
        assert ask("http://model.example/v1?x=1") == h.completion()
        monkeypatch.setenv("no_proxy", "model.example")
        with pytest.raises(NobodyListensError):
            ask("http://model.example/v1")
        with h.hostile(GOOD) as server:
            assert ask(server.url) == h.completion()
    (head,) = (request.partition(b"\r\n\r\n")[0] for request in proxy.requests)
    lines = head.split(b"\r\n")
    assert lines[0] == b"POST http://model.example/v1/chat/completions?x=1 HTTP/1.1"
    assert b"Proxy-Authorization: Basic YW5uYTpzM2NyZXQ=" in lines
    assert not any(line.startswith(b"Authorization:") for line in lines)


def test_what_is_encrypted_goes_through_a_tunnel(monkeypatch: pytest.MonkeyPatch) -> None:
    refuse = h.say(h.whole(b"", status=403))
    opened = h.close_after(b"HTTP/1.1 200 Connection established\r\n\r\n")
    with h.hostile(refuse, opened, user="anna:s3cret@") as proxy:
        monkeypatch.setenv("https_proxy", proxy.url)
        for error in (NobodyListensError, BrokenError):
            with pytest.raises(error):
                ask("https://model.example/v1")
    for request in proxy.requests:
        lines = request.split(b"\r\n")
        assert lines[0] == b"CONNECT model.example:443 HTTP/1.1"
        assert b"Proxy-Authorization: Basic YW5uYTpzM2NyZXQ=" in lines
        assert b"chat" not in request


def test_a_certificate_is_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(CERTIFICATE)
    with h.hostile(GOOD, GOOD, tls=context) as server:
        with pytest.raises(UntrustedError):
            ask(server.url)
        with pytest.raises(UnavailableError, match="a certificate that this machine"):
            OpenAI("m", server.url).generate([Prompt((Message("user", "a"),))], Options())
        assert server.requests == []
        monkeypatch.setenv("SSL_CERT_FILE", str(CERTIFICATE))
        assert ask(server.url) == h.completion()
        with HttpClient(server.url, {}) as client:
            for _ in range(2):
                assert client.request("GET", "/models", 5.0).json()
    assert len(server.requests) == 3


@pytest.mark.parametrize("proxy", ["gopher://127.0.0.1:1", "http://[::1"])
def test_a_proxy_that_is_none_is_one_line(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("https_proxy", proxy)
    with pytest.raises(UsageError, match="the environment names a proxy that cannot be used"):
        ask("https://model.example/v1")


def test_an_address_is_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"), h.hostile(GOOD, user="anna:s3cret@") as server:
        assert ask(server.url) == h.completion()
        assert caplog.text == ""
        httpx.get(server.url, trust_env=False)  # of others, it is
    assert "HTTP Request" in caplog.text
