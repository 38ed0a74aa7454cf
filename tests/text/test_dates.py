"""Days of one notation."""

from __future__ import annotations

from time import process_time

import pytest

from seethrough.text.signs.dates import days_in_words


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("on 2021-03-04, or 2021/3/4", "on 4 March 2021, or 4 March 2021"),
        ("at 2021-03-04T10:15", "at 4 March 2021 10:15"),
        ("04.03.2021, 4.3.21.", "4 March 2021, 4 March 2021."),
        ("3/4/2021, 03-04-98", "4 March 2021, 4 March 1998"),
        ("13/4/2021 and 4.13.21", "13 April 2021 and 13 April 2021"),
        ("the 3rd of Mar. 2021", "the 3 March 2021"),
        ("Sept 3rd or March third", "September 3 or March 3"),
        ("twenty-first of June. On 3 October.", "21 June. On 3 October."),
    ],
)
def test_days_are_written_in_words(text: str, read: str) -> None:
    assert days_in_words(text) == read
    assert days_in_words(read) == read


@pytest.mark.parametrize(
    "text",
    [
        "BP 120/80/76, version 1.2.3.4, v1.2.21, 99/99/2021, 2021-13-45, 10/2021, 3.5.",
        "The second may come first. Mar 45, March 2021, a second marching band, you may 2",
        "On 3 March 2021 and March 3, 2021. Marching 3rd.",
    ],
)
def test_other_text_stays(text: str) -> None:
    assert days_in_words(text) == text


@pytest.mark.parametrize("text", ["1-1-" * 50_000, "Jan " * 50_000, "first of " * 30_000])
def test_long_texts_are_read_in_time_that_grows_with_them(text: str) -> None:
    begin = process_time()
    days_in_words(text)
    assert process_time() - begin < 5
