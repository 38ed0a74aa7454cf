"""Running a block with an executor."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from seethrough import spec
from seethrough.parallel.spreading import at_work, spread_over
from seethrough.storage.scratch import scratch_in

if TYPE_CHECKING:
    from seethrough.protocols import Executor


@contextmanager
def working_with(
    executor: Executor | str, scratch: str | os.PathLike[str] | None = None
) -> Iterator[None]:
    """Run a block whose parts of work are done by an executor's workers.

    A block within such a block keeps the workers of the outer one.

    Args:
        executor: An executor or its spec, such as ``"local:processes=4"``.
        scratch: A folder on whose disk, in files without a name, the block keeps large tables of
            records (`seethrough.storage.scratch`); in memory where None.

    Raises:
        UsageError: The spec is wrong.
    """
    maker: Executor = spec.component("executors", executor)
    with ExitStack() as stack:
        if scratch is not None:
            stack.enter_context(scratch_in(Path(scratch)))
        if not at_work():
            stack.enter_context(spread_over(stack.enter_context(maker.workers())))
        yield
