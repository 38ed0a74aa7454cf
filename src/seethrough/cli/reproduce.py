"""``seethrough reproduce RUN``."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import click

from seethrough.cli._say import say, say_json


@click.command("reproduce")
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print the machine form instead.")
def command(run: Path, as_json: bool) -> int:
    """Run the audit of RUN again, from the start, and say whether every figure came out the same.

    RUN is the folder of a finished audit of files; it is not changed. Only its command is used
    again, and the input files must be unchanged and where they were. A language model may answer
    differently.

    Exit status: 0 all the same, 1 something differs.
    """
    from seethrough.errors import InputError, UsageError
    from seethrough.report.schema import read_report
    from seethrough.report.terminal.reproduced import lines_of
    from seethrough.reproducing import kept_command, sameness

    kept = kept_command.read_command(run)
    before = read_report(run / "report.json")
    changed = kept.changed()
    if gone := [name for name in changed if not os.path.exists(name)]:
        raise InputError(f"{', '.join(gone)}: not there; reproduce needs the same files in place")
    if changed:
        raise InputError(f"{', '.join(changed)}: not what the run read; reproduce needs the same")
    if not os.path.isdir(kept.folder):
        raise InputError(f"{kept.folder}: the run was started in this folder; make it again")
    again = run / "again"
    if inside := [name for name in kept.inputs if _lies_in(again, name)]:
        raise UsageError(f"{inside[0]}: an input, and {again} is emptied; move it elsewhere")
    shutil.rmtree(again, ignore_errors=True)
    try:
        after = _run_again(kept, again)
    finally:
        shutil.rmtree(again, ignore_errors=True)
    found = sameness.compare(before, after)
    moved = sameness.versions_that_differ(kept.software, kept_command.software())
    if as_json:
        figures = [{**figure._asdict(), "same": figure.same} for figure in found.figures]
        say_json(
            {"same": found.whole, "figures": figures, "others": found.others, "software": moved}
        )
    else:
        say(*lines_of(found, moved))
    return 0 if found.whole else 1


def _lies_in(folder: Path, name: str) -> bool:
    """Return whether a file lies in a folder, under any name of either."""
    return Path(os.path.realpath(name)).is_relative_to(os.path.realpath(folder))


def _run_again(kept: Any, folder: Path) -> Any:
    """Run a command in a process of its own and return its report."""
    from seethrough.errors import UnavailableError
    from seethrough.report.schema import read_report

    options = ["--run", str(folder.absolute()), "--exit-zero", "--format", "json"]
    done = subprocess.run(
        [sys.executable, "-P", "-m", "seethrough", "audit", *kept.arguments, *options],
        cwd=kept.folder,
        env={**_without_models(), **kept.models},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=None if sys.stderr.isatty() else subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        say(*(done.stderr or "").splitlines(), err=True)
        raise UnavailableError("the audit could not be run again; the reason is above")
    return read_report(folder / "report.json")


def _without_models() -> dict[str, str]:
    """Return the environment without what would choose another model than the run had."""
    from seethrough.cli._kept import MODELS

    return {name: value for name, value in os.environ.items() if name not in MODELS}
