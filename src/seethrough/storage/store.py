"""Where results are kept: in memory, or in a run directory that survives being killed.

A store maps a key to a JSON-able value. A key is a relative path made of component names and
hashes (``claims/clause-1f2e/0``), never of record text. Every value is written whole or not at
all, so whatever is there is finished work, and a run that was killed continues from it.

Beside each value stands what it was made by and for: the versions of this package, of the libraries
that may change a figure and of this form, the hash of the run's manifest (inputs, components,
seed), the key, and the SHA-256 of all of that with the value (``seethrough.storage.seals`` says
what that protects against). What fails the check is not used: it is computed again, and a notice
says so.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

from seethrough.errors import InputError, UsageError
from seethrough.notices import notice
from seethrough.storage.files import (
    make_private_directory,
    refuse_no_file,
    write_atomically,
    writing_errors,
)
from seethrough.storage.run_lock import LOCK, RunLock
from seethrough.storage.seals import (
    encoded,
    library_versions,
    maker_of,
    package_version,
    sealed,
    unsealed,
)

MANIFEST = "run.json"
"""The file of a run's folder that says which run it is."""

UNFINISHED = ".unfinished"
"""The file that is in a run's folder from when work begins there until it is finished."""

FORM = 1
"""The version of the form in which values are kept."""


TOO_BIG = "broken JSON: nested too deeply, or a number with too many digits"
"""Why Python cannot read some JSON that is written as it should be."""


def run_name(manifest: Any) -> str:
    """Return what to call a run's folder: 12 hexadecimal digits, the same for the same manifest."""
    return hashlib.sha256(json.dumps(manifest, sort_keys=True).encode()).hexdigest()[:12]


class Store(Protocol):
    """Keeps finished work."""

    def get(self, key: str) -> Any | None:
        """Return the value kept under ``key``, or None."""

    def put(self, key: str, value: Any) -> None:
        """Keep a JSON-able ``value`` under ``key``."""


class MemoryStore:
    """Keeps finished work for as long as the process lives."""

    def __init__(self) -> None:
        self._values: dict[str, Any] = {}

    def get(self, key: str) -> Any | None:
        """Return the value kept under ``key``, or None."""
        return self._values.get(key)

    def put(self, key: str, value: Any) -> None:
        """Keep ``value`` under ``key``."""
        self._values[key] = value


class RunDirectory:
    """Keeps finished work in a folder that only its owner can read, one process at a time.

    Args:
        path: The folder; made if it is missing.
        manifest: What the run is: inputs by hash, components by spec, the seed. A folder that
            holds another run is refused.

    Raises:
        UsageError: The folder holds something else, or another process works in it.
        InputError: A pipe or a device stands where the folder has a file.
        OutputError: The disk is full.
    """

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path = path
        recorded = encoded(manifest)
        self._run = hashlib.sha256(recorded).hexdigest()
        self._told = False
        file = path / MANIFEST
        if path.exists() and not path.is_dir():
            raise UsageError(f"{path}: is a file; name a folder with --run")
        if path.exists() and not file.exists() and any(not _is_ours(f) for f in path.iterdir()):
            raise UsageError(f"{path} is not empty and is not a run folder; name another --run")
        make_private_directory(path)
        lock = RunLock(path)
        try:
            if not file.exists():
                write_atomically(file, recorded)
            elif _read(file) != recorded:
                raise UsageError(
                    f"{path} holds another run (other data, components or seed); name another --run"
                )
        except BaseException:
            lock.release()
            raise
        self._release = weakref.finalize(self, lock.release)

    def close(self) -> None:
        """Let other processes into the folder; what is kept can still be read."""
        self._release()

    def get(self, key: str) -> Any | None:
        """Return the value kept under ``key``; None if there is none, or it fails the check."""
        try:
            content = _read(self._file(key))
        except FileNotFoundError:
            return None
        value = unsealed(content, self._maker(key))
        if value is not None:
            return json.loads(value)
        if not self._told:
            self._told = True
            others = _others(maker_of(content))
            if others:
                notice(f"{self.path}: results of {others} are computed again")
            else:
                notice(
                    f"{self._file(key)}: finished results were damaged or changed; what fails the"
                    " check is computed again"
                )
        return None

    def has(self, key: str) -> bool:
        """Return whether anything is kept under ``key``, whole or not."""
        return self._file(key).exists()

    def put(self, key: str, value: Any) -> None:
        """Keep ``value`` under ``key``."""
        file = self._file(key)
        with writing_errors(file):
            file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, sealed(self._maker(key), encoded(value)))

    def forget(self) -> None:
        """Remove all finished work and the answers of models; the folder stays this run's."""
        for part in ("work", "answers"):
            shutil.rmtree(self.path / part, ignore_errors=True)

    def _maker(self, key: str) -> dict[str, Any]:
        return {**_software(), "form": FORM, "run": self._run, "key": key}

    def _file(self, key: str) -> Path:
        return self.path / "work" / f"{key}.json"


@contextmanager
def working_in(store: Store | None) -> Iterator[None]:
    """Run a block that works in a store, then let other processes into its folder.

    Where it fails, or is killed, the folder says so from then on (``say_unfinished``).
    """
    if not isinstance(store, RunDirectory):
        yield
        return
    begun = store.path / UNFINISHED
    try:
        write_atomically(begun, b"")
        yield
        begun.unlink(missing_ok=True)
    finally:
        store.close()


def say_unfinished(folder: Path) -> None:
    """Say where what a run's folder reports is not of the last work that began there."""
    if (folder / UNFINISHED).exists():
        notice(f"{folder}: a later run that began here did not finish; this is of the one before")


def read_json(path: Path) -> Any:
    """Return the content of a JSON file.

    Raises:
        InputError: The file is not there or not JSON.
    """
    try:
        return json.loads(_read(path))
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{path}: a folder, not a file") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8") from None
    except json.JSONDecodeError as error:
        raise InputError.at(path, error.lineno, f"broken JSON: {error.msg}") from None
    except (ValueError, RecursionError):
        raise InputError(f"{path}: {TOO_BIG}") from None


def _software() -> dict[str, Any]:
    return {"seethrough": package_version(), "libraries": library_versions()}


def _others(maker: dict[str, Any] | None) -> str:
    """Return with which other versions a value was made, in words; "" where with none."""
    if maker is None:
        return ""
    now = {"seethrough": package_version(), **library_versions()}
    then = {"seethrough": maker.get("seethrough"), **maker.get("libraries", {})}
    return ", ".join(
        f"{name} {then.get(name) or '(none)'}"
        for name in {**then, **now}
        if then.get(name) != now.get(name)
    )


def _read(file: Path) -> bytes:
    refuse_no_file(file)
    return file.read_bytes()


def _is_ours(file: Path) -> bool:
    """Return whether a file may be there where no manifest was just before.

    A kill leaves it, or another process that begins at the same time has just written it.
    """
    return file.name in (LOCK, MANIFEST) or file.name.startswith(f".{MANIFEST}.")
