"""Tag what a column of the records says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.errors import InputError
from seethrough.protocols import Protected
from seethrough.records.marked import spans_in

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Column:
    """Takes the spans from a column of the records: a list of [start, end, kind] for each text.

    Start and end count characters; an object with these three names does as well, also one whose
    kind is called ``label`` or ``entity_type``. The kind may be left out. So a person, or any other
    program, says what is private. Span files are read into such columns
    (``seethrough.records.formats.span_files``).

    Attributes:
        spans: The column.
    """

    spans: str = "spans"

    def tag(self, corpus: Corpus) -> list[Sequence[Protected] | None]:
        """Return the spans of each text.

        Raises:
            InputError: A record lacks the column, or holds no spans there, a span that lies outside
                its text, or two of which one overlaps the other.
        """
        found: list[Sequence[Protected] | None] = []
        for number, record in enumerate(corpus, start=1):
            if self.spans not in record.fields:
                raise InputError(
                    f"{corpus.name}, record {number}: no column {self.spans!r}; name the column of"
                    " spans with tagger=column(spans=NAME)"
                )
            given = record.fields[self.spans]
            told = spans_in(given or ())
            if told is None:
                raise InputError(
                    f"{corpus.name}, record {number}: {self.spans} is no list of [start, end, kind]"
                )
            spans = [Protected(*one) for one in told]
            end = 0
            for span in spans:
                if not 0 <= span.start < span.end <= len(record.text):
                    raise InputError(
                        f"{corpus.name}, record {number}: a span from {span.start} to {span.end}"
                        f" lies outside its text of {len(record.text)} characters"
                    )
                if span.start < end:
                    raise InputError(
                        f"{corpus.name}, record {number}: two spans overlap; join them"
                    )
                end = span.end
            found.append(spans)
        return found
