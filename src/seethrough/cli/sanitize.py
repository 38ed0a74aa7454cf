"""``seethrough sanitize PRIVATE --with NAME``."""

from __future__ import annotations

from pathlib import Path

import click

from seethrough.cli import _options as options
from seethrough.cli._runs import RUNS, run_for


@click.command("sanitize")
@click.argument("private", metavar="PRIVATE")
@click.option(
    "--with",
    "sanitizer",
    required=True,
    metavar="SPEC",
    help="The sanitizer, such as scrub:style=star.",
)
@click.option(
    "-o",
    "--out",
    required=True,
    metavar="FILE",
    help="Where to write the release (JSONL, CSV, TSV, Parquet).",
)
@click.option(
    "--holdout",
    type=click.IntRange(min=1),
    metavar="PEOPLE",
    help="Hold so many people out, as the audit's control.",
)
@click.option(
    "--run",
    type=click.Path(path_type=Path),
    help="Private folder for what language models answer; a killed command goes on from there."
    f" Made under {RUNS}/ by default where a model is asked.",
)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@options.columns
@options.models
def command(
    private: str,
    sanitizer: str,
    out: str,
    holdout: int | None,
    run: Path | None,
    seed: int,
    **named: str | None,
) -> int:
    """Make a release of the PRIVATE records; OUT.release.json says how it was made."""
    from seethrough import spec
    from seethrough.data import split_people
    from seethrough.errors import InputError, UsageError
    from seethrough.release import TextRelease
    from seethrough.report import repairs
    from seethrough.sanitizing import sanitize, write_sidecar
    from seethrough.writing import write_corpus

    maker = spec.parse("sanitizers", sanitizer)
    records = options.read(private, **named).corpus
    outside = None
    if holdout is not None:
        people = len(set(records.persons))
        if holdout >= people:
            raise UsageError(f"--holdout {holdout}: there are only {people} people in {private}")
        records, held = split_people(records, holdout, seed)
        outside = Path(f"{out}.holdout.jsonl")
    if len(records) == 0:
        raise InputError(f"{private}: no records")
    work = run_for(run, [maker], records.hash, seed)
    with options.progress():
        release = sanitize(records, maker, seed=seed, run=work)
    if not isinstance(release, TextRelease):
        raise UsageError(f"{sanitizer} does not make a text release")
    write_corpus(release.corpus, out)
    if outside is not None:
        write_corpus(held, str(outside))
    if out != "-":
        write_sidecar(release, records, Path(out), outside)
    withheld = release.ledger.get("withheld", 0)
    told = f"{out}: {len(release.corpus) - withheld} of {len(records)} records released"
    click.echo(f"{told}; {withheld} withheld, left empty" if withheld else told, err=True)
    if outside is not None:
        click.echo(f"{outside}: {len(held)} records held out (private, do not release)", err=True)
    for entry, count in sorted(release.ledger.items()):
        if count:
            click.echo(f"{entry.replace('_', ' ')}: {count}", err=True)
    for line in repairs.lines(release.details):
        click.echo(line, err=True)
    return 0
