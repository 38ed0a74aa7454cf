"""Records and the corpora that hold them."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import repeat
from typing import TYPE_CHECKING, Any

from seethrough.records.texts import Texts, changed
from seethrough.storage.store import MemoryStore, Store
from seethrough.storage.string_tables import rows_at, string_table

if TYPE_CHECKING:
    import pyarrow as pa

COLUMNS = ("id", "person", "text", "fields")
"""The columns of a corpus; what other columns a row has is one JSON object."""


class RecordsError(ValueError):
    """Sequences make no records; the message quotes none of their text."""


@dataclass(frozen=True, slots=True)
class Record:
    """One private or released text.

    Attributes:
        id: Unique within its corpus.
        person: The person that the text is about; equal to ``id`` if the data name no person.
        text: The text itself; may be empty.
        fields: Every other column of the row, JSON-able.
    """

    id: str
    person: str
    text: str
    fields: Mapping[str, Any] = field(default_factory=dict)


class Corpus:
    """An immutable table of records with a name and a content hash.

    The table is an Arrow table of four string columns, ``id``, ``person``, ``text`` and
    ``fields`` (the other columns of each row as one JSON object), so that a million records
    take little more memory than their text, or none where a block names a folder for large
    tables (`seethrough.storage.scratch`).

    Args:
        table: The Arrow table.
        name: What to call the corpus in a report, usually the file's name.
        derived: Where tables computed from it (its claims) are kept; in memory by default.
    """

    def __init__(self, table: pa.Table, name: str, derived: Store | None = None) -> None:
        self._table = table
        self.name = name
        self.derived: Store = MemoryStore() if derived is None else derived

    @classmethod
    def from_texts(
        cls,
        texts: Sequence[str],
        ids: Sequence[str] | None = None,
        persons: Sequence[str] | None = None,
        fields: Sequence[Mapping[str, Any]] | None = None,
        name: str = "corpus",
    ) -> Corpus:
        """Build a corpus from parallel sequences.

        Args:
            texts: One text per record.
            ids: Unique record ids; ``"0"``, ``"1"``, ... if not given.
            persons: The person of each record; the ids if not given.
            fields: Other columns of each record.
            name: What to call the corpus in a report.

        Raises:
            RecordsError: One text stands for all, the sequences differ in length, two ids are the
                same, or an id, a person or a text is no string.
        """
        if isinstance(texts, str):
            raise RecordsError("texts are one text; give a list of texts")
        ids = [str(i) for i in range(len(texts))] if ids is None else ids
        persons = ids if persons is None else persons
        columns = [ids, persons, texts, *([] if fields is None else [fields])]
        if len({len(column) for column in columns}) != 1:
            raise RecordsError("texts, ids, persons and fields differ in length")
        if len(set(ids)) != len(ids):
            raise RecordsError("ids are not unique")
        dumped = repeat("{}") if fields is None else map(dump_fields, fields)
        rows = zip(
            map(_string, ids), map(_string, persons), map(_string, texts), dumped, strict=False
        )
        return cls(string_table(COLUMNS, rows), name)

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def __iter__(self) -> Iterator[Record]:
        for batch in self._table.to_batches(max_chunksize=4096):
            columns = (batch.column(i).to_pylist() for i in range(4))
            for id_, person, text, fields in zip(*columns, strict=True):
                yield Record(id_, person, text, json.loads(fields))

    def __getitem__(self, index: int) -> Record:
        row = self._table.slice(range(len(self))[index], 1).to_pylist()[0]
        return Record(row["id"], row["person"], row["text"], json.loads(row["fields"]))

    def __repr__(self) -> str:
        return f"Corpus({self.name!r}, {len(self)} records)"

    @property
    def table(self) -> pa.Table:
        """The Arrow table behind the corpus."""
        return self._table

    @cached_property
    def ids(self) -> list[str]:
        """The id of each record, in order."""
        return self._table.column("id").to_pylist()  # type: ignore[no-any-return]

    @cached_property
    def persons(self) -> list[str]:
        """The person of each record, in order."""
        if self._table.column("person").equals(self._table.column("id")):
            return self.ids
        return self._table.column("person").to_pylist()  # type: ignore[no-any-return]

    @cached_property
    def texts(self) -> Texts:
        """The text of each record, in order."""
        return Texts(self._table.column("text"))

    @cached_property
    def field_names(self) -> list[str]:
        """The names of the other columns, in the order in which they first occur."""
        names: dict[str, None] = {}
        for batch in self._table.select(["fields"]).to_batches(max_chunksize=4096):
            for fields in batch.column(0).unique().to_pylist():
                names.update(dict.fromkeys(json.loads(fields)))
        return [*names]

    @cached_property
    def unit(self) -> str:
        """The unit that a guarantee per person protects: a ``record`` if the data name no person.

        Each record then counts as its own person, and a person with several records is protected
        record by record.
        """
        return "record" if self.ids == self.persons else "person"

    @cached_property
    def position(self) -> Mapping[str, int]:
        """The position of each record id."""
        return {id_: i for i, id_ in enumerate(self.ids)}

    def places(self, ids: Iterable[str]) -> list[int]:
        """Return the positions, in order, of those of some ids that there are."""
        return sorted(self.position[id_] for id_ in ids if id_ in self.position)

    @cached_property
    def hash(self) -> str:
        """SHA-256 of the records in order, as 64 hexadecimal digits; the name does not count."""
        digest = hashlib.sha256()
        for batch in self._table.to_batches(max_chunksize=4096):
            columns = (map(_quoted, batch.column(i).to_pylist()) for i in range(4))
            digest.update(
                "".join(f"[{', '.join(row)}]\n" for row in zip(*columns, strict=True)).encode()
            )
        return digest.hexdigest()

    def take(self, indices: Sequence[int], name: str | None = None) -> Corpus:
        """Return the records at ``indices``, in that order."""
        return Corpus(rows_at(self._table, indices), self.name if name is None else name)

    def with_texts(self, texts: Sequence[str], name: str | None = None) -> Corpus:
        """Return the same ids with other texts.

        For sanitizers that treat records one by one. The persons, who may be
        names, and all other fields are left out.
        """
        return Corpus.from_texts(texts, self.ids, name=self.name if name is None else name)

    def rewritten(self, changes: Iterable[str | None]) -> Corpus:
        """Return the same records, persons and fields with some texts changed.

        Args:
            changes: For each record its new text, or None where it stays.

        Returns:
            The corpus itself where all stay.
        """
        column = changed(self.texts, changes)
        if column is None:
            return self
        place = self._table.schema.get_field_index("text")
        return Corpus(self._table.set_column(place, "text", column), self.name)

    def keeping(self, derived: Store) -> Corpus:
        """Return the same corpus with derived tables kept in ``derived``."""
        return Corpus(self._table, self.name, derived)


def _string(value: Any) -> str:
    if not isinstance(value, str):
        raise RecordsError(f"a text, an id or a person is no string but {type(value).__name__}")
    return value


def dump_fields(fields: Mapping[str, Any]) -> str:
    """Return a row's other columns as one JSON object, keys sorted.

    Bytes become text, or a note of their length where they are not UTF-8; NaN and infinity
    become null; other objects that JSON lacks, such as dates, become strings.
    """
    try:
        return _FIELDS.encode(fields)
    except ValueError:
        return _FIELDS.encode(_finite(fields))


def _as_json(value: Any) -> Any:
    if isinstance(value, bytes):
        try:
            return value.decode()
        except UnicodeDecodeError:
            return f"<{len(value)} bytes>"
    return str(value)


_quoted = json.encoder.encode_basestring
"""A text as JSON has it, in less time than `json.dumps` takes."""

_FIELDS = json.JSONEncoder(ensure_ascii=False, sort_keys=True, allow_nan=False, default=_as_json)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {key: _finite(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_finite(inner) for inner in value]
    return value


def split_people(corpus: Corpus, held_out: int, seed: int) -> tuple[Corpus, Corpus]:
    """Split by person into the records to release and a control group that stays out.

    Args:
        corpus: The private records.
        held_out: How many people to hold out; fewer than there are.
        seed: Decides which people; the choice depends on nothing else.

    Returns:
        The records of the people to release, and those of the people held out, in order.

    Raises:
        ValueError: ``held_out`` is negative or leaves no person.
    """
    import numpy as np

    people = sorted(set(corpus.persons))
    most = max(len(people) - 1, 0)
    if not 0 <= held_out <= most:
        raise ValueError(f"held_out={held_out} must be between 0 and {most}")
    rng = np.random.default_rng([seed, 0x5EED])
    out = {people[i] for i in rng.permutation(len(people))[:held_out]}
    inside = [i for i, p in enumerate(corpus.persons) if p not in out]
    outside = [i for i, p in enumerate(corpus.persons) if p in out]
    return corpus.take(inside), corpus.take(outside, f"{corpus.name} (held out)")


def without(corpus: Corpus, others: Corpus) -> Corpus:
    """Return the records of a corpus that do not stand in another one, by id and text.

    Args:
        corpus: The records, such as a whole file.
        others: Those to leave out, such as the people who were held out of a training.
    """
    outside = {*zip(others.ids, others.texts, strict=True)}
    rows = enumerate(zip(corpus.ids, corpus.texts, strict=True))
    return corpus.take([i for i, row in rows if row not in outside])
