"""Original wording that is in the release: which record, where, how long."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from seethrough.report.labels.wording import inline

Report = Mapping[str, Any]

_WHERE = {
    "text": "the text",
    "id": "the id",
    "person": "the person column",
    "row": "several columns of one row",
}


class Standing(NamedTuple):
    """One private record whose wording is in the release.

    Attributes:
        record: Its id.
        released: The id of the released record that holds it.
        where: The column, in words.
        words: How many words of it stand there in a row.
    """

    record: str
    released: str
    where: str
    words: int


@dataclass(frozen=True)
class Verbatim:
    """All of them.

    Attributes:
        people: How many people they are about.
        of: Of how many.
        records: How many records.
        whole: How many of these stand there whole.
        listed: Those that the report names.
    """

    people: int
    of: int
    records: int
    whole: int
    listed: Sequence[Standing]

    @property
    def more(self) -> int:
        """How many are not listed."""
        return max(0, self.records - len(self.listed))


def verbatim_of(report: Report) -> Verbatim | None:
    """Return what is in the release word for word; None where nothing was found.

    Args:
        report: The machine form; all that is listed names records.
    """
    found = next((r for r in report["reasons"] if r["kind"] == "verbatim"), None)
    if found is None:
        return None
    facts = found["facts"]
    rows = facts.get("private", {}).get("records", [])
    return Verbatim(
        facts["people"],
        facts["of"],
        facts["records"],
        facts["whole"],
        [
            Standing(
                inline(row["record"]),
                inline(row["released"]),
                _WHERE.get(row["where"], f"the column {inline(row['where'])}"),
                row["words"],
            )
            for row in rows
        ],
    )
