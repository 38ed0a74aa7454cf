"""``seethrough agree RATINGS --judge SPEC``."""

from __future__ import annotations

import click

from seethrough.cli import _options as options
from seethrough.cli._say import say, say_json


@click.command("agree")
@click.argument("ratings", metavar="RATINGS")
@click.option(
    "--judge", "judges", multiple=True, metavar="SPEC",
    help="A judge; may be given again. All offline judges by default.",
)  # fmt: skip
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the machine form instead.")
@options.models
def command(ratings: str, judges: tuple[str, ...], seed: int, as_json: bool) -> int:
    """Measure how far a judge agrees with the people who rated the claims in RATINGS.

    RATINGS has a JSON object per line with `claim`, `passage` and `ratings`, a list of 1 (same
    information), 2 (similar) and 3 (unsupported); `kind` may group them.
    """
    from seethrough import spec
    from seethrough.agree import measure_agreement
    from seethrough.cli._runs import run_for
    from seethrough.models.resolve import answers_kept
    from seethrough.ratings import read_ratings
    from seethrough.report.agreement import agreement_lines

    chosen = [spec.parse("judges", j) for j in judges or ("local", "rouge")]
    rated = read_ratings(ratings)
    run = run_for(None, chosen, rated.claims, rated.passages)
    with options.progress(), answers_kept(run):
        measured = [measure_agreement(judge, rated, seed) for judge in chosen]
    if as_json:
        machine = {
            "schema": 1,
            "estimates": [e.to_json() for m in measured for e in m.estimates],
            "judges": [m.to_json() for m in measured],
        }
        say_json(machine)
    else:
        say(*agreement_lines(measured))
    return 0
