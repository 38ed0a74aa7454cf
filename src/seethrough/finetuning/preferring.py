"""What a model that prefers one answer to another lowers, as the training loop takes it.

trl's ``DPOTrainer`` has a loop of its own, which neither goes on after a kill to the same weights
nor shows what ours shows. So the loop stays, and a test trains a model by both: the weights agree.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from seethrough.finetuning.losses import preference
from seethrough.training.examples import Examples
from seethrough.training.gradients import Loss, forward, token_losses, tokens_read


def preferring(reference: Any, chosen: Examples, rejected: Examples, beta: float) -> Loss:
    """Return the loss of direct preference optimization, for a loop over the chosen answers.

    Args:
        reference: The model that it costs to leave; it is asked once, here.
        chosen: The preferred answers.
        rejected: The other answer to each of them.
        beta: How much it costs to leave the reference model, above 0.
    """
    before = [_asked(reference, examples) for examples in (chosen, rejected)]

    def loss(model: Any, examples: Examples, places: Sequence[int]) -> tuple[Any, int]:
        own, others = _chances(model, examples, places), _chances(model, rejected, places)
        known = [own.new_tensor([row[i] for i in places]) for row in before]
        read = tokens_read(examples, places) + tokens_read(rejected, places)
        return preference(own, others, known[0], known[1], beta), read

    return loss


def _chances(model: Any, examples: Examples, places: Sequence[int]) -> Any:
    """Return (n,) the log-probability of each answer."""
    return -token_losses(*forward(model, examples, places)).sum(1)


def _asked(model: Any, examples: Examples) -> list[float]:
    import torch

    with torch.inference_mode():
        return [float(_chances(model, examples, [place])) for place in range(len(examples))]
