"""Two reports compared: what is the same to the last digit, what moved, what is gone."""

from __future__ import annotations

import copy
from typing import Any

from seethrough.report.terminal.reproduced import lines_of
from seethrough.reproducing.sameness import compare, versions_that_differ


def figure(name: str, value: float, **component: Any) -> dict[str, Any]:
    return {
        "name": name,
        "title": name.upper(),
        "unit": "share",
        "value": value,
        "low": value - 0.1,
        "high": value + 0.1,
        "component": {"name": "attack", **component},
    }


REPORT = {
    "run": "a",
    "versions": {"numpy": "1"},
    "verdict": "fail",
    "findings": [{"person": "p"}],
    "estimates": [figure("one", 0.5), figure("two", 0.1, k=1), figure("two", 0.2, k=2)],
}


def test_a_report_is_the_same_as_itself_whatever_the_run_is_called() -> None:
    found = compare(REPORT, {**copy.deepcopy(REPORT), "run": "b", "versions": {}})
    assert found.whole
    assert [f.title for f in found.figures] == ["ONE", "TWO", "TWO"]


def test_the_last_digit_of_one_end_of_an_interval_counts() -> None:
    other = copy.deepcopy(REPORT)
    other["estimates"][2]["low"] += 1e-15
    found = compare(REPORT, other)
    assert not found.whole
    assert [f.same for f in found.figures] == [True, True, False]
    assert found.others == []


def test_what_only_one_run_has_differs() -> None:
    other = copy.deepcopy(REPORT)
    gone = other["estimates"].pop(0)
    (first,) = [f for f in compare(REPORT, other).figures if not f.same]
    assert (first.before, first.after) == (gone, None)
    (last,) = [f for f in compare(other, REPORT).figures if not f.same]
    assert (last.before, last.after) == (None, gone)


def test_other_parts_are_named() -> None:
    other = {**REPORT, "verdict": "pass", "more": 1}
    found = compare(REPORT, other)
    assert found.others == ["verdict", "more"]
    assert not found.whole


def test_what_nothing_explains_is_put_down_to_a_component_of_ones_own() -> None:
    other = copy.deepcopy(REPORT)
    other["estimates"][2]["value"] = 0.3
    told = " ".join(lines_of(compare(REPORT, other), {}))
    assert "What differs is by attack:k=2. A language model" in " ".join(told.split())
    for found, versions in (
        (compare(REPORT, REPORT), {}),
        (compare(REPORT, other), {"numpy": ("1", "2")}),
        (compare(REPORT, {**other, "judges": []}), {}),
    ):
        assert "A language model" not in " ".join(lines_of(found, versions))


def test_versions_that_differ() -> None:
    before = {"numpy": "1", "scipy": "2", "Zed": "3"}
    after = {"numpy": "1", "scipy": "2.1", "added": "4"}
    assert versions_that_differ(before, after) == {
        "added": ("", "4"),
        "scipy": ("2", "2.1"),
        "Zed": ("3", ""),
    }
