"""Numbers in words."""

import pytest

from seethrough.text.signs.said_numbers import in_digits, said_numbers


@pytest.mark.parametrize(
    ("said", "digits"),
    [
        ("one hundred and fifty over ninety-five", ["150"]),
        ("One hundred thirty five", ["135"]),
        ("twelve hundred and fifty", ["1250"]),
        ("fifty-two thousand", ["52000"]),
        ("three thousand two hundred and five", ["3205"]),
        ("two million, three hundred thousand and six", ["2300006"]),
        ("in nineteen ninety-eight", ["1998"]),
        ("nineteen eighty or twenty fourteen", ["1980", "2014"]),
        ("two thousand and eight", ["2008"]),
        ("one two three", []),
        ("eighteen two", []),
        ("nineteen canteens, seventeen hundred and sixtyfold", ["1700"]),
        ("nineteen of us, twenty-one at most, forty-six now", []),
        ("a hundred times, hundreds, the two hundredth", []),
        ("the nineteen-eighty-fifth", []),
    ],
)
def test_the_digits_of_what_is_said(said: str, digits: list[str]) -> None:
    found = said_numbers(said)
    assert [number.digits for number in found] == digits
    for number in found:
        assert in_digits(said[number.start : number.end], digits) == number.digits


def test_what_is_not_wanted_stays_in_words() -> None:
    said = "two hundred in nineteen ninety, two hundred now"
    assert in_digits(said, {"200"}) == "200 in nineteen ninety, 200 now"
    assert in_digits(said, ()) == said
