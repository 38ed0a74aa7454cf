"""The command line: parsing and printing, no logic; one verb per module."""

from __future__ import annotations

import importlib
import os
import sys
import traceback
from collections import Counter
from collections.abc import Sequence
from copy import copy
from pathlib import Path
from typing import Any

import click

from seethrough.cli._say import say
from seethrough.errors import (
    ContractError,
    OutputError,
    SeethroughError,
    UsageError,
    ended_by_signal,
)
from seethrough.notices import noticed_by
from seethrough.storage.results import results_alone

VERBS = {
    "audit": "Is this release private? Attack it and report what it gives away.",
    "sanitize": "Make a release of private records.",
    "finetune": "Train a language model on private records, with or without protection.",
    "compare": "Make several releases and compare what they leak and what they keep.",
    "plant": "Plant canaries among private records, to test what a release of them gives away.",
    "epsilon": "Does a word-level sanitizer keep its guaranteed epsilon? Bound it by experiment.",
    "agree": "Measure how well a judge agrees with rated claims, and calibrate it.",
    "annotate": "Rate claims on a local page, to measure a judge.",
    "report": "Write the report of a finished run as a page.",
    "reproduce": "Run a finished audit again and say whether every figure came out the same.",
    "view": "Explore every finding of a run on a local page.",
    "serve": "Answer questions from a corpus on loopback, OpenAI-compatible.",
    "list": "List every component by kind.",
    "doctor": "Show what is installed and what works.",
    "demo": "Audit the sample records that come with the package.",
}


class _Verbs(click.Group):
    """Loads a verb's module when the verb is asked for, so that the command line starts at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [*VERBS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        module = importlib.import_module(f"seethrough.cli.{cmd_name}")
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS:
            import difflib

            close = difflib.get_close_matches(args[0], VERBS, n=1)
            hint = f"did you mean {close[0]!r}?" if close else f"there are: {', '.join(VERBS)}"
            raise click.UsageError(f"no command is named {args[0]!r}; {hint}", ctx)
        name, command, rest = super().resolve_command(ctx, args)
        if command is None:
            return name, command, rest
        _once(command, ctx, rest)
        return name, _alone(command), rest

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except BrokenPipeError as error:
            # As it is, click would leave by itself, and that is taken for a bug.
            raise _NobodyReadsError from error

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([*VERBS.items()])


class _NobodyReadsError(Exception):
    """What was printed is not read to the end, as by ``head``."""


def _once(command: click.Command, ctx: click.Context, args: Sequence[str]) -> None:
    """Refuse an option that takes one value and is given twice: the first would be lost."""
    own = click.Context(command, parent=ctx)
    given = Counter(command.make_parser(own).parse_args([*args])[2])
    for option, times in given.items():
        one = isinstance(option, click.Option) and not (option.multiple or option.is_flag)
        if one and times > 1:
            raise click.UsageError(f"{option.opts[-1]} is given {times} times; give it once", own)


def _alone(command: click.Command) -> click.Command:
    """Return a command among whose results nothing stands that a component prints."""
    quiet = copy(command)
    assert command.callback is not None
    quiet.callback = results_alone()(command.callback)
    return quiet


@click.group("seethrough", cls=_Verbs, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="seethrough")
def verbs() -> None:
    """After you sanitize this text, what does it still give away?"""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit status.

    0 passed, 1 failed, 2 inconclusive, 64 wrong usage, 65 bad input, 69 a
    model or service was not there, 70 a bug, 73 the disk is full.

    Whatever it writes is readable only by its owner, also what libraries and child processes write.
    """
    os.umask(0o077)
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status; errors are one line on standard error."""
    try:
        with noticed_by(_notice):
            status = verbs.main(
                None if arguments is None else [*arguments],
                prog_name="seethrough",
                standalone_mode=False,
            )
        return status if isinstance(status, int) else 0
    except ContractError as error:
        if os.environ.get("SEETHROUGH_DEBUG"):
            raise
        own = isinstance(error.__cause__, Exception | SystemExit)
        return _fail(f"{error}{_MORE if own else ''}", error.exit_status)
    except SeethroughError as error:
        return _fail(str(error), error.exit_status)
    except click.exceptions.NoArgsIsHelpError as error:
        say(*error.format_message().splitlines(), err=True)
        return UsageError.exit_status
    except click.ClickException as error:
        # A number within limits is "a valid integer range" to click, which asks for a range.
        message = error.format_message().replace("valid integer range", "whole number")
        return _fail(message.replace("valid float range", "number"), UsageError.exit_status)
    except (KeyboardInterrupt, click.Abort):
        kept = "what a run folder keeps is not computed again"
        return _fail(f"stopped; run the same command again: {kept}", 130)
    except _NobodyReadsError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        # Without a number it is not the system's: a library made it, and its words may be text.
        if error.errno is None:
            if os.environ.get("SEETHROUGH_DEBUG"):
                raise
            return _bug(error)
        return _os_failure(error)
    except MemoryError:
        return _fail("not enough memory; use --targets to attack a sample", 70)
    except (Exception, SystemExit) as error:
        # A component that leaves by itself has not passed.
        if ended_by_signal(error) or os.environ.get("SEETHROUGH_DEBUG"):
            raise
        return _bug(error)


_MORE = "; SEETHROUGH_DEBUG=1 shows the traceback (it may quote private text)"


def _bug(error: BaseException) -> int:
    """Say what kind of error it was and where; its message and traceback may quote private text."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    place = f" at {last.name}:{last.lineno} of {Path(last.filename).name}" if last else ""
    return _fail(f"a bug: {type(error).__name__}{place}{_MORE}", 70)


def _notice(line: str) -> None:
    say(f"seethrough: {line}", err=True)


def _os_failure(error: OSError) -> int:
    from seethrough.storage.files import problem_of, unwritable

    failure = unwritable(error.filename or "the run, the output or the temporary folder", error)
    if isinstance(failure, OutputError):
        return _fail(str(failure), failure.exit_status)
    return _fail(f"{error.filename or 'a file'}: {problem_of(error)}", 65)


def _fail(message: str, status: int) -> int:
    say(f"seethrough: {' '.join(message.split())}", err=True)
    return status
