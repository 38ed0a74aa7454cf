"""``seethrough annotate RUN --out RATINGS``."""

from __future__ import annotations

from pathlib import Path

import click

from seethrough.cli import _options as options
from seethrough.cli._pages import serve
from seethrough.cli._say import say

_UNCHECKED = (
    " (none with a known answer, as they are too few or too short: nobody can be checked, and no"
    " audit passes that such ratings correct)"
)


@click.command("annotate")
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "-o", "--out", type=click.Path(path_type=Path), default=Path("ratings.jsonl"),
    show_default=True,
    help="File for the ratings; continues an existing file.",
)  # fmt: skip
@click.option("--claims", type=click.IntRange(min=1), default=200, show_default=True,
              help="Rate at most this many claims, drawn at random.")  # fmt: skip
@options.seed("Which claims are drawn.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="A free port by default.")
@click.option("--open", "browser", is_flag=True, help="Open the page in the browser.")
def command(run: Path, out: Path, claims: int, seed: int, port: int, browser: bool) -> int:
    """Serve a page on this machine where people rate the claims of RUN.

    RUN is a finished run's folder, or a file with a JSON object per line that has `claim` and
    `passage`. Up to 20 claims with a known answer are mixed in, to check the raters. Each rating is
    saved at once; the same command continues where it stopped. `seethrough agree` reads the file.
    """
    from seethrough.agreement.annotating import Session
    from seethrough.agreement.known_answers import known_answers
    from seethrough.agreement.pairs_to_rate import draw, read_pairs
    from seethrough.agreement.rating_file import RatingFile
    from seethrough.agreement.rating_page import Page
    from seethrough.cli._overwriting import check_folders, check_outputs
    from seethrough.report.labels.wording import count

    check_outputs([out], [str(run / "report.json" if run.is_dir() else run)], replace=True)
    check_folders([out])
    pairs = read_pairs(run)
    known = known_answers(pairs, seed)
    session = Session(draw(pairs, claims, seed, known), RatingFile(out))
    try:
        held = f"{count(len(session.pairs), 'claim')} to rate"
        held += f" ({len(known)} with a known answer, to check the raters)" if known else _UNCHECKED
        serve(Page(session, port), held, "rate", browser)
    finally:
        session.file.close()
    for rater, rated in sorted(session.file.counts().items()):
        say(f"{out}: {count(rated, 'claim')} rated by {rater}", err=True)
    if session.file.counts():
        say(f"Next: seethrough agree {out}", err=True)
    return 0
