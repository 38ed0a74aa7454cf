"""Progress on standard error, where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from seethrough.progress import Progress


@contextmanager
def progress() -> Iterator[Progress]:
    """Show a progress bar per stage on standard error; nothing if that is not a terminal.

    Progress reported inside the block (``seethrough.progress.tell``) is shown, too.
    """
    if not sys.stderr.isatty():
        yield lambda stage, done, total: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import Progress as Bars
    from rich.progress import TaskID

    from seethrough.progress import told_to
    from seethrough.text.visible import visible

    with Bars(console=Console(stderr=True), transient=True) as bars:
        tasks: dict[str, TaskID] = {}

        def show(stage: str, done: int, total: int) -> None:
            if stage not in tasks:
                tasks[stage] = bars.add_task(escape(visible(stage)), total=total)
            bars.update(tasks[stage], completed=done, total=total)

        def describe(stage: str, words: str) -> None:
            if stage in tasks:
                bars.update(tasks[stage], description=f"{escape(visible(stage))}: {words}")

        with told_to(show, describe):
            yield show


@contextmanager
def grid_progress(whole: str) -> Iterator[Progress]:
    """Show one bar for a whole comparison, with the time left and what is being done.

    Args:
        whole: The stage that says how far all of it is; other stages are named beside the bar.
    """
    if not sys.stderr.isatty():
        yield lambda stage, done, total: None
        return
    from rich.console import Console
    from rich.markup import escape
    from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bars

    from seethrough.progress import told_to
    from seethrough.text.visible import visible

    columns = (
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
    )
    day = 86_400.0  # the pace of all that was done, not of the last half minute
    console = Console(stderr=True)
    with Bars(*columns, console=console, transient=True, speed_estimate_period=day) as bars:
        task = bars.add_task("", total=None)

        def show(stage: str, done: int, total: int) -> None:
            if stage == whole:
                bars.update(task, completed=done, total=total)
            else:
                bars.update(task, description=escape(visible(f"{stage} {done:,} of {total:,}")))

        def describe(stage: str, words: str) -> None:
            bars.update(task, description=escape(visible(f"{stage}: {words}")))

        with told_to(show, describe):
            yield show
