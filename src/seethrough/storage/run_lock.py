"""One process at a time in a run's folder."""

from __future__ import annotations

import contextlib
import errno
import os
import threading
from pathlib import Path

from seethrough.errors import UsageError

LOCK = ".lock"

_held: dict[str, tuple[int, int]] = {}
_guard = threading.Lock()


class RunLock:
    """Keeps other processes out of a folder until it is released or this process ends.

    The operating system lets go of the lock of a process that ended, however it did, so a file that
    a dead process left behind locks nobody out. Within one process the same folder may be locked
    several times; the last one to release it lets others in. Where the system or the file system
    has no such locks (Windows, some network drives), nothing is locked.

    Args:
        folder: A folder that is there.

    Raises:
        UsageError: Another process has it.
    """

    def __init__(self, folder: Path) -> None:
        self._key: str | None = os.path.realpath(folder)
        with _guard:
            descriptor, times = _held.get(self._key) or (_locked(folder), 0)
            _held[self._key] = descriptor, times + 1

    def release(self) -> None:
        """Let other processes in; more than once does no more."""
        with _guard:
            if self._key is None:
                return
            descriptor, times = _held.pop(self._key)
            if times > 1:
                _held[self._key] = descriptor, times - 1
            else:
                os.close(descriptor)
            self._key = None


def _locked(folder: Path) -> int:
    """Return a descriptor that is locked until it is closed or the process ends."""
    descriptor = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        import fcntl
    except ImportError:
        return descriptor
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in (errno.EWOULDBLOCK, errno.EACCES):
            return descriptor
        who = os.read(descriptor, 20).decode("ascii", "replace").strip()
        os.close(descriptor)
        by = f"process {who}" if who.isdigit() else "another process"
        raise UsageError(
            f"{folder}: {by} is using this run folder; wait for it, or name another --run"
        ) from None
    with contextlib.suppress(OSError):  # the number is only for the message above
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
    return descriptor
