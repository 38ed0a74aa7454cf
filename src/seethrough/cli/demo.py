"""``seethrough demo``."""

from __future__ import annotations

import click

from seethrough.cli import _bars as bars
from seethrough.cli._runs import RUNS


@click.command("demo")
@click.option("--json", "as_json", is_flag=True, help="Print the machine form instead.")
def command(as_json: bool) -> int:
    """Audit the sample release that comes with the package.

    The records are invented. An office took the names out, rounded ages and rewrote sentences;
    the audit shows what is still disclosed. The report and its page are kept in seethrough-runs.
    """
    from pathlib import Path

    from seethrough.cli._output import finish
    from seethrough.engine.audit import audit
    from seethrough.records.reading import read_corpus
    from seethrough.samples import path

    private = read_corpus(str(path("private.jsonl")))
    release = read_corpus(str(path("release.jsonl")))
    with bars.progress() as progress:
        result = audit(private, release, runs=Path(RUNS), progress=progress)
    finish(result, form="json" if as_json else "text", text=True)
    return 0
