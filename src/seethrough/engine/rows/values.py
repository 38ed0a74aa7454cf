"""Everything that a released record holds beside its text, as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from seethrough.engine.rows import labels
from seethrough.records.texts import Texts
from seethrough.storage.string_tables import string_table
from seethrough.text.stop_words import STOP_WORDS

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


def strings(value: Any) -> Iterator[str]:
    """Yield every text, number and truth value in a value, also of nested lists and objects.

    The words of a text that a list holds one by one (`_word_by_word`) are one text.
    """
    if isinstance(value, str):
        yield value
    elif value is None:
        return
    elif isinstance(value, bool):
        yield "true" if value else "false"
    elif isinstance(value, float) and value.is_integer():
        yield str(int(value))  # a whole column becomes floats where one cell is empty
    elif isinstance(value, int | float):
        yield str(value)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield str(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        text = _word_by_word(value)
        for inner in value if text is None else [text]:
            yield from strings(inner)


WORDS = 8
"""So many words and more that stand one by one in a list may be a text."""

_STOP_WORDS = 0.1
"""The share of them that are stop words, where they are a text: tags and names have none."""


def _word_by_word(items: Sequence[Any]) -> dict[str, Any] | None:
    """Return the fields of objects, or of lists, that each hold a word of a text; None of others.

    Transcripts by machine hold ``[{"word": "I", "end": 0.3}, {"word": "had", "end": 0.5}, ...]``.

    Args:
        items: A list.

    Returns:
        For each name of a field, the text, or the different values of what else the field holds.
    """
    if len(items) < WORDS or not all(isinstance(item, Mapping | list | tuple) for item in items):
        return None
    rows = [item if isinstance(item, Mapping) else dict(enumerate(item)) for item in items]
    fields = dict.fromkeys(name for row in rows for name in row)
    columns = {str(name): [row.get(name) for row in rows] for name in fields}
    words = {name: " ".join(map(str, v)) for name, v in columns.items() if _is_running(v)}
    rest = {name: _different(v) for name, v in columns.items() if name not in words}
    return {**words, **rest} if words else None


def _is_running(values: Sequence[Any]) -> bool:
    """Return whether values are the words of a text."""
    if not all(isinstance(value, str) and len(value.split()) <= 1 for value in values):
        return False
    return sum(map(STOP_WORDS.__contains__, values)) >= _STOP_WORDS * len(values)


def _different(values: Sequence[Any]) -> list[str] | str:
    """Return the different values of a field; numbers, such as times, as one row."""
    told = [*dict.fromkeys(text for value in values for text in strings(value))]
    return told if any(isinstance(value, str) for value in values) else " ".join(told)


LABEL = 5
"""A column's name of more words is no label: what it says is read with its values."""


def columns(corpus: Corpus) -> dict[str, Sequence[str]]:
    """Return the other columns of a corpus as text, one per record, empty where there is no value.

    They lie on disk where they are large (`seethrough.storage.scratch`).

    Args:
        corpus: n records.

    Returns:
        For each name in their ``fields``, n texts; a list's or an object's strings are joined by
        line ends. A name that is a sentence (more than `LABEL` words) stands before its values.
    """
    names = corpus.field_names
    if not names:
        return {}
    rows = ([_told(name, record.fields.get(name)) for name in names] for record in corpus)
    table = string_table(names, rows)
    return {name: Texts(table.column(place)) for place, name in enumerate(names)}


FIELDS = 100
"""An object of more fields in all is no row within a row."""


def opened(corpus: Corpus) -> dict[str, dict[str, Sequence[str]]]:
    """Return the columns that hold objects, each as columns of its own, as `columns` returns them.

    The flags ``{"hiv": true, "asthma": false}`` say nothing where their names stand in one cell,
    nor does ``[{"name": "hiv", "status": "present"}]``.

    Args:
        corpus: n records.

    Returns:
        For each such column, its fields (``flags.hiv``, and ``lab.blood.lead`` of objects in
        objects). One with more than `FIELDS` fields, or one called like a column, is left out.
    """
    inner: dict[str, dict[str, None]] = {}
    others: set[str] = set()
    for record in corpus:
        for name, value in record.fields.items():
            value = _by_label(value)
            if isinstance(value, Mapping):
                inner.setdefault(name, {}).update(dict.fromkeys(_leaves(name, value)))
            elif value not in (None, []):
                others.add(name)
    found = {
        name: [*keys]
        for name, keys in inner.items()
        if name not in others and len(keys) <= FIELDS and others.isdisjoint(keys)
    }
    names = [leaf for leaves in found.values() for leaf in leaves]
    if not names:
        return {}
    rows = (["\n".join(strings(told.get(leaf))) for leaf in names] for told in _rows(corpus, found))
    table = string_table(names, rows)
    texts = {leaf: Texts(table.column(place)) for place, leaf in enumerate(names)}
    return {name: {leaf: texts[leaf] for leaf in leaves} for name, leaves in found.items()}


def _rows(corpus: Corpus, names: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Yield the fields of each record's objects."""
    for record in corpus:
        held = ((name, _by_label(record.fields.get(name))) for name in names)
        yield {k: v for name, value in held if value for k, v in _leaves(name, value).items()}


def _by_label(value: Any) -> Any:
    """Return a list of things and answers as one object; any other value as it is.

    ``[{"name": "hiv", "status": "absent"}]`` is ``{"hiv": "absent"}``.
    """
    if not isinstance(value, list) or not value:
        return value
    if not all(isinstance(item, Mapping) and len(item) == 2 for item in value):
        return value
    pairs = [sorted(item.values(), key=labels.is_answer) for item in value]
    told = {thing: answer for thing, answer in pairs if isinstance(thing, str)}
    fitting = all(
        labels.is_answer(answer) and not labels.is_answer(thing) for thing, answer in pairs
    )
    return told if fitting and len(told) == len(value) else value


def _leaves(name: str, value: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of an object and of those in it, by names with points."""
    found: dict[str, Any] = {}
    for key, inner in value.items():
        whole = f"{name}.{key}"
        found |= _leaves(whole, inner) if isinstance(inner, Mapping) else {whole: inner}
    return found


def _told(name: str, value: Any) -> str:
    told = [value] if isinstance(value, str) else [*strings(value)]
    if len(name.split()) > LABEL and value is not None:
        told.insert(0, name)
    return "\n".join(told)
