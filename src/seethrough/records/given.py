"""Corpora, and the tables in memory that a caller may give in their place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from seethrough.errors import UsageError
from seethrough.records.corpus import Corpus
from seethrough.records.formats.tables import is_table
from seethrough.records.id_alignment import check_rows
from seethrough.records.reading import read, read_pair
from seethrough.records.releases.text import TextRelease

if TYPE_CHECKING:
    from seethrough.records.columns import Columns


def corpus_of(private: Any) -> Corpus:
    """Return the private records, read from a table where they are one.

    Args:
        private: A corpus, or a table of Arrow, pandas, polars or ``datasets``.

    Raises:
        InputError: The table holds no records that could be used.
        UsageError: It is neither.
    """
    return read_of(private)[0]


def read_of(private: Any) -> tuple[Corpus, Columns | None]:
    """Return the same, and the columns that were used; None for a corpus, which was read before.

    Args:
        private: As for ``corpus_of``.

    Raises:
        InputError: The table holds no records that could be used.
        UsageError: It is neither.
    """
    if not is_table(private):
        return _corpus(private), None
    reading = read(private, name="private")
    return reading.corpus, reading.columns


def corpora_of(private: Any, release: Any, control: Any) -> tuple[Corpus, Any, Corpus | None]:
    """Return private records, release and control, each read from a table where it is one.

    Released records become a text release. Two tables are read with both in view, as the command
    line reads two files.

    Args:
        private: A corpus or a table.
        release: A corpus, a table, or any other kind of release.
        control: A corpus, a table or None.

    Raises:
        InputError: A table holds no records that could be used.
        UsageError: Something given is none of these.
    """
    like: Columns | None = None
    if is_table(private) and is_table(release):
        own, other = read_pair(private, release)
        check_rows(own, other)
        private, like, release = own.corpus, own.columns, other.corpus
    elif is_table(private):
        private, like, _ = read(private, name="private")
    elif is_table(release):
        release = read(release, name="release").corpus
    if is_table(control):
        control = read(control, name="control", like=like).corpus
    if isinstance(release, Corpus):
        release = TextRelease(release)
    if release is not None and not hasattr(release, "corpus"):
        _corpus(release)  # no release of any kind
    return _corpus(private), release, None if control is None else _corpus(control)


def _corpus(given: Any) -> Corpus:
    """Return what was given, which must be a corpus."""
    if not isinstance(given, Corpus):
        raise UsageError(
            f"a {type(given).__name__} holds no records: give a table, or what seethrough.read"
            " returns, which reads files"
        )
    return given
