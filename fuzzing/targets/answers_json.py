"""JSON in the answers of language models."""

from __future__ import annotations

from fuzzing.checks import text_of
from seethrough.attributes.guesses import read_guesses
from seethrough.attributes.kinds import stated
from seethrough.classifiers.llm import read_classes
from seethrough.judges.asked.sampled_ratings import read_ratings
from seethrough.models.answers import json_values
from seethrough.sanitizers.spans import read_spans
from seethrough.utilities.mcq_accuracy import read_answer, read_options

SLOW = True
LONGEST = 256
SEEDS = (
    b'Sure!\n```json\n{"spans": ["Ann Lee", "Oslo",], }\n```\nDone.',
    b'{"classes": [{"claim": 1, "class": "special"}, {"claim": "2", "class": "none"}]}',
    b'{"ratings": [{"claim": 1, "rating": 3}, {"claim": "2.", "rating": "1"}]}',
    b"Claim 2: it says so. Rating: 3\nClaim 1: Rating: 2",
    b'{"age": ["41", 42], "sex": "male", "place": [], "income": null}',
    b'[1, 2, 3] {"a": [1, {"b": "cut shor',
    b'{"A": "yes", "B": "no", "C": "perhaps"}',
)
WORDS = (
    b'"claim": ', b'"rating": ', b'"class": ', b'"spans"', b'"ratings"', b'"age"', b"```", b",}",
    b"[" * 60, b"{" * 60, b"Rating: ", b"9" * 5000, b"\xc2\xb2", b"\xd9\xa1", b'"' * 50,
)  # fmt: skip


def check(content: bytes) -> None:
    text = text_of(content)
    for value in json_values(text):
        assert isinstance(value, list | dict)
    spans = read_spans(text)
    assert spans is None or all(span.strip() for span in spans)
    classes = read_classes(text)
    assert classes is None or all(type(number) is int for number in classes)
    grades = read_ratings(text)
    assert grades is None or all(i >= 0 and g in (1, 2, 3) for i, g in grades.items())
    guesses = read_guesses(text)
    assert guesses is None or all(isinstance(said, str) for own in guesses.values() for said in own)
    options = read_options(text)
    assert len(options) <= 10
    place = read_answer(text, options)
    assert place is None or place < len(options)
    assert all(isinstance(said, str) for said in stated({"profile": text}).values())
