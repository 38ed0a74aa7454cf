"""Files with one entry a line."""

from __future__ import annotations

from pathlib import Path

from seethrough.errors import InputError
from seethrough.storage.files import refuse_no_file


def read_list(path: str) -> list[str]:
    """Return the lines of a file that say something, without the white space around them.

    Raises:
        InputError: It cannot be read, or is not UTF-8.
    """
    refuse_no_file(path)
    try:
        text = Path(path).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        problem = "not UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror
        raise InputError(f"cannot read the list {path}: {problem}") from error
    return [line.strip() for line in text.splitlines() if line.strip()]
