"""Rows -> a corpus and a ledger of irregularities."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.errors import InputError
from seethrough.notices import notice
from seethrough.records.chats import beside, flatten_chat, parse_chat
from seethrough.records.column_content import is_number
from seethrough.records.column_names import CHAT_NAMES, normalized
from seethrough.records.columns import Columns
from seethrough.records.corpus import COLUMNS, Corpus, dump_fields
from seethrough.records.formats.rows import Row, Source
from seethrough.storage.string_tables import string_table, without_surrogates

if TYPE_CHECKING:
    import pyarrow as pa

MISSING = frozenset((
    "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "null", "[NULL]", "(NULL)", "(null)",
    "<NULL>", "<null>", "\\N",
))  # fmt: skip
"""What R, pandas, spreadsheets and databases write where a value is missing."""

NOBODY = MISSING | {"", "None", "NaT"}
"""What stands where no person is named. As a text, *None* may answer what somebody complains of."""

MAYBE_NOBODY = frozenset((
    "unknown", "unk", "not known", "not available", "unnamed", "anonymous", "anon", "none", "nil",
    "na", "n/a", "n.a.", "nan", "null", "-", "--", "---", "\u2013", "\u2014", "?", "??", "???", ".",
    "...", "_", "*", "unbekannt", "inconnu", "desconocido",
))  # fmt: skip
"""What may stand there, too, in small letters; it may also be what somebody is called."""


MERGED = 3
"""Merged cells leave rows without a person in so many places, one row in so many, or more."""


class NoIdError(InputError):
    """A row has no id, or one that an earlier row has."""


def collect(
    source: Source, rows: Iterable[Row], columns: Columns, name: str
) -> tuple[Corpus, dict[str, int]]:
    """Stream rows into an Arrow table, which lies on disk where it is large.

    Args:
        source: Where the rows come from, for messages.
        rows: All rows; their dictionaries are used up.
        columns: Which column plays which part; the others become fields.
        name: What to call the corpus.

    Returns:
        The corpus, and the ledger that ``seethrough.records.reading.Reading`` describes.

    Raises:
        NoIdError: An id is missing or comes twice.
        InputError: A value in the text column is no text, or one in the person column several.
    """
    import pyarrow as pa

    ledger: Counter[str] = Counter()
    unnamed: list[int] = []
    person_of = _PersonOf(columns, source)
    table = string_table(COLUMNS, _records(source, rows, columns, ledger, person_of, unnamed))
    person_of.say_marks()
    person_of.say_merged(table, unnamed)
    table = _each_its_own(table, unnamed)
    pa.default_memory_pool().release_unused()  # what reading took and gave back
    return Corpus(table, name), {"records": len(table), **ledger}


def _each_its_own(table: pa.Table, unnamed: Sequence[int]) -> pa.Table:
    """Return a table in which no record without a person has an id that is somebody's name."""
    import pyarrow as pa

    persons = table.column("person").to_pylist() if unnamed else []
    blank = set(unnamed)
    named = {person for row, person in enumerate(persons) if row not in blank}
    shared = [row for row in unnamed if persons[row] in named]
    if not shared:
        return table
    for row in shared:
        persons[row] = f"record {persons[row]}"
    place = table.column_names.index("person")
    return table.set_column(place, "person", pa.array(persons, pa.large_string()))


def is_blank(values: Mapping[str, Any]) -> bool:
    """Return whether a row has several fields and none is filled."""
    return len(values) > 1 and all(value is None or value == "" for value in values.values())


def _records(
    source: Source,
    rows: Iterable[Row],
    columns: Columns,
    ledger: Counter[str],
    person_of: _PersonOf,
    unnamed: list[int],
) -> Iterator[tuple[str, str, str, str]]:
    """Yield id, person, text and fields of each record, and count what is odd in a ledger.

    ``unnamed`` takes the places of records without a person.
    """
    id_of = _IdOf(columns, source)
    text_of = _TextOf(columns, source, ledger)
    used = {columns.text, columns.id, columns.person} - {None}
    count = 0
    for number, values in rows:
        if columns.id is not None and is_blank(values):
            ledger["rows_without_any_value"] += 1
            continue
        count += 1
        id_ = str(count) if columns.id is None else id_of(values.get(columns.id), number)
        person = id_ if columns.person is None else person_of(values.get(columns.person), number)
        if person is None:
            ledger["records_without_a_person"] += 1
            unnamed.append(count - 1)
            person = id_
        text = text_of(values.get(columns.text), number)
        for column in used:
            values.pop(column, None)  # type: ignore[arg-type]
        if text_of.beside:
            values[f"{columns.text} (beside the turns)"] = text_of.beside
        yield id_, person, text, dump_fields(values) if values else "{}"
    text_of.check()


def identifier(value: Any) -> str | None:
    """Return an id or a person as a string, 1 and 1.0 as ``"1"``; None if it is none.

    Bytes that are not UTF-8, as those of a UUID, are told in hexadecimal digits. Null, nan, an
    empty string, a boolean and a collection are no ids.
    """
    if isinstance(value, str):
        return without_surrogates(value) or None
    if isinstance(value, bytes):
        try:
            return value.decode() or None
        except UnicodeDecodeError:
            return value.hex()
    if value is None or isinstance(value, bool | list | tuple | dict) or value != value:
        return None
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


class _PersonOf:
    """Turns the values of the person column into persons."""

    def __init__(self, columns: Columns, source: Source) -> None:
        self._column = columns.shown(columns.person or "")
        self._source = source
        self._marks: Counter[str] = Counter()

    def __call__(self, value: Any, number: int) -> str | None:
        """Return a person as a string: a blank around it makes nobody another one.

        None where nobody is named, also by a mark as R, pandas and databases write it.
        """
        if value and isinstance(value, list | tuple | dict):
            problem = f"the person column {self._column} holds several values; give each record one"
            raise self._source.error(number, problem)
        told = (identifier(value) or "").strip()
        if told in NOBODY:
            return None
        if told.casefold() in MAYBE_NOBODY:
            self._marks[told] += 1
        return told

    def say_marks(self) -> None:
        """Say of how many rows one person is made by what may mark that nobody is named."""
        several = [f'{rows:,} rows of "{mark}"' for mark, rows in self._marks.items() if rows > 1]
        if several:
            notice(
                f"{self._source.place}: in column {self._column}, {' and '.join(several)} count as"
                f" one person{' each' * (len(several) > 1)}; leave it empty where nobody is named"
            )

    def say_merged(self, table: pa.Table, unnamed: Sequence[int]) -> None:
        """Say that merged cells of a spreadsheet may have named several rows' person in the first.

        They look like that where a third of the rows or more name nobody, in several places but not
        in the first row, and everybody else is named once.
        """
        blank = set(unnamed)
        gaps = sum(row - 1 not in blank for row in unnamed)
        if gaps < MERGED or 0 in blank or MERGED * len(blank) < len(table):
            return
        persons = table.column("person").to_pylist()
        named = [person for row, person in enumerate(persons) if row not in blank]
        if len(named) == len(set(named)):
            notice(
                f"{self._source.place}: in column {self._column}, {len(blank):,} rows name nobody"
                " and nobody is named twice; if cells were merged, write the person in each row:"
                " else each such row is a person of its own"
            )


class _IdOf:
    """Turns the values of the id column into ids, and finds those that come twice."""

    def __init__(self, columns: Columns, source: Source) -> None:
        self._column = columns.shown(columns.id or "")
        self._guessed = "id" in columns.guessed
        self._source = source
        self._numbers: dict[str, int] = {}

    def __call__(self, value: Any, number: int) -> str:
        id_ = identifier(value)
        if id_ is None:
            raise self._error(number, f"no id in column {self._column}")
        if id_ in self._numbers:  # several records of a JSON array may stand on one line
            before = f"{self._source.unit} {self._numbers[id_]}"
            raise self._error(number, f"the same id in column {self._column} as {before}")
        self._numbers[id_] = number
        return id_

    def _error(self, number: int, problem: str) -> NoIdError:
        guess = "; the column was guessed: name another with --id, or number the rows with --id ''"
        error = self._source.error(number, problem + (guess if self._guessed else ""))
        return NoIdError(*error.args)


class _TextOf:
    """Turns the values of the text column into texts, and counts what is odd about them."""

    def __init__(self, columns: Columns, source: Source, ledger: Counter[str]) -> None:
        self._column = columns.shown(columns.text)
        self._source = source
        self._ledger = ledger
        self._may_encode_chats = normalized(columns.text) in CHAT_NAMES
        self._words = self._numbers = False
        self.beside = ""
        """What else stood in the last text that was a chat, such as a name beside its turns."""

    def __call__(self, value: Any, number: int) -> str:
        self.beside = ""
        return self._text(value, number)

    def _text(self, value: Any, number: int) -> str:
        if type(value) is not str:
            return self._other(value, number)
        if self._may_encode_chats and (parsed := parse_chat(value)) is not None:
            self._ledger["flattened_chats"] += 1
            value, encoded = parsed
            self.beside = beside(encoded, value)
        if value in MISSING:
            self._ledger["null_texts"] += 1
            return ""
        if not value:
            self._ledger["empty_texts"] += 1
        elif not self._words:
            self._words = self._source.typed or not is_number(value)
            self._numbers = True
        text = without_surrogates(value)
        if text is not value:
            self._ledger["replaced_characters"] += 1
        return text

    def _other(self, value: Any, number: int) -> str:
        if value is None or value != value:
            self._ledger["null_texts"] += 1
            return ""
        if isinstance(value, int | float):
            self._ledger["numbers_as_text"] += 1
            self._numbers = True
            return str(value)
        if isinstance(value, bytes):
            try:
                return self._text(value.decode(), number)
            except UnicodeDecodeError:
                raise self._source.error(number, f"{self._what()} bytes, not UTF-8") from None
        if isinstance(value, list | dict):
            chat = flatten_chat(value)
            if chat is None:
                kind = "a list" if isinstance(value, list) else "an object"
                raise self._source.error(number, f"{self._what()} {kind} that is not a chat")
            self._ledger["flattened_chats"] += 1
            self.beside = beside(value, chat)
            return self._text(chat, number)
        return self._text(str(value), number)

    def _what(self) -> str:
        return f"the text column {self._column} holds"

    def check(self) -> None:
        """Raise if the column turned out to hold numbers only."""
        if self._numbers and not self._words:
            raise InputError(
                f"{self._source.place}: {self._what()} numbers only; "
                "name the text column with --text"
            )
