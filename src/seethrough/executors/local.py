"""Processes of this machine."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, NamedTuple, TypeVar

from seethrough.errors import UnavailableError
from seethrough.fields import Between
from seethrough.parallel.cores import available, use_one_core
from seethrough.parallel.in_order import in_order
from seethrough.protocols import Executor, Workers

if TYPE_CHECKING:
    from concurrent.futures import Future

P = TypeVar("P")
R = TypeVar("R")

AHEAD = 4
"""So many parts for each worker are under way at once; the others wait where they come from."""

_SAFE_PATH = "PYTHONSAFEPATH"
"""Keeps Python from running a file of the current folder, beside the data, as its own module."""

_ENV = {
    **dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "LOKY_MAX_MEMORY_LEAK_SIZE": "4e9",  # loading models is no leak
    _SAFE_PATH: "1",
}


DEATHS = 3
"""After so many deaths of workers with one part in hand, the work is given up."""


@dataclass(frozen=True)
class Local(Executor):
    """Uses all cores of this machine, by worker processes.

    Every worker takes some 300 MiB, for the models that it loads. Parts travel through pipes (the
    package loky); no file holds them. A worker that dies is replaced, and its parts are done again.

    Attributes:
        processes: How many workers; 0 for as many as there are cores. With 1 everything is done by
            this process itself.
        patience: How many seconds of such work are done here before workers are started, which
            takes about a second; 0 starts them at once.
    """

    example: ClassVar[str] = "local:processes=2,patience=0"

    processes: Annotated[int, Between(0, 1024)] = 0
    patience: Annotated[float, Between(0, 86_400)] = 2.0

    @contextmanager
    def workers(self) -> Iterator[Workers]:
        """Return the workers, who start when there is enough to do and end with the block."""
        crew = _Crew(self.processes or available(), self.patience)
        try:
            yield crew
        finally:
            crew.stop()


class _Crew(Workers):
    def __init__(self, count: int, patience: float) -> None:
        self._count = count
        self._patience = patience if count > 1 else float("inf")
        self._pool: Any = None

    def map(self, function: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
        """Yield what the function gives for each part, in order."""
        left = iter(parts)
        while self._patience > 0:
            started = time.perf_counter()
            here = [function(part) for part in islice(left, 1)]
            if not here:
                return
            self._patience -= time.perf_counter() - started
            yield here[0]
        ahead = AHEAD * self._count
        yield from in_order(left, ahead, partial(self._submit, function), self._result)

    def stop(self) -> None:
        """End all workers, whatever they are at."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, kill_workers=True)
            self._pool = None
            _wait_for_feeders()

    def _submit(self, function: Callable[[P], R], part: P) -> _Job[P, R]:
        from concurrent.futures.process import BrokenProcessPool

        try:
            future = self._given(function, part)
        except BrokenProcessPool:  # a worker died at another part
            self.stop()
            future = self._given(function, part)
        return _Job(function, part, self._pool, future)

    def _given(self, function: Callable[[P], R], part: P) -> Any:
        """Give the pool a part; it starts its workers with the first one."""
        pool = self._open()
        with _uninterrupted():
            return pool.submit(function, part)

    def _open(self) -> Any:
        if self._pool is None:
            from multiprocessing import resource_tracker

            from loky import ProcessPoolExecutor

            with _safe_path():  # Python and loky start a process each beside the workers, too
                resource_tracker.ensure_running()  # while it starts, Ctrl-C cannot stay blocked
                self._pool = ProcessPoolExecutor(
                    self._count, initializer=_begin, initargs=(os.getpid(),), env=_ENV
                )
        return self._pool

    def _result(self, job: _Job[P, R]) -> R:
        """Return what a job gives; where its worker died, or one beside it, do it again."""
        from concurrent.futures.process import BrokenProcessPool

        for _ in range(DEATHS):
            try:
                return job.future.result()
            except BrokenProcessPool:
                if self._pool is job.pool:
                    self.stop()
                job = self._submit(job.function, job.part)
        raise UnavailableError(
            "workers of this machine ended again and again, perhaps for lack of memory; take fewer:"
            " --executor local:processes=1"
        )


@contextmanager
def _safe_path() -> Iterator[None]:
    """Start Python without the current folder on its path, as the workers are."""
    before = os.environ.get(_SAFE_PATH)
    os.environ[_SAFE_PATH] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[_SAFE_PATH]
        else:
            os.environ[_SAFE_PATH] = before


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Start processes that leave Ctrl-C to this one, which ends them: they inherit what is blocked.

    Else each that is not up yet prints where it was interrupted.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _wait_for_feeders() -> None:
    """Wait for the threads that fed the queues of a pool.

    Its shutdown leaves them: where the process ends meanwhile, they die between removing a
    semaphore and saying so, and loky warns of a leak that is none.
    """
    for thread in threading.enumerate():
        if thread.name == "QueueFeederThread":
            thread.join(timeout=5)


def _begin(master: int) -> None:
    """Make this process a worker that ends with its master, also where that was killed."""
    use_one_core()
    threading.Thread(target=_end_with, args=(master,), daemon=True).start()


def _end_with(master: int) -> None:
    while os.getppid() == master:
        time.sleep(1)
    os._exit(1)


class _Job(NamedTuple, Generic[P, R]):
    """A part of work on its way."""

    function: Callable[[P], R]
    part: P
    pool: Any
    future: Future[R]
