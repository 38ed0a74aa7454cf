from __future__ import annotations

import pytest

from seethrough.deobfuscation.escapes import without_tags
from seethrough.deobfuscation.undoing import undone
from seethrough.deobfuscation.viewing import adversary_view, as_shown
from seethrough.records.corpus import Corpus
from seethrough.text.signs.word_tags import without_word_tags


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("<b>Mary</b> <b>Okafor</b>", "Mary Okafor"),
        ("Oka<i>for</i>", "Okafor"),
        ("Oka<!-- x -->for<!--\n--> <!-- y", "Okafor <!-- y\nx"),
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


SAID = "Mary Okafor left Leeds for good , and / or so she said ."
TAGS = ["NNP", "NNP", "VBD", "NNP", "IN", "JJ", ",", "CC", ":", "CC", "RB", "PRP", "VBD", "."]


@pytest.mark.parametrize("sign", ["/", "_", "|"])
def test_tags_behind_words_are_left_out(sign: str) -> None:
    pairs = zip(SAID.split(), TAGS, strict=True)
    assert undone(" ".join(f"{word}{sign}{tag}" for word, tag in pairs)).text == SAID


def test_words_and_tags_a_line_are_read_as_text() -> None:
    lines = [f"{word}\t{tag}\tO" for word, tag in zip(SAID.split(), TAGS, strict=True)]
    lines[:2] = ["Mary\tNNP\tB-PER", "Okafor\tNNP\tI-PER"]
    assert undone("\n".join([*lines[:4], "", *lines[4:]])).text == SAID


@pytest.mark.parametrize(
    "text",
    [
        "Sodium\tH\n" * 10,
        "She ran 5 km/h and/or 8 km/h, 120/80, n/a, w/o aid, his/her own/IN doing.",
        "Mary/NNP left/VBD ./.",
        "Name: Mary\nSex: F\nAge: 40\nDiagnosis: TB\nWard: A\nBed: 4\nDiet: no\nSeen: yes\nO2: RA",
    ],
)
def test_other_texts_have_no_tags_of_words(text: str) -> None:
    assert without_word_tags(text) == text


def test_private_records_are_read_without_tags_of_words_too() -> None:
    tagged = " ".join(f"{word}/{tag}" for word, tag in zip(SAID.split(), TAGS, strict=True))
    assert [*as_shown(Corpus.from_texts([tagged]))[0].texts] == [SAID]


def test_what_the_layout_of_few_texts_says_is_read() -> None:
    ills = ["asthma", "gout", "lupus", "cancer"]
    rows = [f'<p class="note {ill}" style="color: red">[REDACTED]</p>' for ill in ills]
    plain, undone = adversary_view(Corpus.from_texts([*rows, "Plain."]))
    assert [text.split() for text in plain.texts] == [
        *(["[REDACTED]", ill] for ill in ills),
        ["Plain."],
    ]
    assert undone == {"HTML tags": 4}
    alike, _ = adversary_view(Corpus.from_texts(rows[:1] * 4))
    assert alike.texts == [without_tags(rows[0])] * 4
    two, _ = adversary_view(Corpus.from_texts([*rows[:2], *rows[1:3]]))  # half of four have gout
    assert "gout" in two.texts[2]
    three, _ = adversary_view(Corpus.from_texts([rows[0], *rows[1:2] * 3]))
    assert "gout" not in three.texts[1]
