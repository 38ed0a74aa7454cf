"""Whole readings: records, a private file with its release, and what is known from elsewhere."""

from __future__ import annotations

from fuzzing.checks import answered, assert_one_line, file_of
from seethrough.records.reading import read, read_knowledge, read_pair
from seethrough.text.visible import visible

SLOW = True
SEEDS = (
    b'{"id": "a", "person": "p1", "text": "Ann keeps ninety bees."}\n'
    b'{"id": "b", "person": "p2", "text": "Bob plays the cello."}\n',
    b'[{"id": 1, "messages": [{"role": "user", "content": "I am Ann."}]},'
    b' {"id": 2, "messages": [{"role": "user", "content": [{"type": "text", "text": "Hi"}]}]}]',
    b"id,person,text\n1,p1,Ann keeps ninety bees.\n2,p2,Bob plays the cello.\n",
    b"id\tmessages\n1\t[{'role': 'user', 'content': 'I am Ann.'}]\n2\t[]\n",
    b'{"person": "p1", "claims": ["She keeps bees.", "She is 61."]}\n{"person": 2, "claims": []}\n',
)
WORDS = (
    b'"text"', b'"messages"', b'"person"', b'"claims"', b'"id"', b'"role"', b'"content"', b"[[",
    b'"parts"', b'"spans"', b'"annotations"', b'"full_text"', b'{"user": "a"}', b"1.0", b"1e400",
)  # fmt: skip


def check(content: bytes) -> None:
    file = file_of(content, "input")
    with answered():
        reading = read(file)
        corpus = reading.corpus
        assert len(set(corpus.ids)) == len(corpus)
        for record in corpus:
            assert record.text.encode() is not None
            assert record.person
        assert_one_line(visible(str(reading.columns)))
    with answered():
        assert all(type(claims) is list for claims in read_knowledge(file).values())
    half = content.find(b"\n", len(content) // 2) + 1
    release = file_of(content[half:], "input-release")
    with answered():
        read_pair(file, release)
