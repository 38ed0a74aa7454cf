"""Which shadow texts overlap the private ones, counted by hand."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from seethrough.errors import InputError
from seethrough.word_level.shadow import Overlap, overlap, read_shadow, usable_shadow

PRIVATE = ["one two three four five six seven", "great red movie"]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("two three four five", False),  # one run of four words, which occurs
        ("Two, three: FOUR five!", False),  # neither case nor marks count
        ("two three four x", True),
        ("one two three four x", True),  # one run of two
        ("one two three four five x", False),  # two of three
        ("x one two three four y", True),  # one of three
        ("great red movie", False),  # three words are one run
        ("two three four", True),  # and no part of a longer one
        ("great blue movie", True),
        ("red movie", True),  # two words are no run
        ("", True),
    ],
)
def test_runs_of_four_words_are_compared(text: str, kept: bool) -> None:
    found = overlap(["something else altogether here", text], PRIVATE)
    assert found == Overlap([0, 1] if kept else [0], int(not kept))


def written(folder: Path, texts: list[str]) -> str:
    path = folder / "shadow.jsonl"
    path.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    return str(path)


def test_texts_that_overlap_are_removed_where_that_is_tolerated(tmp_path: Path) -> None:
    texts = ["two three four five", "nothing in common at all", "great red movie", "a b c d e"]
    path = written(tmp_path, texts)
    assert usable_shadow(path, PRIVATE, 0.5) == ((texts[1], texts[3]), 2)
    with pytest.raises(InputError, match="2 of 4 shadow texts overlap the private texts"):
        usable_shadow(path, PRIVATE, 0.49)


def test_a_shadow_set_is_read_again_where_the_file_changed(tmp_path: Path) -> None:
    path = written(tmp_path, ["one text"])
    assert read_shadow(path) == ("one text",)
    before = Path(path).stat()
    written(tmp_path, ["two text"])
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))  # as a copy that keeps the time
    assert read_shadow(path) == ("two text",)
    with pytest.raises(InputError, match="absent"):
        read_shadow(str(tmp_path / "absent.jsonl"))
