"""The language models of one command: their settings, and what they were used for."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

from seethrough.cli._say import say
from seethrough.errors import UsageError
from seethrough.models.resolve import current, usage, using
from seethrough.models.usage import Count


@contextmanager
def under(
    model: str | None,
    base_url: str | None,
    concurrency: int,
    timeout: float | None,
    price: str | None,
    allow_remote: bool,
    hint: bool = True,
) -> Iterator[None]:
    """Run a block under a command's model settings, then print what models were used for.

    Args:
        model: The model of every component that names none; None for the environment's.
        base_url: Where it is served; None for the environment's, else the provider's own.
        concurrency: The most requests at once.
        timeout: Seconds that one answer may take; None for what is usual.
        price: Two prices of a million tokens, ``IN,OUT``, or None.
        allow_remote: Whether record text may leave this machine.
        hint: Whether to say so if a model was named but never asked.

    Raises:
        UsageError: The price cannot be read.
    """
    prices = _prices(price)
    before = usage()
    with using(
        model=model or current().model,
        base_url=base_url or current().base_url,
        concurrency=concurrency,
        timeout=timeout or current().timeout,
        prompt_price=prices[0],
        completion_price=prices[1],
        allow_remote=allow_remote or current().allow_remote,
    ):
        try:
            yield
        finally:
            for name, count in usage().items():
                line = used(name, count, before.get(name, Count()))
                if line:
                    say(line, err=True)
    if hint and model and usage() == before:
        say(
            f"{model} was not asked: no part of this run uses a language model, or all answers"
            " were kept from an earlier run; --judge llm, for example, would use it",
            err=True,
        )


def used(name: str, count: Count, before: Count) -> str:
    """Return in one line what a model was used for since ``before``; empty for nothing."""
    new = Count._make(a - b for a, b in zip(count, before, strict=True))
    if not any(new):
        return ""
    from seethrough.report.labels.wording import count as counted

    parts = [counted(new.requests, "answer")]
    if new.cached:
        parts.append(f"{new.cached:,} more kept from an earlier run")
    if new.failures:
        parts.append(f"{counted(new.failures, 'try', 'tries')} failed")
    if new.prompt_tokens or new.completion_tokens:
        parts.append(f"{new.prompt_tokens:,} tokens read, {new.completion_tokens:,} written")
    if new.cost:
        parts.append(f"cost {new.cost:,.4f}")
    return f"Model {name}: {', '.join(parts)}"


def _prices(price: str | None) -> tuple[float, float]:
    if price is None:
        return 0.0, 0.0
    try:
        read, written = (float(part) for part in price.split(","))
    except ValueError:
        read = written = math.nan
    if not (0 <= read < math.inf and 0 <= written < math.inf):
        raise UsageError(f"--model-price {price}: write two prices per million tokens, IN,OUT")
    return read, written
