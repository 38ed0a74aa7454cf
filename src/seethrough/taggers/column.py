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

_MISPLACED, _ODD = 0.01, 2
"""Where a larger share of spans, and more than two, begins inside a word, places do not count
characters: none of 2,475 spans of Presidio's and of marked Wikipedia texts begins there."""


@dataclass(frozen=True)
class Column:
    """Takes the spans from a column of the records: a list of [start, end, kind] for each text.

    Start and end count characters; an object with these three names does as well, also one whose
    kind is called ``label`` or ``entity_type``. The kind may be left out. So a person, or any other
    program, says what is private. Span files are read into such columns
    (``seethrough.records.formats.spans``).

    Attributes:
        spans: The column.
    """

    spans: str = "spans"

    def tag(self, corpus: Corpus) -> list[Sequence[Protected] | None]:
        """Return the spans of each text.

        Raises:
            InputError: A record lacks the column, or holds no spans there, a span that lies outside
                its text, or two of which one overlaps the other; or many begin inside a word.
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
        self._check_places(corpus, found)
        return found

    def _check_places(self, corpus: Corpus, found: Sequence[Sequence[Protected] | None]) -> None:
        """Refuse places that count bytes or UTF-16 units: what is private would lie beside them."""
        rows = zip(corpus.texts, found, strict=True)
        inside = [_inside_a_word(text, s.start) for text, spans in rows for s in spans or ()]
        if sum(inside) > max(_ODD, _MISPLACED * len(inside)):
            raise InputError(
                f"{corpus.name}: {sum(inside):,} of {len(inside):,} spans in {self.spans!r} begin"
                " inside a word; start and end must count characters, not bytes or UTF-16 units"
            )


def _inside_a_word(text: str, place: int) -> bool:
    """Return whether a place has letters on both sides, of scripts that put spaces between words.

    Those come before Hebrew, which writes small words together with the next.
    """
    around = text[max(0, place - 1) : place + 1]
    return len(around) == 2 and around.isalpha() and max(around) < "\u0590"
