"""What a function gives for each of many texts."""

from __future__ import annotations

import pytest

from seethrough.parallel import texts
from seethrough.parallel.texts import spread_texts


@pytest.mark.parametrize("part", [1, 7, 1000])
def test_each_text_has_its_own_in_order(monkeypatch: pytest.MonkeyPatch, part: int) -> None:
    monkeypatch.setattr(texts, "PART", part)
    assert list(spread_texts(len, ["abc", "", "de", "f" * 9])) == [3, 0, 2, 9]
    assert list(spread_texts(len, [])) == []
