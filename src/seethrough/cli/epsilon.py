"""``seethrough epsilon SANITIZER`` and ``seethrough epsilon RELEASE``."""

from __future__ import annotations

import click

from seethrough.cli import _inputs as inputs
from seethrough.cli import _options as options
from seethrough.cli._say import say, say_json


@click.command("epsilon")
@click.argument("target", metavar="SANITIZER|RELEASE")
@click.option(
    "--pair", "pairs", nargs=2, multiple=True, metavar="TEXT TEXT",
    help="Two words, or two texts with the same number of words; repeatable. By default eight pairs"
    " of words that the mechanism should distinguish best.",
)  # fmt: skip
@click.option(
    "--draws", type=click.IntRange(100, 10_000_000), default=20_000, show_default=True,
    help="How often each text is sanitized.",
)  # fmt: skip
@click.option(
    "--confidence", type=options.Range(0.5, 0.999999), default=0.95, show_default=True,
    help="How surely all lower bounds hold together.",
)  # fmt: skip
@options.seed("Which pairs and draws.")
@click.option(
    "--seeds", type=click.IntRange(0, 10_000_000), default=256, show_default=True,
    help="With RELEASE: how many seeds to try, starting at 0.",
)  # fmt: skip
@click.option("--json", "as_json", is_flag=True, help="Print the machine form instead.")
def command(
    target: str,
    pairs: tuple[tuple[str, str], ...],
    draws: int,
    confidence: float,
    seed: int,
    seeds: int,
    as_json: bool,
) -> int:
    """Does a word-level sanitizer, or a release, keep its guarantee?

    A SANITIZER's epsilon is bounded from below by experiment: each text of a pair is sanitized
    many times. If the results distinguish the two texts better than the claimed epsilon allows,
    the claim is refuted and the exit status is 1.

    A RELEASE, a file or a folder with its sidecar, breaks its guarantee if it was made with a seed
    (exit status 1): the sidecar says so, or one of the smallest seeds explains its words.

    Exit status 2 means that nothing was decided: no results could have refuted the claim.
    """
    from pathlib import Path

    from seethrough.errors import UsageError
    from seethrough.records.formats.text_folder import is_text_folder

    if Path(target).is_file() or is_text_folder(target):
        if pairs:
            raise UsageError("--pair is for a SANITIZER; for a RELEASE, seeds are tried")
        return _test_release(target, seeds, as_json)
    return _test_sanitizer(target, pairs, draws, confidence, seed, as_json)


def _test_sanitizer(
    sanitizer: str,
    pairs: tuple[tuple[str, str], ...],
    draws: int,
    confidence: float,
    seed: int,
    as_json: bool,
) -> int:
    from seethrough import spec
    from seethrough.report.terminal.epsilon import epsilon_lines
    from seethrough.word_level.epsilon_audit import audit_epsilon

    made = spec.parse("sanitizers", sanitizer)
    bounds = audit_epsilon(made, pairs, draws, confidence, seed)
    if as_json:
        machine = {"schema": 1, "sanitizer": spec.to_json(made), "seed": seed}
        say_json({**machine, "pairs": [b.to_json() for b in bounds]})
    else:
        say(*epsilon_lines(bounds))
    if any(b.broken or b.deviates for b in bounds):
        return 1
    return 0 if any(b.tested for b in bounds) else 2


def _test_release(path: str, seeds: int, as_json: bool) -> int:
    from seethrough.errors import InputError
    from seethrough.report.terminal.epsilon import seed_lines
    from seethrough.sidecars.sidecar import read_sidecar, sidecar_path
    from seethrough.word_level.seed_search import search_seed

    corpus = inputs.read(path).corpus
    sidecar = read_sidecar(path, corpus)
    if sidecar is None:
        raise InputError(
            f"{sidecar_path(path)}: no such file; a release without its sidecar claims nothing"
        )
    found = search_seed(corpus, sidecar, seeds)
    if as_json:
        machine = {"schema": 1, "release": path, "sanitizer": sidecar.claims.sanitizer}
        say_json({**machine, **found.to_json()})
    else:
        say(*seed_lines(found))
    return {"pass": 0, "fail": 1, "inconclusive": 2}[found.word]
