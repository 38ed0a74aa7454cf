"""SanText+: every sensitive word becomes another, similar ones more likely."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, ClassVar

from seethrough import spec
from seethrough.fields import LARGEST_EPSILON, Between, ReadFile
from seethrough.protocols import Generator
from seethrough.records.corpus import Corpus
from seethrough.records.releases.text import TextRelease
from seethrough.word_level.mechanisms.santext import SanTextMechanism
from seethrough.word_level.texts import Cut, Unknown, release_words, require_vocabulary
from seethrough.word_level.word_vectors import WordVectors, load


@dataclass(frozen=True)
class SanText:
    """Replaces every sensitive word by any sensitive word, at random, near ones more likely.

    Pr(y|x) is proportional to exp(-epsilon * d(x, y) / 2), d the Euclidean distance of the
    words' vectors. The most frequent words are not sensitive: each stays with probability 1 - p.
    Anyone who knows the seed can undo a release.

    Source: Yue et al., "Differential privacy for text analytics via natural text sanitization"
    (2021), SanText+; On the Vulnerability of Text Sanitization, section 5.1.

    Attributes:
        epsilon: The privacy parameter per token and unit of distance, above 0.
        sensitive: w, the share of the vocabulary that is sensitive, the least frequent words; in
            (0, 1].
        p: The chance that a word that is not sensitive is sanitized, in [0, 1].
        vocabulary: How many most frequent words of the vectors there are to choose from; 0 for
            all.
        vectors: A file of word vectors; the embedded ones where empty.
        unknown: How to treat a token without a vector: ``map`` it to a random sensitive word
            as the released code does, ``keep`` it unchanged, or ``drop`` it.
        cut: How texts become tokens: ``words`` cuts marks and clitics off, ``spaces`` cuts at
            white space only.
    """

    epsilon: Annotated[float, Between(0, LARGEST_EPSILON, above=True)] = 3.0
    sensitive: Annotated[float, Between(0, 1, above=True)] = 0.999
    p: Annotated[float, Between(0, 1)] = 0.0
    vocabulary: Annotated[int, Between(0)] = 40_000
    vectors: ReadFile = ""
    unknown: Unknown = "map"
    cut: Cut = "words"

    example: ClassVar[str] = "santext:vectors=vectors.npz,vocabulary=0"

    def sanitize(self, private: Corpus, rng: Generator) -> TextRelease:
        """Return the texts with their tokens replaced, joined by single spaces.

        Args:
            private: The private records; may be empty.
            rng: The only source of randomness; one draw is taken from it.

        Raises:
            InputError: The vectors' file is not usable.
        """
        return release_words(self, spec.to_json(self), private, rng, _NOTE)

    def word_vectors(self) -> WordVectors:
        """Return the word vectors."""
        return load(self.vectors)

    def mechanism(self) -> SanTextMechanism:
        """Return the mechanism with its exact probabilities."""
        return _mechanism(self, self.word_vectors())


@lru_cache(maxsize=2)  # not kept with the sanitizer, which is sent to workers as it is
def _mechanism(sanitizer: SanText, vectors: WordVectors) -> SanTextMechanism:
    size = require_vocabulary(vectors, sanitizer.vocabulary)
    common = min(size - 1, math.floor((1 - sanitizer.sensitive) * size + 1e-9))
    return SanTextMechanism(vectors, size, common, sanitizer.p, sanitizer.epsilon)


_NOTE = (
    "metric: the factor for two sensitive words is exp(epsilon times the distance of their "
    "vectors); words that are not sensitive, and words without a vector, kept, mapped or "
    "dropped, have no guarantee"
)
