"""What the slower reader says about pairs of a claim and a passage.

``adapters.safetensors`` holds what it learned from ratings (see ``judge_training/``), in half
precision; the base model comes from packages. Needs the extra ``deep``.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from seethrough.errors import MissingExtraError
from seethrough.judges.offline.deep import base
from seethrough.judges.offline.sheets import Scores, Tokens, read_sheets

ADAPTERS = Path(__file__).with_name("adapters.safetensors")
AT_ONCE = 24
"""The most claims that are read with a passage at once; more take more memory, not less time."""


def scores(claims: Sequence[str], passages: Sequence[str], adapters: Path = ADAPTERS) -> Scores:
    """Return (n, 3) log-probabilities of the grades.

    Which other claims are asked about a passage makes a difference of rounding alone.

    Raises:
        MissingExtraError: The extra ``deep`` is not installed.
        InputError: Its packages hold another model.
    """
    _weights(adapters)
    return read_sheets(claims, passages, partial(_read, adapters))


def require() -> None:
    """Raise UnavailableError where a package is not installed; nothing is loaded."""
    if find_spec("torch") is None:
        raise MissingExtraError("deep", "torch")
    base.require()


def _read(adapters: Path, passage: Tokens, claims: Sequence[Tokens]) -> Scores:
    import torch

    from seethrough.judges.offline.deep.reader import Batch, logits

    torch.set_num_threads(1)  # of this thread: sheets are shared out among threads and processes
    weights = _weights(adapters)
    found = []
    with torch.inference_mode():
        for first in range(0, len(claims), AT_ONCE):
            batch = Batch.of([(passage, claims[first : first + AT_ONCE])])
            said = logits(*weights, batch).double()
            found.append(torch.log_softmax(said, dim=1).numpy())
    return np.concatenate(found)


@functools.cache
def _weights(adapters: Path) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the weights of the base model with the adapters in them, and what else was learned."""
    try:
        from safetensors.torch import load_file
    except ImportError as error:
        raise MissingExtraError("deep", "torch") from error

    from seethrough.judges.offline.deep.reader import merged

    learned = {name: part.float() for name, part in load_file(adapters).items()}
    return merged(load_file(base.model_file()), learned)
