"""``seethrough epsilon SANITIZER``."""

from __future__ import annotations

import click


@click.command("epsilon")
@click.argument("sanitizer", metavar="SANITIZER")
@click.option(
    "--pair", "pairs", nargs=2, multiple=True, metavar="TEXT TEXT",
    help="Two words, or texts of equally many; may be given again. Eight telling pairs of words "
    "by default.",
)  # fmt: skip
@click.option(
    "--draws", type=click.IntRange(min=100), default=20_000, show_default=True,
    help="How often each text is sanitized.",
)  # fmt: skip
@click.option("--confidence", type=click.FloatRange(0.5, 0.999999), default=0.95, show_default=True)
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True)
@click.option("--json", "as_json", is_flag=True, help="Print the machine form instead.")
def command(
    sanitizer: str,
    pairs: tuple[tuple[str, str], ...],
    draws: int,
    confidence: float,
    seed: int,
    as_json: bool,
) -> int:
    """Does a word-level sanitizer keep its promise? Bound its epsilon from below by experiment.

    Each text of a pair is sanitized many times. Where the results tell the two apart better than
    the claimed epsilon allows, the claim is refuted and the exit status is 1.
    """
    from seethrough import spec
    from seethrough.cli._output import encode
    from seethrough.epsilon_audit import audit_epsilon
    from seethrough.report.epsilon import epsilon_lines

    made = spec.parse("sanitizers", sanitizer)
    bounds = audit_epsilon(made, pairs, draws, confidence, seed)
    if as_json:
        machine = {"schema": 1, "sanitizer": spec.to_json(made), "seed": seed}
        click.echo(encode({**machine, "pairs": [b.to_json() for b in bounds]}), nl=False)
    else:
        click.echo("\n".join(epsilon_lines(bounds)))
    return int(any(b.broken or b.deviates for b in bounds))
