"""``seethrough doctor``."""

from __future__ import annotations

import click


@click.command("doctor")
def command() -> int:
    """Say what is installed and what works here. Status 69: the default install is broken."""
    from seethrough.doctor import examine

    broken = False
    for check in examine():
        word = {True: "ok", False: "BROKEN", None: "not installed"}[check.works]
        click.echo(f"{word:<14} {check.name}: {check.detail}")
        broken |= check.works is False
    return 69 if broken else 0
