import warnings

import numpy as np
import pytest

from seethrough import samples
from seethrough.notices import SeethroughWarning
from seethrough.records.corpus import Corpus
from seethrough.records.reading import read
from seethrough.redaction.language import tell_of_many_unread
from seethrough.sanitizers.scrub import Scrub
from seethrough.sanitizers.spans import Spans

CHINESE = "陈芳今年三十四岁，职业是面包师。诊断为糖尿病。家里有两个女儿。"
TOLD = r"^notes: 2 of 12 records with text are not plain English; names and other details"


def notes(chinese: int, english: int) -> Corpus:
    texts = [*[CHINESE] * chinese, *["Ann Lee came from Paris."] * english, ""]
    return Corpus.from_texts(texts, name="notes")


@pytest.mark.parametrize("sanitizer", [Scrub(), Spans()], ids=["scrub", "spans"])
def test_records_that_rules_for_english_do_not_read_are_told(sanitizer):
    with pytest.warns(SeethroughWarning, match=TOLD):
        made = sanitizer.sanitize(notes(2, 10), np.random.default_rng(0))
    assert "Ann" not in " ".join(made.corpus.texts)


def test_nothing_is_told_of_english_records():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tell_of_many_unread(notes(1, 10))
        tell_of_many_unread(notes(0, 0))
        head = "Klinikum am Rosengarten, Abteilung für Innere Medizin.\n"
        tell_of_many_unread(Corpus.from_texts([f"{head}Ann Lee is {n}." for n in range(20)]))
        tell_of_many_unread(read(samples.path("private.jsonl")).corpus)
