"""What a reader is trained to make small: its distance from ratings, and from other readers."""

from __future__ import annotations

import torch
from torch.nn import functional

TAUGHT = 0.6
"""The share of other readers in the loss of a rated claim that they read."""
TEMPERATURE = 1.5
"""By how much both readers' answers are flattened before they are compared."""
_LEAST = 1e-6


def loss_of(
    logits: torch.Tensor, grades: torch.Tensor, chances: torch.Tensor, smoothing: float
) -> torch.Tensor:
    """Return the mean loss of claims.

    Cross-entropy with the rating; where other readers read the claim, mostly the divergence from
    their answer, and only this where nobody rated it.

    Source: Hinton et al., "Distilling the knowledge in a neural network" (2015), section 2.

    Args:
        logits: (claims, 3) what the reader says.
        grades: (claims,) ratings, 1 to 3; 0 where nobody rated.
        chances: (claims, 3) what other readers say, all 0 where none was asked.
        smoothing: How much of a rating is spread over all grades.
    """
    known, read = grades > 0, chances.sum(dim=1) > 0
    rated = functional.cross_entropy(
        logits, (grades - 1).clamp(min=0), reduction="none", label_smoothing=smoothing
    )
    apart = functional.kl_div(
        functional.log_softmax(logits / TEMPERATURE, dim=1),
        functional.softmax(chances.clamp(min=_LEAST).log() / TEMPERATURE, dim=1),
        reduction="none",
    ).sum(dim=1)
    share = read * torch.where(known, TAUGHT, 1.0)
    losses = (1 - share) * rated + share * TEMPERATURE**2 * apart
    return losses[known | read].mean()
