"""Shares in words: all and nothing are only said of all and nothing."""

from __future__ import annotations

import pytest

from seethrough.estimates.in_words import apart, as_set, ends, percentage


@pytest.mark.parametrize(
    ("part", "said"),
    [
        (0, "0 %"), (1, "100 %"), (0.5, "50 %"), (0.004, "0.4 %"), (0.996, "99.6 %"),
        (0.0004, "under 0.1 %"), (0.9996, "over 99.9 %"), (-0.004, "-0.4 %"), (1.2, "120 %"),
    ],
)  # fmt: skip
def test_percentages(part: float, said: str) -> None:

    assert percentage(part).replace("\u00a0", " ") == said


@pytest.mark.parametrize("n", [8, 40, 200, 1000])
def test_a_share_in_percent_is_rounded_as_it_is_in_a_table(n: int) -> None:
    for part in (k / n for k in range(n + 1)):
        table = f"{part:.2f}"
        if round(100 * part) not in (0, 100):
            assert percentage(part) == f"{float(table) * 100:.0f}\u00a0%"
            assert ends(part, 1.0).split()[0] == percentage(part)[:-2]


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.76, 0.93, "76 to 93"), (0.0, 0.0, "0 to 0"), (1.0, 1.0, "100 to 100"),
        (0.0001, 0.0009, "0.01 to 0.09"), (0.9981, 1.0, "99.8 to 100"), (0.0, 0.004, "0 to 0.4"),
        (0.00653, 0.0141, "0.7 to 1.4"), (0.9987, 0.9993, "99.87 to 99.93"),
        (-0.00001, 0.00001, "-0.001 to 0.001"),
        (0.502, 0.504, "50.2 to 50.4"), (-0.01, 0.01, "-1 to 1"), (0.001, 0.001, "0.1 to 0.1"),
        (0.999, 0.999, "99.9 to 99.9"), (0.5, 0.5, "50 to 50"), (1 / 3, 1 / 3, "33 to 33"),
    ],
)  # fmt: skip
def test_intervals_never_look_like_one_value(low: float, high: float, said: str) -> None:
    assert ends(low, high) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [(0.05, "5 %"), (0.025, "2.5 %"), (0.125, "12.5 %"), (0.0001, "0.01 %"), (0.07, "7 %")],
)
def test_limits_are_said_as_they_were_set(value: float, said: str) -> None:
    assert as_set(value, True).replace("\u00a0", " ") == said
    assert float(as_set(value, False)) == value


@pytest.mark.parametrize(
    ("part", "bar", "said"),
    [
        (0.0496, 0.05, "4.96 %"), (0.0504, 0.05, "5.04 %"), (0.044, 0.05, "4 %"),
        (0.05, 0.05, "5 %"), (0.0226, 0.0225, "2.3 %"), (0.31, 0.05, "31 %"), (0, 0.05, "0 %"),
        (0.0049, 0.005, "0.49 %"), (0.9996, 0.9, "over 99.9 %"), (-0.02, 0.05, "-2 %"),
    ],
)  # fmt: skip
def test_no_share_is_rounded_over_a_limit(part: float, bar: float, said: str) -> None:
    assert percentage(part, bar).replace("\u00a0", " ") == said


def test_no_end_is_rounded_over_a_limit() -> None:
    assert ends(0.0502, 0.31, 0.05) == "5.02 to 31"
    assert ends(-0.09, 0.0496, 0.05) == "-9 to 4.96"
    assert ends(0.03, 0.31, 0.05) == "3 to 31"


@pytest.mark.parametrize("bar", [0.07, 0.14, 0.28, 0.29, 0.55, 0.57])
def test_a_share_at_a_limit_is_said_as_the_limit_is(bar: float) -> None:
    assert percentage(bar, bar) == as_set(bar, True)
    assert ends(0.0, bar, bar) == f"0 to {as_set(bar, True)[:-2]}"


@pytest.mark.parametrize(
    ("value", "bar", "said"),
    [
        (0.0451, 0.05, "0.045"), (0.1451, 0.15, "0.145"), (-0.0451, -0.05, "-0.045"),
        (0.3, 0.3, "0.30"), (0.1 + 0.2, 0.3, "0.30"), (0.104, 0.1, "0.104"), (0.2, 0.05, "0.20"),
    ],
)  # fmt: skip
def test_a_number_near_a_limit_loses_no_digits(value: float, bar: float, said: str) -> None:
    assert apart(f"{value:z.2f}", value, bar) == said
