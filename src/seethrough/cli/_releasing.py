"""What the commands that make a release share: reading, holding people out, what a seed voids."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from seethrough.cli import _inputs as inputs
from seethrough.cli._runs import run_for
from seethrough.cli._say import say
from seethrough.errors import UsageError

if TYPE_CHECKING:
    from seethrough.records.columns import Columns
    from seethrough.records.corpus import Corpus


class Opened(NamedTuple):
    """The records of a command that makes a release.

    Attributes:
        whole: All that were read.
        records: Those that the release is made from.
        held: Those of people who were held out, or None.
        work: The run's folder, or None.
        columns: Which columns were used.
    """

    whole: Corpus
    records: Corpus
    held: Corpus | None
    work: Path | None
    columns: Columns


def seed(made: str) -> Callable[[Any], Any]:
    """Return the option ``--seed`` of a command that makes a release.

    Args:
        made: What it makes, such as ``model``.
    """
    return click.option(
        "--seed",
        type=click.IntRange(min=0),
        help=f"For experiments: makes the {made} repeatable, and voids any formal guarantee. "
        " [default: the operating system's randomness]",
    )


def read(
    private: str,
    named: dict[str, Any],
    maker: Any,
    holdout: int | None,
    run: Path | None,
    seed: int | None,
) -> Opened:
    """Return the records of a file, and hold people out of them.

    Args:
        private: The file.
        named: The columns that were named.
        maker: What will make the release.
        holdout: How many people to hold out, or None.
        run: The run's folder, or None for the usual one.
        seed: The user's seed, or None.
    """
    reading = inputs.read(private, **named)
    whole, columns = reading.corpus, reading.columns
    work = run_for(run, [maker], whole.hash, seed, holdout)
    if holdout is None:
        return Opened(whole, whole, None, work, columns)
    return Opened(whole, *_split(whole, private, holdout, seed, work), columns)


def say_voided(release: Any, made: str) -> None:
    """Warn where a seed voids what a release would have guaranteed.

    Args:
        release: The release.
        made: What to call it, such as ``model``.
    """
    from seethrough.records.releases.release import VOIDED

    if VOIDED in release.details:
        say(
            f"warning: a seed makes the {made} repeatable, so it carries no privacy guarantee"
            f" ({release.details[VOIDED]} is void); leave --seed out",
            err=True,
        )


def _split(
    whole: Corpus, name: str, holdout: int, seed: int | None, work: Path | None
) -> tuple[Corpus, Corpus, Path | None]:
    """Return the records to release, those held out, and the folder of the run inside ``work``.

    Without a seed the operating system's randomness decides who is held out. A continued run
    holds out the same people.
    """
    from seethrough.engine.sanitize import kept_secret
    from seethrough.records.corpus import split_people
    from seethrough.storage.store import RunDirectory

    people = len(set(whole.persons))
    if holdout >= people:
        raise UsageError(f"--holdout {holdout}: there are only {people} people in {name}")
    store = None
    if work is not None:
        manifest = {"private": whole.hash, "holdout": holdout, "seed": seed}
        store = RunDirectory(work, manifest)
    drawn = int.from_bytes(kept_secret(store)) if seed is None else seed
    records, held = split_people(whole, holdout, drawn)
    return records, held, None if work is None else work / "release"
