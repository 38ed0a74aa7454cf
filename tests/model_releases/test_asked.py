"""Which column holds the questions is a matter of the columns' names, never of single records."""

from __future__ import annotations

from typing import Any

import pytest

from seethrough.errors import InputError
from seethrough.model_releases.asked import questions_of
from seethrough.records.corpus import Corpus


def corpus(*rows: dict[str, Any]) -> Corpus:
    return Corpus.from_texts([f"Text {n}." for n in range(len(rows))], fields=list(rows))


def test_the_one_column_that_is_named_like_one_holds_them() -> None:
    assert questions_of(corpus({"input": " Why? "}, {"input": None})) == ["Why?", ""]
    assert questions_of(corpus({"town": "Ulm"}, {})) is None


@pytest.mark.parametrize("filled", ["", "x"])
def test_several_are_never_chosen_from(filled: str) -> None:
    rows = [{"instruction": f"Say {n}", "input": filled if n else ""} for n in range(3)]
    with pytest.raises(InputError, match=r"input and instruction may both .* question=instruction"):
        questions_of(corpus(*rows))
    assert questions_of(corpus(*rows), "instruction") == ["Say 0", "Say 1", "Say 2"]


def test_one_record_does_not_decide_for_the_others() -> None:
    with pytest.raises(InputError, match="a record has no column 'question'"):
        questions_of(corpus({"question": "Why?"}, {}))
    with pytest.raises(InputError, match="a record has no column 'town'"):
        questions_of(corpus({"question": "Why?"}, {}), "town")
