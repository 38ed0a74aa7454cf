"""Private records and those of people held out, searched for in a release as one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from seethrough.engine.originals.standing import Standing, find_in
from seethrough.records.corpus import Corpus

if TYPE_CHECKING:
    import pyarrow as pa

_OWN, _OTHERS = "pc"


def find_both(
    private: Corpus, control: Corpus, readings: Sequence[Corpus]
) -> tuple[list[Standing], list[Standing]]:
    """Return which private records stand in a release, and which of people held out.

    Words that people held out have, too, count as those that other private people have: what three
    people of either side say is a set phrase, and nobody's own.

    Args:
        private: The private records.
        control: Records of people held out.
        readings: The same released records, read in one or several ways.
    """
    import pyarrow as pa

    both = pa.concat_tables([_marked(private.table, _OWN), _marked(control.table, _OTHERS)])
    found = find_in(Corpus(both, private.name), readings)
    mine, theirs = (
        [replace(s, record=s.record[1:], person=s.person[1:]) for s in found if s.record[0] == side]
        for side in (_OWN, _OTHERS)
    )
    return mine, theirs


def _marked(records: pa.Table, mark: str) -> pa.Table:
    """Return records whose ids and persons begin with a mark, so that no other side has them."""
    import pyarrow as pa
    import pyarrow.compute as pc

    for name in ("id", "person"):
        place, column = records.column_names.index(name), records.column(name)
        parts = (pa.scalar(mark, column.type), column, pa.scalar("", column.type))
        records = records.set_column(place, name, pc.binary_join_element_wise(*parts))
    return records
