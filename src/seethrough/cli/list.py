"""``seethrough list``."""

from __future__ import annotations

import textwrap

import click

from seethrough.cli._say import say, say_json

_MARGIN = " " * 21
_DEEPER = " " * 25


@click.command("list")
@click.argument("kinds", metavar="[KIND]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print the machine form instead.")
def command(kinds: tuple[str, ...], as_json: bool) -> int:
    """List the components of each KIND, such as attacks, with their fields and defaults.

    All kinds where none is named. Where a KIND is named, each field says what it means.
    """
    from seethrough import components, spec
    from seethrough.errors import UsageError

    for kind in kinds:
        if kind not in components.LISTED:
            raise UsageError(f"no kind {kind!r:.100}; the kinds are {', '.join(components.LISTED)}")
    listed = {
        kind: [spec.describe(kind, name) for name in components.names(kind)]
        for kind in kinds or components.LISTED
    }
    if as_json:
        say_json(listed)
        return 0
    for kind, described in listed.items():
        say(kind)
        for component in described:
            say(f"  {component['name']:<16} {component['summary'].replace('``', '')}")
            for field in component["fields"]:
                default = "required" if field["required"] else _shown(field["default"])
                say(f"{_MARGIN}{field['name']} = {default}")
                if kinds:
                    meaning = field["meaning"].replace("``", "")
                    say(
                        *textwrap.wrap(
                            meaning, 88, initial_indent=_DEEPER, subsequent_indent=_DEEPER
                        )
                    )
    return 0


def _shown(default: object) -> str:
    from seethrough import spec

    if isinstance(default, dict):
        return spec.format_json(default)
    if isinstance(default, list):
        return "+".join(_shown(d) for d in default)
    return str(default)
