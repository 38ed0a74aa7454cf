"""What a reader is trained to make small: its distance from ratings, and from another reader."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch.nn import functional

from judge_training.sheets import Sheet

TAUGHT = 0.6
"""The share of the other reader in the loss of a claim that it read."""
TEMPERATURE = 1.5
"""By how much both readers' answers are flattened before they are compared."""
_LEAST = 1e-6


def loss_of(logits: torch.Tensor, sheets: Sequence[Sheet], smoothing: float) -> torch.Tensor:
    """Return the mean loss of claims.

    Cross-entropy with the rating; where the sheet has another reader's chances, mostly the
    divergence from these.

    Source: Hinton et al., "Distilling the knowledge in a neural network" (2015), section 2.

    Args:
        logits: (claims, 3) what the reader says of all claims of the sheets, in order.
        sheets: The sheets.
        smoothing: How much of a rating is spread over all grades.
    """
    grades = torch.tensor([grade - 1 for sheet in sheets for grade in sheet.grades])
    rated = functional.cross_entropy(logits, grades, reduction="none", label_smoothing=smoothing)
    read = torch.tensor([s.chances is not None for s in sheets for _ in s.claims])
    if not read.any():
        return rated.mean()
    said = torch.tensor([c for s in sheets for c in s.chances or ()]).clamp(min=_LEAST)
    apart = functional.kl_div(
        functional.log_softmax(logits[read] / TEMPERATURE, dim=1),
        functional.softmax(said.log() / TEMPERATURE, dim=1),
        reduction="none",
    ).sum(dim=1)
    loss = rated.clone()
    loss[read] = (1 - TAUGHT) * rated[read] + TAUGHT * TEMPERATURE**2 * apart
    return loss.mean()
