"""Questions and answers with what is private in the answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from seethrough.contracts.spans import spans_of
from seethrough.errors import InputError
from seethrough.finetuning.exempt import Exempt
from seethrough.model_releases.asked import questions_of
from seethrough.notices import notice
from seethrough.protocols import Protected, Tagger
from seethrough.records.releases.release import occurred

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus


@dataclass(frozen=True)
class Pair:
    """A question and its answer.

    Attributes:
        person: Whom the answer is about.
        question: The question; empty where the records have none.
        answer: The answer, as it stands in the record.
        spans: What is protected in the answer, from left to right.
    """

    person: str
    question: str
    answer: str
    spans: Sequence[Protected]


@dataclass(frozen=True)
class Pairs:
    """What a model is to learn.

    Attributes:
        pairs: One for each record that can be used.
        asked: Whether the records have questions.
        ledger: What was left out, by count.
    """

    pairs: Sequence[Pair]
    asked: bool
    ledger: dict[str, int]

    @property
    def spans(self) -> int:
        """How many spans are protected."""
        return sum(len(pair.spans) for pair in self.pairs)


def read_pairs(
    private: Corpus, question: str, tagger: Tagger, exempt: Exempt, warn: bool = True
) -> Pairs:
    """Return the pairs of a corpus; the answer is the record's text.

    Args:
        private: The private records.
        question: The column of the questions; found by its name where empty.
        tagger: Says what is private.
        exempt: What is not protected although it is tagged.
        warn: Whether to say so where nothing is protected.

    Raises:
        InputError: No record has any text, a record lacks the column, or the tagger cannot say.
    """
    asked = questions_of(private, question)
    kept: list[Pair] = []
    ledger = {"records_without_text": 0, "records_not_searched": 0, "spans_exempt": 0}
    for place, (record, spans) in enumerate(zip(private, spans_of(tagger, private), strict=True)):
        if not record.text.strip():
            ledger["records_without_text"] += 1
        elif spans is None:
            ledger["records_not_searched"] += 1
        else:
            left = [span for span in spans if not exempt.holds(record.text, span)]
            ledger["spans_exempt"] += len(spans) - len(left)
            own = asked[place] if asked else ""
            kept.append(Pair(record.person, own, record.text, left))
    if not kept:
        raise InputError(
            f"{private.name}: no answer has any text; name the column of the answers with --text"
        )
    if warn and not any(pair.spans for pair in kept):
        notice(
            f"{private.name}: the tagger finds nothing private, so that nothing is protected;"
            " name another with tagger="
        )
    return Pairs(kept, asked is not None, occurred(ledger))
