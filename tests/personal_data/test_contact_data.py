from __future__ import annotations

from time import process_time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from seethrough.personal_data.contact_data import KINDS, items


def of(kind: str, text: str) -> set[str]:
    return {item for own, item in items(text) if own == kind}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Call (713) 853-6161 today", {"+17138536161"}),
        ("713.853.6161 or 713-853-6161", {"+17138536161"}),  # one number, written twice
        ("+44 20 7031 3000", {"+442070313000"}),
        ("fictional: 608-555-0112", {"+16085550112"}),
        ("no area: 853-6161", set()),
        ("http://x.com/7138536161", set()),
        ("7138536161@x.com", set()),
        ("Invoice 2001-11-30, 150/90 mm Hg, Na+ 131", set()),
        ("order 123-456-7890", set()),  # no such area code
        ("serial 71385361617138536161", set()),
        ("", set()),
    ],
)
def test_phones(text: str, found: set[str]) -> None:
    assert of("phone", text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Write to Jane.Doe@Enron.com.", {"jane.doe@enron.com"}),
        ("<a+b@x-y.co.uk>, mailto:c@d.org", {"a+b@x-y.co.uk", "c@d.org"}),
        ("a@b.org--thanks, a@c.org- and *see* _x@d.org_", {"a@b.org", "a@c.org", "_x@d.org"}),
        ("a@b.org-c a@b.org_c a@b.org@c", set()),
        ("a@b", set()),
        ("a..b@c.com", set()),
        ("@handle and x@ y.com", set()),
        ("a@b.com@c.com", set()),
        ("请联系wang@example.com或", {"wang@example.com"}),
        ("メールはtanaka@example.jpです。", {"tanaka@example.jp"}),
        ("kim@example.com으로 연락", {"kim@example.com"}),
        ("Mail an jürgen@müller.de, почта иван@почта.рф", {"jürgen@müller.de", "иван@почта.рф"}),
    ],
)
def test_emails(text: str, found: set[str]) -> None:
    assert of("email", text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See http://www.Enron.com/a/b.html.", {"enron.com/a/b.html"}),
        ("www.enron.com and enron.com, https://enron.com/", {"enron.com"}),
        ("(see https://x.org/q?a=1)", {"x.org/q?a=1"}),
        ("jane@enron.com", set()),
        ("file.txt e.g. a.m. 3.14 No.com", {"no.com"}),
        ("http://", set()),
        ("https://müller.de/x, www.bäckerei-köhler.de.", {"müller.de/x", "bäckerei-köhler.de"}),
        ("访问www.example.cn了解，或https://example.org/a，谢谢", {"example.cn", "example.org/a"}),
        ("http://президент.рф", {"президент.рф"}),
        ("https://例え.jp/a を見て、www.한국.example.kr에서", {"例え.jp/a", "한국.example.kr"}),
        ("参照https://例え.jp", {"例え.jp"}),
    ],
)
def test_urls(text: str, found: set[str]) -> None:
    assert of("url", text) == found


def test_an_item_is_of_one_kind() -> None:
    text = "713-853-6161, http://7138536161.com/713-853-6161, 7138536161@713-853-6161.com"
    assert items(text) == {
        ("phone", "+17138536161"),
        ("email", "7138536161@713-853-6161.com"),
        ("url", "7138536161.com/713-853-6161"),
    }


CONTACTS = [
    "713-853-6161",
    "+49 30 1234567",
    "jane@enron.com",
    "https://",
    "www.enron.com/a",
    "@",
    ".",
]


@given(st.lists(st.sampled_from(CONTACTS) | st.text(max_size=20), max_size=15).map("".join))
@example("jane@enron.com www.enron.com/a 713-853-6161")
def test_any_text_can_be_looked_through(text: str) -> None:
    assert all(kind in KINDS and item for kind, item in items(text))


@pytest.mark.parametrize("text", ["a." * 20_000, "1 " * 20_000, "@" * 50_000, "www." * 20_000])
def test_no_text_takes_quadratic_time(text: str) -> None:
    begin = process_time()
    items(text)
    assert process_time() - begin < 5
