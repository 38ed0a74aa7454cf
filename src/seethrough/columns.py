"""Which column holds the text, which the id and which the person."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.errors import InputError


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


# Best guess first. Names are compared in lower case with underscores: patientId is patient_id.
TEXT_NAMES = _names(
    "text full_text note notes clinical_note note_text body content document transcript narrative "
    "messages conversation conversations dialogue dialog chat turns user_query prompt question "
    "query post posts comment comments review message description statement summary report "
    "article passage abstract sentence input instruction response output answer"
)
CHAT_NAMES = _names("messages conversation conversations dialogue dialog chat turns transcript")
ID_NAMES = _names(
    "id record_id uid uuid guid _id doc_id document_id note_id row_id item_id sample_id "
    "example_id text_id report_id message_id post_id comment_id conversation_id conversation_hash "
    "chat_id session_id thread_id question_id qid hash realidx key index idx file filename"
)
PERSON_NAMES = _names(
    "person person_id patient patient_id subject_id participant participant_id individual_id "
    "respondent_id author author_id user user_id username user_name member_id customer_id "
    "client_id employee_id student_id speaker speaker_id account_id pid name full_name"
)
_TEXT_ENDINGS = ("_text", "_note", "_notes", "_body", "_content", "_transcript")
_ID_ENDINGS = ("_id", "_uid", "_uuid", "_hash", "_idx")
_NUMBER = re.compile(r"[+-]?\d[\d.,]*(?:[eE][+-]?\d+)?%?")
_LONGEST_PERSON = 100
_MOST_LISTED = 20

Sample = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Columns:
    """Which column plays which part.

    Attributes:
        text: The column that holds the text.
        id: The column of the record ids; None where rows are counted instead.
        person: The column of the persons; None where each record is its own person.
        guessed: Those of ``text``, ``id``, ``person`` that nobody named.
    """

    text: str
    id: str | None = None
    person: str | None = None
    guessed: frozenset[str] = frozenset()

    def __str__(self) -> str:
        parts = (
            f"text column: {self.text}{self._how('text')}",
            f"id column: {self.id or 'none, rows are counted'}{self._how('id')}",
            f"person column: {self.person or 'none, one person a record'}{self._how('person')}",
        )
        return "; ".join(parts)

    def _how(self, part: str) -> str:
        return " (guessed)" if part in self.guessed and getattr(self, part) else ""


def choose_columns(
    sample: Sample,
    place: str,
    *,
    text: str | None = None,
    id: str | None = None,
    person: str | None = None,
) -> Columns:
    """Return the columns that were named, and good guesses at the others.

    The text is in the first column of ``TEXT_NAMES`` that holds words, else in the string column
    with the longest values, ids and people's names aside. An id other than ``id`` or ``record_id``
    must be there and differ in every row of the sample; a person must be short.

    Args:
        sample: The first rows, at least one.
        place: What to call the file in a message.
        text: The name of the text column, or None to guess; so are ``id`` and ``person``.
        id: The name of the id column; ``""`` for none, so that rows are counted.
        person: The name of the person column; ``""`` for none.

    Raises:
        InputError: A named column is not there (names the closest), or no column holds text.
    """
    names = list(dict.fromkeys(name for row in sample for name in row))
    given = {"text": text, "id": id, "person": person}
    found = {part: _named(name, names, place) if name else None for part, name in given.items()}
    free = {name: normalized(name) for name in names if name not in found.values()}
    if found["text"] is None:
        guess = _guess_text(sample, free, place, names)
        found["text"] = guess
        del free[guess]
    if person is None:
        found["person"] = _first_named(PERSON_NAMES, free, lambda name: _names_people(sample, name))
        free.pop(found["person"] or "", None)
    if id is None:
        found["id"] = _guess_id(sample, free)
    guessed = frozenset(part for part, name in given.items() if name is None)
    return Columns(str(found["text"]), found["id"], found["person"], guessed)


def normalized(name: str) -> str:
    """Return a column name in lower case with underscores: ``patientID`` -> ``patient_id``."""
    humps = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name.strip())
    return re.sub(r"[\s\-.]+", "_", humps).lower()


def is_number(text: str) -> bool:
    """Tell whether ``text`` is a number and nothing else."""
    return _NUMBER.fullmatch(text.strip()) is not None


def listed(names: Sequence[str]) -> str:
    """Return column names for a message; what looks like record text is given by position."""
    shown = [
        name if len(name) <= 40 and len(name.split()) <= 4 else f"(column {number})"
        for number, name in enumerate(names[:_MOST_LISTED], 1)
    ]
    more = len(names) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more else "")


def _named(wanted: str, names: Sequence[str], place: str) -> str:
    if wanted in names:
        return wanted
    folded = [name for name in names if name.lower() == wanted.lower()]
    if len(folded) == 1:
        return folded[0]
    by_fold = {name.lower(): name for name in names}
    close = difflib.get_close_matches(wanted.lower(), by_fold, n=1, cutoff=0.5)
    hint = f'; did you mean "{by_fold[close[0]]}"?' if close else ";"
    raise InputError(f'{place}: no column "{wanted}"{hint} columns: {listed(names)}')


def _first_named(
    wanted: Sequence[str], free: Mapping[str, str], fits: Callable[[str], bool]
) -> str | None:
    for want in wanted:
        for name, normal in free.items():
            if normal == want and fits(name):
                return name
    return None


def _guess_text(sample: Sample, free: Mapping[str, str], place: str, names: list[str]) -> str:
    certain = [name for name, normal in free.items() if normal == "text"]
    if certain:
        return certain[0]
    candidates = {name: normal for name, normal in free.items() if _holds_words(sample, name)}
    # A column that says the same in every row, such as an instruction, is the last choice.
    for fits in (lambda name: _varies(sample, name), lambda _: True):
        named = _first_named(TEXT_NAMES, candidates, fits)
        if named is not None:
            return named
    # A text column whose every text is empty: a release that erased them.
    empty = _first_named(TEXT_NAMES, free, lambda name: _is_empty(sample, name))
    if empty is not None:
        return empty
    ending = [name for name, normal in candidates.items() if normal.endswith(_TEXT_ENDINGS)]
    strings = [
        name
        for name, normal in candidates.items()
        if any(isinstance(row.get(name), str) for row in sample)
        and not _says_whose(sample, name, normal)
    ]
    if not strings and not ending:
        raise InputError(
            f"{place}: no column holds text; name one with --text or --release-text;"
            f" columns: {listed(names)}"
        )
    return max(ending or strings, key=lambda name: _mean_length(sample, name))


def _guess_id(sample: Sample, free: Mapping[str, str]) -> str | None:
    certain = _first_named(ID_NAMES[:2], free, lambda _: True)
    if certain is not None:
        return certain
    unique = {name: normal for name, normal in free.items() if _tells_apart(sample, name)}
    named = _first_named(ID_NAMES, unique, lambda _: True)
    if named is not None:
        return named
    endings = (
        name
        for name, normal in unique.items()
        if normal.endswith(_ID_ENDINGS) and normal not in PERSON_NAMES
    )
    return next(endings, None)


def _says_whose(sample: Sample, name: str, normal: str) -> bool:
    """Tell whether a column's name and values are those of an id or of a person."""
    if normal in PERSON_NAMES:
        return _names_people(sample, name)
    return normal in ID_NAMES or normal.endswith(_ID_ENDINGS)


def _holds_words(sample: Sample, name: str) -> bool:
    for row in sample:
        value = row.get(name)
        if isinstance(value, list | tuple | dict | bytes) and value:
            return True
        if isinstance(value, str) and value.strip() and not is_number(value):
            return True
    return False


def _varies(sample: Sample, name: str) -> bool:
    first = sample[0].get(name)
    return len(sample) == 1 or any(row.get(name) != first for row in sample)


def _is_empty(sample: Sample, name: str) -> bool:
    return all(row.get(name) in (None, "") for row in sample)


def _mean_length(sample: Sample, name: str) -> float:
    lengths = [len(value) for row in sample if isinstance(value := row.get(name), str)]
    return sum(lengths) / len(sample)


def _tells_apart(sample: Sample, name: str) -> bool:
    values = [row.get(name) for row in sample]
    if not all(isinstance(value, str | int | float) and value != "" for value in values):
        return False
    return len({str(value) for value in values}) == len(values)


def _names_people(sample: Sample, name: str) -> bool:
    values = [value for row in sample if (value := row.get(name)) not in (None, "")]
    return bool(values) and all(
        isinstance(value, str | int | float) and len(str(value)) <= _LONGEST_PERSON
        for value in values
    )
