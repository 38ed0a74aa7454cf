"""Claims that the data already hold."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from seethrough.errors import InputError
from seethrough.records.corpus import Corpus, Record


@dataclass(frozen=True)
class Given:
    """Takes the claims from a column of the records.

    For claims that a person wrote or another tool made, such as the claims of section 2.2 by a
    large language model. White space around a claim and empty claims are dropped, and so are
    exact repeats within a record.

    Attributes:
        column: The column; each value a list of strings, or one string with a claim per line.
    """

    column: str = "claims"

    def atomize(self, corpus: Corpus) -> list[list[str]]:
        """Return the claims of each record, in order.

        Raises:
            InputError: A record has no such column, or its value is neither a list of strings
                nor a string.
        """
        return [self._claims(record, corpus.name) for record in corpus]

    def _claims(self, record: Record, name: str) -> list[str]:
        if self.column not in record.fields:
            others = ", ".join(sorted(record.fields)) or "no other columns"
            raise InputError(
                f"{name}, record {record.id!r}: no column {self.column!r} to take claims from "
                f"(it has {others}); name the column with given:column=NAME or atomize the text"
            )
        value: Any = record.fields[self.column]
        if isinstance(value, str):
            value = value.splitlines()
        if not isinstance(value, list) or not all(isinstance(v, str) for v in value):
            raise InputError(
                f"{name}, record {record.id!r}: column {self.column!r} must hold a list of "
                "strings or a string with a claim per line"
            )
        return list(dict.fromkeys(v.strip() for v in value if v.strip()))
