"""Writing files so that they are whole or not there at all, and readable only by their owner."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import shutil
import stat
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NamedTuple

from seethrough.errors import InputError, OutputError, SeethroughError, UsageError

_FULL = {errno.ENOSPC, errno.EDQUOT}
_QUOTED = re.compile(r"\(os error (\d+)\)")


def write_atomically(path: Path, content: bytes | memoryview) -> None:
    """Write ``content`` to ``path``: a reader, or a kill, sees the old file or the new one.

    The file is readable only by its owner.

    Raises:
        OutputError: The disk is full.
        UsageError: It cannot be written there.
    """
    with writing_errors(path), replacing(path) as file:
        file.write(content)


@contextlib.contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Open a temporary file next to ``path`` that takes its place once the block is through."""
    with _temporary(path) as (file, temporary):
        yield file
    try:
        os.replace(temporary, path)
    except BaseException:
        _remove(temporary)
        raise


@contextlib.contextmanager
def writing_errors(path: object) -> Iterator[None]:
    """Turn an OSError while ``path`` is written into one line: what, where, what to do.

    Libraries in Rust (safetensors, tokenizers) raise errors of their own, which quote the system's.

    Raises:
        OutputError: The disk is full.
        UsageError: It cannot be written there.
    """
    try:
        yield
    except OSError as error:
        raise unwritable(path, error) from None
    except Exception as error:
        quoted = _QUOTED.search(str(error))
        if quoted is None:
            raise
        raise unwritable(path, OSError(int(quoted[1]), "")) from None


def unwritable(path: object, error: OSError) -> SeethroughError:
    """Return the error for a ``path`` that cannot be written."""
    if error.errno in _FULL:
        return OutputError(
            f"{path}: the disk is full; free space there, then run the same command again"
        )
    return UsageError(f"{path}: cannot be written ({problem_of(error)}); name another place")


def problem_of(error: OSError) -> str:
    """Return what the system calls an error; never the error's own words, which may quote text."""
    return os.strerror(error.errno) if error.errno else type(error).__name__


def refuse_no_file(path: str | os.PathLike[str]) -> None:
    """Refuse to read what may never end or never begin: a device, a socket, a pipe with a name.

    A pipe that a shell hands over (``<(command)``) is read; what is not there is not refused here.

    Raises:
        InputError: It is one of those.
    """
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):
        return
    if stat.S_ISREG(mode) or stat.S_ISDIR(mode):
        return
    if stat.S_ISFIFO(mode) and os.path.realpath(path).startswith(("/proc/", "/dev/fd/")):
        return
    kind = "a pipe" if stat.S_ISFIFO(mode) else "a device or a socket"
    raise InputError(f"{os.fspath(path)}: is {kind}, not a file; name a file, or - to read a pipe")


def make_private_directory(path: Path) -> None:
    """Create ``path`` and its parents; ``path`` itself is readable only by its owner."""
    with writing_errors(path):
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        path.chmod(0o700)


class _Part(NamedTuple):
    temporary: str
    target: Path


class FileSet:
    """Several files, and folders, that appear together: all of them, or none.

    Each is first written whole under a temporary name next to its place (``.NAME.`` and eight more
    characters). Nothing takes its place before all are written. Then they do, the last one that was
    opened first, so that the first one, once it is there, says that the others are there. Where
    files are replaced, the old ones are moved aside before, the first one first, and moved back if
    anything goes wrong. After a kill in between, what is missing stands under a name that starts
    with a dot.

    As a context it commits once its block is through, and discards what was written if that fails.

    Args:
        replace: Whether existing files may be replaced.
    """

    def __init__(self, replace: bool) -> None:
        self._replace = replace
        self._parts: list[_Part] = []

    def __enter__(self) -> FileSet:
        return self

    def __exit__(self, failed: type[BaseException] | None, *_: object) -> None:
        if failed is None:
            self.commit()
        else:
            self.discard()

    @contextlib.contextmanager
    def open(self, path: Path) -> Iterator[IO[bytes]]:
        """Open a temporary file that ``commit`` puts in the place of ``path``; a link stays one."""
        target = Path(os.path.realpath(path))
        with _temporary(target) as (file, temporary):
            yield file
        self._parts.append(_Part(temporary, target))

    def make_folder(self, path: Path) -> Path:
        """Make a temporary folder that ``commit`` puts in the place of ``path``.

        It takes the place of an empty folder, never of one that holds anything.
        """
        target = Path(os.path.realpath(path))
        made = tempfile.mkdtemp(dir=target.parent, prefix=f".{target.name[:40]}.")
        self._parts.append(_Part(made, target))
        return Path(made)

    def staged(self, path: Path) -> Path:
        """Return the temporary file of ``path`` until ``commit``."""
        target = Path(os.path.realpath(path))
        return next(Path(part.temporary) for part in self._parts if part.target == target)

    def commit(self) -> None:
        """Let all files take their places.

        Raises:
            UsageError: A file appeared in one of the places, and none may be replaced.
            OSError: A file cannot take its place; then none has.
        """
        aside: list[_Part] = []
        placed: list[Path] = []
        try:
            for part in self._parts:
                if os.path.isdir(part.temporary):
                    _settle(part.temporary)
            if self._replace:
                for part in self._parts:
                    if part.target.is_file():
                        name = f"{part.temporary}.old"
                        os.rename(part.target, name)
                        aside.append(_Part(name, part.target))
            for part in reversed(self._parts):
                _appear(part)
                placed.append(part.target)
        except BaseException:
            for target in reversed(placed):
                _remove(str(target))
            for part in reversed(aside):
                os.rename(part.temporary, part.target)
            self.discard()
            raise
        for part in aside:
            os.unlink(part.temporary)
        for folder in {part.target.parent for part in self._parts}:
            _sync(folder)

    def discard(self) -> None:
        """Remove what was written and has not taken its place."""
        for part in self._parts:
            _remove(part.temporary)


def _appear(part: _Part) -> None:
    """Give a file its place, where nothing may be: a link cannot replace what appeared there."""
    if os.path.isdir(part.temporary):
        os.rename(part.temporary, part.target)
        return
    try:
        os.link(part.temporary, part.target)
    except FileExistsError:
        raise UsageError(
            f"{part.target}: was created meanwhile; add --force to replace it"
        ) from None
    except OSError:  # a file system without links
        os.rename(part.temporary, part.target)
    else:
        os.unlink(part.temporary)


@contextlib.contextmanager
def _temporary(path: Path) -> Iterator[tuple[IO[bytes], str]]:
    """Open a file next to ``path`` that goes away if the block fails, and is on disk if not."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file, name
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        _remove(name)
        raise


def _remove(name: str) -> None:
    if os.path.isdir(name):
        shutil.rmtree(name, ignore_errors=True)
    with contextlib.suppress(OSError):  # why the file was given up is what the user should read
        os.unlink(name)


def _settle(folder: str) -> None:
    """Have a folder and all in it on disk, and readable only by their owner."""
    for place, _, files in os.walk(folder):
        for name in files:
            os.chmod(os.path.join(place, name), 0o600)
            sync(Path(place, name))
        os.chmod(place, 0o700)
        _sync(Path(place))


def sync(file: Path) -> None:
    """Have what a library wrote on disk, too."""
    descriptor = os.open(file, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync(folder: Path) -> None:
    """Have the names in a folder on disk, too, where the system can."""
    with contextlib.suppress(OSError):
        sync(folder)
