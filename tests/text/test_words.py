from __future__ import annotations

from pathlib import Path

from seethrough.text.words import vocabulary, word_lists


def test_lists_stand_under_their_headings(tmp_path: Path) -> None:
    file = tmp_path / "words.txt"
    file.write_text("# remark\n\n[first]\nada bo\nbo\n\n# remark\n[second one]\ncy\n", "utf-8")
    assert word_lists(file) == {
        "first": vocabulary("ada bo"),
        "second one": vocabulary("cy"),
    }
