"""Where results are kept: in memory, or in a run directory that survives being killed.

A store maps a key to a JSON-able value. A key is a relative path made of component names and
hashes (``claims/clause-1f2e/0``), never of record text. Every value is written whole or not at
all, so whatever is there is finished work, and a run that was killed goes on from it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Protocol

from seethrough.errors import InputError, UsageError
from seethrough.files import make_private_directory, write_atomically


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
    """Keeps finished work in a folder that its owner alone can read.

    Args:
        path: The folder; made where it is not there.
        manifest: What the run is: inputs by hash, components by spec, the seed. A folder that
            holds another run is refused.

    Raises:
        UsageError: The folder holds something else.
    """

    def __init__(self, path: Path, manifest: dict[str, Any]) -> None:
        self.path = path
        recorded = _encode(manifest)
        file = path / "run.json"
        if file.exists():
            if file.read_bytes() != recorded:
                raise UsageError(
                    f"{path} holds another run (other data, components or seed); name another --run"
                )
        elif path.exists() and any(not f.name.startswith(".run.json.") for f in path.iterdir()):
            raise UsageError(f"{path} is not empty and holds no run; name another --run")
        make_private_directory(path)
        if not file.exists():
            write_atomically(file, recorded)

    def get(self, key: str) -> Any | None:
        """Return the value kept under ``key``, or None."""
        try:
            return json.loads(self._file(key).read_bytes())
        except FileNotFoundError:
            return None

    def put(self, key: str, value: Any) -> None:
        """Keep ``value`` under ``key``."""
        file = self._file(key)
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, _encode(value))

    def _file(self, key: str) -> Path:
        return self.path / "work" / f"{key}.json"


def read_json(path: Path) -> Any:
    """Return the content of a JSON file.

    Raises:
        InputError: The file is not there or not JSON.
    """
    try:
        return json.loads(path.read_bytes())
    except FileNotFoundError:
        raise InputError(f"{path}: no such file") from None
    except IsADirectoryError:
        raise InputError(f"{path}: a folder, not a file") from None
    except UnicodeDecodeError:
        raise InputError(f"{path}: not UTF-8") from None
    except json.JSONDecodeError as error:
        raise InputError.at(path, error.lineno, f"broken JSON: {error.msg}") from None


def _encode(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode(
        errors="surrogatepass"
    )
