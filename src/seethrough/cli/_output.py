"""What a verb that audits prints and writes when it is done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from seethrough.files import write_atomically
from seethrough.report.page import write_page

if TYPE_CHECKING:
    from seethrough.audit import Audit


def finish(audit: Audit, *, as_json: bool, text: bool) -> int:
    """Write the report and its page into the run's folder, print it, return the exit status."""
    report = audit.to_json(text=text)
    if audit.folder is not None:
        # Half a surrogate pair, which UTF-8 cannot hold, is written as JSON's escape of it.
        content = encode(report).encode(errors="backslashreplace")
        write_atomically(audit.folder / "report.json", content)
        write_page(report, audit.folder / "report.html")
    if as_json:
        click.echo(encode(report), nl=False)
    else:
        click.echo(audit.summary(text), nl=False)
    if audit.folder is not None:
        click.echo(f"Report: {audit.folder / 'report.json'}", err=True)
        click.echo(f"Page: {audit.folder / 'report.html'}", err=True)
    return audit.verdict.exit_status


def encode(value: Any) -> str:
    """Return the text of a machine form; the same value gives the same bytes."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
