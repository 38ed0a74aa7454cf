"""The page of a report, whatever records, ids, people and files are called."""

from __future__ import annotations

from fuzzing.checks import assert_text_stays_text, text_of
from fuzzing.reports import report
from seethrough.report.page import render

SLOW = True
GUIDED = False
LONGEST = 200
SEEDS = (
    b"<script>alert(1)</script><img src=x onerror='alert(2)'>",
    b"\" ' & &amp; &lt; {{ 7 * 7 }} {% raw %} <!-- --> ]]> javascript:alert(1)",
    b"</blockquote></details></bdi></title></style>",
    "\u202eesrever\u202c a\u200bb\u200d \u0645\u0631\u062d\u0628\u0627 \x07\x00\ud83d".encode(
        "utf-8", "surrogatepass"
    ),
    b"http://example.org/?a=b&c=d",
    b"name",
)
WORDS = (
    b"<bdi>",
    b"</mark>",
    b"</",
    b"/>",
    b"onload=",
    b"&quot;",
    b"&#x3c;",
    b"<svg/onload=",
    b"\\u003c",
)


def check(content: bytes) -> None:
    text = text_of(content)
    with_text = content[-1:] != b"-"
    assert_text_stays_text(lambda said: render(report(said), text=with_text), text)
