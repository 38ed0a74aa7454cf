from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from seethrough.redaction.detection import Span
from seethrough.redaction.styles import replacements, rewrite, star, tag


def test_rewrite_worked_by_hand() -> None:
    text = "Ann met Bo in Rome."
    spans = [Span(0, 3, "PERSON", 1), Span(8, 10, "PERSON", 1), Span(14, 18, "LOCATION", 1)]
    assert rewrite(text, spans, tag) == "<PERSON> met <PERSON> in <LOCATION>."
    assert rewrite(text, spans, star) == "*** met ** in ****."
    assert rewrite(text, [], tag) == text


@given(st.text(), st.integers(0, 20), st.integers(0, 20))
def test_stars_keep_the_length(text: str, start: int, length: int) -> None:
    span = Span(min(start, len(text)), min(start + length, len(text)), "X", 1)
    starred = rewrite(text, [span], star)
    assert len(starred) == len(text)
    assert starred[: span.start] + starred[span.end :] == text[: span.start] + text[span.end :]


@pytest.mark.parametrize("style", ["tag", "star", "pseudonym", "surrogate"])
def test_no_style_writes_the_surface(style: str) -> None:
    first = next(replacements(style, np.random.default_rng(0)))
    assert first("PERSON", "Lovelace") != "Lovelace"


def test_a_pseudonym_is_the_same_in_all_records_and_a_surrogate_within_one() -> None:
    for style, least, most in (("pseudonym", 1, 1), ("surrogate", 30, 40)):
        records = list(islice(replacements(style, np.random.default_rng(0)), 40))
        assert all(r("PERSON", "Ann Lee") == r("PERSON", "ann  lee") for r in records)
        assert all(r("PERSON", "Ann Lee") != r("PERSON", "Bo Lee") for r in records)
        assert least <= len({r("PERSON", "Ann Lee") for r in records}) <= most
