from __future__ import annotations

import pytest

from seethrough.deobfuscation.escapes import without_tags
from seethrough.deobfuscation.undoing import undone


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<b>Mary</b> <b>Okafor</b>", "Mary Okafor"),
        ("Oka<i>for</i>", "Okafor"),
        ("<td>Mary</td><td>Okafor</td>", " Mary  Okafor "),
        ("Mary<br>Okafor", "Mary\nOkafor"),
        ("Mary<BR />Okafor", "Mary\nOkafor"),
        ('<p class="a b" lang=en>Mary</p>', "\nMary\n"),
        ('<img src=m.png alt="Mary Okafor">', " m.png Mary Okafor "),
        ('<P ALIGN="left">Mary</P>', "\nMary\n"),
        ("<li>R&amp;D &lt;2 h</li>", "\nR&D <2 h\n"),
        ("R&amp;D &lt;2 h", "R&amp;D &lt;2 h"),
        ("<span title='has lupus'>Mary</span>", "Mary\nhas lupus"),
        ('Mary <b id="x">Oka<i id="y">for</i></b>', "Mary Okafor\nx\ny"),
        ('<a href="mailto:mary@okafor.org">here</a>', "here\nmailto:mary@okafor.org"),
        ("<PERSON> lives in <LOCATION>", "<PERSON> lives in <LOCATION>"),
        ("if a <b and c> d", "if a <b and c> d"),
        ("a<b", "a<b"),
        ("<3 <script>x</script>", "<3 <script>x</script>"),
    ],
)
def test_only_the_tags_of_html_are_left_out(text: str, read: str) -> None:
    assert without_tags(text) == read


def test_blanks_and_tags_hide_no_name() -> None:
    said = "<table><tr><td>Mary&nbsp;Okafor</td><td>713&nbsp;555&nbsp;0102</td></tr></table>"
    assert undone(said).text.split() == ["Mary", "Okafor", "713", "555", "0102"]
