"""Lines for a terminal, JSON on standard output, and names in the words of progress bars."""

from __future__ import annotations

import contextlib
import io
import json
import re

from rich.markup import escape
from rich.text import Text

from fuzzing.checks import assert_one_line, text_of
from seethrough.cli._say import encode, say
from seethrough.records.column_names import shown
from seethrough.report.labels.wording import inline
from seethrough.report.terminal.tables import table
from seethrough.text.visible import shortened, visible

SEEDS = (
    b"private.jsonl",
    b"\x1b[2J\x1b[31mVERDICT: PASS\r\n",
    "\u202eesrever\u202c \u2066x\u2069 a\u2003\u2028b".encode(),
    b"[bold]a[/bold] [/] [link=file:///etc/passwd]",
    b"\xff\xfe\x9b31m \xc2\x9b31m \x07\x08\x7f",
    "a long name \u540d\u524d ".encode() * 9,
)
WORDS = (
    b"\x1b[",
    b"\x1b]8;;",
    b"\xe2\x80\xad",
    b"\xe2\x80\x8f",
    b"\xef\xbf\xb9",
    b"[/",
    b"[red]",
    b"\\",
    b"\xf3\xa0\x80\x81",
)
_ORDERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def check(content: bytes) -> None:
    text = text_of(content)
    line = visible(text)
    assert_one_line(line)
    assert visible(line) == line
    short = shortened(text, 30)
    assert_one_line(short)
    assert len(short) <= 30
    assert_one_line(visible(shown(text)))
    assert_one_line(visible(inline(text)))
    for row in table([[text, "1"], ["b", text]]):
        assert_one_line(row)
    machine = encode({text: [text]})
    assert json.loads(machine) == {text: [text]}
    assert not _ORDERS.search(machine)
    assert machine.encode()
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        say(text)
    assert out.getvalue() == line + "\n"
    bar = Text.from_markup(escape(line), emoji=False)
    assert not bar.spans, "a name became markup in a progress bar"
    assert bar.plain.replace("\\", "") == line.replace("\\", ""), (
        "a progress bar shows something else"
    )
