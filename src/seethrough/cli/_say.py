"""The one place where a command's lines are written to the terminal.

Everything that a verb prints goes through here, so that what stands in a file can never be an
order to the terminal nor begin a line of its own.
"""

from __future__ import annotations

import json
from typing import Any

import click

from seethrough.text.visible import escaped_json, visible


def say(*lines: str, err: bool = False) -> None:
    """Write lines, each of them as one line, whatever stands in it.

    Args:
        lines: The lines, without line ends.
        err: Whether they go to standard error.
    """
    for line in lines:
        click.echo(visible(line), err=err)


def say_json(value: Any) -> None:
    """Write the machine form of something to standard output."""
    click.echo(encode(value), nl=False)


def encode(value: Any) -> str:
    """Return the text of a machine form; the same value gives the same bytes."""
    return escaped_json(json.dumps(value, ensure_ascii=False, indent=2)) + "\n"
