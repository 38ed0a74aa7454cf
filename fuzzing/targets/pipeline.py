"""Markdown, JUnit XML and the terminal's summary of a report, whatever its files are called."""

from __future__ import annotations

import functools
import xml.etree.ElementTree as ET

from markdown_it import MarkdownIt

from fuzzing.checks import assert_one_line, assert_text_stays_text, text_of
from fuzzing.reports import WORD, report
from seethrough.report.pipeline.judged import Judged
from seethrough.report.pipeline.junit import junit
from seethrough.report.pipeline.markdown import code, markdown, prose
from seethrough.report.terminal.summary import lines_of

SLOW = True
GUIDED = False
LONGEST = 300
SEEDS = (
    b"x|</td><script>alert(1)</script>`@admin` [a](http://evil.example)\n# 1",
    b"``` `a` `` ``` ~~~ ** __ *a* _b_ ![c](d) <!-- | \\| \\` \\",
    b"\x1b[31m\r\n- a\n1. b\n> c\n\n    d\n=====\n",
    b']]></failure><failure message="&#0;">&#x1b;',
    b"www.example.org a@b.c http://d.e #1 @f",
    b"release.jsonl",
)
WORDS = (
    b"`",
    b"``",
    b"\\",
    b"|",
    b"\n",
    b"](",
    b"<a>",
    b"&lt;",
    b"- ",
    b"1. ",
    b"---",
    b"~~",
    b"://",
    b"$$",
)


@functools.cache
def _report() -> Judged:
    made = report(WORD)
    return Judged(WORD, made | {"estimates": made["estimates"][:2]})


@functools.cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"])


def _page(name: str) -> str:
    assert _report().report is not None
    judged = [Judged(name, _report().report), Judged(name, None, name, decides=False)]
    made = markdown(judged, [name])
    for line in made.replace("\u200b", "").splitlines():
        assert_one_line(line)
    html: str = _markdown().render(made)
    return html


def check(content: bytes) -> None:
    text = text_of(content)
    assert_text_stays_text(_page, text)
    for inline in (code, prose):
        made = _markdown().render(inline(text))
        assert made.count("<p>") <= 1, "a sentence became several blocks"
    suites = ET.fromstring(junit([Judged(text, _report().report), Judged("gone", None, text)]))
    assert [suite.tag for suite in suites] == ["testsuite"] * 2
    assert {case.tag for suite in suites for case in suite} == {"testcase"}
    for line in lines_of(report(text)):
        assert_one_line(line)
