"""``seethrough view RUN``."""

from __future__ import annotations

from pathlib import Path

import click

from seethrough.cli._pages import serve


@click.command("view")
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="A free port by default.")
@click.option("--open", "browser", is_flag=True, help="Open the page in the browser.")
def command(run: Path, port: int, browser: bool) -> int:
    """Serve a page on this machine with every finding of RUN, a finished run's folder.

    People by exposure, class of fact and release; each person in all releases side by side; each
    answer with what it recites. Without text where the run was made with --no-text.
    """
    from seethrough.report.labels.wording import count, persons
    from seethrough.viewing.reading import Findings
    from seethrough.viewing.server import Viewer

    findings = Findings(run)
    people = persons(len(findings.names))
    held = f"{people} in {count(len(findings.header.releases), 'release')}"
    serve(Viewer(findings, port), held, "read", browser)
    return 0
