"""Every figure stands beside its control and baseline, all with intervals, in a line that fits."""

from __future__ import annotations

from typing import Any

import pytest

from seethrough.report.terminal.figure_tables import WIDTH, figures_table, wrapped

TITLES = ("Records recited", "Answers that nearly recite a private record, word for word")


def told(
    titles: tuple[str, ...] = TITLES, size: float = 1.0, head: str = "", section: str = "other"
) -> list[str]:
    def interval(value: float) -> dict[str, Any]:
        return {"value": size * value, "low": size * value * 0.9, "high": size * value * 1.1}

    estimates = [
        {
            "name": f"extraction.{i}", "title": title, "unit": "count", "n": 60, "component": {},
            **interval(0.5), "control": interval(0.2), "baseline": interval(0.1),
        }
        for i, title in enumerate(titles)
    ]  # fmt: skip
    report = {
        "attacks": [{"control": "held_out"}],
        "release": {"described": {"empty": "Empty release"}},
        "estimates": estimates,
        "figures": [{"name": e["name"], "section": section} for e in estimates],
    }
    return figures_table(report, estimates, n=True, head=head)


@pytest.mark.parametrize("blank", [" ", "\u00a0"])
@pytest.mark.parametrize("before", range(WIDTH - 8, WIDTH))
def test_a_number_and_its_percent_sign_stand_in_one_line(before: int, blank: str) -> None:
    lines = wrapped(f"{'x' * (before - 2)} 95{blank}% of all")
    assert " ".join(" ".join(lines).split()).endswith("x 95 % of all")
    assert sum("95 %" in line for line in lines) == 1
    assert max(map(len, lines)) <= WIDTH


def test_titles_that_fit_stand_in_the_line_of_their_figures() -> None:
    assert told(TITLES[:1]) == [
        "                          this release      people held out        empty release   n",
        "  Records recited  0.50 (0.45 to 0.55)  0.20 (0.18 to 0.22)  0.10 (0.09 to 0.11)  60",
    ]


def test_the_control_of_a_utility_is_not_that_of_the_attacks() -> None:
    assert "people held out" not in told(TITLES[:1], section="use")[0]
    assert "control" in told(TITLES[:1], section="use")[0]


def test_a_title_that_is_too_long_stands_above_its_figures() -> None:
    assert told(head="per question, of those that were asked") == [
        "  per question, of those that were asked",
        "                          this release      people held out        empty release   n",
        "  Records recited  0.50 (0.45 to 0.55)  0.20 (0.18 to 0.22)  0.10 (0.09 to 0.11)  60",
        f"  {TITLES[1]}",
        "                   0.50 (0.45 to 0.55)  0.20 (0.18 to 0.22)  0.10 (0.09 to 0.11)  60",
    ]


def test_a_line_is_used_to_its_last_character() -> None:
    fits, does_not = "a title that fits it", "a title of one letter"
    row = "  0.50 (0.45 to 0.55)  0.20 (0.18 to 0.22)  0.10 (0.09 to 0.11)  60"
    room = WIDTH - 2 - len(row)
    assert told((fits[:room], TITLES[1]))[1] == f"  {fits[:room]}{row}"
    assert told((does_not[: room + 1],))[1] == f"  {does_not[: room + 1]}"


def test_intervals_go_only_where_even_their_columns_are_too_wide() -> None:
    lines = told(size=10_000_000.0)
    assert lines[1].split() == [
        "Records", "recited", "5.00", "million", "(4.50", "to", "5.50)", "2.00", "million", "1.00",
        "million", "60",
    ]  # fmt: skip


def test_a_title_longer_than_a_line_costs_no_interval() -> None:
    told_long = told(("Answers " * 12,))
    assert "0.20 (0.18 to 0.22)" in told_long[-1]
    assert len(told_long[-1]) <= WIDTH
