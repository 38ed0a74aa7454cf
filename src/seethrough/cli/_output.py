"""What a verb that audits prints and writes when it is done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from seethrough.files import write_atomically

if TYPE_CHECKING:
    from seethrough.audit import Audit


def finish(audit: Audit, *, as_json: bool, text: bool) -> int:
    """Write the report into the run's folder, print it, and return the exit status."""
    report = audit.to_json(text=text)
    if audit.folder is not None:
        write_atomically(audit.folder / "report.json", encode(report).encode())
    if as_json:
        click.echo(encode(report), nl=False)
    else:
        click.echo(audit.summary(), nl=False)
    if audit.folder is not None:
        click.echo(f"Report: {audit.folder / 'report.json'}", err=True)
    return audit.verdict.exit_status


def encode(value: Any) -> str:
    """Return the text of a machine form; the same value gives the same bytes."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
