"""A model that writes more of what an adversary asks about (SAGE, A.3)."""

from __future__ import annotations

from collections.abc import Sequence

from seethrough.language_model import Options
from seethrough.models.answers import ask
from seethrough.models.resolve import resolve
from seethrough.prompts import load
from seethrough.protocols import Generator
from seethrough.retrieval.lists import NUMBERED_FORM, read_list

AT_ONCE = 50
"""Phrases that are asked for in one prompt."""

SHOWN = 8
"""Examples that a prompt shows."""


def similar(model: str, examples: Sequence[str], count: int, rng: Generator) -> list[str]:
    """Return phrases like the examples, written by a model, without repetition.

    Args:
        model: ``provider/model``.
        examples: What they should be like.
        count: How many to ask for, 1 or more; fewer come back where the model repeats itself.
        rng: Chooses the examples that each prompt shows.

    Raises:
        UnavailableError: The model is not there.
    """
    template = load("sage_similar")
    prompts = []
    for start in range(0, count, AT_ONCE):
        shown = [examples[i] for i in rng.permutation(len(examples))[:SHOWN]]
        wanted = str(min(AT_ONCE, count - start))
        prompts.append(template.fill({"examples": "\n".join(shown)}, {"count": wanted}))
    options = Options(temperature=0.8, seed=int(rng.integers(2**31)))
    readings = ask(resolve(model), prompts, options, read_list, NUMBERED_FORM)
    written = [phrase for reading in readings for phrase in reading.value or ()]
    return [p for p in dict.fromkeys(written) if p not in set(examples)][:count]
