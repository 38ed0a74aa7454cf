"""Numbers that stand for one person, and those that do not."""

from __future__ import annotations

import pytest

from seethrough.personal_data.numbers import numbers


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in numbers(text)]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("SSN 219-09-9999.", "219-09-9999"),
        ("from 81.2.69.142. He left", "81.2.69.142"),
        ("from 2001:db8::8a2e:370:7334 today", "2001:db8::8a2e:370:7334"),
        ("card 4111 1111 1111 1111 12/26", "4111 1111 1111 1111"),
        ("to GB82 WEST 1234 5698 7654 32 at once", "GB82 WEST 1234 5698 7654 32"),
        ("policy no. 4471209 ran out", "4471209"),
    ],
)
def test_each_kind_is_found(text: str, written: str) -> None:
    assert found(text) == [written]


@pytest.mark.parametrize(
    "text",
    [
        "000-09-9999 and 219-00-9999",
        "from 192.168.1.1 and ::1",
        "card 4111 1111 1111 1112",
        "to GB83 WEST 1234 5698 7654 32",
        "policy 1951-1957, ref: 135-145, file 0612.pdf, case 12.05.2019, order 250.50, case 123",
    ],
)
def test_what_has_no_owner_is_not(text: str) -> None:
    assert found(text) == []
