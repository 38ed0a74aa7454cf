"""A report without the names of files, to be passed on: names of files name people, too."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping
from typing import Any

from seethrough import spec
from seethrough.fields import Names

PRIVATE = "the private records"
RELEASE = "the release"
CONTROL = "the control"
A_FILE = "(a file)"

_SIDECAR = "claimed_by"
"""What stands in a report beside a guarantee: the file that claims it."""
_FILE = re.compile(
    r"(?i)\.(jsonl?|ndjson|csv|tsv|parquet|txt|toml|npz|npy|vec|bin|gguf|onnx|safetensors)(\.gz)?$"
)


def without_files(report: Mapping[str, Any]) -> dict[str, Any]:
    """Return the machine form of a report without the names of the files that were read.

    Args:
        report: The machine form; it stays as it is.
    """
    shown: dict[str, Any] = hidden(report)
    for side, words in (("private", PRIVATE), ("release", RELEASE)):
        if "name" in shown[side]:
            shown[side] = {**shown[side], "name": words}
    return shown


def hidden(value: Any) -> Any:
    """Return a spec, or anything that holds specs, with ``(a file)`` for the name of each file.

    A text is taken for a file's name where its field is one for files, where it ends as the name of
    a file does, or where it is a path to something that is there; in the spec of a component of
    somebody else's that is not loaded, wherever it stands.
    """
    if isinstance(value, Mapping):
        files = _files_in(value)
        return {
            key: A_FILE if key in files and isinstance(inner, str) and inner else hidden(inner)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [hidden(inner) for inner in value]
    return A_FILE if isinstance(value, str) and _is_file(value) else value


def spec_string(component: Mapping[str, Any], text: bool = True) -> str:
    """Return a component's JSON spec in the form of the command line.

    Args:
        component: The spec.
        text: Whether files may be named.
    """
    return spec.format_json(component if text else hidden(spec.brief(component)))


def masked(component: Mapping[str, Any], text: bool) -> str:
    """Return the same for a page: without ``text``, no setting in words is told at all.

    A table has to tell releases of one kind apart by their models; a page is of one release.
    """
    return spec.format_json(component if text else _without_words(spec.brief(component)))


def _without_words(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {k: v if k == "name" else _without_words(v) for k, v in value.items()}
    if isinstance(value, list):
        return [_without_words(v) for v in value]
    return "…" if isinstance(value, str) else value


def _files_in(value: Mapping[str, Any]) -> Collection[str]:
    """Return the keys that stand for files: of a spec, those of its component's fields."""
    name = value.get("name")
    if not isinstance(name, str):
        return [_SIDECAR]
    known = spec.roles_in(value)
    if known is None:
        return value.keys() - {"name"}
    return [field for field, names in known.items() if names is not Names.MODEL]


def _is_file(text: str) -> bool:
    if _FILE.search(text) and len(text.split()) == 1:
        return True
    return "/" in text and "\0" not in text and len(text) < 4096 and os.path.exists(text)
