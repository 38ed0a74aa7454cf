"""Running a block with an executor."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from seethrough import spec
from seethrough.parallel.spreading import at_work, spread_over

if TYPE_CHECKING:
    from seethrough.protocols import Executor


@contextmanager
def working_with(executor: Executor | str) -> Iterator[None]:
    """Run a block whose parts of work are done by an executor's workers.

    A block within such a block keeps the workers of the outer one.

    Args:
        executor: An executor or its spec, such as ``"local:processes=4"``.

    Raises:
        UsageError: The spec is wrong.
    """
    maker: Executor = spec.parse("executors", executor) if isinstance(executor, str) else executor
    if at_work():
        yield
        return
    with maker.workers() as workers, spread_over(workers):
        yield
