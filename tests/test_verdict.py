"""The verdict: what fails, what passes, and when there is none."""

import pytest

from seethrough.coverage import remarks
from seethrough.errors import UsageError
from seethrough.estimates import Estimate, Interval
from seethrough.verdict import Limit, decide


def estimate(value: float | None, excess_low: float = -0.1, name: str = "linkage.top1") -> Estimate:
    beyond = Interval(0.1, excess_low, 0.3, 50, "test")
    return Estimate(
        name, value, 0.0, 1.0, 50, "lower_is_better", "test", None, None, beyond, {"name": "x"}
    )


def test_a_crossed_limit_fails_with_status_1() -> None:
    verdict = decide([estimate(0.5)], [Limit("linkage.top1", 0.4)], [])
    assert (verdict.word, verdict.exit_status) == ("fail", 1)


def test_a_limit_that_is_met_exactly_is_not_crossed() -> None:
    verdict = decide([estimate(0.4)], [Limit("linkage.top1", 0.4)], [])
    assert (verdict.word, verdict.exit_status) == ("pass", 0)


def test_a_limit_from_below() -> None:
    limit = Limit.parse("semantic.distance=0.8", above=False)
    low = [estimate(0.5, name="semantic.distance")]
    assert decide(low, [limit], []).word == "fail"


def test_doubt_is_never_a_pass() -> None:
    verdict = decide([estimate(0.0)], [Limit("linkage.top1", 0.4)], ["self-test failed"])
    assert (verdict.word, verdict.exit_status) == ("inconclusive", 2)


def test_a_leak_that_was_found_stays_found_in_doubt() -> None:
    verdict = decide([estimate(0.9)], [Limit("linkage.top1", 0.4)], ["self-test failed"])
    assert (verdict.word, verdict.exit_status) == ("fail", 1)
    assert "self-test failed" in verdict.reasons


def test_a_figure_that_could_not_be_measured_is_no_pass() -> None:
    assert decide([estimate(None)], [Limit("linkage.top1", 0.4)], []).exit_status == 2


def test_without_limits_a_leak_beyond_the_control_fails() -> None:
    assert decide([estimate(0.5, excess_low=0.01)], [], []).word == "fail"
    assert decide([estimate(0.5, excess_low=-0.01)], [], []).word == "pass"
    assert decide([estimate(0.5, excess_low=0.01)], [], []).exit_status == 0


def test_a_limit_on_what_was_not_measured_is_refused() -> None:
    with pytest.raises(UsageError, match=r"did you mean 'linkage\.top1'"):
        decide([estimate(0.5)], [Limit("linkage.top", 0.4)], [])


@pytest.mark.parametrize("text", ["linkage.top1", "=0.5", "linkage.top1=high", "x=nan", ""])
def test_a_limit_that_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="NAME=NUMBER"):
        Limit.parse(text)


def test_a_pass_says_how_much_of_the_release_is_empty() -> None:
    counts = {"private_records_empty": 1, "released_records": 60, "released_records_empty": 13}
    (line,) = remarks({**counts, "sanitizer_withheld": 12})
    assert line == "12 of 60 released records are empty, 12 of them withheld by the sanitizer"
    assert decide([estimate(0.0)], [], [], [line]).reasons[-1] == line
    assert line not in decide([estimate(0.5, excess_low=0.01)], [], [], [line]).reasons
    assert remarks({**counts, "released_records_empty": 1}) == []
