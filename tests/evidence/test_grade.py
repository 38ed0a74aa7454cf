"""What a grade means: what counts as leaked, and how far from hidden it is."""

from __future__ import annotations

import pytest

from seethrough.evidence.grade import distance, leaked


@pytest.mark.parametrize(
    ("grade", "disclosed", "far"), [(1, True, 0.0), (2, True, 0.5), (3, False, 1.0)]
)
def test_the_same_or_similar_is_leaked(grade: int, disclosed: bool, far: float) -> None:
    assert leaked(grade) is disclosed
    assert distance(grade) == far


def test_what_was_not_judged_is_not_leaked() -> None:
    assert not leaked(None)
