"""Numbers in texts that were laid out with spaces."""

from time import process_time

import pytest

from seethrough.personal_data import identifiers


@pytest.mark.parametrize("gap", [" ", "\t", "     "])
def test_a_number_behind_a_gap(gap: str) -> None:
    (found,) = identifiers.find([f"Account{gap}no.{gap}:{gap}#{gap}AB-123456"])
    assert "AB-123456" in {item.written for item in found}


def test_a_wide_gap_behind_a_word_is_read_once() -> None:
    begin = process_time()
    assert list(identifiers.find(["Patient" + " " * 2_000 + "(see below)"])) == [[]]
    assert process_time() - begin < 15  # an hour where every space may end each part of the number


def test_the_writer_behind_a_month_or_a_verb_makes_no_name() -> None:
    texts = ["Will I need surgery for this?", "In June I had a scan.", "Mark I think is fine."]
    assert [i for found in identifiers.find(texts) for i in found if i.kind == "name"] == []
    (found,) = identifiers.find(["Ask Will I. Smith."])
    assert "Will I. Smith" in {i.written for i in found}


@pytest.mark.parametrize(
    "address",
    ["jo***@gmail.com", "[NAME]@mail.example.ORG", "j…@posteo.de", "x••@proton.me", "•@b-c.co.uk"],
)
def test_what_a_masked_mail_address_leaves_is_no_handle(address: str) -> None:
    assert list(identifiers.contacts(f"Write to {address}, please.")) == []


@pytest.mark.parametrize("handle", ["@anna.keller", "@anna.de", "@comfort.community", "@jo_99"])
def test_a_handle_may_have_a_dot(handle: str) -> None:
    for text in (f"I am {handle}.", f"**{handle}** wrote"):
        assert [i.written for i in identifiers.contacts(text)] == [handle]
