"""``seethrough finetune PRIVATE --with NAME``."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from seethrough.cli import _bars as bars
from seethrough.cli import _options as options
from seethrough.cli import _releasing as releasing
from seethrough.cli._runs import RUNS
from seethrough.cli._say import say
from seethrough.report.labels.entries import entry

if TYPE_CHECKING:
    from seethrough.model_releases.held_out import HeldOut
    from seethrough.records.releases.model import ModelRelease


@click.command("finetune")
@click.argument("private", metavar="PRIVATE")
@click.option(
    "--with",
    "finetuner",
    required=True,
    metavar="SPEC",
    help="The way of fine-tuning, such as substitution:steps=200; `seethrough list finetuners`"
    " has all.",
)
@click.option(
    "-o",
    "--out",
    required=True,
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="The folder to write the model to.",
)
@click.option(
    "--holdout",
    type=click.IntRange(min=1),
    metavar="PEOPLE",
    help="Hold out this many people, as the audit's control and for held-out questions; they are"
    " written to DIR.holdout.jsonl.",
)
@click.option(
    "--keep-every",
    type=click.IntRange(min=1),
    metavar="STEPS",
    help="Also write the model after every STEPS steps, to DIR.step-STEPS.",
)
@click.option(
    "--run",
    type=click.Path(path_type=Path),
    help="Private folder for checkpoints; a killed command continues from there. Made under"
    f" {RUNS}/ by default.",
)
@releasing.seed("model")
@click.option("--force", is_flag=True, help="Replace an existing model.")
@options.columns
@options.models
def command(
    private: str,
    finetuner: str,
    out: Path,
    holdout: int | None,
    keep_every: int | None,
    run: Path | None,
    seed: int | None,
    force: bool,
    **named: Any,
) -> int:
    """Fine-tune a language model on the PRIVATE records, whose text is what it learns.

    A column of questions is found by its name; each answer is learned behind its question.
    """
    from seethrough import spec
    from seethrough.cli._overwriting import check_outputs
    from seethrough.engine.finetune import finetune
    from seethrough.fields import Names, names_in
    from seethrough.model_releases.asked import check_learned
    from seethrough.model_releases.directory import check_place, write_model
    from seethrough.model_releases.held_out import HeldOut, paths_beside

    maker = spec.parse("finetuners", finetuner)
    reads = [private, *names_in(maker, Names.READ, Names.FOLDER)]
    check_place(out, force, reads)
    beside = paths_beside(out)
    if holdout is not None:
        check_outputs(beside, reads, force)
    _, records, held, work, columns = releasing.read(private, named, maker, holdout, run, seed)
    check_learned(columns, private)
    apart = None if held is None else HeldOut(held, records)
    with bars.progress():
        if keep_every is not None:
            make = partial(finetune, records, seed=seed, run=work)
            _keep(maker, make, out, work, keep_every, force, reads, apart)
        release = finetune(records, maker, seed=seed, run=work)
    write_model(release, out, replace=force, held=apart)
    if held is not None:
        say(f"{beside[0]}: {len(held)} records held out (private, do not release)", err=True)
    told = release.details["training"]
    say(f"{out}: {told['base']}, fine-tuned for {told['steps']:,} steps", err=True)
    for counted, count in sorted(release.ledger.items()):
        say(f"{entry(counted)}: {count:,} (not written beside the model)", err=True)
    if release.guarantee is not None:
        say(f"guarantee: {release.guarantee.in_words}", err=True)
    releasing.say_voided(release, "model")
    return 0


def _keep(
    maker: Any,
    make: Callable[[Any], ModelRelease],
    out: Path,
    work: Path | None,
    every: int,
    force: bool,
    reads: Sequence[str],
    apart: HeldOut | None,
) -> None:
    """Write the model of every so many steps, each going on from the one before.

    Who was held out is written beside each: an audit then knows the records it was trained on.

    A file of the run's folder says which ones are there already, should the command be killed.
    """
    from seethrough.cli._overwriting import check_outputs
    from seethrough.errors import UsageError
    from seethrough.finetuning.settings import Tuning
    from seethrough.model_releases.directory import MANIFEST, check_place, write_model
    from seethrough.model_releases.held_out import paths_beside
    from seethrough.storage.files import write_atomically

    if work is None or not isinstance(maker, Tuning):
        raise UsageError("--keep-every: this way of fine-tuning has no intermediate models")
    for stop in itertools.count(every, every):
        folder = Path(f"{out}.step-{stop}")
        mark, said = work / f"kept-{stop}", str(folder.resolve()).encode()
        if mark.is_file() and mark.read_bytes() == said and (folder / MANIFEST).is_file():
            continue
        check_place(folder, force, reads)
        if apart is not None:
            check_outputs(paths_beside(folder), reads, force)
        release = make(replace(maker, stop=stop))
        if release.details["training"]["steps"] < stop:
            return
        write_model(release, folder, replace=force, held=apart)
        write_atomically(mark, said)
        say(f"{folder}: the model of step {stop}", err=True)
