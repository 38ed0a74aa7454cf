"""What the guard must see, or a test that it passes would say nothing."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.offline._guard import Watched, watch


def python(folder: Path, program: str) -> Watched:
    return watch([sys.executable, "-I", "-c", program], folder, {"HOME": str(folder)})


@pytest.mark.parametrize(
    ("program", "seen"),
    [
        ("socket.socket().connect(('192.0.2.1', 9))", "connect to 192.0.2.1, port 9"),
        (
            "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('192.0.2.1', 53))",
            "sendto to 192.0.2.1, port 53",
        ),
        (
            "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendmsg([b'x'], [], 0,"
            " ('192.0.2.1', 53))",
            "sendmsg to 192.0.2.1, port 53",
        ),
        (
            "socket.socket(socket.AF_INET6).connect(('2001:db8::1', 443))",
            "connect to 2001:db8::1, port 443",
        ),
        (
            "socket.socket(socket.AF_INET6).connect(('::ffff:192.0.2.1', 443))",
            "connect to 192.0.2.1, port 443",
        ),
        ("socket.socket().bind(('0.0.0.0', 0))", "bind to 0.0.0.0, port 0"),
        ("socket.socket(socket.AF_UNIX).connect('/run/resolver')", "connect to /run/resolver"),
    ],
)
def test_what_leaves_is_seen_and_refused(tmp_path: Path, program: str, seen: str) -> None:
    done = python(tmp_path, f"import socket; {program}")
    assert done.left == [seen]
    assert (done.status, "PermissionError" in done.errors) == (1, True)


def test_native_code_and_grandchildren_are_seen(tmp_path: Path) -> None:
    program = (
        "import ctypes, subprocess, sys\n"
        "address = bytes([2, 0, 0, 80, 192, 0, 2, 7]) + bytes(8)\n"
        "c = ctypes.CDLL(None)\n"
        "c.connect(c.socket(2, 1, 0), address, 16)\n"
        "c.open(b'native', 0o101, 0o600)\n"
        "subprocess.run([sys.executable, '-I', '-c', 'import os; os.mkdir(\"by-a-child\")'])\n"
    )
    done = python(tmp_path, program)
    assert done.left == ["connect to 192.0.2.7, port 80"]
    assert [p.name for p in done.outside()] == ["native", "by-a-child"]
    assert done.outside(tmp_path) == []


def test_loopback_and_reading_are_let_be(tmp_path: Path) -> None:
    program = (
        "import socket, os\n"
        "server = socket.create_server(('127.0.0.1', 0))\n"
        "client = socket.create_connection(server.getsockname())\n"
        "a, b = socket.socketpair(); a.sendmsg([b'x'])\n"
        "open('/etc/hostname').close(); open(os.devnull, 'w').close(); print(b.recv(1))\n"
    )
    done = python(tmp_path, program)
    assert (done.left, done.outside(), done.output, done.errors) == ([], [], "b'x'\n", "")


def test_files_are_seen_however_they_are_named(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "link").symlink_to("there")
    program = (
        "import os\n"
        "open('link/a', 'w').close()\n"
        "os.rename('link/a', 'there/../b')\n"
        "os.close(os.open('c', os.O_CREAT | os.O_RDWR, dir_fd=os.open('there', os.O_RDONLY)))\n"
        "os.symlink('b', 'd'); os.link('b', 'e')\n"
    )
    done = python(tmp_path, program)
    names = [str(p.relative_to(os.path.realpath(tmp_path))) for p in done.outside()]
    assert names == ["there/a", "b", "there/c", "d", "e"]
    assert len(done.outside(tmp_path / "there")) == 3


def test_it_needs_no_privilege() -> None:
    """The same as nobody: continuous integration may run as either."""
    if os.getuid() != 0:  # then every other test shows it
        return
    program = (
        "import sys, tempfile; from pathlib import Path; sys.path[:0] = sys.argv[1:]\n"
        "from tests.offline._guard import watch\n"
        "done = watch([sys.executable, '-I', '-c',"
        " \"import socket; socket.socket().connect(('192.0.2.1', 9))\"],"
        " Path(tempfile.gettempdir()), {'HOME': '/'})\n"
        "print(done.left)"
    )
    root = Path(__file__).parents[2]
    interpreter = shutil.which("python3", path="/usr/local/bin:/usr/bin")
    assert interpreter is not None
    done = subprocess.run(
        [interpreter, "-c", program, str(root)],
        user="nobody", group="nogroup", extra_groups=[],
        cwd="/", env={}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "['connect to 192.0.2.1, port 9']\n", done.stderr
