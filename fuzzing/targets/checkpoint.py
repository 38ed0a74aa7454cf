"""A checkpoint of training."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import Any

import torch

from fuzzing.checks import answered
from seethrough.training.checkpoints import MARK, fill, restore, save

_STEPS, _IDENTITY = 3, "a run"
FILES = (MARK, f"step-{_STEPS}.safetensors")


def _started() -> tuple[dict[str, Any], Any]:
    weights = {"layer.w": torch.nn.Parameter(torch.zeros(2, 3))}
    return weights, torch.optim.Adam(weights.values())


@functools.cache
def _whole() -> dict[str, bytes]:
    weights, optimizer = _started()
    weights["layer.w"].sum().backward()
    optimizer.step()
    with tempfile.TemporaryDirectory() as made:
        save(Path(made), _IDENTITY, _STEPS, weights, optimizer)
        return {name: Path(made, name).read_bytes() for name in FILES}


SLOW = True
SEEDS = tuple(bytes([place]) + _whole()[name] for place, name in enumerate(FILES))
WORDS = (b'"sha256"', b'"step": 3', b'"file"', b'"data_offsets"', b'"dtype":"F32"')


def check(content: bytes) -> None:
    folder = Path("input-training")
    folder.mkdir(exist_ok=True)
    changed = FILES[(content[0] if content else 0) % len(FILES)]
    for name in FILES:
        (folder / name).write_bytes(content[1:] if name == changed else _whole()[name])
    weights, optimizer = _started()
    steps = restore(folder, _IDENTITY, weights, optimizer)
    moved = bool(weights["layer.w"].detach().any())
    assert (steps, moved) in ((_STEPS, True), (0, False))
    with answered():
        fill(folder, _started()[0])
