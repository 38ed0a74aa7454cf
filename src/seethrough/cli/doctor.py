"""``seethrough doctor``."""

from __future__ import annotations

import textwrap
from functools import partial

import click

from seethrough.cli import _options as options
from seethrough.cli._say import say


@click.command("doctor")
@click.option("--try-model", is_flag=True, help="Ask the language model a question, too.")
@partial(options.models, hint=False)
def command(try_model: bool) -> int:
    """Show what is installed and what works. Status 69: the default install is broken.

    With --try-model also if the model of --model or SEETHROUGH_MODEL does not answer.
    """
    from seethrough import doctor

    broken = False

    def show(check: doctor.Check) -> None:
        nonlocal broken
        word = {True: "ok", False: "BROKEN", None: "not there"}[check.works]
        say(f"{word:<10} {check.name}: {check.detail}")
        broken |= check.works is False

    for check in doctor.examine():
        show(check)
    say("", "Language models that can be used, the default first:")
    for check in doctor.examine_models():
        show(check)
    if try_model:
        show(doctor.try_model())
    say("", "What a language model can be trusted with:")
    for line in doctor.trust():
        say(*textwrap.wrap(f"- {line}", 88, subsequent_indent="  ", break_on_hyphens=False))
    return 69 if broken else 0
