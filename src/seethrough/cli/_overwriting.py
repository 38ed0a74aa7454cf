"""What a command writes is never what it reads, and replaces nothing unless it may."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from seethrough.errors import UsageError
from seethrough.records.formats.opening import STDIN
from seethrough.records.formats.text_folder import is_text_folder
from seethrough.sidecars.releasing import is_stream
from seethrough.storage.files import writing_errors

_STDIN = "/dev/stdin"
_LONGEST = 255


def check_outputs(
    outputs: Iterable[Path], inputs: Sequence[str], replace: bool, folder: Path | None = None
) -> None:
    """Refuse outputs that are inputs, and those that are there unless they may be replaced.

    Args:
        outputs: The files that a command will write.
        inputs: What it reads: files, and folders of texts; other names do not count.
        replace: Whether the user gave ``--force``; inputs are refused in any case.
        folder: The output that is to be a folder, or None. It may be there if it is empty.

    Raises:
        UsageError: An output is an input, under any name, lies in one, or exists already.
    """
    read = {name: _STDIN if name == STDIN else name for name in inputs}
    seen: dict[str, Path] = {}
    for output in outputs:
        if _impossible(str(output)):
            raise UsageError(f"{output}: no file can have that name; name another output")
        real = os.path.realpath(output)  # where it is written, also behind folders not yet there
        for name, place in read.items():
            if os.path.exists(real) and os.path.exists(place) and os.path.samefile(real, place):
                of = "standard input" if name == STDIN else name
                problem = "is the input" if str(output) == name else f"is the same file as {of}"
                raise UsageError(f"{output}: {problem}, which would be lost; name another output")
            inside = Path(real).is_relative_to(os.path.realpath(place))
            if inside and is_text_folder(place):
                raise UsageError(f"{output}: lies in the input {name}; name another output")
        if real in seen:
            raise UsageError(f"{output}: is also written as {seen[real]}; name another output")
        seen[real] = output
        if output == folder:
            _check_empty(output)
            continue
        if os.path.isdir(real):
            raise UsageError(f"{output}: is a folder; name a file in it")
        there = os.path.lexists(output) or os.path.lexists(real)
        if there and not replace and not is_stream(str(output)):
            raise UsageError(f"{output}: already exists; name another output, or add --force")


def _check_empty(folder: Path) -> None:
    """Refuse an output whose place another folder or a file has, which is never replaced."""
    with writing_errors(folder):
        if os.path.isdir(folder) and not os.listdir(folder):
            if not os.path.samefile(folder, os.curdir):
                return
            raise UsageError(f"{folder}: is the folder that you are in; name one that is not")
    if os.path.isdir(folder):
        raise UsageError(
            f"{folder}: is a folder that is not empty; name a new folder, or a file in it"
        )
    if os.path.lexists(folder):
        raise UsageError(f"{folder}: is there already, and is no folder; name another output")


def check_folders(outputs: Iterable[Path], run: Path | None = None) -> None:
    """Refuse outputs in a folder that is not there, where the command makes none.

    Args:
        outputs: The files that a command will write.
        run: The folder of its run, which it makes.

    Raises:
        UsageError: There is no such folder.
    """
    for output in outputs:
        folder = os.path.dirname(os.path.realpath(output))
        made = run is not None and folder == os.path.realpath(run)
        if not (made or is_stream(str(output)) or os.path.isdir(folder)):
            raise UsageError(f"{output}: there is no such folder; make it, or name another output")


def _impossible(name: str) -> bool:
    """Return whether a name is too long, or holds a NUL or half a pair that stands for no byte."""
    try:
        encoded = os.fsencode(name)
    except UnicodeEncodeError:
        return True
    return b"\0" in encoded or len(os.path.basename(encoded)) > _LONGEST
