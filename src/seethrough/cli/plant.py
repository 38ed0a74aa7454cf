"""``seethrough plant PRIVATE``."""

from __future__ import annotations

from typing import Any

import click

from seethrough.cli import _inputs as inputs
from seethrough.cli import _options as options
from seethrough.cli._say import say


@click.command("plant")
@click.argument("private", metavar="PRIVATE")
@click.option("-o", "--out", required=True, metavar="FILE", help="Where to write the records.")
@click.option(
    "--canaries", type=click.IntRange(2, 100_000), default=96, show_default=True,
    help="How many made-up people; each is planted with probability one half.",
)  # fmt: skip
@click.option(
    "--times", default="1,4,16", show_default=True,
    help="How many records each canary gets, in turn: the first 1, the second 4, ...",
)  # fmt: skip
@click.option(
    "--seed", type=click.IntRange(min=0), help="For experiments: makes the canaries repeatable."
)
@click.option("--force", is_flag=True, help="Replace existing files; never an input.")
@options.columns
@options.downloads
def command(
    private: str,
    out: str,
    canaries: int,
    times: str,
    seed: int | None,
    force: bool,
    **named: Any,
) -> int:
    """Plant canaries among the PRIVATE records, to test what a release of them gives away.

    Make a release of OUT, then audit it against OUT with --attack canary (a model with
    model_canary) and --control OUT.holdout.jsonl, the canaries left out at random. Publish a
    release made without canaries.
    """
    from pathlib import Path

    from seethrough.cli._overwriting import check_folders, check_outputs
    from seethrough.errors import UsageError
    from seethrough.records.planting import plant
    from seethrough.records.writing import written_format
    from seethrough.report.labels.wording import count
    from seethrough.sidecars.releasing import held_out_of, write_planted
    from seethrough.statistics.seeding import fresh_secret, generator, secret_generator

    try:
        often = [int(part) for part in times.split(",")]
    except ValueError:
        raise UsageError(f"--times {times}: write whole numbers, such as 1,4,16") from None
    written_format(out)
    check_outputs([Path(out), held_out_of(out)], [private], force)
    check_folders([Path(out)])
    records = inputs.read(private, **named).corpus
    rng = secret_generator(fresh_secret(), "plant") if seed is None else generator(seed, "plant")
    planted = plant(records, canaries, often, rng)
    holdout = write_planted(planted, out, replace=force)
    inside = canaries - len(planted.control)
    say(f"{out}: {inside} of {canaries} canaries planted (private, do not release)", err=True)
    left = count(len(planted.control), "canary", "canaries")
    say(f"{holdout}: {left} left out (private, do not release)", err=True)
    return 0
