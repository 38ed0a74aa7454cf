"""Strikes a command at its n-th change of a file: there the disk is full, or the process ends.

A seccomp filter hands every system call that changes a file, of native code and threads too, to
another process, which lets it go on, fail with an error, or never return. So each n of a command
can be tried, and each gives the same every time. The commands are forked from one process that has
all modules in memory: this file, run as a program, which reads one job a line.
"""

from __future__ import annotations

import errno
import json
import os
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from tests.offline._guard import (
    TARGETS,
    Machine,
    Request,
    answer,
    install,
    machine,
    path_of,
    receive,
)

ROOT = Path(__file__).parents[2]

ON_OPEN_FILES = {
    "x86_64": {
        1: "write", 18: "pwrite64", 20: "writev", 74: "fsync", 75: "fdatasync", 77: "ftruncate",
        285: "fallocate",
    },
    "aarch64": {
        64: "write", 68: "pwrite64", 66: "writev", 82: "fsync", 83: "fdatasync", 46: "ftruncate",
        47: "fallocate",
    },
}  # fmt: skip
REMOVING = {"x86_64": {87: "unlink", 84: "rmdir", 263: "unlinkat"}, "aarch64": {35: "unlinkat"}}
NEED_NO_ROOM = {"unlink", "rmdir", "unlinkat", "rename", "renameat", "renameat2"}
TARGETS_HERE: Mapping[str, tuple[int | None, int]] = {
    **TARGETS, "unlink": (None, 0), "rmdir": (None, 0), "unlinkat": (0, 1),
}  # fmt: skip


class Struck(NamedTuple):
    """How a command ended.

    Attributes:
        status: Its exit status, or minus the signal that ended it.
        output: Its standard output.
        errors: Its standard error.
        changes: How many calls would have been struck, had it been told so.
    """

    status: int
    output: str
    errors: str
    changes: int


def assert_stopped(done: Struck, status: int, told: str) -> None:
    last = done.errors.splitlines()[-1]
    assert (done.status, last.startswith("seethrough: "), told in last) == (status, True, True), (
        done
    )
    assert "Traceback" not in done.errors


class Commands:
    """Runs commands in a process that has everything in memory."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def __call__(
        self, folder: Path, *command: str, fault: str = "none", at: int = 0, last: int | None = None
    ) -> Struck:
        """Run a command in a folder.

        Args:
            folder: Where; changes of files elsewhere are not counted.
            command: Its words.
            fault: ``none``; ``killed``; or the name of an error, such as ``ENOSPC``.
            at: The number of the change that is struck, from 0.
            last: The last one that is, all of them if None.
        """
        job = {"folder": str(folder), "command": command, "fault": fault, "at": at, "last": last}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        return Struck(*json.loads(self._process.stdout.readline()))


@contextmanager
def commands(**environment: str) -> Iterator[Commands]:
    """Start the process that runs commands, with more in its environment."""
    process = subprocess.Popen(
        [sys.executable, __file__],
        env={
            **os.environ,
            **environment,
            "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        yield Commands(process)
    finally:
        process.communicate()


def _calls() -> Machine:
    """Return this machine with the calls that change files."""
    found, name = machine(), os.uname().machine
    changing = {number: call for number, call in found.calls.items() if call in TARGETS}
    return found._replace(calls={**changing, **ON_OPEN_FILES[name], **REMOVING[name]})


def _run(job: Mapping[str, Any]) -> Struck:
    """Fork a command and strike it."""
    calls = _calls()
    ours, theirs = socket.socketpair()
    output, errors = os.memfd_create("output"), os.memfd_create("errors")
    child = os.fork()
    if child == 0:
        _command(job, calls, theirs, output, errors)
    theirs.close()
    _, (listener, *_), _, _ = socket.recv_fds(ours, 1, 1)
    changes, status = _watch(job, calls, child, listener)
    for descriptor in (ours.detach(), listener):
        os.close(descriptor)
    return Struck(status, _content(output), _content(errors), changes)


def _command(
    job: Mapping[str, Any], calls: Machine, theirs: socket.socket, output: int, errors: int
) -> None:
    """Be the command, to its end."""
    status = 99
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(errors, 2)
        os.chdir(job["folder"])
        from seethrough.cli import run

        listener = install(calls)
        socket.send_fds(theirs, [b"."], [listener])
        os.close(listener)
        status = run(job["command"])
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)


def _watch(job: Mapping[str, Any], calls: Machine, child: int, listener: int) -> tuple[int, int]:
    """Answer a child's calls until it ends; return how many were changes, and its status."""
    changes = 0
    poll = select.poll()
    poll.register(listener, select.POLLIN)
    while True:
        for _, event in poll.poll(50):
            if event & select.POLLIN:
                request = receive(listener, calls)
                if request is None:
                    continue
                counted = _counts(request, job)
                changes += counted
                hit = counted and job["at"] < changes <= (job["last"] or changes - 1) + 1
                if hit and job["fault"] == "killed":
                    os.kill(child, signal.SIGKILL)
                else:
                    error = getattr(errno, job["fault"], 0) if hit else 0
                    answer(listener, request.identity, error)
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return changes, os.waitstatus_to_exitcode(status)


def _counts(request: Request, job: Mapping[str, Any]) -> bool:
    """Return whether a call changes a file in the folder, and would meet the fault."""
    _, process, call, arguments = request
    full = job["fault"] in ("ENOSPC", "EDQUOT")
    if full and call in NEED_NO_ROOM:
        return False
    try:
        if call in TARGETS_HERE:
            path = path_of(process, arguments, *TARGETS_HERE[call])
            if full and call in ("open", "openat") and path.exists():
                return False
        else:
            path = Path(os.readlink(f"/proc/{process}/fd/{arguments[0] & 0xFFFFFFFF}"))
    except OSError:
        return False
    return path.is_relative_to(os.path.realpath(job["folder"]))


def _content(descriptor: int) -> str:
    with os.fdopen(descriptor, "rb") as file:
        file.seek(0)
        return file.read().decode()


def _serve(jobs: Iterator[str], answers: Any) -> None:
    import tqdm

    tqdm.tqdm.monitor_interval = 0  # no thread of this process
    known: set[Sequence[str]] = set()
    for line in jobs:
        job = json.loads(line)
        first = tuple(word for word in job["command"][:1])
        if first not in known:
            known.add(first)
            _warm(job)
        print(json.dumps(_run(job)), file=answers, flush=True)


def _warm(job: Mapping[str, Any]) -> None:
    """Load what a command loads: run it once, on a copy of its folder."""
    import contextlib
    import io
    import shutil
    import tempfile

    from seethrough.cli import run

    with tempfile.TemporaryDirectory() as place:
        copy = Path(place, "copy")
        shutil.copytree(job["folder"], copy)
        with (
            contextlib.chdir(copy),
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
        ):
            run(job["command"])


if __name__ == "__main__":
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    _serve(iter(sys.stdin.readline, ""), answers)
