"""The command of a run: what it was given, what it read, and with which software."""

from __future__ import annotations

import hashlib
import json
import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import Any

from seethrough.errors import InputError
from seethrough.storage.contents import file_sha256, files_below
from seethrough.storage.files import refuse_no_file, write_atomically
from seethrough.storage.seals import CHECKSUM, with_checksum

FILE = "command.json"
SCHEMA = 1
_MAPPINGS = ("inputs", "models", "software")


@dataclass(frozen=True)
class KeptCommand:
    """A command that can be run again; it names private files and stays in the run folder.

    Attributes:
        arguments: What the user gave, apart from where the output goes.
        folder: The folder in which it was started.
        inputs: The SHA-256 of each file or folder that was read, by its path; "" for what would
            have been read and was not there.
        models: Environment variables that choose a language model; never a key.
        software: The version of Python, of the system and of every installed distribution.
    """

    arguments: Sequence[str]
    folder: str
    inputs: Mapping[str, str]
    models: Mapping[str, str]
    software: Mapping[str, str]

    def write(self, run: Path) -> None:
        """Write it into a run folder."""
        content = with_checksum({"schema": SCHEMA, **asdict(self)})
        write_atomically(run / FILE, json.dumps(content, indent=1).encode())

    def changed(self) -> list[str]:
        """Return the inputs that are gone, have appeared or hold something else than they did."""
        now = hashes([*self.inputs])
        return [path for path, was in self.inputs.items() if now[path] != was]


def read_command(run: Path) -> KeptCommand:
    """Read the command of a run.

    Raises:
        InputError: The folder keeps none, or one that was damaged.
    """
    if not run.is_dir():
        raise InputError(f"{run}: no such folder; name the folder of a finished audit")
    file = run / FILE
    refuse_no_file(file)
    try:
        found: Any = json.loads(file.read_bytes())
    except FileNotFoundError:
        raise InputError(
            f"{run}: keeps no command; only an audit of files from the command line can be"
            " reproduced, and not one with --no-text"
        ) from None
    except (OSError, ValueError, RecursionError):
        raise InputError(f"{file}: cannot be read; audit again") from None
    fields = {"arguments": list, "folder": str, "inputs": dict, "models": dict, "software": dict}
    whole = isinstance(found, dict) and found.pop("schema", None) == SCHEMA
    if whole:
        checksum = found.pop(CHECKSUM, None)
        whole = checksum == with_checksum({"schema": SCHEMA, **found})[CHECKSUM]
    if (
        not whole
        or {name: type(value) for name, value in found.items()} != fields
        or not _texts(
            [*found["arguments"], *(v for name in _MAPPINGS for v in found[name].values())]
        )
    ):
        raise InputError(f"{file}: not a command that this version kept; audit again")
    return KeptCommand(**found)


def hashes(paths: Sequence[str]) -> dict[str, str]:
    """Return the SHA-256 of each file or folder, in hexadecimal digits; "" where there is none."""
    return {path: _hash(Path(path)) for path in paths}


def _hash(path: Path) -> str:
    try:
        if not path.is_dir():
            return file_sha256(path)
        files = [file for file in files_below(path) if file.is_file()]
        lines = [f"{file.relative_to(path)} {file_sha256(file)}\n" for file in files]
        return hashlib.sha256(os.fsencode("".join(lines))).hexdigest()
    except OSError:
        return ""


@cache
def software() -> Mapping[str, str]:
    """Return the version of Python, of the system and of every installed distribution.

    The processor's instruction sets belong to it: libraries add in another order where a processor
    adds more numbers at once, so the last digits of a figure may differ.
    """
    import numpy as np

    built: Any = np.show_config(mode="dicts")
    sets = built.get("SIMD Extensions", {}).get("found", [])
    described = (found.metadata for found in distributions())  # parsed anew each time
    named = [(d["Name"].lower(), d["Version"]) for d in described if d["Name"]]
    installed = dict(reversed(named))  # of one that is there twice, what Python finds first
    return {
        "Python": platform.python_version(),
        "system": f"{platform.system()} {platform.machine()}",
        "instruction sets": " ".join(sets) or "unknown",
        **dict(sorted(installed.items())),
    }


def _texts(values: Sequence[Any]) -> bool:
    return all(isinstance(value, str) for value in values)
