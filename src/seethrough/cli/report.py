"""``seethrough report RUN``."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("report")
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write; by default .html in the place of .json or .jsonl.",
)
@click.option("--no-text", is_flag=True, help="Make a page without ids or text, to be passed on.")
def command(run: Path, out: Path | None, no_text: bool) -> int:
    """Write the page of a finished RUN again: its folder, or the report.json in it.

    Of a file that the sanitizer sage kept (keep=FILE.jsonl) it writes a page of every step.
    """
    from seethrough.errors import InputError
    from seethrough.report.page import write_page
    from seethrough.store import read_json

    if run.suffix == ".jsonl":
        return _steps(run, out, no_text)
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


def _steps(kept: Path, out: Path | None, no_text: bool) -> int:
    """Write the page of what sage kept."""
    from seethrough.errors import UsageError
    from seethrough.report.page.steps import write_steps_page

    if no_text:
        raise UsageError(f"--no-text: {kept} holds nothing but text; pass its page on to nobody")
    page = kept.with_suffix(".html") if out is None else out
    write_steps_page(kept, page)
    click.echo(str(page))
    return 0
