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
        ("an application (no. 27833/02) against Poland", "27833/02"),
        ("Kudła v. Poland, no. 30210/96, § 124", "30210/96"),
        ("Smith v. Jones, No. 98-1768 (5th Cir.)", "98-1768"),
        ("filed as 1:19-cv-04821 in May", "1:19-cv-04821"),
        ("in 2019-CV-4821 the court", "2019-CV-4821"),
        ("hospital number 00482913", "00482913"),
        ("Customer: claim 77-4410, Noor", "77-4410"),
        ("account number 1234 5678 at once", "1234 5678"),
        ("account number 12345678 20 January", "12345678"),
        ("passport no. AB 1234567", "AB 1234567"),
        ("her social security number is 219 09 9999", "219 09 9999"),
        ("pay AB 12 34 56 C or", "AB 12 34 56 C"),
        ("from 00:1B:44:11:3A:B7 today", "00:1B:44:11:3A:B7"),
        ("a car with plate B-MW 1234 was", "B-MW 1234"),
        ("registration AB12 CDE, was", "AB12 CDE"),
        ("inmate 482913 and her visa", "482913"),
        ("ORCID 0000-0002-1825-0097", "0000-0002-1825-0097"),
        ("my TFN is 876 543 210", "876 543 210"),
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
        "order 1234 56, registration IN 2001, plate UV12, CASE OF 2019, no. 12, No. 5-10",
        "registration was 250 EUR, registration: 12 NOV 2018, registration 930 AM, reg 150 USD",
    ],
)
def test_what_has_no_owner_is_not(text: str) -> None:
    assert found(text) == []
