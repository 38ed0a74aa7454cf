from __future__ import annotations

from seethrough.engine.rows.values import strings


def test_whole_numbers_are_whole_however_they_are_kept() -> None:
    held = {"phone": 7135550112.0, "share": 0.5, "n": 3, "yes": True, "none": [None, float("nan")]}
    assert list(strings(held)) == [
        "phone", "7135550112", "share", "0.5", "n", "3", "yes", "true", "none", "nan",
    ]  # fmt: skip
