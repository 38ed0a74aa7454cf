"""Whether the numbers of a claim stand before their own units in a passage, too."""

from __future__ import annotations

from seethrough.judges.offline.reading import Reading
from seethrough.text.words import vocabulary

_MEASURES = vocabulary(
    "mg g kg mcg µg μg ml l dl mm cm m km mile inch foot feet lb ounc year month week day hour "
    "minut second % $ c f dollar euro pound mmol meq iu u bpm"
)
"""Units, as ``Number.unit`` has them."""


def same_measures(claim: Reading, passage: Reading) -> bool:
    """Return whether each number of a claim that measures something has its unit in the passage.

    "5 drugs, 20 mg" has the words of "5 mg", but not as a measure.
    """
    there = {(number.value, number.unit) for number in passage.numbers}
    measured = [number for number in claim.numbers if number.unit in _MEASURES]
    return all((number.value, number.unit) in there for number in measured)
