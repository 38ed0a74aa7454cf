"""A running count of a model's requests and their cost."""

from __future__ import annotations

import threading
from typing import NamedTuple


class Count(NamedTuple):
    """What was used so far.

    Attributes:
        requests: Requests answered.
        failures: Tries that failed; a request may be answered after several.
        cached: Answers that came from the cache and were not asked for again.
        prompt_tokens: Tokens read, as the server counts them.
        completion_tokens: Tokens written, as the server counts them.
        cost: In the currency of the prices; 0 if no price is known.
    """

    requests: int = 0
    failures: int = 0
    cached: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0


class Usage:
    """Counts from several threads.

    Args:
        prompt_price: Price of a million tokens read.
        completion_price: Price of a million tokens written.
    """

    def __init__(self, prompt_price: float = 0.0, completion_price: float = 0.0) -> None:
        self._prices = (prompt_price, completion_price)
        self._lock = threading.Lock()
        self._count = Count()

    @property
    def total(self) -> Count:
        """What was used so far."""
        with self._lock:
            return self._count

    def count(self, prompt_tokens: int, completion_tokens: int, failed: bool = False) -> None:
        """Add one answered request, or one try that failed."""
        cost = prompt_tokens * self._prices[0] + completion_tokens * self._prices[1]
        with self._lock:
            old = self._count
            self._count = Count(
                old.requests + (not failed),
                old.failures + failed,
                old.cached,
                old.prompt_tokens + prompt_tokens,
                old.completion_tokens + completion_tokens,
                old.cost + cost / 1e6,
            )

    def count_cached(self, answers: int) -> None:
        """Add answers that came from the cache."""
        with self._lock:
            self._count = self._count._replace(cached=self._count.cached + answers)
