"""The one place where a command's lines are written to the terminal.

Everything that a verb prints goes through here, so that a file's content can neither control the
terminal nor begin a new line.
"""

from __future__ import annotations

import json
from contextlib import redirect_stdout
from typing import Any

import click

from seethrough.storage.results import results
from seethrough.text.visible import escaped_json, visible


def say(*lines: str, err: bool = False) -> None:
    """Write lines, each of them as one line, whatever it contains.

    Args:
        lines: The lines, without line ends.
        err: Whether they go to standard error.
    """
    for line in lines:
        _write(visible(line) + "\n", err)


def say_json(value: Any) -> None:
    """Write the machine form of something to standard output."""
    _write(encode(value))


def say_bytes(content: bytes) -> None:
    """Write a form for other programs to standard output, as it is; it escapes what it holds."""
    _write(content)


def _write(content: str | bytes, err: bool = False) -> None:
    with redirect_stdout(results()):
        click.echo(content, nl=False, err=err)


def encode(value: Any) -> str:
    """Return the text of a machine form; the same value gives the same bytes."""
    return escaped_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
