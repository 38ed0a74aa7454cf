from seethrough.atomizers.sentence import Sentence
from seethrough.records.corpus import Corpus


def atomize(*texts: str) -> list[list[str]]:
    return Sentence().atomize(Corpus.from_texts(texts))


def test_by_hand():
    assert atomize("She lives in Graz. She has two cats. She lives in Graz.", "") == [
        ["She lives in Graz.", "She has two cats."],
        [],
    ]


def test_no_records():
    assert atomize() == []


def test_long_text_is_read_in_pieces():
    text = " ".join(f"Room {k} is empty." for k in range(1_200))
    claims = atomize("First.", text, "Last.")
    assert claims[0] == ["First."]
    assert claims[2] == ["Last."]
    assert " ".join(claims[1]).split() == text.split()
