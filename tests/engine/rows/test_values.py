from __future__ import annotations

from seethrough.engine.rows.values import strings


def test_whole_numbers_are_whole_however_they_are_kept() -> None:
    held = {"phone": 7135550112.0, "share": 0.5, "n": 3, "yes": True, "none": [None, float("nan")]}
    assert list(strings(held)) == [
        "phone", "7135550112", "share", "0.5", "n", "3", "yes", "true", "none", "nan",
    ]  # fmt: skip


SAID = ["I", "had", "a", "seizure", "in", "May", "and", "lost", "my", "job"]


def test_a_text_that_a_list_holds_word_by_word_is_one_text() -> None:
    timed = [{"end": n / 2, "word": word, "by": "Ann"} for n, word in enumerate(SAID)]
    assert [*strings(timed)] == [
        "word", " ".join(SAID), "end", "0 0.5 1 1.5 2 2.5 3 3.5 4 4.5", "by", "Ann",
    ]  # fmt: skip
    tagged = {"tokens": [[word, "O"] for word in SAID]}
    assert [*strings(tagged)] == ["tokens", "0", " ".join(SAID), "1", "O"]


def test_other_lists_are_read_value_by_value() -> None:
    drugs = [{"drug": f"drug{n}", "dose": n} for n in range(9)]
    few = [[word, "O"] for word in SAID[:7]]
    turns = [{"said": f"{word} and more"} for word in SAID]
    for held in (drugs, few, turns, SAID, [*few, "x", "y"]):
        assert not any(len(told.split()) > 3 for told in strings(held))
        assert len([*strings(held)]) >= len(held)
