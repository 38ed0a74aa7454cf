"""Texts cut into sentences, chunks, words and tokens."""

from __future__ import annotations

from fuzzing.checks import record_of
from seethrough.judges.offline.reading import sentences as judged_sentences
from seethrough.redaction.detection import windows
from seethrough.retrieval.chunking import split
from seethrough.text.details import content as content_words
from seethrough.text.details import sentences as placed_sentences
from seethrough.text.rouge import tokenize
from seethrough.text.sentences import WORD, sentences, units
from seethrough.text.stemmer import stem

SLOW = True
SEEDS = (
    b"Dr. Lee saw her on 3 May. She is 61 (see no. 4); she keeps bees! BP 125/90 mm Hg. Exam.",
    b"Doctor: How are you?\nPatient: Fine.\nDoctor: Good.\nPatient: Bye.",
    b"Medications:\n- aspirin 5 mg\n- insulin\n\n1. First\n2) Second\n(a) third\n",
    b"```python\nx = {1: [2]}\n```\n<div>Ann</div> \xf0\x9f\x98\x80 Bob",
    b"Ola: Hi. Kim: Hello. Ola: So? Kim: Well.",
    b"This line was wrapped at a column as e-mail programs have done for fifty years and\ngoes on.",
)
WORDS = (
    b". ", b"? ", b"; ", b": ", b"\n- ", b"\n\n", b"(", b")", b"\xe3\x80\x82", b"\xe2\x80\xa6",
    b"i.e. ",
    b"\xf0\x9f\x98\x80", b"a " * 900, b"." * 200, b"A:\n", b"```",
)  # fmt: skip


def check(content: bytes) -> None:
    text = record_of(content)
    size = 1 + len(content) % 40
    words = "".join(WORD.findall(text))
    for line in text.splitlines():
        assert "".join(WORD.findall(" ".join(sentences(line)))) == "".join(WORD.findall(line))
    assert all(WORD.search(unit.text) for unit in units(text))
    chunks = split(text, size, size // 3)
    assert all(chunk == chunk.strip() and 0 < len(chunk) <= size for chunk in chunks)
    assert "".join("".join(split(text, size)).split()) == "".join(text.split())
    for start, piece in windows(text, 100):
        assert text[start : start + len(piece)] == piece
    for start, end in placed_sentences(text):
        assert 0 <= start <= end <= len(text)
    for token in content_words(text):
        assert text[token.start : token.end]
    judged_sentences(text)
    assert all(stem(word) for word in tokenize(text)) or not words
