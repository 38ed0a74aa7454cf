"""What was found about each person, the most exposed first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from seethrough.engine.runs.cells import Cell
from seethrough.evidence.grade import leaked
from seethrough.evidence.linked import LinkedRecord, RankedRecord, RatedClaim, RatedRecord
from seethrough.protocols import SENSITIVITIES


@dataclass(frozen=True)
class ClaimFinding:
    """One claim that the adversary did not know, and what the release discloses of it.

    Attributes:
        rated: The claim, and what a judge says of it against the linked record.
        control: The grade that the control's record gave it; None where there is no such grade.
    """

    rated: RatedClaim
    control: int | None

    @property
    def leaked(self) -> bool:
        """Whether the release discloses the claim, exactly or nearly, and the control does not."""
        grade = self.rated.grade
        return leaked(grade) and (self.control is None or self.control > grade)


@dataclass(frozen=True)
class RecordFinding:
    """What one attack chain did with one record.

    Attributes:
        record: The private record's id.
        known: The facts that the adversary started from.
        linked: The id of the released record that it linked to, or None.
        passage: That record's text.
        hit: Whether that record is the person's own; None where that cannot be known.
        claims: The claims that were to be inferred.
    """

    record: str
    known: Sequence[str]
    linked: str | None
    passage: str
    hit: bool | None
    claims: Sequence[ClaimFinding]


@dataclass(frozen=True)
class PersonFinding:
    """Everything found about one person.

    Attributes:
        person: Who.
        records: What was found from each record.
    """

    person: str
    records: Sequence[RecordFinding]

    @property
    def reidentified(self) -> bool | None:
        """Whether a record of this person was found at the first guess; None if nobody can know."""
        hits = [r.hit for r in self.records if r.hit is not None]
        return any(hits) if hits else None

    @property
    def leaked(self) -> int:
        """How many claims leaked: beyond the control, where that is of the same person."""
        return sum(c.leaked for r in self.records for c in r.claims)

    @property
    def asked(self) -> int:
        """How many claims were to be inferred."""
        return sum(len(r.claims) for r in self.records)

    @property
    def exposure(self) -> tuple[bool, float, int]:
        """What people are ranked by: re-identified, share of claims leaked, number leaked."""
        return bool(self.reidentified), self.leaked / max(self.asked, 1), self.leaked

    def _by_class(self) -> dict[str, dict[str, int]]:
        """Return how many claims of each class were to be inferred, and how many leaked.

        As in the rates, a claim counts in the class of what else it says, too, and where it has
        lost what makes it identifying, it leaks there alone.
        """
        claims = [c for r in self.records for c in r.claims]
        own = {name: [c for c in claims if c.rated.says(name)] for name in SENSITIVITIES}
        return {
            name: {
                "claims": len(said),
                "leaked": sum(c.leaked and c.rated.tells(name) for c in said),
            }
            for name, said in own.items()
            if said
        }

    def to_json(self, text: bool) -> dict[str, Any]:
        """Return the machine form, with or without what was in the records."""
        result: dict[str, Any] = {
            "person": self.person,
            "reidentified": self.reidentified,
            "claims": self.asked,
            "leaked": self.leaked,
            "by_class": self._by_class(),
        }
        if text:
            result["records"] = [
                {
                    "record": r.record,
                    "known": list(r.known),
                    "linked": r.linked,
                    "hit": r.hit,
                    "passage": r.passage,
                    "claims": [
                        {
                            "claim": c.rated.text,
                            "grade": c.rated.grade,
                            "control": c.control,
                            "leaked": c.leaked,
                            "note": c.rated.note,
                            "class": c.rated.sensitivity,
                            "also": c.rated.also,
                            "spared": c.rated.spared,
                        }
                        for c in r.claims
                    ],
                }
                for r in self.records
            ]
        return result


def people(cells: Sequence[Cell]) -> list[PersonFinding]:
    """Return one finding per person, the most exposed first.

    Args:
        cells: The cells of an audit; those whose outcomes say which record was linked count.
    """
    hits = _hits(cells)
    records: dict[str, dict[str, RecordFinding]] = {}
    for cell in cells:
        graded = _control_grades(cell)
        for known, seen in cell.targets.evidence(LinkedRecord):
            claims = seen.claims if isinstance(seen, RatedRecord) else ()
            own = records.setdefault(known.person, {})
            grades = graded.get(known.record, {})
            new = RecordFinding(
                known.record,
                seen.known,
                seen.linked,
                seen.passage,
                hits.get(known.record),
                [ClaimFinding(claim, grades.get(claim.text)) for claim in claims],
            )
            own[known.record] = max(own.get(known.record, new), new, key=_told)
    found = [PersonFinding(person, list(own.values())) for person, own in records.items()]
    return sorted(found, key=lambda f: f.exposure, reverse=True)


def _told(found: RecordFinding) -> tuple[int, int, int]:
    """Return how much one attack learned from a record: of several, the one that learned most."""
    leaks = sum(claim.leaked for claim in found.claims)
    return leaks, len(found.claims), -len(found.known)


def _hits(cells: Sequence[Cell]) -> Mapping[str, bool]:
    """Return of each record whether any attack found it at the first guess."""
    hits: dict[str, bool] = {}
    for cell in cells:
        for known, seen in cell.targets.evidence(RankedRecord):
            hits[known.record] = hits.get(known.record, False) or seen.rank == 1
    return hits


def _control_grades(cell: Cell) -> Mapping[str, Mapping[str, int | None]]:
    if cell.control is None or not cell.paired:
        return {}
    return {
        known.record: {claim.text: claim.grade for claim in seen.claims}
        for known, seen in cell.control.evidence(RatedRecord)
    }
