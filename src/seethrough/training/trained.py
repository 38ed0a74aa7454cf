"""The model that a run of ``synthesize`` trained, read from the run's folder."""

from __future__ import annotations

from pathlib import Path

from seethrough.training import bases, checkpoints
from seethrough.training.adapting import adapted, place


def trained(folder: Path, base: str = "", rank: int = 16) -> bases.Base:
    """Return a trained model with its tokenizer.

    Args:
        folder: The folder ``training`` of the run.
        base: The base model that it was trained from, as ``bases.load`` takes it.
        rank: The rank of LoRA's matrices that it was trained with; 0 for all weights.

    Raises:
        InputError: The folder holds no whole checkpoint, or one of another base or rank.
    """
    opened = bases.load(base)
    model = adapted(place(opened.model), rank, seed=0)
    weights = {name: p for name, p in model.named_parameters() if p.requires_grad}
    checkpoints.fill(folder, weights)
    return bases.Base(model.eval(), opened.tokenizer, opened.name)
