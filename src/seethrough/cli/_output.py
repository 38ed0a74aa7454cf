"""What a verb that audits prints and writes when it is done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from seethrough.cli._say import encode, say, say_json
from seethrough.report.machine import to_json
from seethrough.report.page import write_page
from seethrough.report.terminal.summary import lines_of
from seethrough.storage.files import write_atomically

if TYPE_CHECKING:
    from seethrough.engine.audit import Audit


def finish(audit: Audit, *, as_json: bool, text: bool) -> int:
    """Write the report and its page into the run's folder, print it, return the exit status."""
    report = to_json(audit, text)
    if audit.folder is not None:
        write_atomically(audit.folder / "report.json", encode(report).encode())
        write_page(report, audit.folder / "report.html")
    if as_json:
        say_json(report)
    else:
        say(*lines_of(report))
    if audit.folder is not None:
        say(f"Report: {audit.folder / 'report.json'}", err=True)
        say(f"Page: {audit.folder / 'report.html'}", err=True)
    return audit.verdict.exit_status
