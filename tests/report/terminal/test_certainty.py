"""How certain the figures are, in the terminal."""

from __future__ import annotations

from typing import Any

from tests.report._reports import report

from seethrough.report.terminal.certainty import certainty


def said(made: Any) -> str:
    return " ".join(" ".join(certainty(made)).replace("\u00a0", " ").split())


def test_no_check_failed() -> None:
    assert "Self-test: 4 of 4 checks passed" in said(report())
    assert "Failed:" not in said(report())


def test_the_coverage_is_counted_in_thousands_as_other_numbers_are() -> None:
    made = report()
    made["coverage"] |= {"records_attacked": 1200, "private_records": 3400}
    made["coverage"] |= {"claims_asked": 15000, "claims_unjudged": 6}
    told = said(made)
    assert "1,200 of 3,400 private records attacked" in told
    assert "14,994 of 15,000 claims judged" in told


def test_a_check_that_failed_is_named() -> None:
    made = report()
    made["self_test"][1] |= {"passed": False, "value": 0.4, "low": 0.3, "high": 0.5, "n": 60}
    told = said(made)
    assert "Self-test: 3 of 4 checks passed" in told
    title = made["self_test"][1]["title"]
    assert f"Failed: “{title}” is 40 % (30 to 50) on an erased release, expected about 2 %." in told
    assert told.count("Failed:") == 1


def test_an_interval_that_reaches_too_low_is_called_so() -> None:
    """100 % (2 to 100) fails where the whole interval must lie above 50 %."""
    made = report()
    made["self_test"][0] |= {"passed": False, "bound": "apart by more than", "expected": 0.5}
    made["self_test"][0] |= {"value": 1.0, "low": 0.02, "high": 1.0}
    assert "100 % (2 to 100) on the originals, expected the whole interval above 50 %." in said(
        made
    )


def test_a_weak_point_or_an_untested_check_is_no_failure() -> None:
    made = report()
    made["self_test"][0] |= {"passed": False, "binds": "reworded"}
    made["self_test"][1] |= {"passed": False, "tested": False, "value": None, "n": 0}
    told = said(made)
    assert "2 of 2 checks passed, 1 weak point of the judge" in told
    assert "Failed:" not in told
