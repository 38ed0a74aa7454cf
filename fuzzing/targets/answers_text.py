"""Lists, letters, grades and whole texts in the answers of language models."""

from __future__ import annotations

from fuzzing.checks import text_of
from seethrough.atomizers.llm import read_claims
from seethrough.atomizers.summarized import read_summary
from seethrough.models.rewriting import after_mark, whole
from seethrough.retrieval.lists import read_list
from seethrough.sanitizers.anonymize import read_inferences
from seethrough.sanitizers.sage_stages.stages import read_data, read_points, read_verdict
from seethrough.sanitizers.zerogen import read_question
from seethrough.utilities.coherence import read_rating
from seethrough.utilities.label_distribution import read_task
from seethrough.utilities.mcq_accuracy import read_letter

SEEDS = (
    b'1. **Age**: how old they are\n2) "Occupation"\n- Place\n',
    b"Here are the claims:\n- She keeps bees.\n- She is 61.\n",
    b"Type: location\nInference: they say so\nGuess: Oslo; Bergen\nCertainty: 4\n",
    b"- [Disease]: asthma\n- [Age]: 61\n  or so",
    b"THISISSAFE",
    b"UNSAFE. SUGGESTIONS: leave out the name.\nDATA: A woman keeps bees.",
    b"(B) because",
    b"Rating: 4 out of 5",
    b"I removed the name.\n#\nA woman keeps bees.\n",
    b"<record 0123456789abcdef>\nRewritten text: A woman.\n</record 0123456789abcdef>",
    b"I'm sorry, but I cannot help with that.",
    b"12: coding and debugging",
)
WORDS = (
    b"\n# \n", b"**", b"1. ", b"- ", b"Rating: ", b"THISISSAFE", b"SUGGESTIONS:", b"Guess: ",
    b"[", b"]:",
    b"I can't", b"\xe2\x80\x99", b"</record ", b"Certainty: ", b" " * 500, b"*" * 500, b"\n" * 300,
)  # fmt: skip


def check(content: bytes) -> None:
    text = text_of(content)
    for read in (read_list, read_claims):
        entries = read(text)
        assert entries is None or (entries and all(entry.strip() for entry in entries))
    for one in (read_summary, whole, after_mark, read_points, read_data, read_question):
        said = one(text)
        assert said is None or said.strip() or one is read_question
    read_verdict(text)
    for found in read_inferences(text) or ():
        assert found["certainty"] in (None, 1, 2, 3, 4, 5)
    rating = read_rating(text)
    assert rating is None or 1 <= rating <= 5
    letter = read_letter(text)
    assert letter is None or 0 <= letter < 10
    task = read_task(text)
    assert task is None or task >= 0
