"""A folder of text files: each file is a record, and its name the record's id."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from seethrough.errors import InputError
from seethrough.records.formats.lines import decoded_lines
from seethrough.records.formats.opening import EXTENSIONS, opened, reading_errors

_TEXT = ".txt"
_LEFT_BY_SYSTEMS = {".DS_Store", "Thumbs.db", "desktop.ini"}


def is_text_folder(path: str) -> bool:
    """Return whether ``path`` is a folder with text files in it or below, and no table in it."""
    folder = Path(path)
    with reading_errors(path):
        tables = folder.is_dir() and any(f.suffix in EXTENSIONS for f in folder.iterdir())
        return folder.is_dir() and not tables and any(map(_is_text, _files(folder)))


def read_rows(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (file, values) for each text file of a folder and below, by name, counted from 1.

    Values: ``id``, the file's path within the folder without ``.txt``, and ``text``.

    Raises:
        InputError: There are other files, too, which an adversary would read; or a text is not
            UTF-8, too long or cannot be read.
    """
    folder = Path(path)
    with reading_errors(path):
        files = [*_files(folder)]
    others = [file for file in files if not _is_text(file)]
    if others:
        raise InputError(
            f"{path}: this folder of texts also has files that are not {_TEXT} ({len(others):,} of"
            f" {len(files):,}); move them out of it",
            f": {', '.join(str(file.relative_to(folder)) for file in others[:5])}",
        )
    for number, file in enumerate(files, 1):
        name = file.relative_to(folder)
        try:
            yield number, {"id": name.with_suffix("").as_posix(), "text": _content(file)}
        except InputError as error:
            told = error.bare.replace(str(file), f"{path}, file {number}")
            raise InputError(told, f" (file {number} is {name})") from None


def _files(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder and below, by name, and links to folders, not followed."""
    waiting = [folder]
    while waiting:  # folders may lie in one another deeper than functions may call themselves
        entry = waiting.pop()
        if entry == folder or (entry.is_dir() and not entry.is_symlink()):
            waiting += sorted(entry.iterdir(), reverse=True)
        elif entry.name not in _LEFT_BY_SYSTEMS:
            yield entry


def _is_text(file: Path) -> bool:
    return file.suffix.lower() == _TEXT and not file.is_dir()


def _content(file: Path) -> str:
    if file.is_file() and not file.stat().st_size:
        return ""
    with opened(str(file)) as stream:
        return "".join(decoded_lines(stream, str(file)))
