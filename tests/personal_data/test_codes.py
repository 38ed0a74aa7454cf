"""Codes that only their look tells, and other long numbers."""

from __future__ import annotations

from time import process_time

import pytest

from seethrough.personal_data.codes import codes
from seethrough.personal_data.contacts import contacts


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in codes(text)]


@pytest.mark.parametrize(
    "code",
    [
        "4829137",
        "140385-2917",
        "131052-308T",
        "12345678Z",
        "RSSMRA85M01H501Z",
        "C.007730.24.01",
        "a408c583-fa26-4e3c-9650-ed1a629a79f3",
        "1BoatSLRHtKNngkdXEeobR76b53LETtpyT",
        "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "0x52908400098527886E0F7030069857D2E4169EE7",
    ],
)
def test_a_code_is_found_by_its_look(code: str) -> None:
    for text in (f"Her visa, {code}, ran out.", f"visa:{code}", f"(visa #{code})\n", f"id={code}."):
        assert found(text) == [code]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Prison number A4829CD.", "A4829CD"),
        ("my work permit no. is 482913", "482913"),
        ("deal # 539126: three", "539126"),
        ("Matter ID: 48291-7", "48291-7"),
    ],
)
def test_what_a_text_calls_a_number_may_be_shorter(text: str, code: str) -> None:
    assert found(text) == [code]


@pytest.mark.parametrize(
    "text",
    [
        "The number was 48213, a total number of 48213, numbers 48213 and flight no. 482",
        "Law no. 48291, color #1f4099, notice no. 12/05/2019, trial number NCT00038727, room id x1",
        "in 2004-2007, from 120-139/80-89 to 110/70, on 20210303, 2021-03-03T10:15:00 and 03032021",
        "10:15:30.123456 and 2023-09-28 00:00:00.00000",
        "17000000 people, 4829137km, $4829137, 4829137%, 44,285,249, 0.4829137, 40.7127837",
        "535420-566081, 030/1234567, 01010101, 0000000000009de0",
        "IMG_48291375.jpg, /home/x4829137/y, f4829137(x), C:\\4829137",
        "ISBN 1476613702, ISBN 978-0-24110162-9, PMID: 12345678, doi:10.1097/193809000",
        "in trial NCT00038727",
        "7813 4829137 31916031\n16929656 3716640",
        "HeLLoWorldHeLLoWorldHeLLoWorld and aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    ],
)
def test_other_numbers_are_no_codes(text: str) -> None:
    assert found(text) == []


def test_a_code_is_no_part_of_an_address_or_of_another_number() -> None:
    text = (
        "See https://example.org/4829137, write to k4829137@example.org; card 4111-1111-1111-1111."
    )
    assert {each.kind for each in contacts(text)} == {"email", "number"}


@pytest.mark.parametrize("text", ["a:" * 100_000, "a1b2" * 50_000, "1.2:3-4_5/6" * 20_000])
def test_long_texts_are_read_in_time_that_grows_with_them(text: str) -> None:
    begin = process_time()
    assert found(text) == []
    assert process_time() - begin < 5
