"""Private records and a control of equal size, so that chance overlap is the same in both.

An answer meets a large corpus by chance more often than a small one: the same set phrases, more of
them. So where the answers of a service are compared with private records and with a control of
another size, parts of the larger one, drawn at random and as large as the smaller one, take its
place for the difference of the two.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import numpy as np

from seethrough.protocols import Generator
from seethrough.reasons import Reason
from seethrough.statistics.seeding import generator
from seethrough.text.normalised import words as words_of

if TYPE_CHECKING:
    from seethrough.records.corpus import Corpus

PARTS = 20
"""How many parts are drawn."""

ALIKE = 1.05
"""Corpora count as equally large up to this ratio of their words."""

SMALL = 2.0
"""A control that is so many times smaller than the private records is worth a word."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large the private records and the control are.

    Attributes:
        private_records: Private records.
        private_words: Words in them.
        control_records: Records of the control.
        control_words: Words in them.
    """

    private_records: int
    private_words: int
    control_records: int
    control_words: int

    @classmethod
    def of(cls, private: Corpus, control: Corpus) -> Sizes:
        """Measure two corpora."""
        return cls(len(private), sum(_words(private)), len(control), sum(_words(control)))

    @property
    def scale(self) -> float:
        """How many times as many words the private records have; infinite over no words."""
        return self.private_words / self.control_words if self.control_words else float("inf")

    @property
    def alike(self) -> bool:
        """Whether neither has to be cut."""
        return 1 / ALIKE <= self.scale <= ALIKE


@dataclass(frozen=True, slots=True)
class Cuts:
    """What answers are compared with beside the whole of both corpora.

    Attributes:
        sizes: How large both are; None where there is no control.
        private: Parts of the private records as large as the control, where these are larger.
        control: Parts of the control as large as the private records, where that is larger.
        halves: Random halves of the control.
    """

    sizes: Sizes | None = None
    private: Sequence[Corpus] = ()
    control: Sequence[Corpus] = ()
    halves: Sequence[Corpus] = ()


NO_CUTS = Cuts()


def cut(private: Corpus, control: Corpus, seed: int) -> Cuts:
    """Draw the parts that make private records and control equally large."""
    sizes = Sizes.of(private, control)
    halves = parts(control, sizes.control_words // 2, generator(seed, "halves"))
    if sizes.alike or not sizes.control_words or not sizes.private_words:
        return Cuts(sizes, halves=halves)
    rng = generator(seed, "same size")
    if sizes.scale > 1:
        return Cuts(sizes, private=parts(private, sizes.control_words, rng), halves=halves)
    return Cuts(sizes, control=parts(control, sizes.private_words, rng), halves=halves)


def parts(corpus: Corpus, words: int, rng: Generator, count: int = PARTS) -> list[Corpus]:
    """Return random parts of a corpus that have about so many words.

    Records are drawn without replacement until the words are nearest to ``words``; at least one.

    Args:
        corpus: The larger corpus; may be empty.
        words: How many words a part should have.
        rng: Draws the records.
        count: How many parts.
    """
    lengths = np.array(_words(corpus), dtype=np.int64)
    drawn = []
    for _ in range(count):
        order = rng.permutation(len(corpus))
        miss = np.abs(np.cumsum(lengths[order]) - words)
        taken = order[: int(miss.argmin()) + 1] if len(order) else order
        drawn.append(corpus.take(sorted(taken.tolist())))
    return drawn


def reasons(sizes: Sizes) -> list[Reason]:
    """Return a reason where the control is much smaller than the private records.

    It decides nothing by itself: what a small control leaves open is in the interval of the excess.
    """
    if sizes.scale < SMALL:
        return []
    return [Reason("small_control", "pass", facts=asdict(sizes))]


def _words(corpus: Corpus) -> list[int]:
    return [len(words_of(text)) for text in corpus.texts]
