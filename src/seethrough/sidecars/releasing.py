"""Writing a release: the text and the files beside it, or nothing; never over an input."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from seethrough.records.formats.opening import STDIN
from seethrough.records.writing import (
    stage_records,
    write_corpus,
    write_records,
    written_format,
)
from seethrough.sidecars.sidecar import (
    holdout_path,
    key_path,
    release_sha256,
    sidecar_of,
    sidecar_path,
)
from seethrough.storage.files import FileSet, writing_errors

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus
    from seethrough.records.planting import Planted
    from seethrough.records.releases.text import TextRelease


class Written(NamedTuple):
    """Where a release was written.

    Attributes:
        holdout: The file of the people held out, or None.
        key: The private key to the hash in the sidecar; None if the release is a stream.
    """

    holdout: Path | None
    key: Path | None


def write_release(
    release: TextRelease,
    private: Corpus,
    path: str,
    held: Corpus | None = None,
    *,
    replace: bool = False,
) -> Written:
    """Write a release with its sidecar, its key and the people held out: all of them, or none.

    The text takes its place last. If it is there, all that belongs to it is there, too; if the
    process was killed in between, there is no text, and never one with another's sidecar.

    Args:
        release: The release.
        private: The private records as they will be audited: those held out among them.
        path: The file of the text, a folder of texts, or ``-`` for standard output. What is no file
            (standard output, a pipe, a device) gets no sidecar.
        held: The records of the people held out.
        replace: Whether existing files may be replaced.

    Raises:
        UsageError: The format is unknown, a file exists already, or cannot be written there.
        OutputError: The disk is full.
        InputError: The format cannot hold one of the texts, or one of the ids.
    """
    format = written_format(path)
    holdout = None if held is None else held_out_of(path)
    if is_stream(path):
        if held is not None:
            write_corpus(held, str(holdout))
        write_corpus(release.corpus, path)
        return Written(holdout, None)
    with writing_errors(path), FileSet(replace) as files:
        stage_records(release.corpus, files, path, format)
        digest = release_sha256(files.staged(Path(path)))
        if held is not None and holdout is not None:
            with files.open(holdout) as file:
                write_records(held, file, str(holdout), "jsonl")
        sidecar, key = sidecar_of(release, private, digest, holdout)
        for place, content in ((sidecar_path(path), sidecar), (key_path(path), key)):
            with files.open(place) as file:
                file.write(content)
    return Written(holdout, key_path(path))


def write_planted(planted: Planted, path: str, *, replace: bool = False) -> Path:
    """Write records with canaries and, beside them, the canaries left out: both files, or neither.

    Args:
        planted: The records.
        path: The file of those with canaries, or ``-`` for standard output.
        replace: Whether existing files may be replaced.

    Returns:
        The file of the canaries left out.

    Raises:
        UsageError: The format is unknown, a file exists already, or cannot be written there.
        OutputError: The disk is full.
        InputError: The format cannot hold one of the texts.
    """
    format, holdout = written_format(path), held_out_of(path)
    if is_stream(path):
        write_corpus(planted.control, str(holdout))
        write_corpus(planted.private, path)
        return holdout
    with writing_errors(path), FileSet(replace) as files:
        # What is opened first takes its place last: where it is, its control is, too.
        stage_records(planted.private, files, path, format)
        with files.open(holdout) as file:
            write_records(planted.control, file, str(holdout), "jsonl")
    return holdout


def is_stream(path: str) -> bool:
    """Return whether ``path`` is standard output, or something there that is no file or folder."""
    there = os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path))
    return path == STDIN or there


def held_out_of(path: str) -> Path:
    """Return the file of those held out of ``path``: a stream, which has no folder, has it here."""
    return Path("holdout.jsonl") if is_stream(path) else holdout_path(path)


def outputs_of(path: str, held: bool) -> list[Path]:
    """Return the files that ``write_release`` writes.

    Args:
        path: The file of the text.
        held: Whether people are held out.
    """
    holdout = [held_out_of(path)] if held else []
    if is_stream(path):
        return holdout
    return [Path(path), sidecar_path(path), key_path(path), *holdout]
