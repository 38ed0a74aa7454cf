"""Writing corpora to files and standard output."""

from __future__ import annotations

import contextlib
import csv
import gzip
import io
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from seethrough.errors import InputError, UsageError
from seethrough.records.column_names import listed
from seethrough.records.formats import docbin, text_folder
from seethrough.records.formats.opening import FORMATS, STDIN, format_of
from seethrough.storage.files import FileSet, replacing, writing_errors
from seethrough.storage.results import results
from seethrough.text.visible import escaped_json

if TYPE_CHECKING:
    import pyarrow as pa

    from seethrough.records.columns import Columns
    from seethrough.records.corpus import Corpus, Record

# Rows to a group of a Parquet file, so that readers need not hold all of them.
_ROW_GROUP = 1 << 16

FOLDER = "txt"
"""The format of a folder of text files."""


def write_corpus(
    corpus: Corpus,
    path: str | os.PathLike[str],
    *,
    format: str | None = None,
    columns: Columns | None = None,
) -> None:
    """Write a corpus so that ``read_corpus`` returns the same records.

    The id, the person and the text come first, the other fields after them in the order in which
    they occur; a field whose name is taken gets underscores after it. CSV and TSV hold strings
    only: there, other values are written as JSON and null as nothing. Cells are written as they
    are, also those that a spreadsheet would take for a formula. In a spaCy ``DocBin`` each record
    is a document, and all but its text is user data. A folder holds a text file for each record
    and nothing else, so records with a person or other fields cannot be written there.

    A file appears whole or not at all and only its owner can read it.

    Args:
        corpus: The records.
        path: A file whose extension names the format (``.gz`` after it packs a text format), or
            ``-`` for standard output. A name that ends in ``/``, and an empty folder, becomes a
            folder of text files.
        format: ``jsonl``, ``csv``, ``tsv``, ``parquet`` or ``spacy``; by the extension where None,
            and ``jsonl`` for standard output.
        columns: What to call the columns, as in the file that the records came from; ``id``,
            ``person`` and ``text`` where None, and in a ``DocBin``, which has no columns.

    Raises:
        UsageError: It is no corpus, the format is unknown, or the file cannot be written there.
        InputError: A text holds a NUL character and the format is CSV, TSV or a folder, a
            ``DocBin`` cannot hold a number, or a folder a column or an id.
    """
    from seethrough.records.corpus import Corpus

    if not isinstance(corpus, Corpus):
        raise UsageError(
            f"a {type(corpus).__name__} is no corpus; give what seethrough.read returns, or the"
            " corpus of a release"
        )
    path = os.fspath(path)
    format = written_format(path, format)
    if format == FOLDER:
        with writing_errors(path), FileSet(replace=False) as files:
            stage_records(corpus, files, path, format)
        return
    with _replacing(path) as file:
        write_records(corpus, file, path, format, columns)


def written_format(path: str, format: str | None = None) -> str:
    """Return the format in which ``path`` is written.

    Args:
        path: A file, or ``-``.
        format: The format where the user names one.

    Raises:
        UsageError: The format is unknown.
    """
    if format is None and (path.endswith(os.sep) or os.path.isdir(path)):
        return FOLDER
    format = format_of(path, format) or ("jsonl" if path == STDIN else None)
    if format is None:
        raise UsageError(
            f"{path}: unknown format; end the name in .{', .'.join(FORMATS)}, or in {os.sep} for a"
            " folder of text files (in Python, format= names one)"
        )
    return format


def stage_records(corpus: Corpus, files: FileSet, path: str, format: str) -> None:
    """Write a corpus into a file or a folder that takes its place with others.

    Args:
        corpus: The records.
        files: Gets the file or the folder.
        path: What it will be called.
        format: One of ``FORMATS``, or ``FOLDER``.

    Raises:
        InputError: The format cannot hold a text, or a folder a column or an id.
    """
    if format == FOLDER:
        names = _Names(corpus, None)
        others = [name for name in (*names.parts, *names.fields) if name not in ("id", "text")]
        if others:
            raise InputError(
                f"{path}: a folder of text files holds no other columns ({listed(others)}); write"
                f" a table, such as {path.rstrip(os.sep)}.jsonl"
            )
        folder = files.make_folder(Path(path))
        text_folder.write_texts(corpus.ids, corpus.texts, folder, path)
        return
    with files.open(Path(path)) as file:
        write_records(corpus, file, path, format)


def write_records(
    corpus: Corpus, file: IO[bytes], path: str, format: str, columns: Columns | None = None
) -> None:
    """Write a corpus into an open file.

    Args:
        corpus: The records.
        file: The file.
        path: What the file will be called; a text format is packed where that ends in ``.gz``.
        format: One of ``FORMATS``.
        columns: As for ``write_corpus``.
    """
    names = _Names(corpus, None if format == "spacy" else columns)
    if format == "spacy":
        docbin.write_rows(map(names.row, corpus), file, corpus.name)
    elif format == "parquet":
        _write_parquet(corpus, names, file)
    elif path.lower().endswith(".gz"):
        # No name and no time in the header: same records, same bytes.
        with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
            _write_text(corpus, names, cast("IO[bytes]", packed), format)
    else:
        _write_text(corpus, names, file, format)


class _Names:
    """The columns to write: three parts and the fields."""

    def __init__(self, corpus: Corpus, columns: Columns | None) -> None:
        self.id = (columns and columns.id) or "id"
        self.person = (columns and columns.person) or "person"
        self.text = columns.text if columns else "text"
        people = [self.person] if corpus.persons != corpus.ids else []
        self.parts = list(dict.fromkeys((self.id, *people, self.text)))
        taken = set(self.parts)
        self.fields: dict[str, str] = {}
        for key in dict.fromkeys(key for record in _with_fields(corpus) for key in record.fields):
            name = key
            while name in taken:
                name += "_"
            taken.add(name)
            self.fields[key] = name

    def row(self, record: Record) -> dict[str, Any]:
        """Return a record as one object; person first, so that a shared column holds the id."""
        parts = {self.person: record.person, self.id: record.id, self.text: record.text}
        own = {self.fields[key]: value for key, value in record.fields.items()}
        return {name: parts[name] for name in self.parts} | own


def _with_fields(corpus: Corpus) -> Iterator[Record]:
    import pyarrow.compute as pc

    if pc.any(pc.not_equal(corpus.table.column("fields"), "{}")).as_py():
        yield from corpus


def _write_text(corpus: Corpus, names: _Names, file: IO[bytes], format: str) -> None:
    stream = io.TextIOWrapper(file, encoding="utf-8", newline="")
    if format == "jsonl":
        _write_jsonl(corpus, names, stream)
    else:
        _write_delimited(corpus, names, stream, "\t" if format == "tsv" else ",")
    stream.flush()
    stream.detach()


def _write_jsonl(corpus: Corpus, names: _Names, stream: IO[str]) -> None:
    encode = json.JSONEncoder(ensure_ascii=False).encode
    for record in corpus:
        # Line ends for str.splitlines and orders to a terminal, which JSON allows unescaped.
        stream.write(escaped_json(encode(names.row(record))) + "\n")


def _write_delimited(corpus: Corpus, names: _Names, stream: IO[str], delimiter: str) -> None:
    header = [*names.parts, *names.fields.values()]
    # CRLF as in RFC 4180; with it the writer quotes every cell that holds CR or LF.
    writer = csv.writer(stream, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(header)
    for number, record in enumerate(corpus, 1):
        row = names.row(record)
        cells = [_cell(row.get(name)) for name in header]
        if any("\0" in cell for cell in cells):
            raise InputError(
                f"{corpus.name}, record {number}: a NUL character, which CSV and TSV cannot hold; "
                "write JSONL or Parquet"
            )
        writer.writerow(cells)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _write_parquet(corpus: Corpus, names: _Names, file: IO[bytes]) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    parts = {names.person: "person", names.id: "id", names.text: "text"}
    columns = {name: corpus.table.column(parts[name]) for name in names.parts}
    for key, name in names.fields.items():
        values = [record.fields.get(key) for record in corpus]
        try:
            columns[name] = _nested(values) if any(map(_is_nested, values)) else pa.array(values)
        except (pa.ArrowException, OverflowError):  # no one type: strings, the others as JSON
            columns[name] = pa.array([None if v is None else _cell(v) for v in values])
    pq.write_table(pa.table(columns), file, row_group_size=_ROW_GROUP)


def _is_nested(value: Any) -> bool:
    return isinstance(value, dict | list)


def _nested(values: list[Any]) -> pa.Array:
    """Return lists and objects as Arrow holds them.

    Raises:
        ArrowException: They would not come back as they are, such as objects of unlike keys, or
            Parquet cannot hold them, such as an empty object.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    column = pa.array(values)
    if column.to_pylist() != values:
        raise pa.ArrowInvalid("objects differ in their keys")
    pq.write_table(pa.table({"values": column}), pa.BufferOutputStream())
    return column


@contextlib.contextmanager
def _replacing(path: str) -> Iterator[IO[bytes]]:
    """Open a temporary file that takes the place of ``path`` once it is whole.

    What is no regular file (standard output, a pipe, a device) is written to directly.
    """
    if path == STDIN:
        out = results()
        if out is None:  # "seethrough ... >&-"
            raise UsageError("standard output is closed; name a file")
        yield out.buffer
        out.buffer.flush()
        return
    target = Path(os.path.realpath(path))  # a link stays a link
    if target.is_dir():
        raise UsageError(f"{path}: is a folder; name a file in it")
    with writing_errors(path):
        if target.exists() and not target.is_file():
            with target.open("wb") as file:
                yield file
            return
        with replacing(target) as file:
            yield file
