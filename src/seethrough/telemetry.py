"""Keeps the telemetry of other packages off, and finds what it left behind.

``import seethrough`` calls ``switch_off`` before it imports anything else, and so does every
process that runs any part of the package. The settings are environment variables: native libraries
read nothing else, they read them as they load, and child processes inherit them.
"""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

SETTINGS: Mapping[str, tuple[str, str]] = {
    "ORT_DISABLE_TELEMETRY": ("1", "onnxruntime"),
    "HF_HUB_DISABLE_TELEMETRY": ("1", "huggingface_hub, transformers, datasets"),
    "HF_HUB_DISABLE_UPDATE_CHECK": ("1", "huggingface_hub"),
    "HF_UPDATE_DOWNLOAD_COUNTS": ("0", "datasets"),
    "DISABLE_SAFETENSORS_CONVERSION": ("1", "transformers"),
    "RAY_USAGE_STATS_ENABLED": ("0", "ray"),
    "DO_NOT_TRACK": ("1", "packages that follow the convention of consoledonottrack.com"),
}
"""Each variable with its value and the packages that read it."""

_AT_ONCE, _ITS_SETTING = "onnxruntime", "ORT_DISABLE_TELEMETRY"
"""The one package that starts its telemetry as it is imported."""

_started = False


INSTEAD = f"import seethrough first, or set {_ITS_SETTING}=1"
"""What to do if that was too late."""


class Leftover(NamedTuple):
    """A folder that a package wrote outside of any run.

    Attributes:
        path: The folder.
        what: What wrote it and what it holds.
        files: How many files are in it.
        size: Their bytes.
    """

    path: Path
    what: str
    files: int
    size: int


def switch_off() -> None:
    """Set every variable of ``SETTINGS``, whatever it was, for this process and its children.

    Where onnxruntime is loaded already with its telemetry on, that is stopped as far as it can be
    and a warning says what to do: its queue is written as it loads.
    """
    global _started
    on = os.environ.get(_ITS_SETTING) != SETTINGS[_ITS_SETTING][0]
    os.environ.update({name: value for name, (value, _) in SETTINGS.items()})
    loaded = sys.modules.get(_AT_ONCE)
    if on and loaded is not None:
        _started = True
        loaded.disable_telemetry_events()
        logging.getLogger(__name__).warning(
            "%s was imported before seethrough and has written telemetry to %s; %s",
            _AT_ONCE,
            _caches() / _ONNXRUNTIME,
            INSTEAD,
        )


def started() -> bool:
    """Return whether a package had started its telemetry before ``switch_off`` was called."""
    return _started


def is_off() -> bool:
    """Return whether every variable of ``SETTINGS`` has its value."""
    return all(os.environ.get(name) == value for name, (value, _) in SETTINGS.items())


def packages() -> list[str]:
    """Return the packages whose telemetry ``switch_off`` keeps off, by name."""
    named = {package for _, whose in SETTINGS.values() for package in whose.split(", ")}
    return sorted(package for package in named if " " not in package)


def leftovers() -> Iterator[Leftover]:
    """Yield what dependencies wrote into this user's cache folder, perhaps on behalf of others."""
    for name, what in _FOLDERS.items():
        path = _caches() / name
        sizes = [file.stat().st_size for file in path.rglob("*") if file.is_file()]
        if path.is_dir():
            yield Leftover(path, what, len(sizes), sum(sizes))


_ONNXRUNTIME = "Microsoft/DeveloperTools/.onnxruntime"

_FOLDERS: Mapping[str, str] = {
    _ONNXRUNTIME: "onnxruntime's device id and queue of telemetry",
    "python-tldextract": "tldextract's copy of a list of domains, fetched from publicsuffix.org",
}


def _caches() -> Path:
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
