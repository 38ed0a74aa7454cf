from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.datastructures import Headers

from seethrough.loopback.guard import refusal

JSON = ("content-type", "application/json")
OURS = ("host", "127.0.0.1:8080")


def status(method: str, *headers: tuple[str, str]) -> int | None:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    refused = refusal(method, Headers(raw=raw))
    return None if refused is None else refused.status


@pytest.mark.parametrize(
    ("method", "headers", "expected"),
    [
        ("GET", [OURS], None),
        ("GET", [("host", "localhost")], None),
        ("GET", [("host", "LOCALHOST:9")], None),
        ("GET", [], 403),
        ("GET", [OURS, OURS], 403),
        ("GET", [("host", "")], 403),
        ("GET", [("host", "evil.example")], 403),
        ("GET", [("host", "127.0.0.1.evil.example")], 403),
        ("GET", [("host", "localhost:80@evil.example")], 403),
        ("GET", [("host", "127.0.0.1:٣")], 403),
        ("GET", [OURS, ("origin", "http://127.0.0.1:8080")], None),
        ("GET", [OURS, ("origin", "http://127.0.0.1:3000")], 403),  # another program's page
        ("GET", [OURS, ("origin", "http://localhost:8080")], 403),
        ("GET", [OURS, ("origin", "null")], 403),
        ("GET", [OURS, ("origin", "")], 403),
        ("GET", [OURS, ("origin", "https://127.0.0.1:8080")], 403),
        ("GET", [OURS, ("origin", "http://127.0.0.1:8080"), ("origin", "http://a.example")], 403),
        ("POST", [OURS, JSON], None),
        ("POST", [OURS, ("content-type", "Application/JSON; charset=utf-8")], None),
        ("POST", [OURS, JSON, ("origin", "http://evil.example")], 403),
        ("POST", [OURS], 415),
        ("POST", [OURS, JSON, ("content-type", "text/plain")], 415),
        ("POST", [OURS, ("content-type", "text/plain;application/json")], 415),
        ("POST", [OURS, ("content-type", "application/x-www-form-urlencoded")], 415),
        ("POST", [OURS, ("content-type", "multipart/form-data; boundary=x")], 415),
    ],
)
def test_what_a_foreign_page_can_send_is_refused(
    method: str, headers: list[tuple[str, str]], expected: int | None
) -> None:
    encodable = [(name, value.encode().decode("latin-1")) for name, value in headers]
    assert status(method, *encodable) == expected


LATIN = st.text(st.characters(codec="latin-1"))


@given(LATIN, LATIN)
def test_no_name_but_ours_and_no_page_but_ours(host: str, origin: str) -> None:
    name = host.lower().partition(":")[0]
    if name not in ("127.0.0.1", "localhost"):
        assert status("GET", ("host", host)) == 403
    if origin.lower() != "http://127.0.0.1:8080":
        assert status("POST", OURS, JSON, ("origin", origin)) == 403


def test_why_quotes_nothing() -> None:
    headers = [(b"host", b"secret.example"), (b"origin", b"http://secret.example")]
    for host in (headers[0], (b"host", b"localhost")):
        refused = refusal("POST", Headers(raw=[host, headers[1]]))
        assert refused is not None
        assert "secret" not in refused.message
