"""Opens what a run keeps for ``view``: the counts at once, everything else when it is asked for."""

from __future__ import annotations

import bisect
import hashlib
import itertools
import json
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.errors import InputError
from seethrough.storage.files import refuse_no_file
from seethrough.storage.store import UNFINISHED, say_unfinished
from seethrough.viewing.form import (
    ANSWER_COUNTS,
    ANSWERS,
    COLUMNS,
    COUNTS,
    FINDINGS,
    FOLDER,
    FORM,
    KEY,
    PEOPLE,
    Header,
)

if TYPE_CHECKING:
    import pyarrow as pa

    from seethrough.statistics.arrays import IntArray

Columns = dict[str, "IntArray"]
"""``release``, ``person``, ``rank`` and `COUNTS` of some findings, each (n,)."""


class Findings:
    """Everything that a run found.

    Args:
        run: The folder of a run, or its ``report.json`` or ``comparison.json``.

    Raises:
        InputError: It is not there, or it holds no findings, or those of another report or version,
            or damaged ones.
    """

    def __init__(self, run: Path) -> None:
        if not run.exists():
            raise InputError(f"{run}: no such folder; name that of a run")
        if run.is_file() and run.suffix not in (".json", ".html"):
            raise InputError(f"{run}: not the folder of a run; the last lines of an audit name it")
        self.run = run.parent if run.is_file() else run
        self._people = self._open(PEOPLE)
        self._answers = self._open(ANSWERS)
        findings = self._open(FINDINGS)
        self.header = findings.header
        if not all(file.metadata == findings.metadata for file in (self._people, self._answers)):
            raise self._error("they are of different runs")
        self._check_report()
        say_unfinished(self.run)
        columns = findings.columns(COLUMNS[FINDINGS])
        self._counts: Columns = {n: as_numpy(c) for n, c in columns.items()}
        self.names: pa.ChunkedArray = self._people.columns(["person"])["person"]
        asked = self._answers.columns((*ANSWER_COUNTS, "question"))
        self.questions: pa.ChunkedArray = asked.pop("question")
        self.asked: Columns = {name: as_numpy(column) for name, column in asked.items()}

    def of(self, release: int | None) -> Columns:
        """Return the findings in one release, the most exposed first, or in all, one by one."""
        return self._counts if release is None else self._by_release[release]

    def order(self, release: int | None) -> IntArray | None:
        """Return the rows of ``of(release)``, the most exposed first; None for as they are."""
        return self._by_rank if release is None and len(self.header.releases) > 1 else None

    def person(self, place: int) -> tuple[str, dict[str, Any] | None, dict[int, dict[str, int]]]:
        """Return a person's name, detail, and counts in each release.

        Raises:
            IndexError: There is no such person.
        """
        row = self._people.row(place, COLUMNS[PEOPLE])
        detail = None if row["detail"] is None else json.loads(row["detail"])
        counts = {}
        for release in range(len(self.header.releases)):
            at = self._row_of[release][place]
            if at >= 0:
                own = self._by_release[release]
                counts[release] = {name: int(own[name][at]) for name in COUNTS}
        return row["person"], detail, counts

    def answer(self, number: int) -> dict[str, Any]:
        """Return an answer in detail; ``release`` and ``told`` are with it.

        Raises:
            IndexError: There is no such answer.
        """
        row = self._answers.row(number, (*ANSWER_COUNTS, "detail"))
        detail: dict[str, Any] = json.loads(row["detail"])
        return detail | {name: row[name] for name in ANSWER_COUNTS}

    @cached_property
    def names_lower(self) -> pa.ChunkedArray:
        """The names in lower case, to be searched."""
        import pyarrow.compute as pc

        return pc.utf8_lower(self.names)

    @cached_property
    def questions_lower(self) -> pa.ChunkedArray:
        """The questions in lower case, to be searched."""
        import pyarrow.compute as pc

        return pc.utf8_lower(self.questions)

    @cached_property
    def _by_release(self) -> list[Columns]:
        import numpy as np

        ends = np.searchsorted(self._counts["release"], np.arange(len(self.header.releases) + 1))
        return [
            {name: column[start:end] for name, column in self._counts.items()}
            for start, end in itertools.pairwise(ends)
        ]

    @cached_property
    def _row_of(self) -> list[IntArray]:
        """The row of each person in the findings of each release; -1 for none."""
        import numpy as np

        found: list[IntArray] = []
        for own in self._by_release:
            rows = np.full(len(self.names), -1, np.int32)
            rows[own["person"]] = np.arange(len(own["person"]), dtype=np.int32)
            found.append(rows)
        return found

    @cached_property
    def _by_rank(self) -> IntArray:
        import numpy as np

        return np.argsort(self._counts["rank"])

    def _open(self, name: str) -> _Table:
        path = self.run / FOLDER / name
        if not path.is_file():
            begun = (self.run / UNFINISHED).exists()
            raise self._error("the run has not finished" if begun else "there are none")
        return _Table(path, self)

    def _header(self, metadata: bytes) -> Header:
        try:
            kept = json.loads(metadata)
            if kept["form"] != FORM:
                raise self._error("another version of seethrough wrote them")
            return Header.from_json(kept)
        except (ValueError, KeyError, TypeError, AttributeError):
            raise self._error("another program wrote them") from None

    def _check_report(self) -> None:
        refuse_no_file(self.run / self.header.of)
        try:
            content = (self.run / self.header.of).read_bytes()
        except OSError:
            raise self._error(f"the run's {self.header.of} cannot be read") from None
        if hashlib.sha256(content).hexdigest() != self.header.report:
            raise self._error(f"the run's {self.header.of} is of another time")

    def _error(self, why: str) -> InputError:
        return InputError(
            f"{self.run}: no findings to view ({why}); run the audit, or the plan, again"
        )


def as_numpy(column: Any) -> Any:
    """Return an Arrow array of numbers, with none missing, as a NumPy array.

    Arrow's own way imports pandas where it is there, which takes long and loses a Ctrl-C.
    """
    import numpy as np

    return np.from_dlpack(column)


class _Table:
    """One file, of which single rows are read."""

    def __init__(self, path: Path, findings: Findings) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        self._broken = (pa.ArrowException, OSError, KeyError, ValueError)
        self._findings = findings
        try:
            self._file = pq.ParquetFile(path, page_checksum_verification=True)
            whole = self._file.metadata
            schema = self._file.schema_arrow
            self.metadata: bytes = schema.metadata[KEY]
            self.header = findings._header(self.metadata)  # another form may have other columns
            # Pages have checksums; that a column holds text, and not bytes, is said by none.
            texts = (pa.string(), pa.large_string())
            known = [t in texts or pa.types.is_integer(t) for t in schema.types]
            if schema.names != [*COLUMNS[path.name]] or not all(known):
                raise self._damaged()
        except (*self._broken, TypeError):
            raise self._damaged() from None
        rows = (whole.row_group(i).num_rows for i in range(whole.num_row_groups))
        self._starts = [0, *itertools.accumulate(rows)]

    def columns(self, names: Any) -> dict[str, pa.ChunkedArray]:
        """Return whole columns."""
        try:
            table = self._file.read(columns=list(names))
            return {name: table.column(name).combine_chunks() for name in names}
        except self._broken:
            raise self._damaged() from None

    def row(self, place: int, names: Any) -> dict[str, Any]:
        """Return one row.

        Raises:
            IndexError: There is none.
            InputError: The file is damaged there.
        """
        if not 0 <= place < self._starts[-1]:
            raise IndexError(place)
        group = bisect.bisect_right(self._starts, place) - 1
        try:
            table = self._file.read_row_group(group, columns=list(names))
        except self._broken:
            raise self._damaged() from None
        return table.slice(place - self._starts[group], 1).to_pylist()[0]  # type: ignore[no-any-return]

    def _damaged(self) -> InputError:
        return self._findings._error("they are damaged")
