"""``seethrough compare PRIVATE --with A --with B``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from seethrough.cli import _options as options
from seethrough.cli._say import say, say_json
from seethrough.cli._unnamed import files_in, unnamed
from seethrough.report.hiding import A_FILE, CONTROL, PRIVATE, hidden


@click.command("compare")
@click.argument("private", metavar="PRIVATE")
@click.option(
    "--with",
    "sanitizers",
    multiple=True,
    required=True,
    metavar="SPEC",
    help="A sanitizer; repeatable.",
)
@options.columns
@options.attack_parts
@options.decision
@options.common
@options.models
@click.option(
    "--shadow",
    metavar="FILE",
    help="Public text of the same kind, for attacks that learn from one.",
)
@click.option(
    "--seeds",
    type=click.IntRange(1, 1_000),
    default=1,
    show_default=True,
    help="Make each release so many times, from --seed on, and show how far the figures spread.",
)
@click.option("--run", type=click.Path(path_type=Path), help="Folder for finished work.")
@click.option("--force", is_flag=True, help="Let sanitizers replace files that are there.")
def command(private: str, sanitizers: tuple[str, ...], **given: Any) -> int:
    """Make each release of the PRIVATE records, audit it, and set the figures side by side."""
    parts = (given[part] for part in options.ATTACK_PARTS)
    names = files_in(*sanitizers, *given["attacks"], *given["utilities"], *parts)
    names |= {given["shadow"]: A_FILE, given["control"]: CONTROL, private: PRIVATE}
    with unnamed(names, hide=given["no_text"]):
        return _compare(private, sanitizers, given)


def _compare(private: str, sanitizers: tuple[str, ...], given: dict[str, Any]) -> int:
    from seethrough import spec
    from seethrough.cli._runs import run_for
    from seethrough.engine.compare import compare
    from seethrough.engine.verdict.limits import Tolerances
    from seethrough.report.terminal.comparison import comparison_lines
    from seethrough.sidecars.releasing import check_outputs, files_named

    makers = [spec.parse("sanitizers", s) for s in sanitizers]
    reads, writes = files_named(makers)
    check_outputs(writes, [private, *reads], given["force"])
    parts = {k: given[k] for k in options.ATTACK_PARTS}
    text = not given["no_text"]
    named = {k: given[k] for k in options.COLUMN_PARTS} | {"shown": text}
    own = options.read(private, **named)
    records, others = own.corpus, None
    if given["control"] is not None:
        others = options.read(given["control"], own.columns, **named).corpus
    attacks = options.build_attacks(given["attacks"], parts)
    utilities = [spec.parse("utilities", u) for u in given["utilities"]]
    inputs = (records.hash, others and others.hash, given["seed"], given["targets"])
    run = run_for(given["run"], [*makers, *attacks, *utilities], *inputs)
    with options.progress() as progress:
        result = compare(
            records,
            makers,
            attacks=attacks,
            utilities=utilities,
            control=others,
            shadow=given["shadow"],
            seed=given["seed"],
            seeds=given["seeds"],
            tolerances=Tolerances.parse(given["tolerances"]),
            standard=given["standard"],
            targets=given["targets"],
            run=run,
            progress=progress,
        )
    if given["as_json"]:
        say_json(result.to_json() if text else hidden(result.to_json()))
    else:
        say(*comparison_lines(result, text))
    return 0
