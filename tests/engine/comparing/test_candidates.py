"""What a comparison compares: made when its turn comes, there already, or in a folder."""

from __future__ import annotations

from pathlib import Path

from seethrough.engine.comparing.candidates import candidate, of_folder, of_release, of_sanitizer
from seethrough.records.corpus import Corpus
from seethrough.sanitizers.erase import Erase

PRIVATE = Corpus.from_texts(["one", "two"], name="private")


def test_a_sanitizer_is_drawn_and_goes_by_its_spec() -> None:
    one = of_sanitizer("scrub:style=star", decides=False)
    assert (one.name, one.drawn, one.decides) == ("scrub:style=star", True, False)
    assert one.made_by is not None
    assert one.made_by["style"] == "star"
    assert of_sanitizer(Erase(), "empty").name == "empty"
    assert candidate(Erase()).name == candidate("erase").name == "erase"
    assert of_sanitizer("erase").make(PRIVATE, 1, None).corpus.texts == ["", ""]


def test_a_release_that_is_there_is_not_made() -> None:
    one = of_release(PRIVATE, decides=False)
    assert (one.name, one.drawn, one.decides) == ("private", False, False)
    assert one.make(Corpus.from_texts([]), 7, None).corpus is PRIVATE
    assert candidate(one) is one


def test_a_model_is_read_from_its_folder_when_its_turn_comes(tmp_path: Path) -> None:
    one = of_folder(tmp_path / "tuned", decides=False)
    assert (one.name, one.drawn, one.decides) == ("tuned", False, False)
    assert of_folder(tmp_path / "tuned", "ours").name == "ours"
    assert of_folder(tmp_path / "tuned").decides
