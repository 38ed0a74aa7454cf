"""Keeps a command in its run folder, so that ``seethrough reproduce`` can run it again."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

OUTPUT = frozenset(
    {
        "run",
        "table",
        "chart",
        "chart_of",
        "chart_against",
        "force",
        "as_json",
        "form_of_output",
        "exit_zero",
    }
)
"""Where a command's output goes, and how it ends; a second run has its own."""

MODELS = frozenset({"SEETHROUGH_MODEL"})
_WITH_PASSWORD = re.compile(r"://[^/\s]*@")


def keep_command(run: Path, files: Sequence[str], others: Iterable[str]) -> None:
    """Write the present command into a run folder.

    Nothing is written where it could not be run again: it read standard input or a data set of the
    hub, or an address among its options holds a password. That of an earlier run goes.

    Args:
        run: The folder.
        files: The files or folders that it reads.
        others: What may be the name of a further one; one that is not there must not appear.
    """
    from seethrough.reproducing.kept_command import KeptCommand, hashes, software

    forget_command(run)
    given = [*arguments(click.get_current_context())]
    read = hashes([os.path.abspath(path) for path in files])
    if not all(read.values()) or any(_WITH_PASSWORD.search(word) for word in given):
        return
    read |= hashes([os.path.abspath(path) for path in others])
    models = {k: v for k, v in os.environ.items() if k in MODELS}
    KeptCommand(given, os.getcwd(), read, models, software()).write(run)


def forget_command(run: Path) -> None:
    """Remove the command of an earlier run from a run folder."""
    from seethrough.reproducing.kept_command import FILE

    (run / FILE).unlink(missing_ok=True)


def arguments(context: click.Context) -> Iterator[str]:
    """Yield what the user gave a command, apart from where its output goes."""
    for parameter in context.command.params:
        name = str(parameter.name)
        if isinstance(parameter, click.Argument):
            yield from (os.path.abspath(value) for value in _listed(context.params[name]))
        elif (
            name not in OUTPUT and context.get_parameter_source(name) is ParameterSource.COMMANDLINE
        ):
            yield from _option(parameter, context.params[name])


def _option(option: Any, value: Any) -> Iterator[str]:
    if option.is_flag:
        names = option.opts if value else option.secondary_opts
        yield max(names, key=len)
        return
    for one in value if option.multiple else [value]:
        yield max(option.opts, key=len)
        yield from map(str, _listed(one))


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, (list, tuple)) else [value]
