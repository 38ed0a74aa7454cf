import numpy as np
import pytest

from seethrough.word_level.adversary_view import AdversaryView, sanitized
from seethrough.word_level.mechanisms.custext import CusTextMechanism, OutputSets, kept_words
from seethrough.word_level.mechanisms.santext import SanTextMechanism
from seethrough.word_level.mechanisms.tokens import Tokens
from seethrough.word_level.word_vectors import WordVectors

SPELLED = """
the . cat dog bird nurse eats sees paints sells bread soup gold paper
"""
WORDS = SPELLED.split()
SUBJECTS, VERBS, OBJECTS = WORDS[2:6], WORDS[6:10], WORDS[10:14]


def sentences(count, seed):
    """Who does what is nearly fixed, so that a neighbour tells much."""
    rng = np.random.default_rng(seed)
    texts = []
    for _ in range(count):
        i = rng.integers(4)
        verb = VERBS[i] if rng.random() < 0.8 else VERBS[rng.integers(4)]
        thing = OBJECTS[(VERBS.index(verb) + rng.integers(2)) % 4]
        texts.append(f"the {SUBJECTS[i]} {verb} {thing} .")
    return texts


@pytest.fixture(scope="session")
def toy():
    matrix = np.random.default_rng(0).normal(size=(len(WORDS), 4)).astype(np.float32)
    return WordVectors(list(WORDS), matrix, "toy")


@pytest.fixture(scope="session")
def build(toy):
    """Return a function that makes a view and its truth."""

    def make(released=60, shadow=300, kind="custext", epsilon=1.5, told=True, oracle=False, seed=0):
        if kind == "custext":
            sets = OutputSets(toy, len(WORDS), 5)
            mechanism = CusTextMechanism(sets, kept_words(toy, True), epsilon)
        else:
            mechanism = SanTextMechanism(toy, len(WORDS), 2, 0.3, epsilon)
        originals = toy.tokenizer.split(sentences(released, seed + 1))
        empty = np.zeros(0, dtype=bool)
        view = AdversaryView(
            mechanism,
            toy,
            originals,
            empty,
            told,
            toy.tokenizer.split(sentences(shadow, seed + 2)),
            originals if oracle else None,
            [],
        )
        copy, replaced = sanitized(view, originals, np.random.default_rng(seed))
        asked = replaced if told else np.ones(len(copy.ids), dtype=bool)
        rest = (view.shadow, view.originals, [])
        return AdversaryView(mechanism, toy, copy, asked, told, *rest), originals.ids

    return make


@pytest.fixture(scope="session")
def tokens(toy):
    def cut(texts) -> Tokens:
        return toy.tokenizer.split(texts)

    return cut
