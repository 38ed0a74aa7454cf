"""``seethrough report RUN``."""

from __future__ import annotations

from pathlib import Path

import click

from seethrough.cli import _options as options
from seethrough.cli._say import say, say_bytes
from seethrough.cli._unnamed import unnamed

UNNAMED = "report-no-text.html"
"""The page without ids or text: an audit, which writes its page anew, never puts them into it."""


@click.command("report")
@click.argument("run", metavar="RUN", type=click.Path(path_type=Path))
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path, dir_okay=False),
    help="The file to write; by default report.html in RUN, report-no-text.html with --no-text; for"
    " FILE.jsonl it is FILE.html.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "markdown", "junit"]),
    default="html",
    show_default=True,
    help="A page, or Markdown or JUnit XML, which name nobody and are printed without --out.",
)
@options.curve
@click.option("--force", is_flag=True, help="Replace an existing file; never the report itself.")
@click.option("--no-text", is_flag=True, help="Make a page without ids or text, to pass on.")
def command(
    run: Path,
    out: Path | None,
    form: str,
    chart: Path | None,
    chart_of: str | None,
    chart_against: str | None,
    force: bool,
    no_text: bool,
) -> int:
    """Write the page of a finished RUN: its folder, or the report.json in it.

    The run's own pages, report.html and with --no-text report-no-text.html, are replaced; any other
    file only with --force. For a file that the sanitizer sage kept (keep=FILE.jsonl) it writes a
    page of all steps.
    """
    from seethrough.cli._output import check_chart, keep_curve
    from seethrough.errors import UsageError
    from seethrough.report.hiding import without_files
    from seethrough.report.schema import read_report, shown_from

    with unnamed({str(run): "the run"}, hide=no_text):
        drawn = {"chart_of": chart_of, "chart_against": chart_against}
        check_chart({"chart": chart, "force": force, **drawn}, [str(run)])
        if run.suffix == ".jsonl":
            if chart is not None:
                raise UsageError("--chart: what sage kept has no curve; name a finished run")
            return _steps(run, out, force, no_text)
        if form != "html":
            _form(run, out, form, force, no_text)
        else:
            _report(run, out, force, no_text)
        if chart is not None:
            report = read_report(_file(run))
            with shown_from(_file(run), report):
                shown = without_files(report) if no_text else report
                keep_curve(shown, chart, chart_of, chart_against)
        return 0


def _report(run: Path, out: Path | None, force: bool, no_text: bool) -> None:
    """Write the page of a report."""
    from seethrough.cli._overwriting import check_outputs
    from seethrough.report.page import write_page
    from seethrough.report.schema import read_report, shown_from
    from seethrough.storage.store import MANIFEST

    file = _file(run)
    page = file.with_name(UNNAMED if no_text else "report.html") if out is None else out
    own = out is None and (file.parent / MANIFEST).exists()
    check_outputs([page], [str(file)], force or own)
    report = read_report(file)
    with shown_from(file, report):
        write_page(report, page, text=not no_text)
    say(str(page))


def _file(run: Path) -> Path:
    """Return the report of a run."""
    from seethrough.errors import InputError

    if run.is_file() and run.suffix != ".json":
        raise InputError(f"{run}: not the folder of a run; the last lines of an audit name it")
    file = run / "report.json" if run.is_dir() else run
    folder = run if run.is_dir() else run.parent
    if run.name == "comparison.json" or (file != run and (folder / "comparison.json").exists()):
        raise InputError(
            f"{run}: a comparison; its page is {folder / 'comparison.html'}. Name a folder in"
            f" {folder / 'reports'} for the report of one release"
        )
    if not file.exists() and file != run:
        raise InputError(f"{run}: no report.json in it; let the audit finish with --run {run}")
    return file


def _form(run: Path, out: Path | None, form: str, force: bool, no_text: bool) -> None:
    """Print, or write, a report as a pipeline reads it."""
    from seethrough.cli._output import encoded_form
    from seethrough.cli._overwriting import check_outputs
    from seethrough.report.hiding import RELEASE
    from seethrough.report.labels.wording import release_name
    from seethrough.report.pipeline.judged import Judged
    from seethrough.report.schema import read_report, shown_from
    from seethrough.storage.files import write_atomically

    file = _file(run)
    check_outputs([] if out is None else [out], [str(file)], force)
    report = read_report(file)
    with shown_from(file, report):
        name = RELEASE if no_text else release_name(report)
        made = encoded_form(form, [Judged(name, report)])
    if out is None:
        say_bytes(made)
    else:
        write_atomically(out, made)
        say(str(out))


def _steps(kept: Path, out: Path | None, force: bool, no_text: bool) -> int:
    """Write the page of what sage kept."""
    from seethrough.cli._overwriting import check_outputs
    from seethrough.errors import UsageError
    from seethrough.report.page.steps import write_steps_page

    if no_text:
        raise UsageError(f"--no-text: {kept} holds only text; do not pass its page on")
    page = kept.with_suffix(".html") if out is None else out
    check_outputs([page], [str(kept)], force)
    write_steps_page(kept, page)
    say(str(page))
    return 0
