"""Whether a release puts the records into other words."""

from __future__ import annotations

from seethrough.engine.judge_test.wording import is_reworded
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease


def test_a_record_without_a_pair_of_words_says_nothing_of_wording() -> None:
    kept = [f"She keeps {n} hives behind the mill." for n in "abc"]
    private = Corpus.from_texts([*kept, *["Yes."] * 7])
    assert not is_reworded(private, TextRelease(private))
    assert not is_reworded(Corpus.from_texts(["Yes."]), TextRelease(Corpus.from_texts(["No."])))
