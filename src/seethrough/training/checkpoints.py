"""Checkpoints that are whole or not there: trained weights and the optimizer's state, checksummed.

The tensors are written beside and renamed; then a small sealed file says which ones count, after
how many steps of which run, with their SHA-256. A kill or a full disk in between leaves the
checkpoint before.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from seethrough.errors import InputError
from seethrough.notices import notice
from seethrough.storage.files import make_private_directory, write_atomically
from seethrough.storage.seals import encoded, maker_of, package_version, sealed

MARK = "checkpoint.json"


def save(
    folder: Path, identity: str, step: int, weights: Mapping[str, Any], optimizer: Any
) -> None:
    """Write a checkpoint in place of the one before.

    Args:
        folder: Its folder, made where it is not there; readable by its owner alone.
        identity: What run this is.
        step: How many steps were done.
        weights: The trained weights by name.
        optimizer: What trains them.

    Raises:
        OutputError: The disk is full.
    """
    from safetensors.torch import save as as_bytes

    tensors = {f"weight.{name}": weight.detach() for name, weight in weights.items()}
    for name, weight in weights.items():
        for part, value in optimizer.state.get(weight, {}).items():
            tensors[f"{part}.{name}"] = value
    content = as_bytes({k: v.contiguous().cpu() for k, v in tensors.items()})
    make_private_directory(folder)
    file = folder / f"step-{step}.safetensors"
    write_atomically(file, content)
    digest = hashlib.sha256(content).hexdigest()
    mark = {"run": identity, "step": step, "file": file.name, "sha256": digest}
    maker = {"seethrough": package_version()}
    write_atomically(folder / MARK, sealed(maker, encoded(mark)))
    for other in folder.glob("step-*.safetensors"):
        if other != file:
            other.unlink()


def restore(
    folder: Path,
    identity: str,
    weights: Mapping[str, Any],
    optimizer: Any,
    most: float = math.inf,
) -> int:
    """Bring weights and optimizer to the last checkpoint; return how many steps were done.

    A checkpoint of another run, of another version, of more than ``most`` steps, or one that does
    not check, counts as none: the steps are done again with the same draws, and what they spend is
    counted once, as it is spent once.
    """
    import torch
    from safetensors.torch import load

    if not (folder / MARK).exists():
        return 0
    kept = _kept(folder)
    if kept is None:
        notice(f"{folder / MARK}: a checkpoint that was damaged or changed; training starts again")
        return 0
    if (kept.run, kept.version) != (identity, package_version()):
        notice(
            f"{folder / MARK}: a checkpoint of another run (other files, settings or version);"
            " training starts again"
        )
        return 0
    step, content = kept.step, kept.content
    if step > most:
        return 0
    tensors = load(content)
    with torch.no_grad():
        for name, weight in weights.items():
            weight.copy_(tensors.pop(f"weight.{name}"))
    owners = {name: weight for name, weight in weights.items()}
    for key, value in tensors.items():
        part, _, name = key.partition(".")
        own = value if part == "step" else value.to(owners[name].device)
        optimizer.state[owners[name]][part] = own
    return step


def fill(folder: Path, weights: Mapping[str, Any]) -> None:
    """Set weights to those of the last checkpoint, whichever run wrote it.

    Raises:
        InputError: There is no whole checkpoint, or it is of other weights.
    """
    import torch
    from safetensors.torch import load

    whole = _kept(folder)
    if whole is None:
        raise InputError(f"{folder}: no whole checkpoint; name the folder training/ of a run")
    tensors = load(whole.content)
    kept = {key.removeprefix("weight."): v for key, v in tensors.items() if key[:7] == "weight."}
    if {n: v.shape for n, v in kept.items()} != {n: w.shape for n, w in weights.items()}:
        raise InputError(f"{folder}: a checkpoint of other weights; name its base= and its rank=")
    with torch.no_grad():
        for name, weight in weights.items():
            weight.copy_(kept[name])


class _Kept(NamedTuple):
    version: str
    run: str
    step: int
    content: bytes


def _kept(folder: Path) -> _Kept | None:
    """Return the last checkpoint; None if it is not there, or not as it was written."""
    try:
        mark = (folder / MARK).read_bytes()
        maker = maker_of(mark)
        if maker is None:
            return None
        told = json.loads(mark.partition(b"\n")[2])
        content = (folder / told["file"]).read_bytes()
    except FileNotFoundError:
        return None
    if hashlib.sha256(content).hexdigest() != told["sha256"]:
        return None
    return _Kept(maker["seethrough"], told["run"], told["step"], content)
