"""Reading corpora and knowledge from files, standard input and data sets."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from seethrough.errors import InputError
from seethrough.records.column_names import PERSON_NAMES, normalized
from seethrough.records.columns import Columns, choose_columns
from seethrough.records.corpus import Corpus
from seethrough.records.formats import hub, tables
from seethrough.records.formats.opening import STDIN, place_of
from seethrough.records.formats.rows import Row, Source, opened_rows
from seethrough.records.ingest import NoIdError, collect, identifier, is_blank
from seethrough.records.shared_ids import ids_meet, with_shared_id
from seethrough.storage.string_tables import without_surrogates

# Rows that the columns are chosen from.
_SAMPLE = 1000
_CLAIM_NAMES = ("claims", "claim", "facts", "fact", "known", "knowledge")


class Reading(NamedTuple):
    """A corpus and how it was read.

    Attributes:
        corpus: The records.
        columns: Which columns were used, which of them were guessed, and why.
        ledger: What was counted on the way, only what occurred: ``records``, ``null_texts``
            (also ``NA`` and the like) and ``empty_texts`` (both kept as empty),
            ``rows_without_any_value`` (left out where there is an id column: a spreadsheet writes
            them below its table), ``numbers_as_text``, ``flattened_chats``,
            ``records_without_a_person`` (each its own),
            ``replaced_characters`` (texts in which a lone surrogate became U+FFFD).
    """

    corpus: Corpus
    columns: Columns
    ledger: Mapping[str, int]


def read(
    path: str | os.PathLike[str] | Any,
    *,
    text: str | None = None,
    id: str | None = None,
    person: str | None = None,
    format: str | None = None,
    name: str | None = None,
    allow_remote: bool = False,
    like: Columns | None = None,
    header: bool | None = None,
) -> Reading:
    """Read a corpus and report how it was read.

    Rows are streamed into an Arrow table. Ids and persons become strings (1 and 1.0 become
    ``"1"``); without an id column the rows are numbered from ``"1"``. Chats are flattened to text
    (see ``seethrough.records.chats``). All other columns go to the records' fields; marked spans
    of the Text Anonymization Benchmark and of presidio-research as columns of spans
    (``seethrough.records.formats.spans``).

    Args:
        path: A JSONL, JSON, CSV, TSV, Parquet or spaCy file, text formats also gzipped; a folder
            of text files; ``-`` for standard input; ``hf:name@revision#split`` for a Hugging Face
            data set; or a table in memory: of Arrow, pandas or polars, or a ``datasets.Dataset``.
        text: The column of the text; guessed where None, as are ``id`` and ``person``.
        id: The column of the record ids; ``""`` to number the rows.
        person: The column of the person whom a record is about; ``""`` for one person per record.
        format: ``jsonl``, ``csv``, ``tsv``, ``parquet`` or ``spacy``; by the extension or, failing
            that, by the first bytes where None.
        name: What to call the corpus; the file's name where None.
        allow_remote: Whether a data set may be downloaded.
        like: The columns of the private file, to read its control: a text column that is called
            the same is the text.
        header: Whether the first line of a CSV or TSV file names the columns, which are called
            ``column-1``, ``column-2`` ... where it does not. None to refuse a first line that looks
            like a record.

    Raises:
        InputError: The content cannot be used; names the file, the line and what is wrong.
        UsageError: There is no such format, or a data set may not be downloaded.
        UnavailableError: A data set cannot be loaded.
        MissingExtraError: A data set was named and ``datasets`` is not installed.
    """
    with opened_rows(path, format, allow_remote, header, name) as source:
        first, rows = _sample(source)
        columns = choose_columns(first, source.place, text=text, id=id, person=person, like=like)
        return _collected(source, rows, columns, name or _default_name(path))


def read_pair(
    private: str | os.PathLike[str] | Any,
    release: str | os.PathLike[str] | Any,
    *,
    text: str | None = None,
    id: str | None = None,
    person: str | None = None,
    release_text: str | None = None,
    release_id: str | None = None,
    allow_remote: bool = False,
    header: bool | None = None,
    release_header: bool | None = None,
) -> tuple[Reading, Reading]:
    """Read a private file and its release, each column chosen with both files in view.

    The text of the release is in the column that is called like the private text, unless that one
    is empty and there is a new text; the ids are in the column that both share
    (``seethrough.records.shared_ids``). Such an id column that turns out to have gaps or duplicates
    in the whole file, or to hold other ids in both, is given up and the files are read again;
    standard input, or a stream of Arrow batches, can be read only once, so there it is an error.

    Args:
        private: A file, standard input, a data set or a table in memory, as for ``read``.
        release: Another.
        text: The text column of the private file; guessed where None, as are the others.
        id: Its id column; ``""`` to number the rows.
        person: Its person column; ``""`` for one person per record.
        release_text: The text column of the release.
        release_id: Its id column; ``""`` to number the rows.
        allow_remote: Whether a data set may be downloaded.
        header: Whether the first line of the private file names the columns, as for ``read``.
        release_header: Whether that of the release does.

    Raises:
        SeethroughError: As ``read``.
    """
    paths = private, release
    barred: dict[str, str] = {}
    while True:
        with ExitStack() as stack:
            sources = [
                stack.enter_context(opened_rows(path, None, allow_remote, named, name))
                for path, named, name in zip(
                    paths, (header, release_header), ("private", "release"), strict=True
                )
            ]
            (first, own_rows), (second, other_rows) = map(_sample, sources)
            own_source, other_source = sources
            own = choose_columns(first, own_source.place, text=text, id=id, person=person)
            other = choose_columns(
                second, other_source.place, text=release_text, id=release_id, like=own
            )
            whole = max(len(first), len(second)) < _SAMPLE
            own, other, shared = with_shared_id(
                own, other, (first, second), whole=whole, barred=barred
            )
            again = shared is not None and not whole and not any(map(_read_once, paths))
            try:
                readings = (
                    _collected(own_source, own_rows, own, _default_name(private, "private")),
                    _collected(other_source, other_rows, other, _default_name(release, "release")),
                )
            except NoIdError:
                if not again:
                    raise
                barred[str(shared)] = "has gaps or duplicates"
            else:
                if not again or ids_meet(readings[0].corpus, readings[1].corpus):
                    return readings
                barred[str(shared)] = "differs between the files"


def read_corpus(
    path: str | os.PathLike[str] | Any,
    *,
    text: str | None = None,
    id: str | None = None,
    person: str | None = None,
    format: str | None = None,
    name: str | None = None,
    allow_remote: bool = False,
) -> Corpus:
    """Read a corpus; ``read`` also reports how it was read."""
    reading = read(
        path,
        text=text,
        id=id,
        person=person,
        format=format,
        name=name,
        allow_remote=allow_remote,
    )
    return reading.corpus


def read_knowledge(
    path: str | os.PathLike[str],
    *,
    text: str | None = None,
    person: str | None = None,
    format: str | None = None,
) -> dict[str, list[str]]:
    """Read what is known about people from elsewhere.

    Args:
        path: A file in any format that records are read from, with a column of persons and one
            of texts or lists of claims (``claims``, ``claim``, ``facts``, ``fact``, ``known``,
            ``knowledge``, or a text column). A person may have several rows.
        text: The column of the claims; guessed where None.
        person: The column of the persons; guessed where None, an id column if there is none.
        format: As for ``read``.

    Returns:
        The claims of each person, in the file's order; none if the person's rows are empty.

    Raises:
        InputError: As ``read``; there is no column of persons, or a row names none.
        UsageError: There is no such format.
    """
    known: dict[str, list[str]] = {}
    with opened_rows(os.fspath(path), format, allow_remote=False) as source:
        first, rows = _sample(source)
        names = {normalized(name): name for row in first for name in row}
        claims = (names[n] for n in _CLAIM_NAMES if n in names)
        columns = choose_columns(
            first, source.place, text=text or next(claims, None), person=person
        )
        candidates = (names[n] for n in PERSON_NAMES if n in names)
        who = columns.person or next(candidates, None) or columns.id
        if who is None:
            raise InputError(f"{source.place}: no column names the person; call it person")
        for number, values in rows:
            someone = (identifier(values.get(who)) or "").strip()
            if not someone:
                raise source.error(number, f"no person in column {columns.shown(who)}")
            known.setdefault(someone, []).extend(
                _claims(values.get(columns.text), columns.shown(columns.text), source, number)
            )
    return known


def _claims(value: Any, column: str, source: Source, number: int) -> list[str]:
    several = value if isinstance(value, list | tuple) else [value]
    claims = []
    for claim in several:
        if claim is not None and not isinstance(claim, str | int | float):
            raise source.error(number, f"column {column} holds neither a text nor a list of them")
        claims.append("" if claim is None else without_surrogates(str(claim)).strip())
    return [claim for claim in claims if claim]


def _collected(source: Source, rows: Iterator[Row], columns: Columns, name: str) -> Reading:
    corpus, ledger = collect(source, rows, columns, name)
    return Reading(corpus, columns, ledger)


def _default_name(path: Any, table: str = tables.NAME) -> str:
    """Return what to call a corpus: the file's name, or ``table`` where it is one in memory."""
    if not isinstance(path, str | os.PathLike):
        return table
    path = os.fspath(path)
    return path if path.startswith(hub.PREFIX) else Path(place_of(path)).name or path


def _read_once(path: Any) -> bool:
    if isinstance(path, str | os.PathLike):
        return os.fspath(path) == STDIN
    return tables.is_stream(path)


def _sample(source: Source) -> tuple[list[dict[str, Any]], Iterator[Row]]:
    """Return the values of the first rows that have any, and all rows."""
    sample = list(islice(source.rows, _SAMPLE))
    if not sample:
        raise InputError(f"{source.place}: no records")
    every = [values for _, values in sample]
    return [values for values in every if not is_blank(values)] or every, chain(sample, source.rows)
