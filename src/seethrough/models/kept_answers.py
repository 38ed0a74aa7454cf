"""The file of a model's answers: each is kept as it arrives, and used only if its checksum fits."""

from __future__ import annotations

import errno
import json
import os
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from seethrough.errors import InputError, SeethroughError, UsageError
from seethrough.notices import notice
from seethrough.storage.files import make_private_directory, unwritable
from seethrough.storage.seals import sealed, unsealed

FILE = "answers.sqlite"

_AT_ONCE = 500
"""Keys of one query."""


class KeptAnswers:
    """Values by key in an open database.

    Each value is sealed with its key (``seethrough.storage.seals``). What fails the check, such as
    bytes that flipped or an answer that was edited, is not used, and a notice says so.
    """

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._connection = connection
        self._path = path

    def get(self, keys: Sequence[str]) -> dict[str, Any]:
        """Return the values of the keys that exist and pass the check."""
        found: dict[str, Any] = {}
        unique = list(dict.fromkeys(keys))
        for start in range(0, len(unique), _AT_ONCE):
            some = unique[start : start + _AT_ONCE]
            marks = ",".join("?" * len(some))
            columns = "cast(key as text), cast(value as blob)"
            query = f"select {columns} from kept where key in ({marks})"
            with _errors(self._path):
                rows = self._connection.execute(query, some).fetchall()
            for key, content in rows:
                value = unsealed(content or b"", {"key": key})
                if value is None:
                    _say_once(self._path)
                else:
                    found[key] = json.loads(value)
        return found

    def __bool__(self) -> bool:
        """Return whether there are any."""
        with _errors(self._path):
            return self._connection.execute("select 1 from kept").fetchone() is not None

    def put(self, key: str, value: Any) -> None:
        """Keep a JSON-able value."""
        content = sealed({"key": key}, json.dumps(value).encode())
        with _errors(self._path):
            self._connection.execute("insert or replace into kept values (?, ?)", (key, content))


@contextmanager
def kept_answers(folder: Path) -> Iterator[KeptAnswers]:
    """Open a folder's file for one batch; several threads and processes may do so at once.

    Args:
        folder: Made if it is missing, readable only by its owner.

    Raises:
        OutputError: The disk is full.
        InputError: The file is damaged.
        UsageError: It cannot be used for another reason.
    """
    make_private_directory(folder)
    path = folder / FILE
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    with closing(sqlite3.connect(path, timeout=60.0, isolation_level=None)) as connection:
        with _errors(path):
            connection.execute("pragma synchronous = normal")
            connection.execute(
                "create table if not exists kept (key text primary key, value blob not null)"
                " without rowid"
            )
        yield KeptAnswers(connection, path)


def keeps_answers(folder: Path) -> bool:
    """Return whether a folder keeps any; raises as ``kept_answers`` does."""
    if not (folder / FILE).exists():
        return False
    with kept_answers(folder) as kept:
        return bool(kept)


@contextmanager
def _errors(path: Path) -> Iterator[None]:
    """Turn what SQLite says into one line that quotes no value."""
    try:
        yield
    except sqlite3.Error as error:
        raise _unusable(path, error) from None
    except UnicodeDecodeError:  # in the words of its own error
        raise _damaged(path) from None


def _unusable(path: Path, error: sqlite3.Error) -> SeethroughError:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code == sqlite3.SQLITE_FULL:
        return unwritable(path, OSError(errno.ENOSPC, ""))
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
        return _damaged(path)
    # SQLite calls a full or read-only disk by many names; the system says which it is.
    try:
        with tempfile.TemporaryFile(dir=path.parent) as file:
            file.write(bytes(1 << 16))
            file.flush()
            os.fsync(file.fileno())
    except OSError as problem:
        return unwritable(path, problem)
    name = getattr(error, "sqlite_errorname", type(error).__name__)
    return UsageError(f"{path}: cannot be used ({name}); name another --run")


def _damaged(path: Path) -> InputError:
    return InputError(f"{path}: damaged; remove it, and its answers are requested again")


@cache
def _say_once(path: Path) -> None:
    notice(f"{path}: some answers were damaged or changed; they are requested again")
