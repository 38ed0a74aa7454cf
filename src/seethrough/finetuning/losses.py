"""What a step lowers, as functions of probabilities alone.

Source: Xiao et al., "Large language models can be contextual privacy protection learners" (2024),
equations 4.4 to 4.7; Rafailov et al., "Direct preference optimization" (2023), equation 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Bigrams = Sequence[tuple[int, int]]


def unigram_penalty(chances: Any, protected: Sequence[int]) -> Any:
    """Return (n, t) how likely a protected token is in each place (equation 4.4).

    Args:
        chances: (n, t, v) the chance of each token, given the tokens before.
        protected: Theta 1, each token once.
    """
    return chances[..., list(protected)].sum(-1)


def bigram_penalty(chances: Any, protected: Bigrams) -> Any:
    """Return (n, t - 1) how likely a protected bigram is from each place on (equation 4.5).

    The second token's chance is the one given the tokens that truly stand before, as in the paper:
    not given the bigram's first one.

    Args:
        chances: (n, t, v) the chance of each token, given the tokens before.
        protected: Theta 2, each pair once.
    """
    first, second = [a for a, _ in protected], [b for _, b in protected]
    return (chances[:, :-1, first] * chances[:, 1:, second]).sum(-1)


def penalised(
    losses: Any,
    chances: Any,
    learned: Any,
    unigrams: Sequence[int],
    bigrams: Bigrams,
    weight: float,
) -> Any:
    """Return (n,) the loss of each sample with the penalty of protected tokens (equation 4.6).

    All three sums are divided by the number of learned tokens, so that long answers count as much
    as short ones and the share of the penalty is the paper's.

    Args:
        losses: (n, t) the cross entropy of each token; 0 where it is not learned.
        chances: (n, t, v) the chance of each token, given the tokens before.
        learned: (n, t) whether a token is learned.
        unigrams: Theta 1.
        bigrams: Theta 2.
        weight: Of the penalty; the paper's is 1.
    """
    alone = (unigram_penalty(chances, unigrams) * learned).sum(1)
    both = (bigram_penalty(chances, bigrams) * (learned[:, :-1] & learned[:, 1:])).sum(1)
    return (losses.sum(1) + weight * (alone + both)) / learned.sum(1)


def preference(
    chosen: Any, rejected: Any, chosen_before: Any, rejected_before: Any, beta: float
) -> Any:
    """Return (n,) the loss of direct preference optimization (equation 4.7).

    Args:
        chosen: (n,) log-probabilities of the preferred answers.
        rejected: (n,) those of the others.
        chosen_before: (n,) log-probabilities of the preferred answers by the reference model.
        rejected_before: (n,) those of the others.
        beta: How much it costs to leave the reference model, above 0.
    """
    from torch.nn.functional import logsigmoid

    return -logsigmoid(beta * ((chosen - chosen_before) - (rejected - rejected_before)))


def flagging(scores: Any, protected: Any, learned: Any, weight: float) -> Any:
    """Return (n,) the mean binary cross entropy of a token classifier (section 4.2.3).

    Args:
        scores: (n, t) the log-odds that a token is protected.
        protected: (n, t) whether it is.
        learned: (n, t) whether it counts.
        weight: How many times a protected token counts.
    """
    from torch.nn.functional import binary_cross_entropy_with_logits

    losses = binary_cross_entropy_with_logits(scores, protected.float(), reduction="none")
    losses = losses * (1 + (weight - 1) * protected) * learned
    return losses.sum(1) / learned.sum(1)
