"""What a verb that audits prints and writes when it is done."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.cli._say import encode, say, say_bytes, say_json
from seethrough.errors import UsageError
from seethrough.report.hiding import RELEASE
from seethrough.report.machine import to_json
from seethrough.report.page import write_page
from seethrough.report.pipeline.judged import Judged
from seethrough.report.terminal.summary import lines_of
from seethrough.storage.files import write_atomically
from seethrough.storage.seals import with_checksum

if TYPE_CHECKING:
    from collections.abc import Mapping

    import altair as alt

    from seethrough.engine.comparing.comparison import Comparison
    from seethrough.engine.result import Audit


def finish(
    audit: Audit,
    *,
    form: str,
    text: bool,
    table: Path | None = None,
    chart: Path | None = None,
    chart_of: str | None = None,
    chart_against: str | None = None,
) -> int:
    """Write the report and its page into the run's folder, print it, return the exit status.

    Args:
        audit: The result.
        form: What is printed, one of ``options.FORMS``.
        text: Whether people and files may be named.
        table: Where a row for each target is written, or None.
        chart: Where a curve is drawn, or None.
        chart_of: The figure of the curve; by default the first that has one.
        chart_against: What the curve runs over; by default the first that the figure has.

    Raises:
        UsageError: There is no such curve; the report is written and printed before.
    """
    report = with_checksum(to_json(audit, text))
    if audit.folder is not None:
        content = encode(report).encode()
        write_atomically(audit.folder / "report.json", content)
        write_page(report, audit.folder / "report.html")
        name = audit.release.corpus.name if text else RELEASE
        keep_for_view(audit.folder, "report.json", content, [(name, [audit])], text)
    keep_table(audit, text, table)
    if form == "json":
        say_json(report)
    elif form == "text":
        say(*lines_of(report))
    else:
        say_form(form, [Judged(audit.release.corpus.name if text else RELEASE, report)])
    if audit.folder is not None:
        say(f"Report: {audit.folder / 'report.json'}", err=True)
        say(f"Page: {audit.folder / 'report.html'}", err=True)
    if chart is not None:
        keep_curve(report, chart, chart_of, chart_against)
    return audit.verdict.exit_status


def keep_for_view(
    folder: Path, of: str, content: bytes, audits: Sequence[tuple[str, Sequence[Audit]]], text: bool
) -> None:
    """Write every finding into a run's folder, for ``view``.

    Args:
        folder: The run's folder.
        of: The name of the file in it that holds the figures.
        content: That file.
        audits: What each release is called, and the audit of each of its draws.
        text: Whether what was in the records may be kept.
    """
    import hashlib

    from seethrough.viewing.gathering import keep_view

    keep_view(folder, of, hashlib.sha256(content).hexdigest(), audits, text=text)


def say_form(
    form: str,
    judged: Sequence[Judged],
    answer: Sequence[str] = (),
    preset: Mapping[str, Any] | None = None,
) -> None:
    """Write Markdown or JUnit XML to standard output, as ``encoded_form`` makes it."""
    say_bytes(encoded_form(form, judged, answer, preset))


def encoded_form(
    form: str,
    judged: Sequence[Judged],
    answer: Sequence[str] = (),
    preset: Mapping[str, Any] | None = None,
) -> bytes:
    """Return releases as ``markdown`` or ``junit``, as a pipeline reads them.

    Args:
        form: Which of the two.
        judged: The releases.
        answer: Which is the safest, in sentences.
        preset: The machine form of a preset's tables, which Markdown ends with; None for none.
    """
    if form == "junit":
        from seethrough.report.pipeline.junit import junit

        return junit(judged)
    from seethrough.report.pipeline.markdown import markdown
    from seethrough.report.preset_tables import preset_markdown

    tables = "" if preset is None else f"\n{preset_markdown(preset)}"
    return f"{markdown(judged, answer)}{tables}".encode()


def keep_table(result: Audit | Comparison, text: bool, table: Path | None) -> None:
    """Write a row for each target and figure, where that was asked for."""
    if table is not None:
        from seethrough.report.pipeline.frame import to_frame, write_frame

        write_frame(to_frame(result, text), table)


def form_of(given: Mapping[str, Any]) -> str:
    """Return what is to be printed, by the options ``--format`` and ``--json``."""
    return "json" if given["as_json"] else str(given["form_of_output"])


def check_table(given: Mapping[str, Any], inputs: Sequence[str]) -> None:
    """Refuse, before any work, a table that cannot be written.

    Args:
        given: The options.
        inputs: The files that the command reads.
    """
    if given["table"] is not None:
        from seethrough.cli._overwriting import check_folders, check_outputs
        from seethrough.report.pipeline.frame import check_format

        check_format(given["table"])
        check_outputs([given["table"]], inputs, given["force"])
        check_folders([given["table"]], given.get("run"))


def check_chart(given: Mapping[str, Any], inputs: Sequence[str]) -> None:
    """Refuse, before any work, a chart that cannot be written.

    Args:
        given: The options.
        inputs: The files that the command reads.
    """
    if given["chart"] is None:
        for option in ("chart_of", "chart_against"):
            if given.get(option) is not None:
                named = option.replace("_", "-")
                raise UsageError(f"--{named} says what is drawn; name the file with --chart")
        return
    from seethrough.cli._overwriting import check_folders, check_outputs
    from seethrough.report.charts import saving

    saving.check_chart(given["chart"])
    check_outputs([given["chart"]], inputs, given["force"])
    check_folders([given["chart"]], given.get("run"))


def keep_chart(drawn: alt.TopLevelMixin, file: Path) -> None:
    """Write a chart, and say where it is."""
    from seethrough.report.charts.saving import write_chart

    write_chart(drawn, file)
    say(f"Chart: {file}", err=True)


def keep_curve(report: Mapping[str, Any], file: Path, of: str | None, against: str | None) -> None:
    """Draw the curve of an audit, and say where it is.

    Args:
        report: The machine form.
        file: Where.
        of: The figure; by default the first that has a curve.
        against: What the curve runs over; by default the first that the figure has.

    Raises:
        UsageError: There is no such curve.
    """
    from seethrough.report.charts.curve import chart, curve

    keep_chart(chart(curve(report, of, against)), file)
