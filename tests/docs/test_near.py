"""Figures of trained models in documents: near is enough, anything else is not."""

from __future__ import annotations

import pytest
from tests.docs._near import near, same_but_for_rounding

SAID = """...
  recited   7 % (4 to 13)   0 % (0 to 24)
...
  ROUGE-L  0.25 (0.24 to 0.27)  12
  words  4,104
"""
PRINTED = """Target: a model
VERDICT: FAIL
  recited  9 % (5 to 15)  0 % (0 to 24)
  nearly  9 % (5 to 15)
  ROUGE-L      0.26 (0.25 to 0.27)  12
  words  4,390
"""


def test_figures_may_differ_a_little() -> None:
    assert near(SAID, PRINTED)
    assert near(SAID, PRINTED.replace("9 %", "22 %"))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("recited  9 %", "recited  23 %"),
        ("0.26", "0.36"),
        ("4,390", "6,390"),
        ("4,390", "many"),
        ("recited", "written"),
        ("ROUGE-L ", "ROUGE-1 "),
        ("  ROUGE-L      0.26 (0.25 to 0.27)  12\n", ""),
        ("4,390", "4,390 and more"),
        ("(5 to 15)  0", "(5 to 15)  -0"),
    ],
)
def test_other_words_and_other_figures_are_no_match(old: str, new: str) -> None:
    assert PRINTED.count(old)
    assert not near(SAID, PRINTED.replace(old, new))


ROUNDED = "Run 936b: 60 of 60 cases, 55 % (39 to 70), 0.97, 1,253 words, p < 0.001 * ..."


@pytest.mark.parametrize(
    ("there", "instead", "same"),
    [
        ("", "", True),
        ("55 %", "56 %", True),
        ("55 %", "57 %", True),
        ("55 %", "58 %", False),
        ("39 to", "38 to", True),
        ("to 70)", "to 71)", True),
        ("to 70)", "to 73)", False),
        ("0.97", "0.96", True),
        ("0.97", "0.94", False),
        ("0.97", "0.970", False),
        ("0.97", "1", False),
        ("60 of", "61 of", False),
        ("of 60", "of 59", False),
        ("936b", "937b", False),
        ("1,253", "1,254", False),
        ("cases", "case", False),
        ("...", "and more", True),
    ],
)
def test_only_what_was_rounded_may_differ(there: str, instead: str, same: bool) -> None:
    assert (
        same_but_for_rounding(ROUNDED, ROUNDED.replace(there, instead, 1) if there else ROUNDED)
        == same
    )
