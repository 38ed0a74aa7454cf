"""Markdown for a comment on a pull request or the summary of a step.

What comes from files or from the user stands in code spans, where Markdown, HTML, mentions and
links are nothing but letters; sentences have every sign escaped that Markdown knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from seethrough.report.labels import wording
from seethrough.report.labels.apart import Settings
from seethrough.report.labels.questions import ASKED, VERDICTS
from seethrough.report.pipeline.judged import Judged
from seethrough.text.visible import visible

MOST_REASONS = 8
"""Reasons that are written for a release; the others are counted."""

_SIGNS = re.compile(r"([\\`*_{}\[\]#!|~$^>])")
_BREAK = "\N{ZERO WIDTH SPACE}"


def markdown(judged: Sequence[Judged], answer: Sequence[str] = ()) -> str:
    """Return the Markdown of one release, or of several side by side.

    No person is named and no record is quoted.

    Args:
        judged: The releases.
        answer: Which release is the safest, in sentences; the answer first.
    """
    lines = ["## seethrough", ""]
    if len(judged) > 1 or answer:
        lines += ["| release | verdict |", "| --- | --- |"]
        for release in judged:
            aside = _in_brackets("" if release.decides else "does not decide", release.draws)
            lines.append(f"| {code(release.name, cell=True)} | {VERDICTS[release.word]}{aside} |")
        lines.append("")
    lines += [line for sentence in answer for line in (prose(sentence), "")]
    for release in judged:
        lines += _release(release)
    return "\n".join(lines).rstrip() + "\n"


def code(text: str, cell: bool = False) -> str:
    """Return text as a code span, whatever stands in it.

    Args:
        text: Any text; it becomes one line.
        cell: Whether it stands in a table, where a bar would end the cell.
    """
    line = visible(text).strip() or " "
    longest = max(map(len, re.findall(r"`+", line)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if line.startswith("`") or line.endswith("`") else ""
    span = f"{fence}{pad}{line}{pad}{fence}"
    return span.replace("|", "\\|") if cell else span


def prose(text: str) -> str:
    """Return a sentence as Markdown that shows as the sentence: no markup, mention or link."""
    line = visible(text).strip().replace("&", "&amp;").replace("<", "&lt;")
    line = _SIGNS.sub(r"\\\1", line)
    line = re.sub(r"([@:])(?=\S)", rf"\1{_BREAK}", line)
    line = re.sub(r"(?i)\bwww(?=\.)", f"www{_BREAK}", line)
    return re.sub(r"^(?=[-+=]|\d+[.)])", _BREAK, line)  # no list and no heading begins here


def _release(release: Judged) -> list[str]:
    aside = _in_brackets(release.draws)
    lines = [f"### {code(release.name)}: {VERDICTS[release.word]}{aside}", ""]
    why, left = release.leading(MOST_REASONS)
    lines += [f"- {prose(sentence)}" for sentence in why]
    if left:
        lines.append(f"- and {left} more; the report has them all")
    lines += [f"- left out: {prose(why)}" for why in release.left_out]
    if release.report is None:
        return [*lines, ""]
    lines += ["", "<details><summary>Questions and figures</summary>", ""]
    lines += ["| question | answer |", "| --- | --- |"]
    for asked in release.report["answers"]:
        mark = " (decides)" if asked["question"] == release.report["standard"] else ""
        lines.append(f"| {prose(str(ASKED[asked['question']]))}{mark} | {asked['word']} |")
    lines += ["", "| figure | value (95 % interval) | control | baseline | n | better |"]
    lines.append("| --- | --- | --- | --- | ---: | --- |")
    settings = Settings(release.report["estimates"])
    lines += [_figure(estimate, settings) for estimate in release.report["estimates"]]
    return [*lines, "", "</details>", ""]


def _in_brackets(*asides: str) -> str:
    """Return what is said beside a verdict; nothing where nothing is."""
    told = "; ".join(filter(None, asides))
    return f" ({told})" if told else ""


def _figure(estimate: Mapping[str, Any], settings: Settings) -> str:
    title, percent = wording.title(estimate)
    told = [settings.called(title, estimate), *wording.beside(estimate, percent)]
    better = estimate["direction"].partition("_")[0]
    cells = (*map(prose, told), str(estimate["n"]), better)
    return f"| {' | '.join(cells)} |"
