"""``seethrough sanitize PRIVATE --with NAME``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from seethrough.cli import _bars as bars
from seethrough.cli import _options as options
from seethrough.cli import _releasing as releasing
from seethrough.cli._runs import RUNS
from seethrough.cli._say import say
from seethrough.errors import UsageError
from seethrough.report.labels.entries import entry

if TYPE_CHECKING:
    from seethrough.records.columns import Columns
    from seethrough.records.corpus import Corpus


@click.command("sanitize")
@click.argument("private", metavar="PRIVATE")
@click.option(
    "--with",
    "sanitizer",
    required=True,
    metavar="SPEC",
    help="The sanitizer, such as scrub:style=star; `seethrough list sanitizers` has all.",
)
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="FILE",
    help="Where to write the release: a file (JSONL, CSV, TSV, Parquet, spaCy's DocBin). A name"
    " that ends in /, or an empty folder, becomes a folder of .txt files.",
)
@click.option(
    "--holdout",
    type=click.IntRange(min=1),
    metavar="PEOPLE",
    help="Hold out this many people as the audit's control.",
)
@click.option(
    "--run",
    type=click.Path(path_type=Path),
    help="Private folder for the answers of language models; a killed command continues from"
    f" there. Made under {RUNS}/ by default when a model is asked.",
)
@releasing.seed("release")
@click.option("--force", is_flag=True, help="Replace existing files; never an input, nor a folder.")
@options.columns
@options.models
@options.executor
def command(
    private: str,
    sanitizer: str,
    out: str,
    holdout: int | None,
    run: Path | None,
    seed: int | None,
    force: bool,
    **named: Any,
) -> int:
    """Make a release of the PRIVATE records; OUT.release.json says how it was made.

    PRIVATE is a file of records (JSONL, CSV, TSV, Parquet, DocBin) or a folder of .txt files.
    """
    from seethrough import spec
    from seethrough.cli._overwriting import check_folders, check_outputs
    from seethrough.engine.sanitize import sanitize
    from seethrough.errors import InputError
    from seethrough.fields import Names, names_in
    from seethrough.records.writing import FOLDER, written_format
    from seethrough.report.terminal import repairs
    from seethrough.sidecars.releasing import outputs_of, write_release

    maker = spec.parse("sanitizers", sanitizer)
    folder = Path(out) if written_format(out) == FOLDER else None
    outputs = [*outputs_of(out, holdout is not None), *map(Path, names_in(maker, Names.WRITTEN))]
    check_outputs(outputs, [private, *names_in(maker, Names.READ, Names.FOLDER)], force, folder)
    check_folders(outputs)
    whole, records, held, work, columns = releasing.read(private, named, maker, holdout, run, seed)
    if len(records) == 0:
        raise InputError(f"{private}: no records")
    if folder is not None:
        _check_names(records, out, maker)
    with bars.progress():
        release = sanitize(records, maker, seed=seed, run=work)
    if not release.readable:
        raise UsageError(f"{sanitizer} makes no records that could be written to a file")
    outside, key = write_release(release, whole, out, held, replace=force)
    say(f"{out}: {_released(release, len(records))}", err=True)
    if left_out := _left_out(whole, columns, release.corpus):
        say(f"{out}: columns that are not released: {left_out}", err=True)
    if outside is not None and held is not None:
        say(f"{outside}: {len(held)} records held out (private, do not release)", err=True)
    if key is not None:
        say(f"{key}: key to the hash of the records (private, do not release)", err=True)
    for counted, count in sorted(release.ledger.items()):
        if count:
            say(f"{entry(counted)}: {count:,}", err=True)
    for line in repairs.lines(release.details):
        say(line, err=True)
    releasing.say_voided(release, "release")
    return 0


def _check_names(records: Corpus, out: str, maker: Any) -> None:
    """Refuse ids that are no names of files before the work, where the release keeps the ids."""
    from seethrough.errors import InputError
    from seethrough.records.formats.file_names import check_names

    try:
        check_names(records.ids, out)
    except InputError:
        if _keeps_ids(records, maker):
            raise


def _keeps_ids(records: Corpus, maker: Any) -> bool:
    """Return whether a release will have the private ids, as one of no records says."""
    from seethrough.engine.sanitize import sanitize
    from seethrough.errors import SeethroughError
    from seethrough.fields import Names, names_in

    if names_in(maker, Names.WRITTEN):  # it would be written
        return False
    try:
        return bool(sanitize(records.take([]), maker, seed=0).aligned)
    except SeethroughError:  # what it cannot do with no records it may do with some
        return False


def _left_out(private: Corpus, columns: Columns, released: Corpus) -> str:
    """Return which other columns of the private records a release does not hold."""
    from seethrough.records.column_names import listed

    kept = {*released.field_names, columns.id, columns.text}
    others = [name for name in private.field_names if name not in kept]
    person = [] if columns.person in (None, *kept) else [str(columns.person)]
    return listed([*person, *others]) if others else ""


def _released(release: Any, records: int) -> str:
    """Return how many texts were released, and of or from how many records."""
    withheld = release.ledger.get("withheld", 0)
    written = len(release.corpus) - withheld
    line = f"{written} of {records} records released"
    if not release.aligned:
        line = f"{written} new records released, made from {records} records"
    return f"{line}; {withheld} withheld, left empty" if withheld else line
