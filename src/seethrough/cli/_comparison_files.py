"""The files that ``compare`` leaves in its folder."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from seethrough.cli._say import encode

if TYPE_CHECKING:
    from seethrough.engine.result import Audit
    from seethrough.report.pipeline.judged import Judged


def keep(
    folder: Path,
    machine: dict[str, Any],
    judged: list[Judged],
    answer: list[str],
    audits: Sequence[tuple[str, Sequence[Audit]]],
    text: bool,
) -> None:
    """Write the comparison and its page, every finding, and each release's report and page.

    Reports of an earlier run are removed: they may name people where these do not.
    """
    import shutil

    from seethrough.cli._output import encoded_form, keep_for_view
    from seethrough.report.comparison_page import render
    from seethrough.report.page import write_page
    from seethrough.storage.files import make_private_directory, write_atomically
    from seethrough.storage.seals import with_checksum

    content = encode(machine).encode()
    write_atomically(folder / "comparison.json", content)
    keep_for_view(folder, "comparison.json", content, audits, text)
    write_atomically(
        folder / "summary.md", encoded_form("markdown", judged, answer, machine.get("preset"))
    )
    write_atomically(folder / "junit.xml", encoded_form("junit", judged))
    links = {}
    shutil.rmtree(folder / "reports", ignore_errors=True)
    for place, release in enumerate(judged, 1):
        if release.report is None:
            continue
        slug = re.sub(r"[^a-z0-9]+", "-", release.name.lower()).strip("-")[:40] if text else ""
        own = folder / "reports" / f"{place}-{slug}".rstrip("-")
        make_private_directory(own)
        write_atomically(own / "report.json", encode(with_checksum(release.report)).encode())
        write_page(release.report, own / "report.html")
        links[release.name] = f"reports/{own.name}/report.html"
    page = render(machine, judged, links, answer)
    write_atomically(folder / "comparison.html", page.encode(errors="xmlcharrefreplace"))
