"""With --no-text no line names a file that was read, not even an error or a notice."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path

from seethrough.errors import InputError, SeethroughError
from seethrough.notices import reworded_by
from seethrough.records.formats.opening import STDIN
from seethrough.report.hiding import A_FILE

_VALUE = re.compile(r'=\s*(?:"([^"]*)"|([^,()"=+]+))')


@contextmanager
def unnamed(names: Mapping[str | None, str], hide: bool) -> Iterator[None]:
    """Run a block whose errors and notices name no file.

    Args:
        names: Each input as the user wrote it, with the words that replace it; None is ignored.
            May still grow within the block.
        hide: Whether to do so.
    """
    try:
        with reworded_by(lambda line: _without(line, names)) if hide else nullcontext():
            yield
    except SeethroughError as error:
        if hide:
            problem = error.bare if isinstance(error, InputError) else str(error)
            error.args = (_without(problem, names),)
        raise
    except OSError as error:
        if hide and error.filename is not None:
            error.filename = _without(os.fsdecode(error.filename), names)
        raise


def files_in(*specs: str | None) -> dict[str | None, str]:
    """Return, for ``unnamed``, what in specs may be the name of a file: values like ``a/b.txt``."""
    values = [
        match.group(1) or match.group(2) or ""
        for text in specs
        for match in _VALUE.finditer(text or "")
    ]
    return {value: A_FILE for value in values if re.search(r"[./\\]\D", value)}


def _without(line: str, names: Mapping[str | None, str]) -> str:
    known = {
        form: words
        for name, words in names.items()
        if name is not None and name != STDIN
        for form in (name, str(Path(name)), os.path.realpath(name), Path(name).name)
        if form
    }
    for form in sorted(known, key=len, reverse=True):
        line = re.sub(rf"(?<!\w){re.escape(form)}(?!\w)", lambda _: known[form], line)  # noqa: B023
    return line
