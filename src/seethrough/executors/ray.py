"""Workers of a Ray cluster."""

from __future__ import annotations

import functools
import os
import secrets
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, TypeVar

from seethrough.errors import MissingExtraError, UnavailableError
from seethrough.fields import Between
from seethrough.models.resolve import require_allowed
from seethrough.parallel.cores import use_one_core
from seethrough.parallel.in_order import in_order
from seethrough.protocols import Executor, Workers

P = TypeVar("P")
R = TypeVar("R")

AHEAD = 4
"""So many parts for each core of the cluster are under way at once."""

STORE = 256 << 20
"""Bytes of shared memory for parts on their way, on this machine; they are small."""


_PATH_TOO_LONG = "AF_UNIX path length"


@dataclass(frozen=True)
class Ray(Executor):
    """Lets Ray share the parts among the cores of this machine or of a cluster.

    Parts are Ray tasks of some tenths of a second. Each core has a few under way and the others
    wait, so that memory does not depend on what Ray counts. A part whose worker died is done again
    by another. Every machine of a cluster needs this version of ``seethrough``.

    On this machine Ray keeps its logs and what it moves out of memory in a private folder that is
    deleted at the end; its servers, which listen on every network address, let in nobody without
    the token of this run. A cluster is asked for a token if ``RAY_AUTH_MODE`` and
    ``RAY_AUTH_TOKEN`` say so; text leaves this machine for it, which takes ``--allow-remote``.

    Attributes:
        address: Where the cluster is, such as ``10.0.0.1:6379``; empty to start Ray here.
        processes: How many workers here; 0 for as many as there are cores. Not for a cluster.
    """

    example: ClassVar[str] = "ray:processes=2"

    address: str = ""
    processes: Annotated[int, Between(0, 1024)] = 0

    def __post_init__(self) -> None:
        if self.address and self.processes:
            raise ValueError("processes is for this machine; a cluster has its own")

    @contextmanager
    def workers(self) -> Iterator[Workers]:
        """Return the cluster's workers; a cluster that was started here ends with the block.

        Raises:
            MissingExtraError: Ray is not installed.
            UsageError: A cluster elsewhere was named without leave to send text there.
            UnavailableError: The cluster cannot be reached, or the temporary folder has too long a
                path.
        """
        if self.address:
            require_allowed(f"ray://{self.address}", f"the executor ray:address={self.address}")
        os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
        os.environ["RAY_DISABLE_FAILURE_SIGNAL_HANDLER"] = "1"  # it prints its own stack
        if not self.address:
            os.environ["RAY_AUTH_MODE"] = "token"
            os.environ["RAY_AUTH_TOKEN"] = _token()
        folder = tempfile.mkdtemp(prefix="st-")  # short: a socket's path has 107 letters at most
        try:
            with _own_end():
                ray = _started(self, Path(folder))
                yield _Crew(ray)
        finally:
            if "ray" in locals():
                ray.shutdown()
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _own_end() -> Iterator[None]:
    """Keep Ray's way to end at SIGTERM to the block; see ``_end``."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(number: int, _: object) -> None:
    """End as an exception, so that nothing is left behind, with the status that shells expect."""
    sys.exit(128 + number)


@functools.cache  # Ray reads it once in a process
def _token() -> str:
    return secrets.token_hex(32)


def _started(given: Ray, folder: Path) -> Any:
    try:
        import ray
    except ImportError as error:
        raise MissingExtraError("ray", "ray") from error
    own: dict[str, Any] = {
        "num_cpus": given.processes or None,
        "include_dashboard": False,
        "object_store_memory": STORE,
        "_temp_dir": str(folder / "r"),
    }
    try:
        ray.init(
            given.address or "local",
            configure_logging=False,
            log_to_driver=False,
            **({} if given.address else own),
        )
    except (OSError, RuntimeError, ValueError) as error:
        if _PATH_TOO_LONG in str(error):
            raise UnavailableError(
                f"{folder.parent}: too long a path for Ray; set TMPDIR to a shorter one"
            ) from None
        if isinstance(error, OSError) and error.errno:
            raise
        where = given.address or "on this machine"
        raise UnavailableError(f"Ray cannot be reached or started {where}") from error
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _end)  # Ray's own handler ends with status 15
    # Ray tells of dead workers on standard output, where a command's report goes, and has no switch
    # for that. What follows from a death is said by this module.
    ray._private.worker.print_to_stdstream = _said_nothing
    return ray


def _said_nothing(*_: Any, **__: Any) -> None: ...


class _Crew(Workers):
    def __init__(self, ray: Any) -> None:
        self._ray = ray
        self._task = ray.remote(max_retries=3)(_done)

    def map(self, function: Callable[[P], R], parts: Iterable[P]) -> Iterator[R]:
        """Yield what the function gives for each part, in order."""
        ahead = AHEAD * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
        return in_order(parts, ahead, functools.partial(self._task.remote, function), self._result)

    def _result(self, job: Any) -> Any:
        from ray.exceptions import OutOfMemoryError, RayError, RayTaskError, WorkerCrashedError

        try:
            return self._ray.get(job)
        except RayTaskError as error:
            raise error.cause from None
        except (WorkerCrashedError, OutOfMemoryError):
            raise UnavailableError(
                "workers of Ray ended again and again, perhaps for lack of memory"
            ) from None
        except RayError as error:  # its text names machines, and is long
            raise UnavailableError(
                f"Ray lost a part of the work ({type(error).__name__})"
            ) from None


def _done(function: Callable[[P], R], part: P) -> R:
    """Do a part, as a worker."""
    use_one_core()
    return function(part)
