"""Runs the command lines of documents as a shell does, our own commands in this process."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from unittest import mock

_QUOTED = r"""'[^']*'|"[^"$`\\]*\""""
_OURS = re.compile(
    rf"""(?P<command>seethrough\ (?:{_QUOTED}|[^'"|;&<>$`*?~(){{}}\\\n])*?)
    (?P<to>(?:\ +(?:2?>\ *[\w./-]+|2>&1))*)
    (?:\s*(?P<then>[|;])(?!\|)\s*(?P<rest>.+))?""",
    re.VERBOSE,
)


def shell(command: str) -> str:
    """Return what a command prints; one of ours that begins a line runs in this process.

    Reading the models anew for each would take longer than what most of them do. Where its output
    is sent elsewhere, or a shell goes on behind it, that is as a shell does it.
    """
    settings = {"COLUMNS": "88", "SEETHROUGH_CALIBRATIONS": str(Path("calibrations").resolve())}
    ours = _OURS.fullmatch(command)
    if ours is None or "&&" in command:
        return _by_bash(command, settings, b"")
    with mock.patch.dict(os.environ, settings):
        status, printed = _in_process(shlex.split(ours["command"])[1:], ours["to"])
    if ours["then"] == "|":
        return _by_bash(ours["rest"], settings, printed)
    after = _by_bash(f"(exit {status}); {ours['rest']}", settings, b"") if ours["rest"] else ""
    return printed.decode() + after


def _by_bash(command: str, settings: dict[str, str], given: bytes) -> str:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, **settings, "PATH": path},
        input=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=300,
        check=False,
    )
    return done.stdout.decode()


def _in_process(arguments: list[str], to: str) -> tuple[int, bytes]:
    """Run a command; return its exit status and what it prints that is not sent to a file."""
    from seethrough.cli import main

    with contextlib.ExitStack() as stack:
        stack.callback(os.umask, os.umask(0o022))  # a command sets its own
        printed = io.BytesIO()
        out = err = printed
        for which, target in re.findall(r"(2?)> *([\w./-]+|&1)", to):
            stream = out if target == "&1" else stack.enter_context(open(target, "wb"))
            out, err = (out, stream) if which else (stream, err)
        for redirect, stream in (
            (contextlib.redirect_stdout, out),
            (contextlib.redirect_stderr, err),
        ):
            text = io.TextIOWrapper(stream, encoding="utf-8", write_through=True)
            stack.callback(text.detach)
            stack.enter_context(redirect(text))
        try:
            main(arguments)
        except SystemExit as end:
            return int(end.code or 0), printed.getvalue()
    raise AssertionError("a command ends by leaving")
