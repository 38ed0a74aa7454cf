"""Large tables on the disk of a folder, in files without a name, instead of in memory.

A table of a gigabyte costs a gigabyte of memory, and so does every copy of it. Where a block names
a folder, a table that reaches `LARGE` is written to a file there as it is made, and mapped: the
system reads pages of the file as they are asked for and drops them where memory is short. The file
has no name, so that nobody else can open it and nothing is left of it once the table is no longer
used or the process has ended, however it ended.
"""

from __future__ import annotations

import mmap
import os
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from itertools import chain
from pathlib import Path
from typing import IO, TYPE_CHECKING

from seethrough.storage.files import writing_errors

if TYPE_CHECKING:
    import pyarrow as pa

LARGE = 32 << 20
"""Bytes from which a table lies on the disk: some 50,000 records of 100 words."""

_folder: ContextVar[Path | None] = ContextVar("scratch", default=None)


@contextmanager
def scratch_in(folder: Path) -> Iterator[None]:
    """Run a block whose large tables lie on the disk of a folder.

    Args:
        folder: A folder whose disk may hold private text. Where it is not there, the nearest one
            above that is; it is not made.
    """
    places = (folder.absolute(), *folder.absolute().parents)
    token = _folder.set(next(place for place in places if place.is_dir()))
    try:
        yield
    finally:
        _folder.reset(token)


def gathered(batches: Iterable[pa.RecordBatch], schema: pa.Schema) -> pa.Table:
    """Return batches as one table, on disk where it is large and the block names a folder.

    In memory, too, where the folder cannot be written to, and on Windows, which has no files
    without a name.

    Args:
        batches: Taken one by one, and each let go of once it is on the disk.
        schema: The schema of each.

    Raises:
        OutputError: The disk is full.
        UsageError: The disk cannot be written to any more.
    """
    import pyarrow as pa

    folder, left = _folder.get(), iter(batches)
    held: list[pa.RecordBatch] = []
    size = 0
    for batch in left:
        held.append(batch)
        size += batch.nbytes
        if size >= LARGE:
            file = None if folder is None else _nameless(folder)
            if folder is not None and file is not None:
                return _on_disk(chain(_emptied(held), left), schema, file, folder)
            break
    return pa.Table.from_batches(chain(held, left), schema)


def _nameless(folder: Path) -> IO[bytes] | None:
    """Open a file that is gone once it is closed and no longer mapped; None where none can be."""
    if os.name == "nt":
        return None
    try:
        return tempfile.TemporaryFile(dir=folder)
    except OSError:
        return None


def _emptied(held: list[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    while held:
        yield held.pop(0)


def _on_disk(
    batches: Iterable[pa.RecordBatch], schema: pa.Schema, file: IO[bytes], folder: Path
) -> pa.Table:
    """Write batches to a file, close it, and return what is mapped from it."""
    import pyarrow as pa

    try:
        with writing_errors(folder):
            writer = pa.ipc.new_file(file, schema)
        for batch in batches:
            with writing_errors(folder):
                writer.write_batch(batch)
        with writing_errors(folder):
            writer.close()
            file.flush()
            content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            file.close()
    finally:
        with suppress(OSError):  # why the file was given up is what the user should read
            file.close()
    return pa.ipc.open_file(pa.py_buffer(content)).read_all()
