from __future__ import annotations

import pytest
from benchmarks.speed.load import DELAYS, measure


def test_a_few_requests_against_a_server_that_misbehaves() -> None:
    found = measure(100, delay=0.05)
    assert found.good == 100
    assert found.once
    assert sum(found.outcomes.values()) > 105  # tries that failed were made again


@pytest.mark.slow
@pytest.mark.parametrize("delay", DELAYS)
def test_two_thousand_requests_against_a_server_that_misbehaves(delay: float) -> None:
    found = measure(2_000, delay)
    assert found.good + found.counted == 2_000
    assert found.once
    assert found.share >= 0.8
