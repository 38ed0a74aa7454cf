"""The page: one self-contained HTML file, made from the machine form of a report alone."""

from __future__ import annotations

import base64
import functools
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.report.hiding import without_files
from seethrough.report.schema import check
from seethrough.storage.files import write_atomically

if TYPE_CHECKING:
    from seethrough.report.page.people import PersonView

HERE = Path(__file__).parent

BUDGET = 3_400_000
"""Bytes of the page from which on people are only counted."""

OPEN_LIST = 10
"""People who are listed at once; the others are a click away."""

ROWS = 500
"""People without room for their records who still get a line of their own."""


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
    from seethrough.report.page.advice import advise
    from seethrough.report.page.by_class import TAGS, explained
    from seethrough.report.page.contents import contents
    from seethrough.report.page.exhibits import exhibits_of

    check(report)
    text = text and report["private"]["sha256"] is not None  # left out with --no-text
    templates = environment()
    style, script = source("page.css") + marking(), source("page.js")
    if not text:
        report = without_files(report)
    advice = advise(report, text)
    html: str = templates.get_template("page.html").render(
        policy=policy(style, script),
        style=style,
        script=script,
        page=contents(report, advice, text),
        people=_People(templates, report, text),
        exhibits=exhibits_of(report) if text else [],
        advice=advice,
        tags="; ".join(map(explained, TAGS)),
        text=text,
    )
    return html


@functools.cache
def environment(*before: Path) -> Any:
    """Return where the templates are found, read once; what they are given is escaped.

    Args:
        before: Further folders of templates, which are looked into first.
    """
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader([*before, HERE]),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def policy(style: str, script: str, *more: str) -> str:
    """Return the content security policy: nothing but this one style and this one script.

    Args:
        style: The style.
        script: The script.
        more: Further directives, such as ``img-src data:``.
    """
    return "; ".join(
        [
            "default-src 'none'",
            f"style-src '{_digest(style)}'",
            f"script-src '{_digest(script)}'",
            "base-uri 'none'",
            "form-action 'none'",
            *more,
        ]
    )


class _People:
    """The list of people, as much of it as there is room for."""

    def __init__(self, environment: Any, report: Mapping[str, Any], text: bool) -> None:
        from seethrough.report.labels.figures import compared_by_person
        from seethrough.report.page.people import view, word_usage

        template = environment.get_template("person.html")
        findings = report["findings"]
        usage = word_usage(findings if text else [])
        self.blocks: list[str] = []
        self.rows: list[PersonView] = []
        self.left_out = 0
        self.compared = compared_by_person(report)
        self.all = len(findings)
        room = BUDGET
        for rank, finding in enumerate(findings, start=1):
            person = view(rank, finding, usage, text and room > 0)
            if person.records:
                block = template.render(person=person)
                room -= len(block.encode(errors="replace"))
                if room > 0:
                    self.blocks.append(block)
                    continue
            if len(self.rows) < ROWS:
                self.rows.append(person)
            else:
                self.left_out += 1

    @property
    def first(self) -> list[str]:
        """The most exposed."""
        return self.blocks[:OPEN_LIST]

    @property
    def further(self) -> list[str]:
        """Those after them."""
        return self.blocks[OPEN_LIST:]


def marking() -> str:
    """Return the rules that mark the words of the claim that is chosen; no script is needed."""
    from seethrough.report.page.people import MOST_CLAIMS

    chosen = ["mark.told" if n == 0 else f"mark.k{n}" for n in range(MOST_CLAIMS + 1)]
    picks = ["all" if n == 0 else f"c{n}" for n in range(MOST_CLAIMS + 1)]
    lines = ",".join(
        f".record-view:has(.{p}:checked) {m}" for p, m in zip(picks, chosen, strict=True)
    )
    led = ".record-view:has(.c0:checked) mark.k0,.record-view:not(:has(fieldset)) mark.k0"
    return (
        f"{lines}{{background:var(--mark);color:var(--mark-ink)}}\n"
        f"{led}{{background:var(--led);color:var(--led-ink)}}\n"
    )


def source(name: str, folder: Path = HERE) -> str:
    """Return a file that stands beside templates: those of this page, or of another folder."""
    return (folder / name).read_text(encoding="utf-8")


def _digest(source: str) -> str:
    digest = hashlib.sha256(source.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"
