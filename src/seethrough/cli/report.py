"""``seethrough report RUN``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("report")
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write; report.html beside report.json by default.",
)
@click.option("--no-text", is_flag=True, help="Make a page without ids or text, to be passed on.")
def command(run: Path, out: Path | None, no_text: bool) -> int:
    """Write the page of a finished RUN again: its folder, or the report.json in it."""
    from seethrough.errors import InputError
    from seethrough.report.page import write_page
    from seethrough.store import read_json

    file = run / "report.json" if run.is_dir() else run
    if not file.exists() and file != run:
        raise InputError(f"{run}: no report.json in it; let the audit finish with --run {run}")
    page = file.with_name("report.html") if out is None else out
    try:
        write_page(read_json(file), page, text=not no_text)
    except InputError as error:
        raise InputError(f"{file}: {str(error).removeprefix(f'{file}: ')}") from None
    click.echo(str(page))
    return 0
