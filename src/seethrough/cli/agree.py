"""``seethrough agree RATINGS --judge SPEC [--write]``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from seethrough.cli import _bars as bars
from seethrough.cli import _options as options
from seethrough.cli._say import say, say_json
from seethrough.storage.contents import file_sha256

if TYPE_CHECKING:
    from seethrough.agreement.calibrating import Calibrated
    from seethrough.agreement.ratings import RatedClaims


@click.command("agree")
@click.argument("ratings", metavar="RATINGS")
@click.option(
    "--judge", "judges", multiple=True, metavar="SPEC",
    help="A judge; repeatable. All offline judges by default.",
)  # fmt: skip
@click.option(
    "--write", is_flag=True,
    help="Fit the thresholds of the judge llm to RATINGS and keep them with its error rates, for"
    " the model that it asks; the figures are then cross-validated.",
)  # fmt: skip
@click.option(
    "--rated-by", metavar="WORDS", default="",
    help="Who gave the ratings, for reports, such as 'two nurses'.",
)  # fmt: skip
@options.seed("How ratings are shuffled, and texts dealt into folds.")
@click.option("--json", "as_json", is_flag=True, help="Print the machine form instead.")
@options.models
def command(
    ratings: str,
    judges: tuple[str, ...],
    write: bool,
    rated_by: str,
    seed: int,
    as_json: bool,
) -> int:
    """Measure how well a judge agrees with the raters of the claims in RATINGS.

    RATINGS has a JSON object per line. Either one claim: `claim`, `passage` and `ratings`, a list
    of 1 (same information), 2 (similar) and 3 (unsupported). Or one text: `claims`, and `passages`
    and `ratings` by kind of passage, where ratings are one character a claim, x for none. `kind`,
    `set` and `id` (of the text) may group them. With `text`, the private text, --write measures
    passages that add nothing to it apart from others.
    """
    from seethrough import spec
    from seethrough.agreement.measuring import measure_agreement
    from seethrough.agreement.ratings import read_ratings
    from seethrough.cli._runs import run_for
    from seethrough.judges.asked import calibrations
    from seethrough.models.resolve import answers_kept
    from seethrough.report.terminal.agreement import agreement_lines
    from seethrough.report.terminal.calibration import calibration_lines

    chosen = [spec.parse("judges", j) for j in judges or ("local", "rouge")]
    if write:
        _check_writable(chosen, ratings)
    rated = read_ratings(ratings)
    run = run_for(None, chosen, rated.claims, rated.passages)
    fitted: list[Calibrated] = []
    with bars.progress(), answers_kept(run):
        if write:
            fitted = _calibrate(chosen, rated, ratings, rated_by, seed)
            measured = [found.agreement for found in fitted]
        else:
            measured = [measure_agreement(judge, rated, seed) for judge in chosen]
    paths = [calibrations.write(found.calibration) for found in fitted]
    if as_json:
        machine: dict[str, Any] = {
            "schema": 1,
            "estimates": [e.to_json() for m in measured for e in m.estimates],
            "judges": [m.to_json() for m in measured],
            "left_out": {rater: own._asdict() for rater, own in rated.blind.items()},
        }
        if write:
            machine["calibrations"] = [found.calibration.to_json() for found in fitted]
        say_json(machine)
        return 0
    lines = agreement_lines(measured)
    for found, path in zip(fitted, paths, strict=True):
        lines += ["", *calibration_lines(found.calibration, path)]
    lines += [] if write else _flattered(chosen, ratings)
    lines += [*_without_skipped(rated), *_left_out(rated)]
    say(*lines)
    return 0


def _check_writable(chosen: Sequence[Any], ratings: str) -> None:
    from seethrough import spec
    from seethrough.errors import UsageError
    from seethrough.judges.llm import Llm

    others = [spec.name_of(judge) for judge in chosen if not isinstance(judge, Llm)]
    if others:
        raise UsageError(
            f"--write calibrates the judge llm only, not {others[0]}; add --judge llm --model NAME"
        )
    if ratings == "-":
        raise UsageError("--write keeps the hash of the ratings' file; name a file, not -")


def _calibrate(
    chosen: Sequence[Any], rated: RatedClaims, path: str, rated_by: str, seed: int
) -> list[Calibrated]:
    from seethrough.agreement.calibrating import Source, calibrate

    n = len(rated.raters)
    known = f"{n} {'person' if n == 1 else 'people'} on the rating page" if n else "unnamed raters"
    source = Source(file_sha256(Path(path)), " ".join(rated_by.split()) or known)
    return [calibrate(judge, rated, source, seed) for judge in chosen]


def _without_skipped(rated: RatedClaims) -> list[str]:
    """Return a line where raters skipped claims that they were shown."""
    from seethrough.report.labels.wording import count

    skipped = len(rated.skipped)
    if not skipped:
        return []
    return [
        f"{skipped:,} of {count(skipped + len(rated), 'claim')} that raters were shown were"
        " skipped: if these are the doubtful ones, the figures flatter the judge."
    ]


def _left_out(rated: RatedClaims) -> list[str]:
    """Return a line for each rater whose ratings do not count."""
    return [
        f"{rater}: all ratings left out, for claims with a known answer were rated no better than"
        f" by chance ({own.right} of {own.asked} right)."
        for rater, own in rated.blind.items()
    ]


def _flattered(chosen: Sequence[Any], path: str) -> list[str]:
    """Return a line for each judge whose calibration was fitted to these same ratings."""
    from seethrough import spec
    from seethrough.contracts.agreements import agreement_of

    measured = [(spec.to_string(judge), agreement_of(judge)) for judge in chosen]
    fitted = [(name, (found or {}).get("ratings")) for name, found in measured]
    if path == "-" or not any(source for _, source in fitted):
        return []
    hash_ = file_sha256(Path(path))
    return [
        f"{name}: its thresholds were fitted to these ratings, so these figures flatter it; --write"
        " prints cross-validated ones."
        for name, source in fitted
        if source and source["sha256"] == hash_
    ]
