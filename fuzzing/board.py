"""What a worker is at, in a file that its runner reads while it works or after it died."""

from __future__ import annotations

import mmap
import struct
from pathlib import Path

_HEAD = struct.Struct("<QQ")
_ROOM = 1 << 20


class Board:
    """How many inputs are done, and the one that is being tried.

    Args:
        path: The file; made where it is not there.
    """

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(bytes(_HEAD.size + _ROOM))
        with path.open("r+b") as file:
            self._map = mmap.mmap(file.fileno(), 0)

    def begin(self, content: bytes) -> None:
        """Say which input is tried."""
        self._map[_HEAD.size : _HEAD.size + len(content)] = content
        self._map[8:16] = struct.pack("<Q", len(content))

    def end(self) -> None:
        """Count it as done."""
        self._map[:8] = struct.pack("<Q", self.done + 1)

    @property
    def done(self) -> int:
        """How many inputs are done."""
        done: int = _HEAD.unpack_from(self._map)[0]
        return done

    @property
    def content(self) -> bytes:
        """The input that is being tried, or was the last."""
        size = _HEAD.unpack_from(self._map)[1]
        return self._map[_HEAD.size : _HEAD.size + size]
