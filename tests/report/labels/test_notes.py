from __future__ import annotations

from seethrough.estimates.estimate import Estimate
from seethrough.report.labels.notes import notes


def estimate(name: str, value: float | None, method: str) -> Estimate:
    return Estimate(name, value, None, None, 0, "higher_is_better", method, None, None, None, {})


def test_what_was_not_measured_or_not_answered_is_said() -> None:
    assert notes(
        [
            estimate("utility.rouge1", 0.5, "wilson, effective n"),
            estimate("utility.rouge2", None, "not measured: for a reason"),
            estimate("utility.coherence", 3.0, "wilson; 2 of 8 not answered (refused 2)"),
        ]
    ) == [
        "utility.rouge2: not measured: for a reason",
        "utility.coherence: 2 of 8 not answered (refused 2)",
    ]
    assert notes([]) == []
