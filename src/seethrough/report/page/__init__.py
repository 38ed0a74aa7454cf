"""The page: one self-contained HTML file, made from the machine form of a report alone."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from seethrough.errors import InputError
from seethrough.files import write_atomically

BUDGET = 4_000_000
"""Bytes of the page from which on people are only counted."""

ROWS = 500
"""People without room for their records who still get a line of their own."""

_NEEDED = frozenset(
    "schema run private release verdict reasons attacks figures estimates curves findings"
    " leaks_by_kind coverage self_test judges versions seed".split()
)


def write_page(report: Mapping[str, Any], path: Path, *, text: bool = True) -> None:
    """Write the page of a report; readable by its owner alone, as records may stand in it.

    Args:
        report: The machine form, such as ``report.json`` holds.
        path: The file.
        text: Whether what was in the records may stand in the page; without it there are no ids,
            no file names and no text, and the page may be passed on.

    Raises:
        InputError: That is no report of this version.
    """
    # Half a surrogate pair, which JSON can hold and UTF-8 cannot, becomes a character reference.
    write_atomically(path, render(report, text=text).encode(errors="xmlcharrefreplace"))


def render(report: Mapping[str, Any], *, text: bool = True) -> str:
    """Return the page of a report; the same report gives the same page.

    Args:
        report: The machine form.
        text: Whether what was in the records may stand in it.

    Raises:
        InputError: That is no report of this version.
    """
    import jinja2

    from seethrough.report.page import contents
    from seethrough.report.page.advice import advise

    check(report)
    text = text and any("records" in person for person in report["findings"])
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    style, script = _source("page.css"), _source("page.js")
    people = _People(environment, report, text)
    return environment.get_template("page.html").render(
        policy=policy(style, script),
        style=environment.from_string("{{ it | safe }}").render(it=style),
        script=script,
        page=contents.contents(report, text),
        people=people,
        advice=advise(report, text),
        text=text,
    )


def check(report: Any) -> None:
    """Raise InputError unless this is a report of this version's form."""
    if not isinstance(report, Mapping) or report.get("schema") != 1:
        raise InputError("not a report of this version of seethrough; audit again")
    missing = sorted(_NEEDED - report.keys())
    if missing:
        raise InputError(f"not a whole report: it has no {', '.join(missing)}; audit again")


def policy(style: str, script: str) -> str:
    """Return the content security policy: nothing but this one style and this one script."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}';"
        " base-uri 'none'; form-action 'none'"
    )


class _People:
    """The list of people, as much of it as there is room for."""

    def __init__(self, environment: Any, report: Mapping[str, Any], text: bool) -> None:
        from seethrough.report.page.people import views

        template = environment.get_template("person.html")
        self.blocks: list[str] = []
        self.rows = []
        self.left_out = 0
        self.all = len(report["findings"])
        size = 0
        for person in views(report["findings"], text):
            block = ""
            if person.records:
                block = template.render(person=person)
                size += len(block.encode(errors="replace"))
            if block and size <= BUDGET:
                self.blocks.append(block)
            elif len(self.rows) < ROWS:
                self.rows.append(person)
            else:
                self.left_out += 1


def _source(name: str) -> str:
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def _digest(source: str) -> str:
    digest = hashlib.sha256(source.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
