"""The detector: did this word, in this sanitized sentence, come from that one?

Source: On the Vulnerability of Text Sanitization, section 4.3 and appendix F.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from seethrough.mechanisms.mechanism import Floats
from seethrough.mechanisms.ragged import row_numbers
from seethrough.mechanisms.tokens import UNKNOWN, Tokens
from seethrough.sanitizers._word_level import respelled
from seethrough.strategies import _encoder
from seethrough.strategies._scene import Beliefs, Scene, beliefs, context_free

Generator = np.random.Generator


class Pair(NamedTuple):
    """One question to the detector.

    Attributes:
        sentence: The sanitized sentence.
        changed: The same sentence with one word replaced by the supposed original.
        label: Whether it is the original; unused when asking.
    """

    sentence: str
    changed: str
    label: bool


@dataclass(frozen=True)
class Training:
    """How a detector is trained.

    Attributes:
        encoder: A Hugging Face encoder; the embedded one where empty.
        copies: How often each text is sanitized to learn from.
        epochs: Passes over the pairs.
        rate: Adam's learning rate.
        most: The most pairs; drawn at random where there are more.
    """

    encoder: str
    copies: int
    epochs: int
    rate: float
    most: int


class Detector:
    """A fine-tuned encoder that gives the probability that a pair belongs together.

    Args:
        pairs: What it learns from.
        training: How.
        rng: The only source of randomness.
    """

    def __init__(self, pairs: Sequence[Pair], training: Training, rng: Generator) -> None:
        torch, _ = _encoder.torch_modules()
        with _encoder.seeded(rng):
            kind = "AutoModelForSequenceClassification"
            self._model, self._tokenizer = _encoder.load(training.encoder, kind, num_labels=2)
            adam, schedule = _encoder.optimizer(self._model, training.rate)
            self._model.train()
            lengths = [len(p.sentence) for p in pairs]
            for _ in range(training.epochs):
                for rows in _encoder.batches(lengths, rng=rng):
                    batch = [pairs[i] for i in rows]
                    labels = torch.tensor([int(p.label) for p in batch])
                    loss = self._model(**self._encoded(batch), labels=labels).loss
                    adam.zero_grad()
                    loss.backward()
                    adam.step()
                    schedule.step()
        self._model.eval()

    def probability(self, pairs: Sequence[Pair]) -> Floats:
        """Return (n,) the probability that each pair belongs together."""
        torch, _ = _encoder.torch_modules()
        result = np.zeros(len(pairs))
        with torch.inference_mode():
            for rows in _encoder.batches([len(p.sentence) for p in pairs], 64):
                logits = self._model(**self._encoded([pairs[i] for i in rows])).logits
                result[rows] = torch.softmax(logits.double(), dim=1)[:, 1].numpy()
        return result

    def _encoded(self, pairs: Sequence[Pair]) -> Any:
        return self._tokenizer(
            [p.sentence for p in pairs],
            [p.changed for p in pairs],
            padding=True,
            truncation=True,
            max_length=256,
            return_tensors="pt",
        )


def training_pairs(
    scene: Scene, texts: Tokens, prior: Floats, training: Training, rng: Generator
) -> list[Pair]:
    """Return labelled pairs from texts that are sanitized anew (section 4.3, step 2).

    The best context-free guess of every replaced token makes a pair, labelled by whether it is
    right. For balance a right guess brings a wrong pair with the second-best guess, and a wrong
    one a right pair with the original.

    Args:
        scene: The mechanism.
        texts: The texts, all their tokens numbered.
        prior: (words,) what the context-free guess starts from.
        training: How often to sanitize, and how many pairs to keep.
        rng: The only source of randomness.
    """
    pairs = []
    for _ in range(training.copies):
        copy, replaced = sanitized(scene, texts, rng)
        places = np.flatnonzero(replaced)
        unique, inverse = np.unique(copy.ids[places], return_inverse=True)
        found = scene.mechanism.candidates(unique, scene.masked(prior), limit=2)
        counts = np.diff(found.starts)
        padded = np.append(found.inputs, [UNKNOWN, UNKNOWN])
        first = np.where(counts > 0, padded[found.starts[:-1]], UNKNOWN)[inverse]
        second = np.where(counts > 1, padded[found.starts[:-1] + 1], UNKNOWN)[inverse]
        sentence = row_numbers(copy.starts)[places]
        for place, row, best, next_best in zip(places, sentence, first, second, strict=True):
            truth = int(texts.ids[place])
            right = int(best) == truth
            options = [(int(best), right), (int(next_best) if right else truth, not right)]
            words = copy.surfaces[int(copy.starts[row]) : int(copy.starts[row + 1])]
            at = int(place - copy.starts[row])
            for word, label in options:
                if word != UNKNOWN:
                    pairs.append(pair_of(words, at, scene.spelled(word), label))
    if len(pairs) > training.most:
        pairs = [pairs[i] for i in sorted(rng.permutation(len(pairs))[: training.most].tolist())]
    return pairs


def sanitized(scene: Scene, texts: Tokens, rng: Generator) -> tuple[Tokens, Any]:
    """Return texts as the mechanism would release them, and which tokens it replaced."""
    ids = np.where(texts.ids < len(scene.vectors), texts.ids, UNKNOWN)
    draws = rng.random((scene.mechanism.streams, len(ids)))
    released, replaced = scene.mechanism.sample(ids, draws)
    released = np.where(ids == UNKNOWN, texts.ids, released)
    return respelled(texts, scene.vectors, released, replaced), replaced


def pair_of(words: Sequence[str], at: int, original: str, label: bool = False) -> Pair:
    """Return the pair that asks whether ``original`` stood at place ``at``."""
    return Pair(" ".join(words), " ".join([*words[:at], original, *words[at + 1 :]]), label)


def rescored(scene: Scene, prior: Floats, detector: Detector | None, k: int) -> Beliefs:
    """Return argmax over the k best x of Pr(x) f(y|x) Pr(C|x, y) (equations 7 to 9, 11, 12).

    Args:
        scene: What the adversary has.
        prior: (words,) Pr(x), any scale.
        detector: Gives Pr(C|x, y); not needed where k is 1.
        k: How many candidates, by Pr(x) f(y|x), are asked about.
    """
    grid, chance = context_free(scene, prior, limit=k)
    if detector is None:
        return beliefs(scene, grid, chance)
    places = row_numbers(grid.starts)
    asked = np.flatnonzero(scene.replaced[places])
    rows = row_numbers(scene.released.starts)
    pairs = []
    for i in asked.tolist():
        place = int(places[i])
        row = int(rows[place])
        begin, end = int(scene.released.starts[row]), int(scene.released.starts[row + 1])
        words = scene.released.surfaces[begin:end]
        pairs.append(pair_of(words, place - begin, scene.spelled(int(grid.words[i]))))
    weight = np.ones(len(chance))
    weight[asked] = detector.probability(pairs)
    joint = chance * np.maximum(weight, 1e-12)
    totals = np.add.reduceat(joint, grid.starts[:-1]) if len(joint) else joint
    return beliefs(scene, grid, joint / np.repeat(totals, np.diff(grid.starts)))
