"""What a reader that is taught makes small: its distance from ratings and from its teachers."""

from __future__ import annotations

import torch
from torch.nn import functional

TAUGHT = 0.6
"""The share of the teachers in the loss of a rated claim."""
TEMPERATURE = 1.5
"""By how much both answers are flattened before they are compared."""
_LEAST = 1e-6


def loss_of(
    logits: torch.Tensor, grades: torch.Tensor, chances: torch.Tensor, smoothing: float
) -> torch.Tensor:
    """Return the mean loss of claims.

    Cross-entropy with the rating and, mostly, the divergence from the teachers' answer; only this
    where nobody rated the claim.

    Source: Hinton et al., "Distilling the knowledge in a neural network" (2015), section 2.

    Args:
        logits: (claims, 3) what the reader says.
        grades: (claims,) ratings, 1 to 3; 0 where nobody rated.
        chances: (claims, 3) what the teachers say.
        smoothing: How much of a rating is spread over all grades.
    """
    rated = functional.cross_entropy(
        logits, (grades - 1).clamp(min=0), reduction="none", label_smoothing=smoothing
    )
    apart = functional.kl_div(
        functional.log_softmax(logits / TEMPERATURE, dim=1),
        functional.softmax(chances.clamp(min=_LEAST).log() / TEMPERATURE, dim=1),
        reduction="none",
    ).sum(dim=1)
    share = torch.where(grades > 0, TAUGHT, 1.0)
    return ((1 - share) * rated + share * TEMPERATURE**2 * apart).mean()
