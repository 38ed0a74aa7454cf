"""A folder of text files: each file is a record, and its name the record's id."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from seethrough.errors import InputError
from seethrough.records.formats.file_names import TEXT, check_names
from seethrough.records.formats.lines import decoded_lines
from seethrough.records.formats.opening import EXTENSIONS, opened, reading_errors
from seethrough.storage.contents import file_sha256, files_below

_MARK = "\ufeff"


def is_text_folder(path: str) -> bool:
    """Return whether ``path`` is a folder with text files in it or below, and no table in it."""
    folder = Path(path)
    with reading_errors(path):
        tables = folder.is_dir() and any(
            f.suffix in EXTENSIONS and not f.is_dir() for f in folder.iterdir()
        )
        return folder.is_dir() and not tables and any(map(_is_text, files_below(folder)))


def read_rows(path: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield (file, values) for each text file of a folder and below, by name, counted from 1.

    Values: ``id``, the file's path within the folder without ``.txt``, and ``text``.

    Raises:
        InputError: There are other files, too, which an adversary would read; or a text is not
            UTF-8, too long or cannot be read.
    """
    folder = Path(path)
    with reading_errors(path):
        files = [*files_below(folder)]
    others = [file for file in files if not _is_text(file)]
    if others:
        raise InputError(
            f"{path}: this folder of texts also has files that are not {TEXT} ({len(others):,} of"
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


def write_texts(ids: Sequence[str], texts: Iterable[str], folder: Path, place: str) -> None:
    """Write each text into a file of its id's name, so that ``read_rows`` returns both as they are.

    Args:
        ids: The id of each record, all different.
        texts: The text of each.
        folder: An empty folder.
        place: What it will be called.

    Raises:
        InputError: An id cannot be the name of a file, or a text holds a NUL character.
        OSError: The folder cannot be written.
    """
    check_names(ids, place)
    for number, (id_, text) in enumerate(zip(ids, texts, strict=True), 1):
        if "\0" in text:
            raise InputError(
                f"{place}, record {number}: a NUL character, which no text file holds; write JSONL"
                " or Parquet"
            )
        file = folder / f"{id_}{TEXT}"
        file.parent.mkdir(parents=True, exist_ok=True)
        # The first mark of byte order is taken for one that says that the file is UTF-8.
        content = f"{_MARK}{text}" if text.startswith(_MARK) else text
        with file.open("xb") as written:
            written.write(content.encode())


def texts_sha256(folder: Path) -> str:
    """Return the SHA-256 of a list of the texts in a folder, as ``sha256sum`` writes it, by name.

    As 64 hexadecimal digits; what systems leave in the folder does not count.
    """
    listed = sorted((file.relative_to(folder).as_posix(), file) for file in files_below(folder))
    lines = (f"{file_sha256(file)}  {name}\n" for name, file in listed)
    return hashlib.sha256("".join(lines).encode(errors="surrogateescape")).hexdigest()


def _is_text(file: Path) -> bool:
    return file.suffix.lower() == TEXT and not file.is_dir()


def _content(file: Path) -> str:
    if file.is_file() and not file.stat().st_size:
        return ""
    with opened(str(file)) as stream:
        return "".join(decoded_lines(stream, str(file)))
