"""What the files hold that a run keeps for ``view``.

They lie in the folder ``view`` of a run and are Parquet. In the metadata of each stands the same
`Header`; its hash of the report ties them to the run.

- ``people.parquet``: a row for each person, in the natural order of their names: ``person``, and
  ``detail``, JSON of everything about them (null in a run without text).
- ``findings.parquet``: a row for each release and person, release by release, the most exposed
  first: ``release`` and ``person``, both places, ``rank`` among all rows, and `COUNTS`.
- ``answers.parquet``: a row for each answer of a service or model, release by release, those that
  gave most away first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from seethrough.protocols import SENSITIVITIES

FOLDER = "view"
PEOPLE, FINDINGS, ANSWERS = "people.parquet", "findings.parquet", "answers.parquet"

REPORT = "report.json"

FIGURES = (REPORT, "comparison.json")
"""The file of a run that holds its figures is one of these."""

FORM = 2
"""The version of the form of these files."""

KEY = b"seethrough"
"""The key of the header in the metadata."""

FOUND, NOT_FOUND, UNKNOWN = 1, 0, -1
"""Whether a record of the person was the first guess; unknown where nobody tried."""

LEAKED_OF: Mapping[str, str] = {name: f"leaked_{name}" for name in SENSITIVITIES}
"""The count of leaked facts of each class."""

COUNTS = (
    "found", "claims", "leaked", *LEAKED_OF.values(), "identifiers", "standing", "attributes",
    "guessed", "words", "back", "answers", "counted", "fitting",
)  # fmt: skip
"""What is counted of each person in each release, int32.

``found`` is one of the three above. Of ``claims`` that were to be inferred, ``leaked`` are given
away; of ``identifiers``, ``standing`` stand in the release; of ``attributes``, ``guessed`` are
guessed right at once; of ``words`` that were replaced, ``back`` come back; ``answers`` recite the
person's records; of ``counted`` records, ``fitting`` fit few people of a population.
"""

ANSWER_COUNTS = ("release", "told")
"""The place of the release, and how many things an answer gives away, int32."""

COLUMNS: Mapping[str, Sequence[str]] = {
    PEOPLE: ("person", "detail"),
    FINDINGS: ("release", "person", "rank", *COUNTS),
    ANSWERS: (*ANSWER_COUNTS, "question", "detail"),
}
"""The columns of each file, in order."""


@dataclass(frozen=True)
class Release:
    """One release of a run.

    Attributes:
        name: What it is called.
        kind: The class of it, such as ``TextRelease``.
        verdict: ``pass``, ``fail`` or ``inconclusive``; of several draws the worst, how many have
            which where they differ, and that people are those of the first.
    """

    name: str
    kind: str
    verdict: str


@dataclass(frozen=True)
class Header:
    """What a run's files have in common.

    Attributes:
        of: The file of the run that holds its figures: ``report.json`` or ``comparison.json``.
        report: SHA-256 of that file, as 64 hexadecimal digits.
        text: Whether what was in the records stands in the files.
        releases: The releases, in order.
        attacks: The specs of the attacks that the details name by place.
        form: The version of the form.
    """

    of: str
    report: str
    text: bool
    releases: Sequence[Release]
    attacks: Sequence[str]
    form: int = FORM

    def to_json(self) -> dict[str, Any]:
        """Return the header as it is kept."""
        return asdict(self)

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Header:
        """Return what was kept.

        Raises:
            KeyError, TypeError, ValueError: That is no header of this form.
        """
        if kept["form"] != FORM:
            raise ValueError("another form")
        if kept["of"] not in FIGURES:
            raise ValueError("no file of a run")
        releases = tuple(Release(**row) for row in kept["releases"])
        return cls(**{**kept, "releases": releases, "attacks": tuple(kept["attacks"])})
