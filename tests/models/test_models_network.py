"""No byte leaves loopback where nobody allowed it: the network is denied to the whole program."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from seethrough.samples import path

pytestmark = pytest.mark.system

STUBS = Path(__file__).parent / "stubs"
DENIED = """
import os, socket

connect, connect_ex, getaddrinfo = (
    socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo
)

def local(host):
    if str(host) not in ("127.0.0.1", "::1", "localhost"):
        os.write(2, b"LEFT LOOPBACK")
        os._exit(99)

def checked(call):
    def checking(self, address):
        if self.family != socket.AF_UNIX:
            local(address[0])
        return call(self, address)
    return checking

def resolved(host, *args, **kwargs):
    if host is not None:
        local(host)
    return getaddrinfo(host, *args, **kwargs)

socket.socket.connect = checked(connect)
socket.socket.connect_ex = checked(connect_ex)
socket.getaddrinfo = resolved
"""


@pytest.mark.long
def test_a_run_with_the_local_model_stays_on_loopback(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(DENIED)
    (tmp_path / "model.gguf").write_bytes(b"GGUF")
    lines = path("private.jsonl").read_text("utf-8").splitlines(keepends=True)[:3]
    (tmp_path / "private.jsonl").write_text("".join(lines), "utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": f"{tmp_path}{os.pathsep}{STUBS}",
        "SEETHROUGH_MODEL": f"local/{tmp_path / 'model.gguf'}",
        "HTTP_PROXY": "http://192.0.2.1:9",
        "http_proxy": "http://192.0.2.1:9",
    }
    for arguments in (
        ["sanitize", "private.jsonl", "--with", "paraphrase", "--out", "out.jsonl"],
        ["audit", "private.jsonl", "out.jsonl", "--judge", "llm", "--attack", "inference"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "seethrough", *arguments],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            check=False,
        )
        assert b"LEFT LOOPBACK" not in done.stderr
        assert done.returncode in (0, 2), done.stderr.decode()
        assert b"Model local/" in done.stderr  # it was asked


def test_the_denial_works(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(DENIED)
    for call in ("create_connection(('192.0.2.1', 9))", "getaddrinfo('example.org', 80)"):
        done = subprocess.run(
            [sys.executable, "-c", f"import socket; socket.{call}"],
            env={**os.environ, "PYTHONPATH": str(tmp_path)},
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (99, b"LEFT LOOPBACK")
