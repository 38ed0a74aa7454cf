"""Packed content: gzip unpacked as it is read, and bombs noticed before they fill the memory."""

from __future__ import annotations

import gzip
import io
import zlib
from typing import Any, cast

from seethrough.errors import InputError

ROOM = 64 << 20
"""So many bytes anything may unpack to."""

RATIO = 200
"""Beyond `ROOM`, content may unpack to so many times its size; ordinary text reaches 5 to 50."""


class Growth:
    """Watches how much packed content grows.

    Args:
        place: What to call the file in a message.
        packed: Its size as far as it is known.
    """

    def __init__(self, place: str, packed: int = 0) -> None:
        self._place = place
        self.packed = packed
        self._unpacked = 0

    def add(self, unpacked: int) -> None:
        """Count what was unpacked, or is about to be.

        Raises:
            InputError: It is too much for what was packed.
        """
        self._unpacked += unpacked
        if self._unpacked > ROOM and self._unpacked > RATIO * self.packed:
            raise InputError(
                f"{self._place}: unpacks to more than {RATIO} times its size, as files do that are"
                " made to fill the memory; if it is what you want to read, unpack it first"
            )


def gunzipped(stream: io.BufferedReader[Any], place: str) -> io.BufferedReader[Any]:
    """Return the stream of what a gzipped stream unpacks to."""
    return io.BufferedReader(cast(io.RawIOBase, _Gunzipped(stream, place)), 1 << 18)


def inflated(content: bytes, place: str) -> None:
    """Refuse zlib data that unpacks to too much; it is unpacked piece by piece, and not kept.

    Raises:
        InputError: It does.
        zlib.error: It is broken.
    """
    growth, unpacking = Growth(place, len(content)), zlib.decompressobj()
    while content and not unpacking.eof:
        growth.add(len(unpacking.decompress(content, 1 << 20)))
        content = unpacking.unconsumed_tail


class _Gunzipped(io.RawIOBase):
    """What a gzipped stream unpacks to."""

    def __init__(self, stream: io.BufferedReader[Any], place: str) -> None:
        self._growth = Growth(place)
        self._file = gzip.GzipFile(fileobj=_Counted(stream, self._growth), mode="rb")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        content = self._file.read1(len(buffer))
        self._growth.add(len(content))
        buffer[: len(content)] = content
        return len(content)


class _Counted(io.RawIOBase):
    """A stream whose bytes are counted as they are read."""

    def __init__(self, stream: io.BufferedReader[Any], growth: Growth) -> None:
        self._stream = stream
        self._growth = growth

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        size = self._stream.readinto(buffer)
        self._growth.packed += size
        return size
