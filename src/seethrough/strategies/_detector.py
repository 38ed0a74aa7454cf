"""The detector: did this word, in this sanitized sentence, come from that one?

Source: On the Vulnerability of Text Sanitization, section 4.3 and appendix F.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, Protocol

import numpy as np

from seethrough.fields import Between, ModelFolder
from seethrough.statistics.arrays import Floats
from seethrough.strategies import _encoder
from seethrough.word_level.adversary_view import AdversaryView, Guesses, sanitized
from seethrough.word_level.lattice import context_free, guesses_of
from seethrough.word_level.mechanisms.mechanism import candidates
from seethrough.word_level.mechanisms.ragged import row_numbers
from seethrough.word_level.mechanisms.tokens import UNKNOWN, Tokens

Generator = np.random.Generator
Head = Literal["token", "pooled"]

_HEAD_RATE = 10.0
"""How much faster a fresh head on the word's vectors learns than the encoder under it."""


class Pair(NamedTuple):
    """One question to the detector.

    Attributes:
        sentence: The words of the sanitized sentence.
        changed: The same words with one replaced by the supposed original.
        at: The place of that word.
        label: Whether it is the original; unused when asking.
    """

    sentence: Sequence[str]
    changed: Sequence[str]
    at: int
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
        head: What the answer is read from: ``pooled``, the encoder's vector of the whole pair, as
            in appendix F, or ``token``, its vectors of the word in both sentences.
        window: How many words on either side are shown; 0 for the whole sentence.
    """

    encoder: ModelFolder
    copies: Annotated[int, Between(1, 1000)]
    epochs: Annotated[int, Between(0, 1000)]
    rate: Annotated[float, Between(0, 1)]
    most: Annotated[int, Between(0)]
    head: Head = "token"
    window: Annotated[int, Between(0)] = 0


class Asked(Protocol):
    """Gives the probability that pairs belong together."""

    def probability(self, pairs: Sequence[Pair]) -> Floats:
        """Return (n,) the probability that each pair belongs together."""


class Detector:
    """A fine-tuned encoder that gives the probability that a pair belongs together.

    Args:
        pairs: The training pairs.
        training: How.
        rng: The only source of randomness.
    """

    def __init__(self, pairs: Sequence[Pair], training: Training, rng: Generator) -> None:
        torch, _ = _encoder.torch_modules()
        self._head: Any = None
        with _encoder.seeded(rng):
            if training.head == "pooled":
                kind = "AutoModelForSequenceClassification"
                self._model, self._tokenizer = _encoder.load(training.encoder, kind, num_labels=2)
            else:
                self._model, self._tokenizer = _encoder.load(training.encoder, "AutoModel")
                self._head = torch.nn.Linear(3 * self._model.config.hidden_size, 2)
            adam, schedule = _encoder.optimizer(self._model, training.rate)
            if self._head is not None:
                own = {"params": self._head.parameters(), "lr": training.rate * _HEAD_RATE}
                adam.add_param_group({**own, "initial_lr": own["lr"]})
                schedule.base_lrs.append(own["lr"])
            self._model.train()
            lengths = [len(p.sentence) for p in pairs]
            for _ in range(training.epochs):
                for rows in _encoder.batches(lengths, rng=rng):
                    batch = [pairs[i] for i in rows]
                    labels = torch.tensor([int(p.label) for p in batch])
                    loss = torch.nn.functional.cross_entropy(self._logits(batch), labels)
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
                logits = self._logits([pairs[i] for i in rows])
                result[rows] = torch.softmax(logits.double(), dim=1)[:, 1].numpy()
        return result

    def _logits(self, pairs: Sequence[Pair]) -> Any:
        """Return (n, 2) logits of wrong and right."""
        torch, _ = _encoder.torch_modules()
        encoded = self._tokenizer(
            [[*p.sentence] for p in pairs],
            [[*p.changed] for p in pairs],
            is_split_into_words=True,
            padding=True,
            truncation=True,
            max_length=256,
            return_tensors="pt",
        )
        if self._head is None:
            return self._model(**encoded).logits
        hidden = self._model(**encoded).last_hidden_state
        rows = torch.arange(len(pairs))
        where = [_places(encoded, i, p.at) for i, p in enumerate(pairs)]
        released = hidden[rows, torch.tensor([a for a, _ in where])]
        supposed = hidden[rows, torch.tensor([b for _, b in where])]
        return self._head(torch.cat([released, supposed, released * supposed], dim=1))


def _places(encoded: Any, row: int, at: int) -> tuple[int, int]:
    """Return where word ``at`` starts in both sentences of a pair; 0 if it was cut off."""
    found = [0, 0]
    sides = encoded.sequence_ids(row)
    for place, (side, word) in enumerate(zip(sides, encoded.word_ids(row), strict=True)):
        if side is not None and word == at and not found[side]:
            found[side] = place
    return found[0], found[1]


def training_pairs(
    view: AdversaryView, texts: Tokens, prior: Floats, training: Training, rng: Generator
) -> list[Pair]:
    """Return labelled pairs from texts that are sanitized anew (section 4.3, step 2).

    The best context-free guess of every replaced token makes a pair, labelled by whether it is
    right. For balance a right guess brings a wrong pair with the second-best guess, and a wrong
    one a right pair with the original.

    Args:
        view: The mechanism.
        texts: The texts, all their tokens numbered.
        prior: (words,) what the context-free guess starts from.
        training: How often to sanitize, and how many pairs to keep.
        rng: The only source of randomness.
    """
    pairs = []
    for _ in range(training.copies):
        copy, replaced = sanitized(view, texts, rng)
        places = np.flatnonzero(replaced)
        unique, inverse = np.unique(copy.ids[places], return_inverse=True)
        found = candidates(view.mechanism, unique, view.masked(prior), limit=2)
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
                    pairs.append(pair_of(words, at, view.spelled(word), training.window, label))
    if len(pairs) > training.most:
        pairs = [pairs[i] for i in sorted(rng.permutation(len(pairs))[: training.most].tolist())]
    return pairs


def pair_of(words: Sequence[str], at: int, original: str, window: int, label: bool = False) -> Pair:
    """Return the pair that asks whether ``original`` was at place ``at``."""
    first = max(0, at - window) if window else 0
    last = at + 1 + window if window else len(words)
    return Pair(
        words[first:last],
        [*words[first:at], original, *words[at + 1 : last]],
        at - first,
        label,
    )


def rescored(
    view: AdversaryView, prior: Floats, detector: Asked | None, k: int, window: int = 0
) -> Guesses:
    """Return argmax over the k best x of Pr(x) f(y|x) Pr(C|x, y) (equations 7 to 9, 11, 12).

    Args:
        view: What the adversary has.
        prior: (words,) Pr(x), any scale.
        detector: Gives Pr(C|x, y); not needed where k is 1.
        k: How many candidates, by Pr(x) f(y|x), are asked about.
        window: As the detector was trained.
    """
    grid, chance = context_free(view, prior, limit=k)
    if detector is None:
        return guesses_of(grid, chance)
    places = row_numbers(grid.starts)
    asked = np.flatnonzero(view.replaced[places])
    rows = row_numbers(view.released.starts)
    pairs = []
    for i in asked.tolist():
        place = int(places[i])
        row = int(rows[place])
        begin, end = int(view.released.starts[row]), int(view.released.starts[row + 1])
        words = view.released.surfaces[begin:end]
        pairs.append(pair_of(words, place - begin, view.spelled(int(grid.words[i])), window))
    weight = np.ones(len(chance))
    weight[asked] = detector.probability(pairs)
    joint = chance * np.maximum(weight, 1e-12)
    totals = np.add.reduceat(joint, grid.starts[:-1]) if len(joint) else joint
    return guesses_of(grid, joint / np.repeat(totals, np.diff(grid.starts)))
