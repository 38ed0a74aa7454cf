"""A small word-level release: who does what is nearly fixed, so neighbours say much."""

from __future__ import annotations

import numpy as np

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


def sentences(count: int, seed: int) -> list[str]:
    """Who does what is nearly fixed, so that a neighbour says much about a word."""
    rng = np.random.default_rng(seed)
    texts = []
    for _ in range(count):
        i = rng.integers(4)
        verb = VERBS[i] if rng.random() < 0.8 else VERBS[rng.integers(4)]
        thing = OBJECTS[(VERBS.index(verb) + rng.integers(2)) % 4]
        texts.append(f"the {SUBJECTS[i]} {verb} {thing} .")
    return texts


def toy_vectors() -> WordVectors:
    matrix = np.random.default_rng(0).normal(size=(len(WORDS), 4)).astype(np.float32)
    return WordVectors(list(WORDS), matrix, "toy")


def make_view(
    toy: WordVectors,
    released: int = 60,
    shadow: int = 300,
    kind: str = "custext",
    epsilon: float = 1.5,
    told: bool = True,
    oracle: bool = False,
    seed: int = 0,
) -> tuple[AdversaryView, np.ndarray]:
    """Return a view and the numbers of its original words."""
    mechanism: CusTextMechanism | SanTextMechanism
    if kind == "custext":
        sets = OutputSets(toy, len(WORDS), 5)
        mechanism = CusTextMechanism(sets, kept_words(toy, True), epsilon)
    else:
        mechanism = SanTextMechanism(toy, len(WORDS), 2, 0.3, epsilon)
    originals = toy.tokenizer.split(sentences(released, seed + 1))
    shadowed: Tokens = toy.tokenizer.split(sentences(shadow, seed + 2))
    true = originals if oracle else None
    nothing = np.zeros(0, dtype=bool)
    view = AdversaryView(mechanism, toy, originals, nothing, told, shadowed, true, [])
    copy, replaced = sanitized(view, originals, np.random.default_rng(seed))
    asked = replaced if told else np.ones(len(copy.ids), dtype=bool)
    return AdversaryView(mechanism, toy, copy, asked, told, shadowed, true, []), originals.ids
