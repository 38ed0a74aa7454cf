"""Who was a model trained on? Four membership scores, for whoever may query the model itself.

``statistics.member_scores`` defines them; here a model is run to get what they are made of.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from seethrough.protocols import FloatArray
from seethrough.statistics.member_scores import Read, calibrated, min_k_plus_plus, rmia
from seethrough.training.examples import Examples
from seethrough.training.gradients import IGNORED, forward


class MemberScores(NamedTuple):
    """(n,) four scores of each text, higher for surer that the model was trained on it."""

    loss: FloatArray
    calibrated: FloatArray
    min_k: FloatArray
    rmia: FloatArray


def read(model: Any, texts: Examples, together: int = 4, share: float = 0.2) -> Read:
    """Return what a model makes of texts behind their control codes.

    Args:
        model: A Hugging Face causal model on its device.
        texts: The texts; the codes are read and not scored.
        together: How many are read at once.
        share: Of the tokens that Min-K%++ takes.
    """
    import torch

    tokens: list[FloatArray] = []
    lowest = []
    model.eval()
    with torch.inference_mode():
        for start in range(0, len(texts), together):
            places = range(start, min(start + together, len(texts)))
            logits, wanted = forward(model, texts, places)
            logs = torch.log_softmax(logits.double(), -1).cpu().numpy()
            for row, labels in zip(logs, wanted.cpu().numpy(), strict=True):
                at = np.flatnonzero(labels != IGNORED)
                own = row[at, labels[at]]
                tokens.append(own)
                lowest.append(min_k_plus_plus(own, row[at], share))
    return Read(tokens, np.array(lowest))


def member_scores(model: Any, reference: Any, texts: Examples, strangers: Examples) -> MemberScores:
    """Return the scores of texts.

    RMIA takes a text's probability per token, as texts differ in length.

    Args:
        model: The model that is attacked.
        reference: One that has not read the private records: the one that training started from.
        texts: Those that may have been trained on.
        strangers: Texts of the same kind that were not, at least one; none of ``texts``.
    """
    own, theirs = read(model, texts), read(reference, texts)
    others, their_others = read(model, strangers), read(reference, strangers)
    ratio = rmia(own.losses, theirs.losses[None], others.losses, their_others.losses[None])
    return MemberScores(own.losses, calibrated(own, theirs), own.min_k, ratio)
