"""A tidy table: a row for each target, figure and arm, for an analysis of one's own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough import spec
from seethrough.engine.comparing.comparison import Comparison
from seethrough.errors import UsageError
from seethrough.report.hiding import RELEASE, spec_string
from seethrough.report.numbering import IN_A_REPORT, OVER_RELEASES, numbers
from seethrough.report.terminal.comparison import names_of
from seethrough.storage.files import replacing, writing_errors

if TYPE_CHECKING:
    import pyarrow as pa

    from seethrough.engine.result import Audit
    from seethrough.protocols import Knowledge, Outcome

FORMATS = (".csv", ".parquet")

_FORMULA = r"^([=+\-@\t\r\n＝＋－＠])"
"""How a cell begins that a spreadsheet would compute (OWASP, CSV injection)."""


def to_frame(result: Audit | Comparison, text: bool = True) -> pa.Table:
    """Return what every figure is made of, as an Arrow table; ``.to_pandas()`` makes a data frame.

    Columns: ``release``; ``attack``, its spec; ``figure``; ``arm`` (``targets``, ``control`` or
    ``baseline``); ``record`` and ``person``, the target; ``value`` out of ``of``, float64. The
    figure of an arm is the sum of ``value`` over the sum of ``of``, before any correction for a
    judge's errors; rows with ``of`` 0 could not be counted. Of a comparison, the releases of the
    first seed. Utilities have no rows: they are no sums over targets.

    Args:
        result: An audit or a comparison.
        text: Whether ids, people and files may be named; else records and people are numbered.
            ``person 3`` of an audit is the third in its report. The reports of a comparison rank
            people each in its way; in its table they are ``individual 3``, as in its view.
    """
    import pyarrow as pa

    names = ("release", "attack", "figure", "arm", "record", "person", "value", "of")
    audits = _audits(result, text)
    columns: dict[str, list[Any]] = {name: [] for name in names}
    shown = _Named() if text else _Numbered(result, [audit for _, audit in audits])
    for row in (row for name, audit in audits for row in _rows(name, audit, text, shown)):
        for name, value in zip(names, row, strict=True):
            columns[name].append(value)
    types = [pa.string()] * 6 + [pa.float64()] * 2
    return pa.table({n: pa.array(columns[n], type=t) for n, t in zip(names, types, strict=True)})


def write_frame(table: pa.Table, path: Path) -> None:
    """Write a table as CSV or Parquet, readable by its owner alone.

    In CSV, a cell that a spreadsheet would take for a formula gets an apostrophe before it.

    Args:
        table: As ``to_frame`` returns it.
        path: A file whose name ends in ``.csv`` or ``.parquet``.

    Raises:
        OutputError: The disk is full.
        UsageError: It ends otherwise, or cannot be written there.
    """
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.csv
    import pyarrow.parquet

    check_format(path)
    with writing_errors(path), replacing(path) as file:
        if path.suffix == ".parquet":
            pyarrow.parquet.write_table(table, file)
            return
        for i, column in enumerate(table.columns):
            if pa.types.is_string(column.type):
                safe = pc.replace_substring_regex(column, pattern=_FORMULA, replacement=r"'\1")
                table = table.set_column(i, table.column_names[i], safe)
        pyarrow.csv.write_csv(table, file)


def check_format(path: Path) -> None:
    """Raise UsageError where the name of a file says no format that is known."""
    if path.suffix not in FORMATS:
        raise UsageError(f"{path}: end the name in {' or '.join(FORMATS)}")


def _audits(result: Audit | Comparison, text: bool) -> list[tuple[str, Audit]]:
    if not isinstance(result, Comparison):
        return [(result.release.corpus.name if text else RELEASE, result)]
    rows = zip(names_of(result, text), result.rows, strict=True)
    return [(name, row.audits[0]) for name, row in rows if row.audits]


_Targets = Iterable[tuple["Knowledge", "Outcome"]]


class _Named:
    """Calls records and people by their ids."""

    def order(self, targets: _Targets) -> _Targets:
        return targets

    def record(self, id_: str) -> str:
        return id_

    def person(self, name: str) -> str:
        return name


class _Numbered(_Named):
    """Numbers records and people, the same in every release.

    Rows go by the numbers of the people, so that they don't tell the order of the records.
    """

    def __init__(self, result: Audit | Comparison, audits: Sequence[Audit]) -> None:
        self._word = OVER_RELEASES if isinstance(result, Comparison) else IN_A_REPORT
        self._people = numbers(audits)
        self._records: dict[str, str] = {}

    def order(self, targets: _Targets) -> _Targets:
        return sorted(targets, key=lambda target: self._people[target[0].person])

    def record(self, id_: str) -> str:
        return self._records.setdefault(id_, f"record {len(self._records) + 1}")

    def person(self, name: str) -> str:
        return f"{self._word} {self._people[name]}"


def _rows(name: str, audit: Audit, text: bool, shown: _Named) -> Iterator[tuple[Any, ...]]:
    for cell in audit.cells:
        attack = spec_string(spec.to_json(cell.attack), text)
        arms = {"targets": cell.targets, "control": cell.control, "baseline": cell.baseline}
        for arm, group in arms.items():
            if group is None:
                continue
            targets = zip(group.knowledge, group.outcomes, strict=True)
            for known, outcome in shown.order(targets):
                record, person = shown.record(known.record), shown.person(known.person)
                for figure, tally in outcome.tallies.items():
                    yield name, attack, figure, arm, record, person, tally.value, float(tally.of)
