"""Figures of trained models in documents: near is enough, anything else is not."""

from __future__ import annotations

import pytest
from tests.docs._near import near

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
