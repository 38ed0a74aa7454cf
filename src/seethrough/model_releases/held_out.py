"""The people held out of a model's training: their file beside the model, and whose it is.

``DIR.holdout.jsonl`` holds them. ``DIR.holdout.model.json`` holds the SHA-256 of that file, and of
the weights that were trained without these people, so that an audit never takes people for its
control who may have been trained on: a file that was left beside another model names other weights.
It holds a hash of the records that were trained on, too, so that an audit notices others; its key
is that of the weights, so that the same records have other hashes beside other models.
The model's own folder says nothing of them: it is released, and a hash in it would confirm a guess
of their records.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from seethrough.errors import InputError
from seethrough.reasons import Reason
from seethrough.records.writing import write_records
from seethrough.sidecars.sidecar import holdout_path, private_hmac
from seethrough.storage.contents import file_sha256
from seethrough.storage.store import read_json

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.records.releases.model import ModelRelease
    from seethrough.storage.files import FileSet

SCHEMA = 1

_INSTEAD = "; name the control with --control, or delete or rename this file"


class HeldOut(NamedTuple):
    """Who was held out of a model's training.

    Attributes:
        people: Their records.
        trained: The records that the model was trained on.
    """

    people: Corpus
    trained: Corpus


def paths_beside(folder: Path) -> tuple[Path, Path]:
    """Return the file of the people held out of a model, and the one that says whose it is.

    Args:
        folder: The model's folder.
    """
    return holdout_path(folder), Path(f"{folder}.holdout.model.json")


def stage(held: HeldOut, made: Path, folder: Path, files: FileSet) -> None:
    """Write both files, which take their places together.

    Args:
        held: The people held out.
        made: The folder that holds the model until it takes its place.
        folder: That place.
        files: Gets both; the people take their place last.
    """
    file, owner = paths_beside(folder)
    with files.open(file) as opened:
        write_records(held.people, opened, str(file), "jsonl")
    weights = _weights_sha256(made)
    told = {
        "schema": SCHEMA,
        "weights_sha256": weights,
        "trained_hmac": private_hmac(held.trained, weights.encode()),
        "holdout_sha256": file_sha256(files.staged(file)),
    }
    with files.open(owner) as opened:
        opened.write(f"{json.dumps(told, indent=2)}\n".encode())


def held_out_of(folder: Path) -> Path | None:
    """Return the file of the people held out of a model; None if there is none beside it.

    Args:
        folder: The model's folder.

    Raises:
        InputError: There is one, and it was not written with this model, or nothing says so: these
            people may have been trained on.
    """
    file, owner = paths_beside(folder)
    if not file.is_file():
        return None
    told = _read(owner)
    if told.get("schema") != SCHEMA:
        raise InputError(
            f"{file}: not used, since no {owner.name} says that these people were held out of"
            f" {folder} (written by hand, or by an earlier version)",
            _INSTEAD,
        )
    if told.get("weights_sha256") != _weights_sha256(folder):
        raise InputError(
            f"{file}: not used, since these people were held out of other weights than those in"
            f" {folder}, which may have been trained on them",
            _INSTEAD,
        )
    if told.get("holdout_sha256") != file_sha256(file):
        raise InputError(
            f"{file}: not used, since it has changed since it was written with {folder}", _INSTEAD
        )
    return file


def doubting(release: ModelRelease, folder: Path, records: Corpus) -> ModelRelease:
    """Return a model's release, with a doubt where it was trained on other records.

    Args:
        release: The release.
        folder: The model's folder, to which the file beside it belongs (``held_out_of``).
        records: The private records, without the people held out.
    """
    told = _read(paths_beside(folder)[1])
    hmac, weights = told.get("trained_hmac"), str(told.get("weights_sha256"))
    if hmac is None or hmac == private_hmac(records, weights.encode()):
        return release
    reason = Reason("sidecar_mismatch", "inconclusive", facts={"of": "trained"})
    return replace(release, doubts=(*release.doubts, reason))


def _weights_sha256(folder: Path) -> str:
    digest = hashlib.sha256()
    for file in sorted(folder.glob("*.safetensors")):
        digest.update(f"{file.name} {file_sha256(file)}\n".encode())
    return digest.hexdigest()


def _read(owner: Path) -> dict[str, Any]:
    """Return what the file says; nothing where it is not there or damaged."""
    try:
        told = read_json(owner)
    except InputError:
        return {}
    return told if isinstance(told, dict) else {}
