"""Regular expressions of users: read, or refused in a few words."""

from __future__ import annotations

import pytest

from seethrough.records.patterns import compiled


def test_what_is_one() -> None:
    assert compiled(r"19\d+").search("in 1961")
    assert compiled("[[a]").search("[")


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("(", "missing"),
        ("a{99999999999999999999}", "repetitions"),
        ("(" * 5000 + ")" * 5000, "nested too deeply"),
    ],
)
def test_what_is_none(pattern: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        compiled(pattern)
