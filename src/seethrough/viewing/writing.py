"""Writes the files that ``view`` reads: whole or not at all, for their owner alone."""

from __future__ import annotations

import json
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from seethrough.storage.files import FileSet, make_private_directory, writing_errors
from seethrough.storage.string_tables import string_array, without_surrogates
from seethrough.viewing.form import (
    ANSWER_COUNTS,
    ANSWERS,
    COLUMNS,
    COUNTS,
    FINDINGS,
    FOLDER,
    KEY,
    PEOPLE,
    Header,
)
from seethrough.viewing.ranking import ranks

if TYPE_CHECKING:
    import pyarrow as pa

    from seethrough.statistics.arrays import IntArray

GROUP_ROWS = 256
"""So many rows are compressed, and read again, together."""

GROUP_BYTES = 4 << 20
"""At so many bytes a group ends before."""


class Person(NamedTuple):
    """A person to be kept.

    Attributes:
        name: The person's name.
        counts: For the place of each release where something was found, what is in `COUNTS`.
        detail: JSON-able data; None in a run without text.
    """

    name: str
    counts: Mapping[int, Mapping[str, int]]
    detail: Mapping[str, Any] | None


class Answer(NamedTuple):
    """An answer to be kept.

    Attributes:
        release: The place of the release.
        told: How many things it gives away.
        detail: JSON-able data.
    """

    release: int
    told: int
    detail: Mapping[str, Any]


def write_view(
    run: Path, header: Header, people: Iterable[Person], answers: Iterable[Answer]
) -> None:
    """Write what ``view`` reads into a run's folder, in the place of what was there.

    Args:
        run: The folder.
        header: What the files have in common.
        people: In the natural order of their names.
        answers: Release by release, those that gave most away first.

    Raises:
        OutputError: The disk is full.
        UsageError: It cannot be written there.
    """
    folder = run / FOLDER
    make_private_directory(folder)
    metadata = {KEY: json.dumps(header.to_json()).encode()}
    with writing_errors(folder), FileSet(replace=True) as files:
        findings = _Findings()
        with files.open(folder / PEOPLE) as file:
            _write(file, _people(people, findings), COLUMNS[PEOPLE], metadata)
        with files.open(folder / ANSWERS) as file:
            _write(file, _answers(answers), COLUMNS[ANSWERS], metadata)
        with files.open(folder / FINDINGS) as file:
            _write_table(file, findings.table(), metadata)


class _Findings:
    """The counts of everybody, as they come."""

    def __init__(self) -> None:
        self.columns = {name: array("i") for name in ("release", "person", *COUNTS)}

    def add(self, place: int, counts: Mapping[int, Mapping[str, int]]) -> None:
        for release, own in counts.items():
            self.columns["release"].append(release)
            self.columns["person"].append(place)
            for name in COUNTS:
                self.columns[name].append(own[name])

    def table(self) -> pa.Table:
        """Return all of them, release by release, the most exposed first."""
        import numpy as np
        import pyarrow as pa

        found: dict[str, IntArray] = {
            name: np.frombuffer(column, np.intc) for name, column in self.columns.items()
        }
        found["rank"] = ranks(found)
        order = np.lexsort((found["rank"], found["release"]))
        return pa.table({name: pa.array(found[name][order]) for name in COLUMNS[FINDINGS]})


def _people(people: Iterable[Person], findings: _Findings) -> Iterator[dict[str, Any]]:
    for place, person in enumerate(people):
        findings.add(place, person.counts)
        yield {"person": person.name, "detail": _encoded(person.detail)}


LONGEST_QUESTION = 300
"""Characters of a question in the list."""


def _answers(answers: Iterable[Answer]) -> Iterator[dict[str, Any]]:
    for answer in answers:
        yield {
            "release": answer.release,
            "told": answer.told,
            "question": answer.detail["question"][:LONGEST_QUESTION],
            "detail": _encoded(answer.detail),
        }


def _encoded(detail: Mapping[str, Any] | None) -> str | None:
    if detail is None:
        return None
    return without_surrogates(json.dumps(detail, ensure_ascii=False, separators=(",", ":")))


def _write(
    file: IO[bytes],
    rows: Iterator[dict[str, Any]],
    columns: Sequence[str],
    metadata: Mapping[bytes, bytes],
) -> None:
    """Write rows in small groups, so that one is read without the others."""
    import pyarrow as pa

    types = [pa.int32() if name in ANSWER_COUNTS else pa.large_string() for name in columns]
    schema = pa.schema(list(zip(columns, types, strict=True)), metadata=metadata)
    with _writer(file, schema) as writer:
        while group := _group(rows):
            arrays = [
                pa.array([row[name] for row in group], type_)
                if pa.types.is_integer(type_)
                else string_array([row[name] for row in group])
                for name, type_ in zip(columns, types, strict=True)
            ]
            writer.write_table(pa.table(arrays, schema=schema), row_group_size=len(group))


def _group(rows: Iterator[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return the next rows that are kept together; none at the end."""
    group, size = [], 0
    for row in islice(rows, GROUP_ROWS):
        group.append(row)
        size += len(row["detail"] or "")
        if size >= GROUP_BYTES:
            break
    return group


def _write_table(file: IO[bytes], table: pa.Table, metadata: Mapping[bytes, bytes]) -> None:
    table = table.replace_schema_metadata(metadata)
    with _writer(file, table.schema) as writer:
        writer.write_table(table)


def _writer(file: IO[bytes], schema: pa.Schema) -> Any:
    import pyarrow.parquet as pq

    return pq.ParquetWriter(
        file,
        schema,
        compression="zstd",
        use_dictionary=False,
        write_statistics=False,
        write_page_checksum=True,
    )
