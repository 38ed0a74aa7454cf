"""What a function gives for each of many texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TypeVar

from seethrough.parallel.parts import parts_by_length
from seethrough.parallel.spreading import spread

R = TypeVar("R")

PART = 250_000
"""So many characters are looked through at once."""


def spread_texts(function: Callable[[str], R], texts: Iterable[str]) -> Iterator[R]:
    """Yield what a function gives for each text, in order; a worker gets ``PART`` characters.

    Args:
        function: As for ``spread``, of one text.
        texts: Any texts.
    """
    parts = parts_by_length(texts, PART, len)
    return chain.from_iterable(spread(partial(_each, function), parts))


def _each(function: Callable[[str], R], texts: Sequence[str]) -> list[R]:
    return [function(text) for text in texts]
