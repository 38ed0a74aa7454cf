"""Reads what a command names, and says on standard error how it was read."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.cli._say import say
from seethrough.report.labels.entries import entry

if TYPE_CHECKING:
    from seethrough.records.columns import Columns
    from seethrough.records.corpus import Corpus
    from seethrough.records.reading import Reading

# Which option names which column; a release needs no person column.
_OWN = {"text": "--text", "id": "--id", "person": "--person"}
_RELEASED = {"text": "--release-text", "id": "--release-id"}

_PLACEHOLDER = re.compile(r"<[A-Z][A-Z_]+[0-9]*>|\[[A-Z][A-Z_ ]+[0-9]*\]|\*{3,}|\bX{4,}\b")
_SANITIZED = 0.5
"""From this share of texts with placeholders on, private ones look sanitized."""
_LOOKED_AT = 1000
"""How many texts are looked at for them."""


def read(path: str, like: Columns | None = None, /, **named: Any) -> Reading:
    """Read records and print on standard error which columns were used and any irregularities.

    Args:
        path: A file, standard input or a data set.
        like: The columns of the private file, where this is its control.
        named: ``text``, ``id``, ``person``; guessed where None; ``header``; ``shown``: whether
            the lines may name the file and its columns.
    """
    from seethrough.models.resolve import current
    from seethrough.records import reading
    from seethrough.records.column_names import known_names_alone
    from seethrough.report.hiding import CONTROL, PRIVATE

    allowed, named_too = current().allow_remote, named.pop("shown", True)
    with known_names_alone(not named_too):
        done = reading.read(path, allow_remote=allowed, like=like, **named)
        _say(done, _OWN, done.corpus.name if named_too else PRIVATE if like is None else CONTROL)
    return done


def read_pair(private: str, release: str, **named: Any) -> tuple[Reading, Reading]:
    """Read private records and their release together, and print how, as ``read`` does.

    Args:
        private: A file, standard input or a data set.
        release: Another.
        named: ``text``, ``id``, ``person``, ``release_text``, ``release_id``; guessed where None;
            ``header``, ``release_header``; ``shown``, as for ``read``.
    """
    from seethrough.models.resolve import current
    from seethrough.records import reading
    from seethrough.records.column_names import known_names_alone
    from seethrough.report.hiding import PRIVATE, RELEASE

    allowed, named_too = current().allow_remote, named.pop("shown", True)
    with known_names_alone(not named_too):
        own, released = reading.read_pair(private, release, allow_remote=allowed, **named)
        _say(own, _OWN, own.corpus.name if named_too else PRIVATE)
        _say(released, _RELEASED, released.corpus.name if named_too else RELEASE)
    return own, released


def read_control(path: str | Path, like: Columns, beside: Path | None, /, **named: Any) -> Corpus:
    """Read the people of a control, who may be those that were held out of the release.

    Args:
        path: The file.
        like: The columns of the private file.
        beside: The file of the people held out that stands beside the release; None for none.
        named: As for ``read``.
    """
    read = read_held_out if same_file(path, beside) else read_others
    return read(path, like, **named)


def read_others(path: str | Path, like: Columns, /, **named: Any) -> Corpus:
    """Read the people of a control, whose columns are called as in the private file if they can be.

    Args:
        path: The file.
        like: The columns of the private file.
        named: As for ``read``.
    """
    if _written_for_another(Path(path), {named[part] for part in _OWN}):
        return read_held_out(path, like, **named)
    return read(str(path), like, **named).corpus


def _written_for_another(path: Path, named: set[str | None]) -> bool:
    """Return whether ``--holdout`` wrote a file beside another release, such as a served model."""
    from seethrough.sidecars.sidecar import HOLDOUT

    if not path.name.endswith(HOLDOUT):
        return False
    try:
        with path.open(encoding="utf-8") as file:
            first = json.loads(file.readline())
    except (OSError, ValueError):
        return False
    columns = first.keys() if isinstance(first, dict) else set[str]()
    return {"id", "text"} <= columns and not named - {None, ""} <= columns


def read_held_out(path: str | Path, like: Columns, /, **named: Any) -> Corpus:
    """Read the people held out of a release, from the file that was written beside it.

    Its columns are called as this package calls them, whatever those of the private file are.

    Args:
        path: The file.
        like: The columns of the private file.
        named: As for ``read``, of the private file.
    """
    nobody = "" if named["person"] == "" else None
    ours = {"text": "text", "id": "id", "person": nobody, "header": None}
    return read(str(path), like, **named | ours).corpus


def same_file(path: str | Path, beside: Path | None) -> bool:
    """Return whether a path leads to a file that stands beside a release, if there is one."""
    return (
        beside is not None and beside.is_file() and Path(path).is_file() and beside.samefile(path)
    )


def check_all_there(names: Iterable[str | None]) -> None:
    """Refuse, before any work, files that are read later and are not there.

    Args:
        names: Their names; data sets of the hub and None are passed over.

    Raises:
        InputError: One is not there.
    """
    from seethrough.records.formats import hub
    from seethrough.records.formats.opening import check_there

    for name in names:
        if name and not name.startswith(hub.PREFIX):
            check_there(name)


def check_control(control: str | None, private: str, *released: str) -> None:
    """Refuse a control that is one of the files under attack.

    Args:
        control: The file that the user named as people held out, or None.
        private: The private file.
        released: The released ones.

    Raises:
        UsageError: It is one of them.
    """
    from seethrough.errors import UsageError

    for file, what in ((private, "the private file"), *((r, "a release") for r in released)):
        there = control is not None and os.path.exists(control) and os.path.exists(file)
        if control is not None and there and os.path.samefile(control, file):
            raise UsageError(
                f"--control {control}: is {what}; name records of people who are in neither"
            )


def check_order(private: tuple[str, Corpus], release: tuple[str, Corpus]) -> None:
    """Refuse a private file that was made from the release, as its own sidecar shows.

    Without a sidecar, say so where the private texts alone have placeholders such as ``<NAME>``.

    Args:
        private: What the user named as private, and its records.
        release: What the user named as the release, and its records.

    Raises:
        UsageError: The two were swapped.
    """
    from seethrough.errors import UsageError
    from seethrough.sidecars.sidecar import read_sidecar

    (file, records), (released_file, released) = private, release
    made = read_sidecar(file, records, released)
    if made is not None and made.private == "matches":
        raise UsageError(
            f"{file}: was made from {released_file}, as its sidecar shows: name the private file"
            " first, then its release"
        )
    sanitized = made is None and _share_with_placeholders(records) >= _SANITIZED
    if sanitized and not _share_with_placeholders(released):
        say(
            "the private texts hold placeholders such as <NAME>, and the released ones do not:"
            " if the two files are swapped, name the private one first",
            err=True,
        )


def _share_with_placeholders(corpus: Corpus) -> float:
    """Return the share of texts with a placeholder, among the first of those that hold any."""
    texts = list(islice(filter(str.strip, corpus.texts), _LOOKED_AT))
    return sum(_PLACEHOLDER.search(text) is not None for text in texts) / max(len(texts), 1)


def _say(reading: Reading, flags: dict[str, str], name: str) -> None:
    _, columns, ledger = reading
    if columns.guessed & set(flags):
        others = " ".join(f"{flag} NAME" for part, flag in flags.items() if part in columns.guessed)
        say(f"{name}: {columns.described(flags)}; other columns: {others}", err=True)
    if "person" in flags:
        for column, doubt in columns.doubts.items():
            line = f"{columns.shown(column)} was not taken for the person ({doubt})"
            say(f"{name}: {line}; name it with {flags['person']}", err=True)
    for counted, count in ledger.items():
        if count and counted != "records":
            say(f"{name}: {entry(counted)}: {count:,}", err=True)
